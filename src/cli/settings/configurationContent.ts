import type { Writes } from '../../engine/model/probe';
import type { Waiver } from '../../report/report';

type Value = string | number | boolean;

/** The settings of a single operation. */
interface OperationSettings {
  readonly params?: Readonly<Record<string, Value | readonly Value[]>>;
  /** The body itself, or `{ $file: NAME }`. */
  readonly body?: unknown;
  /** The status with which the operation answers the values of these settings. */
  readonly expect?: number;
  /** The reason why nothing is sent to the operation. */
  readonly 'leave out'?: string;
}

/** The content of `espalier.yaml` as it is written. `configuration.schema.json` says what each member means. */
export interface Configuration {
  readonly target?: string;
  readonly token?: { readonly env: string };
  readonly credentials?: Readonly<Record<string, { readonly env: string }>>;
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
  readonly strict?: boolean;
  readonly closed?: boolean;
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly lingerMs?: number;
    readonly maxBytes?: number;
    readonly deadlineS?: number;
    readonly concurrency?: number;
    readonly rate?: number;
  };
  readonly waivers?: readonly Waiver[];
}
