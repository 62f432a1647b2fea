/** What the user says of a run, in groups: made once, and passed on whole. A function takes the group that it needs. */

import type { Operation } from '../../contract/contract';
import type { Fields } from '../../http/message';
import type { JsonValue } from '../../json/value';
import type { Baseline } from '../../report/baseline';
import type { Waiver } from '../../report/report';
import type { Values } from '../../routing/pathTemplate';
import type { Holdings } from '../../wire/holdings';
import type { Limits } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { Script } from '../../workflows/script';
import type { OwnProbe, OwnValues, RequestHook } from './hooks';
import type { Provocation, Writes } from './probe';
import type { Renewal } from './renewal';
import type { UserOptions } from './user';

export interface Settings {
  readonly target: TargetSettings;
  readonly credentials: CredentialSettings;
  readonly consent: ConsentSettings;
  readonly pace: PaceSettings;
  readonly selection: SelectionSettings;
  readonly reporting: ReportingSettings;
}

/** The settings of a run whose target is known. That of our mock is known only once it listens. */
export interface RunSettings extends Settings {
  readonly target: KnownTarget;
}

/** What the target is. */
interface TargetSettings {
  /** The target is our mock: every value names something, and nothing is used up. */
  readonly everythingExists: boolean;
  /**
   * The target was started for this run, or is on this machine: nobody else reads what it logs, or signs in with its accounts. Only there a
   * credential is sent in a query that the contract has it not in, and a wrong password under a name that was handed over. Default: whether the
   * target has an address of this machine.
   */
  readonly isPrivate: boolean | undefined;
  /** How the run receives callbacks. */
  readonly callbacks: CallbackOptions;
}

interface KnownTarget extends TargetSettings {
  readonly at: Target;
  readonly isPrivate: boolean;
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

/** As whom the run asks. */
export interface CredentialSettings {
  /** For every bearer, OAuth2 and OpenID Connect scheme, without the name of the scheme. */
  readonly token: string | undefined;
  /** By the name of the security scheme; goes before the token. For HTTP basic `user:password`. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The credentials of somebody else, by the name of the security scheme: what the run made does not belong to whom they name. */
  readonly otherCredentials: Readonly<Record<string, string>>;
  /** A well-formed token that is not valid; one is made up where none is given. */
  readonly wrongToken: string | undefined;
  /** Whether a client certificate was handed over. */
  readonly certificate: boolean;
  /** Header fields sent with every request. */
  readonly headers: Fields;
  /** Others as whom the run asks what the first user is refused, in this order. */
  readonly users: readonly UserOptions[];
  /** Where the credentials were handed over, to be named where they are refused. Default: the options of `verify`. */
  readonly origins: CredentialOrigins | undefined;
  /** The credentials that are fetched, and are fetched anew when they expire: requests are planned with the first value of each. */
  readonly renewal: Renewal | undefined;
  /** What the user lets add to each request before it is sent, such as a signature. */
  readonly hooks: readonly RequestHook[];
}

/** Where credentials were handed over, for a person: "--token", "ESPALIER_TOKEN". */
interface CredentialOrigins {
  readonly token?: string | undefined;
  /** By the name of the security scheme. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** What the run may touch, and what was handed over for it. */
export interface ConsentSettings {
  /** What unsafe requests may touch. Default: `handed-over`. */
  readonly writes: Writes;
  /** Values handed over; see {@link Params}. Those in a path each name something that may be used up. */
  readonly params: Params;
  /** Resources by operation name, in place of what `params` says: what a set-up command made. */
  readonly resources: Readonly<Record<string, readonly Values[]>>;
  /** What one operation alone needs, by its name. */
  readonly operations: Readonly<Record<string, OperationOptions>>;
  /** How to draw declared responses that no probe may draw. */
  readonly provocations: readonly Provocation[];
  /** What makes values where one would be made up. */
  readonly values: readonly OwnValues[];
  /** What is asked beside all that Espalier asks. */
  readonly probes: readonly OwnProbe[];
  /** The operations whose things are private to whoever made them. Default: the contract does not say of any. */
  readonly privateThings: Selection;
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
  /** What of the values is not to be shown, each with the name of the variable that it came from. */
  readonly secrets?: readonly (readonly [text: string, variable: string])[];
}

/**
 * Values by what they are for: `id` (wherever it is unambiguous), `/users/{id}` (the item of one collection), `query.limit`.
 */
export type Params = Readonly<Record<string, readonly string[]>>;

/** How fast the run asks, and when it ends. */
interface PaceSettings {
  /** How many exchanges may be under way at once. Default: the run finds out how many the target takes. */
  readonly concurrency: number | undefined;
  /** Where it finds that out itself, no more than so many. Default: 32. */
  readonly widest: number;
  /** How many may begin in a second. Default: as many as the target takes. */
  readonly rate: number | undefined;
  /** Those of one exchange. */
  readonly limits: Limits;
  /** For all exchanges together, in milliseconds. Default: as long as the target answers. */
  readonly deadlineMs: number | undefined;
  /** The run stops after the first breach that fails it. What it made is removed all the same. */
  readonly failFast: boolean;
  readonly ending: RunEnding;
  /** What exchanges may hold together. Default: 256 MB. */
  readonly holdings: Holdings | undefined;
}

/** How long the end of a run may take, in milliseconds. */
export interface RunEnding {
  /** For what is under way and may make something, once the run is over. */
  readonly underWayMs: number;
  /** For removing what the run made, once its time is over. */
  readonly leastCleaningMs: number;
}

/** What is asked, and which rules judge it. */
export interface SelectionSettings {
  /** Which operations are verified. Default: all. */
  readonly selection: Selection;
  /** Which part of the operations is asked. */
  readonly shard: Shard | undefined;
  /** Ids of the rules to judge by, and of those to leave out. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** Statuses that the contract does not declare fail. */
  readonly closed: boolean;
  /** Whether two parts are varied in one request, too. */
  readonly thorough: boolean;
  /** Requests that the user has put in an order, with what their answers should show. */
  readonly script: Script | undefined;
  /** Whether nothing is asked but what the script says. */
  readonly scriptAlone: boolean;
  /** Repeats every choice. Default: another one each time. */
  readonly seed: number | undefined;
  /**
   * With the seed it repeats the texts that are to be the run's own, up to 16 small letters and digits, one letter at least: two runs with one seed
   * never choose the same names. A plan alone has none by default, and a run on a service another one each time. A mock needs none.
   */
  readonly salt: string | undefined;
}

/** Whether an operation is verified. */
export type Selection = (operation: Operation) => boolean;

/** One part of a run: the first is 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What the report counts as a failure. */
interface ReportingSettings {
  /** Warnings fail. */
  readonly strict: boolean;
  /** Whatever the contract declares must have come. */
  readonly complete: boolean;
  /** Of the clauses of the contract, the share that has to be exercised, from 0 to 1. */
  readonly coverageMin: number | undefined;
  readonly waivers: readonly Waiver[];
  /** The breaches that are known, and fail nothing. */
  readonly baseline: Baseline | undefined;
}

type Every = TargetSettings &
  CredentialSettings &
  ConsentSettings &
  PaceSettings &
  SelectionSettings &
  ReportingSettings;

/** What a person or a program gives of all that, in one row. */
export type GivenSettings = {
  readonly [Member in keyof Every]?: (Member extends 'limits' ? Partial<Limits> : Every[Member]) | undefined;
};
