import { tryService } from '../trying.testing';
import { nursery } from '.';

tryService(nursery);
