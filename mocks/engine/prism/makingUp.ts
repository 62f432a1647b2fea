/** Makes the values of answers up, and knows which operations' answers depend on more than the choice of the answer. */

import seedrandom from 'seedrandom';
import type { Media, Operation } from '../../../src/contract/contract';
import { isObject } from '../../../src/json/value';
import { isOwnName } from '../../../src/resources/vocabulary/naming';
import type { MockedRequest } from '../engine';
import { pageIn } from '../lifelike/counts';
import { keyOfSaid, saysSomething, withSaid } from '../lifelike/echo';
import { lifelike } from '../lifelike/lifelike';
import type { LocalWords } from '../lifelike/localWords';
import type { Refusal } from '../lifelike/refusal';
import { readRequestBody } from '../requestBody';

/** What a value is made for. */
export interface MadeFor {
  readonly operation: Operation;
  readonly status: number;
  /** How Prism would make it. */
  readonly mock: { readonly dynamic: boolean; readonly seed?: string };
  /** A request that says something which the value may repeat. */
  readonly request?: MockedRequest | undefined;
  readonly refusal?: Refusal | undefined;
  /** How many things a list has at least. */
  readonly least?: number | undefined;
}

export class MakingUp {
  /** The operations whose answers repeat something of the request. */
  private readonly echoing = new Set<Operation>();
  /** The operations whose answers hold a time of now. */
  private readonly timed = new Set<Operation>();

  /** @param now the clock, in milliseconds since 1970. Only tokens depend on it. */
  constructor(
    private readonly local: LocalWords | undefined,
    private readonly now: () => number,
  ) {}

  /** Returns what the answer to a request repeats of it, as a key; undefined if the answer is not to be kept. */
  keyOf(operation: Operation, request: MockedRequest): string | undefined {
    if (this.timed.has(operation)) return undefined;
    return this.echoing.has(operation) ? keyOfSaid(request) : '';
  }

  /** Makes a content up; undefined if nothing can be suggested. */
  contentOf({ schema }: Media, { operation, status, mock, request, refusal, least = 0 }: MadeFor): unknown {
    if (!schema) return undefined;
    const { dynamic } = mock;
    const own = mock.seed ?? (dynamic ? undefined : '1');
    const before = request ? pageIn(request.query, operation).before : 0;
    const random = own === undefined ? Math.random : seedrandom(`${own} ${operation.name} ${status} ${before}`);
    const now = () => {
      this.timed.add(operation);
      return this.now();
    };
    const handingOut = { now, login: request && loginIn(operation, request) };
    const about = operation.path;
    const { local } = this;
    const made = lifelike(schema, { about, random, before, least, isVaried: dynamic, refusal, local, handingOut });
    if (made === undefined || !request || status >= 400 || !saysSomething(operation)) return made;
    this.echoing.add(operation);
    return withSaid(made, schema, operation, request);
  }
}

/** Returns the name with which the body of a request logs in: its `email`, its `username`; undefined if it has none. */
function loginIn(operation: Operation, request: MockedRequest): string | undefined {
  const body = request.bytes.length > 0 ? readRequestBody(operation, request) : undefined;
  const named = isObject(body) ? Object.entries(body).find(([name]) => isOwnName(name)) : undefined;
  return typeof named?.[1] === 'string' && named[1] !== '' ? named[1] : undefined;
}
