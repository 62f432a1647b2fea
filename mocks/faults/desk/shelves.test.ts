import { tryService } from '../trying.testing';
import { shelfDesk } from '.';

tryService(shelfDesk);
