import { tryService } from '../catalogue/trying.testing';
import { nursery } from '.';

tryService(nursery);
