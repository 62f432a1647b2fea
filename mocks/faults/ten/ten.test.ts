import { tryService } from '../catalogue/trying.testing';
import { greenhouse } from './ten';

tryService(greenhouse);
