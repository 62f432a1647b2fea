import { plantStore } from '.';
import { tryService } from './trying.testing';

tryService(plantStore);
