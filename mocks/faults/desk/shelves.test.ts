import { tryService } from '../catalogue/trying.testing';
import { shelfDesk } from '.';

tryService(shelfDesk);
