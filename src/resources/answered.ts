import type { Operation } from '../contract/contract';
import type { Request, Response } from '../http/message';
import type { Values } from '../routing/pathTemplate';
import type { Input } from '../serialization/input';

/** What a request asks for: an operation, the values in its path, and everything else that it carries. */
export interface AskedRequest {
  readonly operation: Operation;
  readonly values: Values;
  readonly input: Input;
}

/** A request to an operation, and its answer. Together they show which things are named. */
export interface Answered {
  readonly case: { readonly request: AskedRequest };
  readonly request: Request;
  readonly response: Response | null;
}
