import type { ExchangeError, Request, Response } from '../../http/message';
import type { PageSaid } from '../../resources/answers/pageSaid';
import type { ListExtent } from '../../resources/answers/pages';
import type { TagState } from '../../serialization/input';
import type { ScriptStep, Unexpected } from '../../workflows/script';
import type { Case } from './case';
import type { Hooked } from './hooks';

/** From the sending of a request to its answer, by a counter that goes on with every event of a run. */
export interface Period {
  readonly sent: number;
  readonly answered: number;
}

interface PlainContent {
  /** The value of `Content-Type`. */
  readonly type: string;
  readonly bytes: Buffer;
  /** It was sent as the only file of a form. */
  readonly isInForm?: true;
}

export interface StepContent {
  readonly sent: unknown;
  readonly shown: unknown;
  /** The id that was asked for, and the one that the answer shows in the member that named it when it was made. */
  readonly id:
    | {
        readonly wanted: string;
        readonly shown: string | undefined;
        /** The path of the things that it is the id of, without names: `/orders/{}`. Things of other kinds may have the same id. */
        readonly of?: string | undefined;
        /** The answer to what made it does not name it: the request did. */
        readonly isOfRequest?: true;
        /** No answer surely names it: a look has shown that this is what was made. */
        readonly isProven?: true;
      }
    | undefined;
  /** How much of all things a list shows; absent if the answer is no list. */
  readonly extent?: ListExtent | undefined;
  /** What the answer says of the pages of a list; absent if it was not asked for a list. */
  readonly page?: PageSaid;
  /** What was sent and shown where that is no JSON: a text, or bytes. */
  readonly plain?: { readonly sent?: PlainContent; readonly shown?: PlainContent };
  /** The answer has no content. */
  readonly isEmpty?: true;
  /** The ETag that the answer shows. */
  readonly tag?: string;
  /** When the answer says that what it shows was changed, in milliseconds since 1970. */
  readonly modifiedAt?: number;
  /** The ETag, or the date, that the request had in a field that sets a condition. */
  readonly condition?: { readonly field: string; readonly state: TagState; readonly tag: string };
}

/** How a request came that the service sent. */
interface CalledBack {
  /** The URL of ours before the path of the request. */
  readonly origin: string;
  /** The exchange that named the URL to which it came. */
  readonly after: Exchange;
  /** The place of that URL, counted from 0, as `callbackPlaces` has them. */
  readonly place: number;
  /** The path below that URL. */
  readonly below: string;
  /** Whether its whole body was read. */
  readonly isWhole: boolean;
}

/** One request and what came of it. `response` may be present beside `error`, as far as it was read. */
export interface Exchange {
  /** Counts from 1, in the order in which the cases were planned. */
  readonly index: number;
  readonly case: Case;
  readonly request: Request;
  readonly response: Response | null;
  readonly error: ExchangeError | null;
  /** Everything that came, as it came, up to the limit. */
  readonly received: Buffer;
  /** Of a step in a chain, and of a valid request that sets something and was done: what was sent and what is shown, as values; undefined where it is no JSON, or too much. */
  readonly content?: StepContent;
  /** How often it was asked before what was done did show, where that was more than once. */
  readonly asked?: number;
  /** What the same request came to before, where it failed in a way that may pass: `503`, `no answer in time`. */
  readonly failedBefore?: readonly string[];
  /** Of a refusal, once it was judged: the first line of the reason that it gives, without secrets, to be quoted. */
  readonly said?: string;
  /** Of a step of a script: what its answer does not show that it should; undefined where it is not judged. */
  readonly scripted?: { readonly step: ScriptStep; readonly unexpected: readonly Unexpected[] };
  /** What code of the user has added to the request before it was sent. */
  readonly hooked?: Hooked;
  /** What the service sent to the URL that this request named: each as an exchange, in which the response is ours. */
  readonly called?: readonly Exchange[];
  /** Present if the service sent the request. */
  readonly calledBack?: CalledBack;
  /** It was sent before, over a connection that was kept and came to nothing. */
  readonly sentBefore?: true;
  /** When it was sent and answered, by the events of the run; absent where others sent it, or nobody counts them. */
  readonly when?: Period;
  /** From the connection attempt to the end of the response, in milliseconds. */
  readonly durationMs: number;
}
