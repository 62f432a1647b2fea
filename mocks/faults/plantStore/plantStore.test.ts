import { plantStore } from '..';
import { tryService } from '../catalogue/trying.testing';

tryService(plantStore);
