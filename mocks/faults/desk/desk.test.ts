import { tryService } from '../catalogue/trying.testing';
import { orderDesk } from '.';

tryService(orderDesk);
