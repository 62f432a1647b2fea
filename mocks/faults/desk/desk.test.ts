import { tryService } from '../trying.testing';
import { orderDesk } from '.';

tryService(orderDesk);
