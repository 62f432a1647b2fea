/** What may be wrong in a configuration, each with its place in it. */

import type { ErrorObject } from 'ajv';
import { escapePointer, unescapePointer } from '../../json/exactJson';
import { groupBy } from '../../support/collections';
import { nearest } from '../../support/words';
import type { Configuration } from './configurationContent';

/** What a configuration may speak of. */
export interface Vocabulary {
  /** Ids of the rules. */
  readonly rules: readonly string[];
  readonly operations: readonly string[];
  /** By what a waiver may name them: operation, and rule with the declared status that it is about. */
  readonly requirements: () => readonly { readonly operation: string; readonly name: string }[];
}

/** A plain value as it is written in the file; undefined where it stands elsewhere, behind an alias. */
export type WrittenValueAt = (pointer: string) => string | undefined;

export interface Misplaced {
  /** JSON Pointer into the configuration. */
  readonly pointer: string;
  readonly message: string;
  /** Whether the value is meant rather than its name. */
  readonly value?: boolean;
}

/** What the schema of a configuration has against it. */
export function schemaMistakes(errors: readonly ErrorObject[]): Misplaced[] {
  const telling = errors.filter(isTelling);
  const others = telling.filter((error) => !isOfType(error));
  // Alternatives of several types have an error each, also where the value is of one of them and wrong within.
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

/** "`strict`", "item 2 of `waivers`". */
function subjectOf(instancePath: string): string {
  const [last = '', before = ''] = instancePath.split('/').map(unescapePointer).reverse();
  if (last === '') return 'the configuration';
  return /^\d+$/.test(last) && before !== 'params' ? `item ${Number(last) + 1} of \`${before}\`` : `\`${last}\``;
}

/** `anyOf` itself only repeats that none of its alternatives fits. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf';
}

function toMistake({ instancePath, keyword, message = '', params, parentSchema, data }: ErrorObject): Misplaced {
  const subject = subjectOf(instancePath);
  switch (keyword) {
    case 'additionalProperties': {
      const { additionalProperty } = params as { additionalProperty: string };
      const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
      const meant = nearest(additionalProperty, known);
      const hint = meant === undefined ? `; there are: ${known.join(', ')}.` : `. Did you mean \`${meant}\`?`;
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
    default:
      return { pointer: instancePath || '/', message: `${subject} ${message}.` };
  }
}

function describePattern(schemaOfValue: unknown): string {
  const { description, pattern } = schemaOfValue as { description?: string; pattern?: string };
  return description?.replace(/\.$/, '') ?? `it must match ${pattern}`;
}

/** JSON Pointer of a member, by names as they are written. */
export function pointerTo(...names: readonly (string | number)[]): string {
  return names.map((name) => `/${escapePointer(name)}`).join('');
}

/** What the schema has nothing against, and what cannot be used all the same. */
export function mistakesOf(settings: Configuration, vocabulary: Vocabulary, written: WrittenValueAt): Misplaced[] {
  const { setup, params, waivers = [], operations = {} } = settings;
  return [
    ...Object.keys(operations)
      .filter((name) => !vocabulary.operations.includes(name))
      .map((name) => unknownName(pointerTo('operations', name), 'operation', name, vocabulary.operations)),
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

function unusableWaiver(
  { rule: named, operation, until }: NonNullable<Configuration['waivers']>[number],
  at: number,
  { rules, operations, requirements }: Vocabulary,
): Misplaced[] {
  const [rule = '', status] = named.split(' ');
  const pointer = (name: string) => pointerTo('waivers', at, name);
  const knownRule = rules.includes(rule);
  const knownOperation = operation === undefined || operations.includes(operation);
  const names =
    status === undefined
      ? []
      : requirements()
          .filter((each) => operation === undefined || each.operation === operation)
          .map(({ name }) => name);
  return [
    ...(knownRule ? [] : [unknownName(pointer('rule'), 'rule', rule, rules)]),
    ...(knownOperation ? [] : [unknownName(pointer('operation'), 'operation', operation, operations)]),
    ...(status !== undefined && knownRule && knownOperation && !names.includes(named)
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

/** YAML reads a number or a boolean as what it stands for: 007 as 7, and large ones as a double, which would name something else. */
function misreadValues(
  params: Configuration['params'] = {},
  at: readonly string[],
  written: WrittenValueAt,
): Misplaced[] {
  return Object.entries(params).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.map((each, index) => [each, index] as const) : [[value] as const]).flatMap(
      ([each, ...index]) => {
        const pointer = pointerTo(...at, name, ...index);
        const text = written(pointer) ?? String(each);
        if (typeof each === 'string' || (text === String(each) && isExact(each))) return [];
        return [
          { pointer, value: true, message: `\`${name}\` would be read as ${each}, not as ${text}; put it in quotes.` },
        ];
      },
    ),
  );
}

function isExact(value: number | boolean): boolean {
  return typeof value === 'boolean' || Number.isSafeInteger(value);
}

function unknownName(pointer: string, kind: string, name: string, known: readonly string[], where = ''): Misplaced {
  const meant = nearest(name, known);
  return {
    pointer,
    message: `There is no ${kind} "${name}"${where}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  };
}

/** What asks for more, and lets nothing pass: it is taken from any configuration. */
const HARMLESS: ReadonlySet<string> = new Set(['strict', 'closed', 'complete', 'thorough']);

/**
 * What a configuration may say only where the user chose it. One that came along with a contract must neither run
 * commands, nor choose who is sent the token, nor read variables; nor may it hand anything over (`params: { id: 1 }`
 * would have plant 1 deleted), or let anything pass.
 * @param path of the file, as it would be handed over.
 */
export function untrusted(settings: Configuration, path: string): Misplaced[] {
  return Object.keys(settings)
    .filter((name) => !HARMLESS.has(name))
    .map((name) => ({
      pointer: pointerTo(name),
      message: `\`${name}\` is taken only from a configuration in the working directory or one that you name; if you trust this file, add --config ${path}.`,
    }));
}
