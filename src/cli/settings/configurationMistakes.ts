/** Finds the mistakes of a configuration, each with its place. */

import type { ErrorObject } from 'ajv';
import { escapePointer, unescapePointer } from '../../json/exactJson';
import { groupBy } from '../../support/collections';
import { didYouMean, nearest } from '../../support/words';
import type { Configuration, OperationSettings, WrittenCredential } from './configurationContent';

/** The names that a configuration may use. */
export interface Vocabulary {
  /** Ids of the rules. */
  readonly rules: readonly string[];
  /** The rules of `espalier diff`, which have levels. */
  readonly changes: readonly string[];
  /** What waivers of another command let pass. Their operations are known there. */
  readonly rulesElsewhere: readonly string[];
  /** Rules of the user's own, such as `house/request-id`, are not loaded, so that nobody knows which there are. */
  readonly isOwnLeftOut: boolean;
  readonly operations: readonly string[];
  /** The requirements as a waiver names them: by operation, and by rule with the declared status that it is about. */
  readonly requirements: () => readonly { readonly operation: string; readonly name: string }[];
}

/** Returns a plain value as it is written in the file; undefined if an alias stands for it. */
type WrittenValueAt = (pointer: string) => string | undefined;

export interface Misplaced {
  /** JSON Pointer into the configuration. */
  readonly pointer: string;
  readonly message: string;
  /** Whether the mistake is in the value, not in its name. */
  readonly value?: boolean;
}

/** Turns the errors of the configuration's schema into mistakes. */
export function schemaMistakes(errors: readonly ErrorObject[]): Misplaced[] {
  const telling = errors.filter(isTelling);
  const others = telling.filter((error) => !isOfType(error));
  // If a setting has alternatives of several types, each of them has an error, also if the value has the type of one and is wrong inside.
  const types = groupBy(
    telling.filter(
      (error) =>
        isOfType(error) &&
        !others.some(({ instancePath }) => instancePath === error.instancePath) &&
        !telling.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`)),
    ),
    ({ instancePath }) => instancePath,
  );
  return [
    ...others.map(toMistake),
    ...[...types].map(([instancePath, group]) => {
      const wanted = [...new Set(group.flatMap(({ params }) => (params as { type: string | string[] }).type))];
      return { pointer: instancePath || '/', message: `${subjectOf(instancePath)} must be ${wanted.join(' or ')}.` };
    }),
  ];
}

function isOfType({ keyword }: ErrorObject): boolean {
  return keyword === 'type';
}

/** Names a setting: "`strict`", "item 2 of `waivers`". */
function subjectOf(instancePath: string): string {
  const [last = '', before = ''] = instancePath.split('/').map(unescapePointer).reverse();
  if (last === '') return 'the configuration';
  return /^\d+$/.test(last) && before !== 'params' ? `item ${Number(last) + 1} of \`${before}\`` : `\`${last}\``;
}

/** Tells whether an error is worth telling. That of `anyOf` itself only repeats that none of its alternatives fits. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf';
}

function toMistake({ instancePath, keyword, message = '', params, parentSchema, data }: ErrorObject): Misplaced {
  const subject = subjectOf(instancePath);
  switch (keyword) {
    case 'additionalProperties': {
      const { additionalProperty } = params as { additionalProperty: string };
      const settings = Object.keys((parentSchema as { properties?: object }).properties ?? {});
      const meant = nearest(additionalProperty, settings);
      const hint = meant === undefined ? `; there are: ${settings.join(', ')}.` : `. Did you mean \`${meant}\`?`;
      return {
        pointer: instancePath + pointerTo(additionalProperty),
        message: `There is no setting \`${additionalProperty}\`${hint}`,
      };
    }
    case 'required':
      return {
        pointer: instancePath || '/',
        message: `\`${(params as { missingProperty: string }).missingProperty}\` is missing.`,
      };
    case 'pattern':
      return {
        pointer: instancePath,
        message: `${subject} cannot be ${JSON.stringify(data)}: ${describePattern(parentSchema)}.`,
      };
    case 'enum': {
      const { allowedValues } = params as { allowedValues: readonly unknown[] };
      return { pointer: instancePath, message: `${subject} must be one of ${allowedValues.join(', ')}.` };
    }
    default:
      return { pointer: instancePath || '/', message: `${subject} ${message}.` };
  }
}

function describePattern(schemaOfValue: unknown): string {
  const { description, pattern } = schemaOfValue as { description?: string; pattern?: string };
  return description?.replace(/\.$/, '') ?? `it must match ${pattern}`;
}

/** Returns the JSON Pointer of a member. @param names of the members on the way, not escaped. */
export function pointerTo(...names: readonly (string | number)[]): string {
  return names.map((name) => `/${escapePointer(name)}`).join('');
}

/** Finds the mistakes that the schema of the configuration does not find. */
export function mistakesOf(settings: Configuration, vocabulary: Vocabulary, written: WrittenValueAt): Misplaced[] {
  const { setup, params, token, credentials = {}, waivers = [], levels = {}, operations = {} } = settings;
  return [
    ...(token ? unclearSource(token, 'token') : []),
    ...Object.entries(credentials).flatMap(([name, written]) => unclearSource(written, 'credentials', name)),
    ...Object.keys(operations)
      .filter((name) => !vocabulary.operations.includes(name))
      .map((name) => unknownName(pointerTo('operations', name), 'operation', name, vocabulary.operations)),
    ...Object.keys(levels)
      .filter((rule) => !vocabulary.changes.includes(rule))
      .map((rule) => unknownName(pointerTo('levels', rule), 'rule', rule, vocabulary.changes)),
    ...waivers.flatMap((waiver, at) => unusableWaiver(waiver, at, vocabulary)),
    ...misreadValues(settings.params, ['params'], written),
    ...Object.entries(operations).flatMap(([name, { params: own }]) =>
      misreadValues(own, ['operations', name, 'params'], written),
    ),
    ...(setup !== undefined && params !== undefined
      ? [
          {
            pointer: '/setup',
            message: '`setup` and `params` both say what may be used up; leave one of them out.',
          },
        ]
      : []),
  ];
}

/** A credential comes from one place, and a flow or a login needs its parts. */
function unclearSource(written: WrittenCredential, ...names: readonly string[]): Misplaced[] {
  const subject = `\`${names.at(-1)}\``;
  const { clientId, clientSecret, username, password, scopes, tokenUrl, login } = written;
  const isFlow = [clientId, clientSecret, username, password, scopes, tokenUrl].some((each) => each !== undefined);
  const places = [
    ...(['env', 'command', 'login'] as const).filter((each) => written[each] !== undefined),
    ...(isFlow ? ['clientId'] : []),
  ];
  const at = (message: string) => [{ pointer: pointerTo(...names), message }];
  if (places.length === 0) {
    const choices = names.length === 1 ? 'env, command or login' : 'env, command, login, or clientId of an OAuth2 flow';
    return at(`${subject} does not say where it comes from: ${choices}.`);
  }
  if (places.length > 1) return at(`${subject} comes from several places: ${places.join(', ')}; leave one of them.`);
  if (isFlow && clientId === undefined && (username === undefined || clientSecret !== undefined))
    return at(`${subject} lacks \`clientId\`.`);
  if (isFlow && username === undefined && password === undefined && clientSecret === undefined)
    return at(`${subject} lacks \`clientSecret\`, or \`username\` and \`password\`.`);
  if ((username === undefined) !== (password === undefined))
    return at(`${subject} lacks \`${username === undefined ? 'username' : 'password'}\`.`);
  const found = [login?.token, login?.header, login?.cookie].filter((each) => each !== undefined);
  if (found.length > 1)
    return at(`The login of ${subject} takes several of token, header and cookie; leave one of them.`);
  return [];
}

function unusableWaiver(
  { rule: named, operation, until }: NonNullable<Configuration['waivers']>[number],
  at: number,
  { rules, rulesElsewhere, isOwnLeftOut, operations, requirements }: Vocabulary,
): Misplaced[] {
  const [rule = '', status] = named.split(' ');
  const pointer = (name: string) => pointerTo('waivers', at, name);
  const isElsewhere = rulesElsewhere.includes(rule) || (isOwnLeftOut && rule.includes('/'));
  const knownRule = isElsewhere || rules.includes(rule);
  const knownOperation = isElsewhere || operation === undefined || operations.includes(operation);
  const names =
    status === undefined || isElsewhere
      ? []
      : requirements()
          .filter((each) => operation === undefined || each.operation === operation)
          .map(({ name }) => name);
  return [
    ...(knownRule ? [] : [unknownName(pointer('rule'), 'rule', rule, [...rules, ...rulesElsewhere])]),
    ...(knownOperation ? [] : [unknownName(pointer('operation'), 'operation', operation, operations)]),
    ...(status !== undefined && !isElsewhere && knownRule && knownOperation && !names.includes(named)
      ? [unknownName(pointer('rule'), 'requirement', named, names, operation && ` at ${operation}`)]
      : []),
    ...(until === undefined || isDay(until)
      ? []
      : [{ pointer: pointer('until'), message: `There is no day ${until} in the calendar.` }]),
  ];
}

/** @param date `YYYY-MM-DD`. */
function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}

/**
 * Finds the parameters that YAML reads as another value than the one that is written: `007` as 7, and 9007199254740993 as
 * 9007199254740992. They would name another thing.
 */
function misreadValues(
  params: OperationSettings['params'] = {},
  at: readonly string[],
  written: WrittenValueAt,
): Misplaced[] {
  return Object.entries(params).flatMap(([name, setting]) =>
    (Array.isArray(setting) ? setting.map((value, index) => [value, index] as const) : [[setting] as const]).flatMap(
      ([value, ...index]) => {
        // What comes from a variable is a text.
        if (typeof value === 'object') return [];
        const pointer = pointerTo(...at, name, ...index);
        const text = written(pointer) ?? String(value);
        if (typeof value === 'string' || (text === String(value) && isExact(value))) return [];
        return [
          { pointer, value: true, message: `\`${name}\` would be read as ${value}, not as ${text}; put it in quotes.` },
        ];
      },
    ),
  );
}

function isExact(value: number | boolean): boolean {
  return typeof value === 'boolean' || Number.isSafeInteger(value);
}

function unknownName(pointer: string, kind: string, name: string, names: readonly string[], where = ''): Misplaced {
  return { pointer, message: `There is no ${kind} "${name}"${where}.${didYouMean(name, names)}` };
}

/** The settings that are taken from any configuration, since they only make a run stricter. */
const HARMLESS: ReadonlySet<string> = new Set(['strict', 'closed', 'complete', 'thorough', 'private']);

/**
 * Finds the settings that a configuration may make only if the user chose it. A configuration that came along with a contract must not run
 * commands, choose who is sent the token, read variables, hand anything over (`params: { id: 1 }` would have plant 1 deleted), or make a
 * run less strict.
 * @param path of the file, as the user would write it after `--config`.
 */
export function untrusted(settings: Configuration, path: string): Misplaced[] {
  return Object.keys(settings)
    .filter((name) => !HARMLESS.has(name))
    .map((name) => ({
      pointer: pointerTo(name),
      message: `\`${name}\` is taken only from a configuration in the working directory or one that you name; if you trust this file, add --config ${path}.`,
    }));
}
