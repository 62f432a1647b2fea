/** What may stand in `espalier.yaml`, as types. Its mistakes are found by `configurationMistakes.ts`. */

import type { Writes } from '../../engine/model/probe';
import type { Waiver } from '../../report/report';
import type { ChangeLevel } from '../diff/breaks';

type Value = string | number | boolean;

type ValueOrVariable = Value | FromVariable;

/** The settings of a single operation. */
export interface OperationSettings {
  readonly params?: Readonly<Record<string, ValueOrVariable | readonly ValueOrVariable[]>>;
  /** The body itself, or `{ $file: NAME }`; in it, `{ env: NAME }` stands for the content of a variable. */
  readonly body?: unknown;
  /** The status with which the operation answers the values of these settings. */
  readonly expect?: number;
  /** The reason why nothing is sent to the operation. */
  readonly 'leave out'?: string;
}

interface FromVariable {
  readonly env: string;
}

/** A text as it is written, or the name of the environment variable that holds it. */
type TextOrVariable = string | FromVariable;

/** A request whose answer holds a credential. */
export interface LoginSettings {
  /** Method and path: `POST /login`. */
  readonly request: string;
  readonly headers?: Readonly<Record<string, TextOrVariable>>;
  /** The body, in which `{ env: NAME }` stands for the content of a variable; a text is sent as it is. */
  readonly body?: unknown;
  /** A JSON Pointer into the answer. */
  readonly token?: string;
  readonly header?: string;
  readonly cookie?: string;
  /** How the credential is sent: `Token {token}`. */
  readonly as?: string;
}

/** Where a token comes from: one of these. */
interface TokenSettings {
  readonly env?: string;
  readonly command?: string | readonly string[];
  readonly login?: LoginSettings;
}

/** Where a credential comes from: one of these, or the members of an OAuth2 flow. */
export interface WrittenCredential extends TokenSettings {
  readonly clientId?: TextOrVariable;
  readonly clientSecret?: FromVariable;
  readonly username?: TextOrVariable;
  readonly password?: FromVariable;
  readonly scopes?: readonly string[];
  readonly tokenUrl?: string;
}

/** The content of `espalier.yaml` as it is written. `configuration.schema.json` says what each member means. */
export interface Configuration extends Environment {
  /** Files of the user's own that extend a run. */
  readonly extend?: readonly string[];
  /** How much each kind of change matters to `espalier diff`, where that is not the usual. */
  readonly levels?: Readonly<Record<string, ChangeLevel>>;
  /** What is otherwise at one target, by the name of it. */
  readonly environments?: Readonly<Record<string, Environment>>;
}

/** The settings that may be otherwise in one environment. */
export interface Environment {
  /** The file of the contract, beside the configuration, or its URL. */
  readonly contract?: string;
  readonly target?: string;
  readonly token?: TokenSettings;
  readonly credentials?: Readonly<Record<string, WrittenCredential>>;
  /** A file of Web Fuzzing Commons, and the name of the one user of it; by default the first one, and the others where that one is refused. */
  readonly auth?: string | { readonly file: string; readonly user?: string };
  readonly params?: Readonly<Record<string, Value | readonly Value[]>>;
  readonly operations?: Readonly<Record<string, OperationSettings>>;
  readonly writes?: Writes;
  readonly complete?: boolean;
  readonly thorough?: boolean;
  readonly provoke?: readonly string[];
  readonly start?: string;
  readonly wait?: number;
  readonly setup?: string;
  readonly headers?: Readonly<Record<string, string | { readonly env: string }>>;
  /** Where the service reaches this machine to send callbacks. */
  readonly callbacks?: { readonly at: string; readonly port?: number };
  readonly strict?: boolean;
  readonly closed?: boolean;
  /** The operations whose things are private to whoever made them. */
  readonly private?: readonly string[];
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly lingerMs?: number;
    readonly maxBytes?: number;
    readonly deadlineS?: number;
    readonly concurrency?: number;
    readonly rate?: number;
  };
  readonly baseline?: string;
  readonly waivers?: readonly Waiver[];
}
