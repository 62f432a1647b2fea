import type { Response } from '../../src/http/message';
import { operationIn } from '../contracts.testing';
import { reasonsOf } from './refusal';
