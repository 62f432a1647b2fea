import type { Operation } from '../../contract/contract';
import type { Fields } from '../../http/message';
import type { JsonValue } from '../../json/value';
import type { Values } from '../../routing/pathTemplate';
import type { Script } from '../../workflows/script';
import type { Provocation, Writes } from './probe';
import type { UserOptions } from './user';

/** What is handed over to plan by. */
export interface PlanOptions {
  /** For every bearer, OAuth2 and OpenID Connect scheme, without the name of the scheme. */
  readonly token?: string | undefined;
  /** By the name of the security scheme; goes before the token. For HTTP basic `user:password`. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The credentials of somebody else, by the name of the security scheme: what the run made does not belong to whom they name. */
  readonly otherCredentials?: Readonly<Record<string, string>>;
  /** The operations whose things are private to whoever made them. Default: the contract does not say of any. */
  readonly privateThings?: Selection;
  /** Others as whom the run asks what the first user is refused, in this order. */
  readonly users?: readonly UserOptions[];
  /** Whether a client certificate was handed over. */
  readonly certificate?: boolean;
  /** Values handed over; see {@link Params}. Those in a path each name something that may be used up. */
  readonly params?: Params;
  /** Resources by operation name, in place of what `params` says: what a set-up command made. */
  readonly resources?: Readonly<Record<string, readonly Values[]>>;
  /** What one operation alone needs, by its name. */
  readonly operations?: Readonly<Record<string, OperationOptions>>;
  /** How to draw declared responses that no probe may draw. */
  readonly provocations?: readonly Provocation[];
  /** Header fields sent with every request. */
  readonly headers?: Fields;
  /** A well-formed token that is not valid; one is made up where none is given. */
  readonly wrongToken?: string | undefined;
  /** Statuses that the contract does not declare fail. */
  readonly closed?: boolean;
  /** Ids of the rules to judge by, and of those to leave out. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Which operations are verified; all where there is none. */
  readonly selection?: Selection;
  /** Which part of the operations is asked. */
  readonly shard?: Shard | undefined;
  /** The target is a mock: every value names something, and nothing is used up. */
  readonly everythingExists?: boolean;
  /**
   * The target was started for this run, or is on this machine: nobody else reads what it logs, or signs in with its accounts. Only there a
   * credential is sent in a query that the contract has it not in, and a wrong password under a name that was handed over. Default: whether the
   * target has an address of this machine.
   */
  readonly isPrivate?: boolean;
  /** What unsafe requests may touch. Default: `handed-over`. */
  readonly writes?: Writes;
  /** Whether two parts are varied in one request, too. */
  readonly thorough?: boolean;
  /** Requests that the user has put in an order, with what their answers should show. */
  readonly script?: Script | undefined;
  /** How the run receives callbacks. */
  readonly callbacks?: CallbackOptions;
  /** The URL of ours for a place of an operation that names the URL of a callback; absent if no callback is received. */
  readonly callbackUrl?: (operation: Operation, place: number) => string;
  /** Repeats every choice. Default: another one each time. */
  readonly seed?: number;
  /**
   * With the seed it repeats the texts that are to be the run's own, up to 16 small letters and digits, one letter at least: two runs with one seed never choose the same
   * names. {@link plan} has none by default, and a run on a service another one each time. A mock needs none.
   */
  readonly salt?: string | undefined;
}

/** How a run receives callbacks. */
export interface CallbackOptions {
  /** The URL under which the service reaches this machine. Default: one of 127.0.0.1, if the service is on this machine. */
  readonly at?: string | undefined;
  /** The port of 127.0.0.1 to listen on, where something passes on to it what comes to that URL. Default: the port of the URL, on all addresses. */
  readonly port?: number | undefined;
  /** How long callbacks are waited for, in milliseconds. */
  readonly patienceMs?: number;
}

/** What is handed over for one operation. */
export interface OperationOptions {
  /** By the name of the parameter, or with its place before it: `query.limit`. */
  readonly params: Params;
  readonly bodies: readonly JsonValue[];
  /** The status that answers a valid request. */
  readonly expect: number | undefined;
  /** Why nothing is sent to it. */
  readonly leaveOut: string | undefined;
}

/** One part of a run: the first is 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Values by what they are for: `id` (wherever it is unambiguous), `/users/{id}` (the item of one collection), `query.limit`.
 */
export type Params = Readonly<Record<string, readonly string[]>>;

/** Whether an operation is verified. */
export type Selection = (operation: Operation) => boolean;
