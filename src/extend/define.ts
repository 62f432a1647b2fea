/**
 * What users write to extend Espalier. Each function returns what it is given, marked as what it is: a file that `extend:` names exports such
 * values, and the functions of the library take them as `extend`.
 */

import type { Operation } from '../contract/contract';
import type { Addition, FinishedRequest, OwnRequest, ValuePlace } from '../engine/model/hooks';
import type { JsonValue } from '../json/value';
import type { Level } from '../report/report';
import type { JudgedExchange } from './judgedExchange';

/** One way in which an answer breaks a rule. */
export interface RuleBreach {
  /** What is wrong, in the same words for every answer that is wrong in the same way: findings are put together by them. */
  readonly message: string;
  /** What should have come. */
  readonly expected: string;
  /** What came instead. */
  readonly actual: string;
  /** In which of several ways the rule is broken, without values: a baseline and `espalier again` know a finding by it. */
  readonly kind?: string;
  /** The members or header fields that it is about. */
  readonly names?: readonly string[];
  /** JSON Pointers of what is wrong in the body, such as `/items/0/id`. */
  readonly places?: readonly string[];
  /** `should` where it weighs less than its rule. */
  readonly level?: Level;
}

/** A rule of your own, which judges answers one by one. */
export interface RuleDefinition {
  /** With a prefix of your own: `house/request-id`. It is named so by `--only`, `--skip`, waivers and reports. */
  readonly id: string;
  /** `must` fails the run, `should` warns. */
  readonly level: Level;
  /** What is required, as a sentence. */
  readonly statement: string;
  /** Where that stands: `API guidelines §4.2`, or a URL. */
  readonly source: string;
  /** What to do about a breach, as one sentence. Default: to look at the source. */
  readonly advice?: string;
  /** Whether it has something to say about an operation. Default: about each. */
  readonly appliesTo?: (operation: Operation) => boolean;
  /**
   * Judges one exchange with a complete answer, and at once: it is no place to wait.
   * @returns undefined where the rule has nothing to say about it; an empty list where it is kept; else what is wrong.
   */
  readonly judge: (exchange: JudgedExchange) => RuleBreach | readonly RuleBreach[] | undefined;
}

/** Code that sees each finished request before it is sent, and may add to it. */
export interface HookDefinition {
  /** With a prefix of your own: `house/sign`. */
  readonly name: string;
  /**
   * The security schemes of the contract whose credential it makes, by their names. The run then takes it as handed over: with the hook as what is
   * valid, and without it as a request that must be refused.
   */
  readonly schemes?: readonly string[];
  /**
   * True if what it adds is no credential, such as a number that counts requests: then requests that leave out their credential on purpose have it,
   * too. Default: false.
   */
  readonly always?: boolean;
  /**
   * Called for each request, once more where it is sent again.
   * @returns header fields and members of the query to add; nothing where it adds none. It cannot replace what is there.
   */
  readonly request: (
    request: FinishedRequest,
    // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing adds nothing.
  ) => Addition | undefined | void | Promise<Addition | undefined | void>;
}

/** Code that makes values where Espalier would make one up: for parameters that are not in the path, and for bodies. */
export interface ValuesDefinition {
  /** With a prefix of your own: `house/iban`. */
  readonly name: string;
  /** Which values it makes; all that are given must fit. With `operation` alone, it makes whole bodies. */
  readonly for: {
    /** `POST /orders`. */
    readonly operation?: string;
    /** The name of a parameter, or of a member of a body. */
    readonly member?: string;
    /** The `format` of the schema. */
    readonly format?: string;
  };
  /**
   * True if each call gives another value, and one that nobody else has, such as twelve digits by chance. A run may then know by it what it made.
   * Default: false.
   */
  readonly unique?: boolean;
  /**
   * Called once more where another value is wanted.
   * @returns a value, which is sent as it is if it satisfies the schema; undefined where it has none.
   */
  readonly make: (place: ValuePlace) => JsonValue | undefined;
}

/** What is asked beside all that Espalier asks. */
export interface ProbeDefinition {
  /** With a prefix of your own: `house/sparse-fields`. */
  readonly name: string;
  /**
   * Called for each operation.
   * @returns requests to send, each a valid one of that operation with what it says in the query and the header. What changes something is only sent
   * on what was handed over or what the run made.
   */
  readonly requests: (operation: Operation) => readonly OwnRequest[];
}

/** What a set-up hands over to the run. */
export interface SetUpResult {
  /** As for `--param`: `{ tenant: 't-17' }`. What stands in a path names a thing that the run may use up. */
  readonly params?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** Header fields that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As for `--token`. */
  readonly token?: string;
  /** As for `--credential`, by the names of the security schemes. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** What happens before a run, and after it. */
export interface RunDefinition<Made = unknown> {
  /** With a prefix of your own: `house/tenant`. */
  readonly name: string;
  /**
   * Called once, when the target answers and before the run asks anything.
   * @returns what it hands over to the run, and as `made` what the tear-down has to know.
   */
  readonly setUp: (run: RunSurroundings) => Promise<SetUpResult & { readonly made?: Made }>;
  /** Called once after the run, however it ended, when all that the run made is removed. */
  readonly tearDown?: (run: RunSurroundings & { readonly made: Made | undefined }) => Promise<void>;
}

export interface RunSurroundings {
  /** The base URL of the target, without a slash at its end. */
  readonly target: string;
  /** Aborted when the run is interrupted; of a tear-down, when its time is over. */
  readonly signal: AbortSignal;
}

/** What one of the `define…` functions returns. */
export type Extension =
  | (RuleDefinition & { readonly extends: 'rule' })
  | (HookDefinition & { readonly extends: 'hook' })
  | (ValuesDefinition & { readonly extends: 'values' })
  | (ProbeDefinition & { readonly extends: 'probe' })
  | (RunDefinition & { readonly extends: 'run' });

/** Defines a rule of your own. */
export function defineRule(rule: RuleDefinition): Extension {
  return { ...rule, extends: 'rule' };
}

/** Defines a hook that signs requests, or adds a token to them. */
export function defineHook(hook: HookDefinition): Extension {
  return { ...hook, extends: 'hook' };
}

/** Defines what makes values for a name, a format or an operation. */
export function defineValues(values: ValuesDefinition): Extension {
  return { ...values, extends: 'values' };
}

/** Defines requests that are sent beside all that Espalier asks: what they draw, rules judge. */
export function defineProbe(probe: ProbeDefinition): Extension {
  return { ...probe, extends: 'probe' };
}

/** Defines what happens before a run and after it. */
export function defineRun<Made>(run: RunDefinition<Made>): Extension {
  return { ...(run as RunDefinition), extends: 'run' };
}
