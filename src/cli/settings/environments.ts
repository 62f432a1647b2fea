/** An environment of the configuration: what is otherwise at one target, such as `staging`. */

import { pointerTokens } from '../../json/pointer';
import { nearest } from '../../support/words';
import { isLoopback, type Target } from '../../wire/target';
import type { Configuration, Environment } from './configurationContent';
import { pointerTo } from './configurationMistakes';

/** Settings that hold names with values, each of which an environment may change alone. */
const BY_NAME = ['credentials', 'params', 'operations', 'headers', 'limits'] as const;

/** What hands something over, or lets it be changed. It is said of one target, and holds for no other one. */
const CONSENTS = ['writes', 'params', 'setup', 'provoke', 'start'] as const;

/** The settings of one environment, or of none. */
interface Effective {
  readonly settings: Configuration;
  /** Returns where the setting at a JSON Pointer is written: in the environment, if that has it. */
  readonly writtenAt: (pointer: string) => string;
}

/**
 * Puts the settings of an environment in the place of those that hold everywhere. Where it has a target of its own, nothing of the others is
 * handed over there: id 7 of one service is somebody else's in another.
 * @param name of the environment; undefined for none. It is one of the configuration.
 */
export function inEnvironment(written: Configuration, name: string | undefined): Effective {
  const { environments = {}, ...everywhere } = written;
  const own = name === undefined ? undefined : environments[name];
  if (name === undefined || own === undefined) return { settings: written, writtenAt: (pointer) => pointer };
  const isElsewhere = own.target !== undefined && own.target !== everywhere.target;
  const shared = withoutRivals(isElsewhere ? withoutConsents(everywhere) : everywhere, own);
  const settings: Record<string, unknown> = { ...shared, ...own };
  for (const section of BY_NAME)
    if (shared[section] && own[section]) settings[section] = { ...shared[section], ...own[section] };
  return {
    settings,
    writtenAt: (pointer) => (hasSetting(own, pointer) ? pointerTo('environments', name) + pointer : pointer),
  };
}

/**
 * What a configuration says of a target that the command line names in the place of its own: nothing is handed over there, and nothing may be
 * changed, but what the command line says itself. Two addresses of this machine count as one target, since developers change the port.
 * @param own the target of the configuration; undefined where it names none, and so speaks of any.
 * @returns the settings that hold at `given`, and the names of those that do not.
 */
export function atGivenTarget(
  settings: Configuration,
  own: Target | undefined,
  given: Target | undefined,
): { readonly settings: Configuration; readonly left: readonly string[] } {
  const isSame = !own || !given || own.origin === given.origin || (isLoopback(own) && isLoopback(given));
  if (isSame) return { settings, left: [] };
  const values = Object.values(settings.operations ?? {})
    .flatMap(Object.keys)
    .filter((name) => name !== 'leave out');
  const left = CONSENTS.filter((name) => settings[name] !== undefined);
  return { settings: withoutConsents(settings), left: values.length > 0 ? [...left, 'operations'] : left };
}

/** @returns the sentence that says so if the configuration has no such environment. */
export function whyNoEnvironment({ environments = {} }: Configuration, name: string | undefined): string | undefined {
  if (name === undefined || Object.hasOwn(environments, name)) return undefined;
  const names = Object.keys(environments);
  const meant = nearest(name, names);
  const known = names.length === 0 ? '`environments` is missing' : `there are: ${names.join(', ')}`;
  return `There is no environment "${name}"${meant === undefined ? `; ${known}.` : `. Did you mean "${meant}"?`}`;
}

/** What keeps a run from something stays: `leave out` of an operation. */
function withoutConsents(everywhere: Environment): Environment {
  const kept = Object.entries(everywhere).filter(([name]) => !CONSENTS.some((each) => each === name));
  const leftOut = Object.entries(everywhere.operations ?? {}).flatMap(([name, { 'leave out': reason }]) =>
    reason === undefined ? [] : [[name, { 'leave out': reason }] as const],
  );
  return { ...Object.fromEntries(kept), operations: Object.fromEntries(leftOut) };
}

/** `setup` and `params` both say what may be used up: that of the environment goes first. */
function withoutRivals(everywhere: Environment, own: Environment): Environment {
  const { setup, params, ...rest } = everywhere;
  return {
    ...rest,
    ...(setup === undefined || own.params !== undefined ? {} : { setup }),
    ...(params === undefined || own.setup !== undefined ? {} : { params }),
  };
}

/** Tells whether a part has the setting at a pointer: the section, and of one that holds names, also the name. */
function hasSetting(part: object, pointer: string): boolean {
  let value: unknown = part;
  for (const name of pointerTokens(pointer).slice(0, 2)) {
    if (typeof value !== 'object' || value === null) return true;
    if (!Object.hasOwn(value, name)) return false;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}
