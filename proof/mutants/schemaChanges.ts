/** Which clauses a schema has that can be changed, and how. */

import { isObject } from '../../src/json/value';
import type { ParsedContract } from './place';

/** One way to change a clause. */
export interface Change {
  readonly kind: 'type' | 'required' | 'enum' | 'bound' | 'status' | 'media type' | 'header' | 'security';
  /** What was changed: "maxLength: 40 is gone". */
  readonly what: string;
  /** Changes the object that the clause stands in. */
  readonly change: (owner: ParsedContract) => unknown;
  /** True if the change makes the service accept more, so that only a request can show it. */
  readonly laxer?: true;
  /**
   * Where values are written as text (parameters, forms, XML), nobody can tell the old from the new by what is `sent`, or by what is `answered`:
   * `123` is a text, too, any text is a list of one, and an element with a text may be a thing of which no member is required.
   */
  readonly alikeAsText?: readonly ('sent' | 'answered')[];
}

/** Returns the changes of the clauses that stand in a schema itself. */
export function changesOfSchema(schema: ParsedContract): Change[] {
  return [
    ...changesOfType(schema),
    ...changesOfEnum(schema),
    ...changesOfRequired(schema),
    ...changesOfBounds(schema),
    ...changesOfPattern(schema),
  ];
}

const OTHER: Readonly<Record<string, string>> = {
  string: 'integer',
  integer: 'string',
  number: 'string',
  boolean: 'string',
  array: 'string',
  object: 'string',
};

/** The keywords that make no sense for another type. */
const OF_A_TYPE = [
  'format',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
];

function changesOfType(schema: ParsedContract): Change[] {
  const { type } = schema;
  const otherType = typeof type === 'string' ? OTHER[type] : undefined;
  if (otherType === undefined) return [];
  return [
    {
      kind: 'type',
      what: `type: ${type} is ${otherType}`,
      alikeAsText: alikeAsText(schema),
      change: (owner) => {
        drop(owner, ...OF_A_TYPE);
        owner['type'] = otherType;
      },
    },
  ];
}

function alikeAsText(schema: ParsedContract): ('sent' | 'answered')[] {
  const { type, items, minItems = 0, required = [] } = schema;
  if (type === 'array') return isAnyText(items) && Number(minItems) <= 1 ? ['sent', 'answered'] : ['answered'];
  if (type === 'object' && Array.isArray(required) && required.length === 0) return ['sent', 'answered'];
  return isAnyText(schema) ? ['answered'] : [];
}

/** Tells whether nothing satisfies a schema, such as a list of which an `enum` of texts says what it may be: then no value of it is sent. */
export function isUnsatisfiable({ type, enum: values }: ParsedContract): boolean {
  if (!Array.isArray(values) || (type !== 'array' && type !== 'object')) return false;
  return !values.some(type === 'array' ? Array.isArray : isObject);
}

/** The keywords that some texts do not satisfy. */
const OF_TEXTS = ['format', 'enum', 'const', 'pattern', 'minLength', 'maxLength'];

function isAnyText(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string' && !OF_TEXTS.some((name) => name in schema);
}

function changesOfEnum({ enum: values }: ParsedContract): Change[] {
  if (!Array.isArray(values) || values.length === 0) return [];
  const mutant = typeof values[0] === 'number' ? 987_654_321 : 'mutant';
  return [
    {
      kind: 'enum',
      what: `enum has other values`,
      change: (owner) => {
        drop(owner, 'const');
        owner['enum'] = [mutant];
      },
    },
  ];
}

function changesOfRequired({ required, properties }: ParsedContract): Change[] {
  if (!Array.isArray(required) || !isObject(properties)) return [];
  const names = required.filter((each) => typeof each === 'string' && isObject(properties[each])) as string[];
  return names.flatMap((name): Change[] => [
    {
      kind: 'required',
      what: `required: ${name} is gone`,
      laxer: true,
      change: (owner) => requireNoMore(owner, name),
    },
    {
      kind: 'required',
      what: `the required property ${name} is gone`,
      change: (owner) => {
        drop(owner);
        requireNoMore(owner, name);
        delete (owner['properties'] as ParsedContract)[name];
      },
    },
  ]);
}

function requireNoMore(owner: ParsedContract, name: string): void {
  const left = (owner['required'] as string[]).filter((each) => each !== name);
  owner['required'] = left;
  if (left.length === 0) delete owner['required'];
}

/** The bounds, each with the one at the other end. */
const BOUNDS = [
  ['minimum', 'maximum'],
  ['maximum', 'minimum'],
  ['minLength', 'maxLength'],
  ['maxLength', 'minLength'],
  ['minItems', 'maxItems'],
  ['maxItems', 'minItems'],
] as const;

function changesOfBounds(schema: ParsedContract): Change[] {
  return BOUNDS.flatMap(([name, opposite]): Change[] => {
    const bound = schema[name];
    if (typeof bound !== 'number' || schema['enum'] !== undefined) return [];
    const gone: Change = {
      kind: 'bound',
      what: `${name}: ${bound} is gone`,
      laxer: true,
      change: (owner) => delete owner[name],
    };
    const beyond = name.startsWith('min') ? bound - 1 : bound + 1;
    if (beyond < 0 || Math.abs(beyond) > 1000) return [gone];
    return [
      gone,
      {
        kind: 'bound',
        what: `${name}: ${bound} is ${opposite}: ${beyond}`,
        change: (owner) => {
          drop(owner, name, opposite, 'pattern', 'format');
          owner[opposite] = beyond;
        },
      },
    ];
  });
}

function changesOfPattern({ pattern, enum: values }: ParsedContract): Change[] {
  if (typeof pattern !== 'string' || values !== undefined) return [];
  return [{ kind: 'bound', what: 'pattern is gone', laxer: true, change: (owner) => delete owner['pattern'] }];
}

/** Removes keywords, and the values of the schema, which need not satisfy it any more. */
function drop(owner: ParsedContract, ...names: readonly string[]): void {
  for (const name of [...names, 'default', 'example', 'examples']) delete owner[name];
}
