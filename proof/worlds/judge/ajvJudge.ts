/** Judges bodies by the contract's schemas with ajv alone, without anything of Espalier. */

import Ajv, { type ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { DialectName, OperationDesign } from '../design/design';

export interface AjvJudge {
  /** Says what is wrong with a body; undefined where nothing is. @param place the status, or `body` for that of the request. */
  wrong(operation: OperationDesign, place: string, value: JsonValue): string | undefined;
}

type Direction = 'request' | 'answer';

/** @param document the contract as it is written. */
export function createAjvJudge(dialect: DialectName, document: JsonObject): AjvJudge {
  const compiled = new Map<string, ValidateFunction>();
  const judges = { request: begin(dialect, document, 'request'), answer: begin(dialect, document, 'answer') };
  return {
    wrong(operation, place, value) {
      const pointer = schemaAt(document, operation, place);
      if (pointer === undefined) return undefined;
      const ajv = judges[place === 'body' ? 'request' : 'answer'];
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` });
      compiled.set(pointer, validate);
      // As a program without exact numbers reads it.
      const plain = JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each)));
      return validate(plain) ? undefined : ajv.errorsText(validate.errors);
    },
  };
}

function begin(dialect: DialectName, document: JsonObject, direction: Direction): Ajv {
  const options = { strict: false, allErrors: false, validateSchema: false };
  const ajv = dialect === '3.1' || dialect === '3.2' ? new Ajv2020(options) : new Ajv(options);
  addFormats(ajv);
  // What ajv-formats takes for a date and a time leaves out the leap second and the space, which worlds never answer with.
  ajv.addSchema(asJsonSchema(document, direction) as object, 'contract');
  return ajv;
}

/** Null and exclusive bounds as JSON Schema says them; what goes only the other way is not required. */
function asJsonSchema(value: JsonValue, direction: Direction): JsonValue {
  if (Array.isArray(value)) return value.map((item) => asJsonSchema(item, direction));
  if (typeof value !== 'object' || value === null) return value;
  const schema: Record<string, JsonValue> = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'example' ? each : asJsonSchema(each, direction)]),
  );
  const { nullable, type, exclusiveMinimum, minimum, enum: values, required, properties } = schema;
  if (nullable === true && typeof type === 'string') schema['type'] = [type, 'null'];
  if (nullable === true && Array.isArray(values) && !values.includes(null)) schema['enum'] = [...values, null];
  delete schema['nullable'];
  if (exclusiveMinimum === true && minimum !== undefined) {
    schema['exclusiveMinimum'] = minimum;
    delete schema['minimum'];
  }
  const oneWay = direction === 'answer' ? 'writeOnly' : 'readOnly';
  if (Array.isArray(required) && properties)
    schema['required'] = required.filter((name) => {
      const property = (properties as Record<string, JsonObject>)[String(name)];
      return property?.[oneWay] !== true;
    });
  return schema;
}

/** The JSON Pointer of the schema of a body; undefined where the contract has none. */
function schemaAt(document: JsonObject, { path, method }: OperationDesign, place: string): string | undefined {
  const base = ['paths', path, method.toLowerCase()];
  const operation = base.reduce<JsonValue | undefined>((value, name) => (value as JsonObject)?.[name], document);
  const { requestBody, responses, parameters } = operation as Record<string, JsonObject | undefined>;
  if (place === 'body') {
    const at = ((parameters ?? []) as unknown as JsonObject[]).findIndex((each) => each['in'] === 'body');
    if (at >= 0) return pointerOfNames([...base, 'parameters', String(at), 'schema']);
    const type = Object.keys((requestBody?.['content'] ?? {}) as JsonObject)[0];
    return type && pointerOfNames([...base, 'requestBody', 'content', type, 'schema']);
  }
  const status = responses && [place, rangeOf(place), 'default'].find((each) => each in responses);
  if (status === undefined) return undefined;
  const response = responses?.[status] as JsonObject;
  if (response['schema']) return pointerOfNames([...base, 'responses', status, 'schema']);
  const type = Object.keys((response['content'] ?? {}) as JsonObject)[0];
  return type && pointerOfNames([...base, 'responses', status, 'content', type, 'schema']);
}

/** The range of a status: `4XX`. */
const rangeOf = (status: string) => `${status.charAt(0)}XX`;

const pointerOfNames = (names: readonly string[]) =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** What the contract declares of a status. */
export function declared(
  document: JsonObject,
  { path, method }: OperationDesign,
  status: number,
): JsonObject | undefined {
  const paths = document['paths'] as Record<string, Record<string, JsonObject>>;
  const responses = paths[path]?.[method.toLowerCase()]?.['responses'] as Record<string, JsonObject> | undefined;
  return responses?.[String(status)] ?? responses?.[rangeOf(String(status))] ?? responses?.['default'];
}
