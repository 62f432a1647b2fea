import { tryService } from '../trying.testing';
import { greenhouse } from './ten';

tryService(greenhouse);
