/** Judging JSON by the contract's schemas: ajv for all of JSON Schema 2020-12, and the exact value of numbers beside it. */

import { pathToFileURL } from 'node:url';
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type JudgeJson, LONGEST_ACTUAL, type SchemaBreach } from './contract';
import { isWhole, type Json, startOfJson, wholeNumber } from './json';
import type { Document } from './redocly';

const AS_WRITTEN = 'x-espalier-as-written';

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

interface Exactly {
  readonly integer: boolean;
  readonly format: string | undefined;
}

export interface Schemas {
  /**
   * Compiles the schema at a place of a contract's file.
   * @param file absolute path; @param pointer as a URI fragment, `#/components/schemas/Error`; @param schema what stands there.
   * @throws Error where ajv cannot compile it, with ajv's words (an invalid `pattern`, for one).
   */
  compile(file: string, pointer: string, schema: unknown): JudgeJson;
}

/** Makes the schemas of a contract's files usable; references between the files are resolved by ajv. */
export function createSchemas(documents: ReadonlyMap<string, Document>): Schemas {
  const ajv = new Ajv2020({
    // Unknown keywords and formats are allowed by JSON Schema; misspelt ones were reported when the contract was linted.
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    // 19.99 / 0.01 is not whole in doubles.
    multipleOfPrecision: 6,
    passContext: true,
    logger: false,
  });
  addFormats.default(ajv);
  for (const numeric of ['int32', 'int64', 'float', 'double']) ajv.addFormat(numeric, true);
  ajv.addKeyword({ keyword: AS_WRITTEN, type: 'number', errors: true, validate: asWritten });

  let added = false;
  const addDocuments = () => {
    if (added) return;
    added = true;
    for (const [file, { parsed }] of documents) {
      ajv.addSchema(marked(JSON.stringify(parsed)), pathToFileURL(file).href);
    }
  };

  const compiled = new Map<string, JudgeJson>();
  return {
    compile(file, pointer, schema) {
      // A contract says the same in many places, and compiling it once is what keeps large ones quick to load.
      const text = JSON.stringify(schema) ?? '';
      const refers = /"\$(?:ref|dynamicRef|id|anchor|dynamicAnchor|defs)"/.test(text);
      const key = refers ? `${file}${pointer}` : text;
      const known = compiled.get(key);
      if (known) return known;
      // Few need the whole contract around them, and to take that in is slow.
      if (refers) addDocuments();
      const value = refers ? { $ref: `${pathToFileURL(file).href}#${toFragment(pointer)}` } : marked(text);
      const judge = judgeBy(ajv.compile({ properties: { value } }));
      compiled.set(key, judge);
      return judge;
    },
  };
}

function toFragment(pointer: string): string {
  return pointer.slice(1).split('/').map(encodeURIComponent).join('/');
}

function judgeBy(validate: ValidateFunction): JudgeJson {
  return (json) => {
    // The value is wrapped so that a number at the root has a place of its own, too.
    if (validate.call(json, { value: json.value })) return [];
    const breaches = new Map<string, SchemaBreach>();
    for (const error of (validate.errors ?? []).slice(0, MOST_BREACHES)) {
      const breach = toBreach(error, json);
      // A fraction is refused by `type` and by our keyword alike: say it once.
      breaches.set(`${breach.path} ${breach.requirement}`, breach);
    }
    return [...breaches.values()];
  };
}

/** A body may be wrong in more places than anybody reads of. */
const MOST_BREACHES = 100;

/** Where the judged value stands in what ajv is given. */
const WRAPPED = '/value';

/** ajv hands a keyword the schema's and the data's value; the text of the number comes with the call's context. */
const asWritten: SchemaValidateFunction = function (this: Json, exactly: Exactly, data: number, _schema, context) {
  const path = context?.instancePath.slice(WRAPPED.length) ?? '';
  const message = requirementBroken(exactly, this.written.get(path) ?? String(data));
  asWritten.errors = message === undefined ? [] : [{ keyword: AS_WRITTEN, message, params: {} }];
  return message === undefined;
};

function requirementBroken({ integer, format }: Exactly, written: string): string | undefined {
  if (integer && !isWhole(written)) return 'must be integer';
  const whole = wholeNumber(written);
  const range = format === undefined ? undefined : RANGES[format];
  if (!range) return undefined;
  const [low, high] = range;
  return whole !== undefined && whole >= low && whole <= high
    ? undefined
    : `must be ${format}, a whole number from ${low} to ${high}`;
}

/** A property that is only ever written is absent from a response (JSON Schema 2020-12, Validation §9.4), required or not. */
function dropWriteOnly(schema: Record<string, unknown>): void {
  const { required, properties } = schema as {
    required?: unknown;
    properties?: Record<string, { writeOnly?: unknown }>;
  };
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return;
  schema['required'] = required.filter((name) => properties[name]?.writeOnly !== true);
}

/** Keywords whose values are data, in which nothing is a schema. */
const DATA = new Set(['const', 'enum', 'default', 'example', 'examples', 'value']);

/** Keywords whose members have names of the user's, in which nothing is a keyword. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'schemas',
  'headers',
  'responses',
  'parameters',
]);

/** A schema from its JSON, with our keyword beside each `type: integer` and each integer format. */
function marked(text: string): object {
  const schema: object = JSON.parse(text);
  markNumbers(schema);
  return schema;
}

function markNumbers(node: unknown, named = false): void {
  if (Array.isArray(node)) {
    for (const item of node) markNumbers(item);
  } else if (typeof node === 'object' && node !== null) {
    const schema = node as Record<string, unknown>;
    const types = [schema['type']].flat();
    const integer = types.includes('integer') && !types.includes('number');
    const format = typeof schema['format'] === 'string' && schema['format'] in RANGES ? schema['format'] : undefined;
    for (const [key, child] of Object.entries(schema)) {
      if (named) markNumbers(child);
      else if (!DATA.has(key)) markNumbers(child, NAMED.has(key));
    }
    if (named) return;
    dropWriteOnly(schema);
    if (integer || format !== undefined) schema[AS_WRITTEN] = { integer, format } satisfies Exactly;
  }
}

function toBreach(error: ErrorObject, json: Json): SchemaBreach {
  const path = error.instancePath.slice(WRAPPED.length);
  const written = json.written.get(path) ?? startOfJson(error.data, LONGEST_ACTUAL);
  return { path, requirement: describe(error), actual: written.slice(0, LONGEST_ACTUAL) };
}

function describe({ keyword, message = 'must satisfy the schema', params }: ErrorObject): string {
  switch (keyword) {
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'additionalProperties':
      return `must not have the property "${params['additionalProperty']}"`;
    case 'unevaluatedProperties':
      return `must not have the property "${params['unevaluatedProperty']}"`;
    default:
      return message;
  }
}
