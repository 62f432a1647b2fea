/**
 * Schemas that only values satisfy which are larger than anybody reads. They are looked at as they are written, before any of them is read, so
 * this file names the keywords itself.
 */

import { isObject } from '../../json/value';
import { type Measuring, measureInOrder } from './measured';

/** How large the JSON of a value may be, in characters: bodies that are larger are not read. */
const LARGEST = 8 * 1024 * 1024;

export const TOO_LARGE = `Each value that satisfies this schema has more than ${LARGEST / 1024 / 1024} MB; so large a value is neither made nor judged.`;

/** What was measured before, in characters. */
const sizes = new WeakMap<object, number>();

/**
 * The schemas that begin to be so: nothing that they need is too large yet. `required: [a, b]` with a member of the same schema each, forty
 * times one within the other, needs 2^40 members. Each schema is looked at once; one that needs itself has no value, which is told
 * elsewhere.
 * @param refersTo what the references of a schema lead to; @param schemas as they are written.
 */
export function oversized(refersTo: (schema: object) => readonly object[], schemas: Iterable<object>): object[] {
  const found: object[] = [];
  for (const schema of schemas) {
    if (!isDemanding(schema)) continue;
    measureInOrder(schema, sizes, (at) => needsOf(at, refersTo));
    if (leastOf(schema) > LARGEST && needsOf(schema, refersTo).leadsTo.every((next) => leastOf(next) <= LARGEST))
      found.push(schema);
  }
  return found;
}

/** Keywords by which a value may have to hold others. */
const DEMANDING: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'required', 'minProperties', 'minItems', 'contains', 'minLength'],
]);

/** Returns whether the size of the least value is to be measured: most schemas ask for nothing that is within it. */
function isDemanding(schema: object): boolean {
  return Object.keys(schema).some((key) => DEMANDING.has(key));
}

function leastOf(schema: object): number {
  return sizes.get(schema) ?? 1;
}

/**
 * The schemas that the size of the least value depends on, and that size, in characters. It is a bound from below: where a keyword may be
 * avoided, it counts nothing.
 */
function needsOf(schema: object, refersTo: (schema: object) => readonly object[]): Measuring<number> {
  const written = schema as Readonly<Record<string, unknown>>;
  const { allOf, anyOf, oneOf } = written;
  const beside = [...refersTo(schema), ...held(allOf)];
  const choices = [held(anyOf), held(oneOf)].filter(({ length }) => length > 0);
  const isBounded = !MAY_AVOID.some((key) => key in written);
  const within = isBounded ? membersOf(written, refersTo) : [];
  return {
    leadsTo: [...beside, ...choices.flat(), ...within.flatMap(({ of }) => of ?? [])].filter(isDemanding),
    measure: () => {
      let [own, most] = [isBounded ? floorOf(written) : 1, 1];
      for (const { of, times } of within) own += times * (1 + (of ? leastOf(of) : 1));
      for (const each of beside) most = Math.max(most, leastOf(each));
      for (const branches of choices)
        most = Math.max(
          most,
          branches.reduce((least, each) => Math.min(least, leastOf(each)), Number.POSITIVE_INFINITY),
        );
      return Math.max(own, most);
    },
  };
}

/** Where one of these stands, the value may be null or is listed, or the rest says nothing. */
const MAY_AVOID = ['$ref', 'enum', 'const', 'nullable', 'x-nullable'];

/** What a value needs that holds nothing, of texts alone that can be counted. */
function floorOf({ type, minLength }: Readonly<Record<string, unknown>>): number {
  return type === 'string' && typeof minLength === 'number' ? Math.max(1, minLength) : 1;
}

interface Held {
  readonly of: object | undefined;
  readonly times: number;
}

function membersOf(
  written: Readonly<Record<string, unknown>>,
  refersTo: (schema: object) => readonly object[],
): Held[] {
  const { type, properties, required, minProperties, additionalProperties, minItems, items, prefixItems } = written;
  const { contains, minContains = 1 } = written;
  if (type === 'object') {
    const declared = isObject(properties) ? properties : {};
    // What one direction leaves out need not be there.
    const isHidden = (name: string) => {
      const own = Object.hasOwn(declared, name) ? schemaIn(declared[name]) : undefined;
      return own !== undefined && [own, ...refersTo(own)].some((each) => 'readOnly' in each || 'writeOnly' in each);
    };
    const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string' && !isHidden(name)) : [];
    const others = Math.max(0, numberOf(minProperties) - names.length - Object.keys(declared).length);
    const own = names.map((name) => ({
      of: Object.hasOwn(declared, name) ? schemaIn(declared[name]) : undefined,
      times: 1,
    }));
    return [...own, { of: others > 0 ? schemaIn(additionalProperties) : undefined, times: others }];
  }
  if (type !== 'array') return [];
  const tuple = Array.isArray(prefixItems) ? prefixItems.slice(0, numberOf(minItems)) : [];
  return [
    ...tuple.map((each) => ({ of: schemaIn(each), times: 1 })),
    {
      of: schemaIn(items),
      times: Math.max(0, numberOf(minItems) - tuple.length - (isObject(contains) ? numberOf(minContains) : 0)),
    },
    { of: schemaIn(contains), times: isObject(contains) ? numberOf(minContains) : 0 },
  ];
}

function schemaIn(value: unknown): object | undefined {
  return isObject(value) ? value : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

function held(value: unknown): object[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
