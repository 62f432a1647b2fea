import type { Operation } from '../contract/contract';
import type { Request, Response } from '../http/message';
import type { Values } from '../routing/pathTemplate';
import type { Input } from '../serialization/input';

/** What a request asks: an operation, the values of its path, and what it carries beside them. */
export interface AskedRequest {
  readonly operation: Operation;
  readonly values: Values;
  readonly input: Input;
}

/** A request to an operation and its answer: all that tells which things they name. */
export interface Answered {
  readonly case: { readonly request: AskedRequest };
  readonly request: Request;
  readonly response: Response | null;
}
