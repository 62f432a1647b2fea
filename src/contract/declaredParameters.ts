/** Reads what a contract says of a parameter. */

import { bareType, mediaKind } from '../http/mediaType';
import { readJson } from '../json/exactJson';
import { lazyMembers } from '../support/lazyMembers';
import type { GivenExample, Parameter } from './contract';
import { isFormQuery, isNoSegment } from './contract';
import type { DescribedParameter } from './dialects/describe';
import { clauseAt } from './document/files';
import { BrokenReference, type DocumentPlace, valueIn } from './document/reference';
import { evaluate } from './schema/evaluate';
import { typeNamed, UNTYPED } from './schema/facets';
import { endOf, keywordsOf, type Schema } from './schema/schema';
import { parsedExample } from './schema/schemaOfExamples';

/**
 * Returns the parameters of a path that the contract has forgotten to declare, as any text. Without them `/comments/{id}` would be asked as
 * `/comments/`, which is another resource.
 */
export function undeclaredInPath(
  path: string,
  declared: readonly DescribedParameter[],
  place: DocumentPlace,
): DescribedParameter[] {
  const names = [...path.replace(/[?#].*$/s, '').matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const isDeclared = (wanted: string) => declared.some((each) => each.in === 'path' && each.name === wanted);
  return [...new Set(names)]
    .filter((name) => !isDeclared(name))
    .map((name) => ({
      place,
      name,
      in: 'path',
      required: true,
      style: undefined,
      explode: undefined,
      allowReserved: false,
      schema: undefined,
      content: undefined,
      given: () => [],
    }));
}

/**
 * If `content` is a text type, its value is written as it stands, as if there were only a schema. Values of types other
 * than text and JSON are not read.
 */
export function writtenAs({
  schema,
  content,
}: Pick<DescribedParameter, 'schema' | 'content'>): Pick<Parameter, 'schema' | 'content'> {
  if (!content) return { schema, content: undefined };
  const kind = mediaKind(bareType(content.type));
  if (kind === 'text') return { schema: schema ?? content.schema, content: undefined };
  return { schema: kind === 'json' ? (schema ?? content.schema) : undefined, content: content.type };
}

export function toParameter(described: DescribedParameter): Parameter {
  const { name, in: where, required, style } = described;
  const { schema, content } = isFormQuery(where, described.content?.type)
    ? { schema: described.content?.schema, content: described.content?.type }
    : writtenAs(described);
  const { types, format } = schema ? typeNamed(schema) : UNTYPED;
  const parameter = {
    name,
    in: where,
    required,
    types,
    format,
    style,
    explode: described.explode,
    allowReserved: described.allowReserved,
    ...(where === 'query' && valueIn(described.place, 'allowEmptyValue') === true
      ? { allowsEmpty: true as const }
      : {}),
    schema,
    content,
  };
  return withParameterParts(parameter, { described, types, schema });
}

interface ParameterSource extends Pick<Parameter, 'types' | 'schema'> {
  readonly described: DescribedParameter;
}

const withParameterParts = lazyMembers<
  ParameterSource,
  object,
  Pick<Parameter, 'accepts' | 'description' | 'examples' | 'declaration' | 'clause'>
>(
  {},
  {
    accepts: (source) => (text) =>
      isFormQuery(source.described.in, source.described.content?.type) || isAccepted(text, source),
    description: ({ described: { place } }) => descriptionIn(place),
    declaration: ({ described: { place } }) => place.value,
    examples: ({ described, schema }) => [...described.given(), ...examplesInSchema(schema)].flatMap(withWrittenOut),
    clause: ({ described: { place } }) => clauseAt(place.file, place.pointer, false),
  },
);

export function descriptionIn(place: DocumentPlace): string {
  const text = valueIn(place, 'description');
  return typeof text === 'string' ? text : '';
}

function isAccepted(text: string, { described: { in: where }, types, schema }: ParameterSource): boolean {
  if (where === 'path' && isNoSegment(text)) return false;
  // Which items a list has depends on its style.
  if (where === 'path' && (types.includes('array') || types.includes('object'))) return true;
  return !schema || readingsOf(text, types).some((json) => maySatisfy(schema, json));
}

/** Returns an example, and the value of which it is the JSON if it is a text. */
export function withWrittenOut(example: GivenExample): GivenExample[] {
  return [example, ...parsedExample(example.value).map((value) => ({ ...example, value }))];
}

/** Returns the examples that a schema gives of the whole value. Those of the schemas that it is composed of are left out. */
export function examplesInSchema(schema: Schema | undefined): GivenExample[] {
  const keywords = schema ? keywordsOf(endOf(schema)) : true;
  const { example, examples = [] } = typeof keywords === 'boolean' ? {} : keywords;
  return [example, ...[examples].flat()].flatMap((value) => (value === undefined ? [] : [{ name: undefined, value }]));
}

/**
 * Evaluates directly, because that is faster for one text than compiling the schema. A broken schema allows everything
 * here; the operation reports it.
 */
function maySatisfy(schema: Schema, json: string): boolean {
  try {
    const { value, written, length } = readJson(json);
    return evaluate(schema, value, { direction: 'request', written, length, first: true }).length === 0;
  } catch (error) {
    if (error instanceof BrokenReference || error instanceof RangeError) return true;
    throw error;
  }
}

/**
 * Returns the JSON values that the text of a parameter may stand for (style `simple`: a bare number, boolean or
 * string).
 */
function readingsOf(text: string, types: readonly string[]): string[] {
  const integer = /^-?(0|[1-9]\d*)$/;
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  // JSON Schema counts 1.0 as an integer, but the text "1.0" is not an integer id unless any number is allowed.
  const numeric = types.includes('integer') && !types.includes('number') ? integer : number;
  return [...(numeric.test(text) ? [text] : []), ...(/^(true|false)$/.test(text) ? [text] : []), JSON.stringify(text)];
}
