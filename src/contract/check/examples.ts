/** Finds examples and defaults that break their own schemas. */

import { pointerTokens } from '../../json/pointer';
import { BrokenReference, type DocumentPlace, followed, member, members } from '../document/reference';
import { evaluate, requirementOf, satisfies } from '../schema/evaluate';
import { typesOf } from '../schema/facets';
import { createSchemaReader, type Schema } from '../schema/schema';
import type { Check, CheckReporting } from './checking';

/** Reports what is wrong with each example, as a warning: an example is not binding. */
export const checkExamples: Check = (placesOf, { files, dialect, report }) => {
  const schemas = createSchemaReader(files, dialect);
  const judge = (example: DocumentPlace, schema: DocumentPlace, isWritten = false) =>
    judgeExample(example, schemas.at(schema), isWritten, report);

  for (const place of placesOf('Schema')) {
    for (const key of ['example', 'default']) {
      const example = member(place, key);
      if (example) judge(example, place);
    }
    const listed = member(place, 'examples');
    for (const [, example] of Array.isArray(listed?.value) ? members(listed) : []) judge(example, place);
  }
  for (const kind of ['MediaType', 'Parameter', 'Header']) {
    for (const place of placesOf(kind)) {
      const schema = member(place, 'schema');
      if (!schema) continue;
      // A parameter is sent as a text, so its example may be written as that text.
      const isWritten = kind !== 'MediaType' || !isJson(place);
      const single = member(place, 'example');
      if (single) judge(single, schema, isWritten);
      for (const [, declared] of members(member(place, 'examples'))) {
        const example = followed(declared, files);
        const [data, value] = example ? [member(example, 'dataValue'), member(example, 'value')] : [];
        if (data) judge(data, schema);
        else if (value) judge(value, schema, isWritten);
      }
    }
  }
  for (const response of dialect.version === '2.0' ? placesOf('Response') : []) {
    const schema = member(response, 'schema');
    for (const [, example] of schema ? members(member(response, 'examples')) : [])
      if (schema) judge(example, schema, !isJson(example));
  }
};

/**
 * Returns whether an example is JSON. The name of the media type is the last token of its pointer, except for a media
 * type among the components of OpenAPI 3.2.
 */
function isJson({ pointer }: DocumentPlace): boolean {
  return /[/+]json\b/i.test(pointerTokens(pointer).at(-1) ?? '');
}

function judgeExample(
  example: DocumentPlace,
  schema: Schema,
  isWritten: boolean,
  report: CheckReporting['report'],
): void {
  try {
    const { value } = example;
    const [broken] = evaluate(schema, value, { direction: 'response', first: true, binding: true });
    // An example may also be one of a request, which may have members that a response may not have.
    if (!broken || satisfies(schema, value, 'request')) return;
    if (isWritten && typeof value === 'string' && mayStandFor(value, schema)) return;
    const what = example.pointer.endsWith('/default') ? 'default' : 'example';
    const message = isWrittenOut(value, schema)
      ? `This ${what} is a text in which its JSON is written; write the JSON itself.`
      : `This ${what} breaks its schema: ${broken.path === '' ? 'it' : broken.path} ${requirementOf(broken)}.`;
    report({ place: example, message, onKey: true, unusable: false, warning: true });
  } catch (error) {
    // A broken reference is reported elsewhere, and a value that is too much to be judged breaks nothing.
    if (!(error instanceof BrokenReference || error instanceof RangeError)) throw error;
  }
}

/** Returns whether a text may stand for a value of another type. Nearly any text may be a list or an object. */
function mayStandFor(text: string, schema: Schema): boolean {
  const types = typesOf(schema);
  if (!types || types.has('array') || types.has('object')) return true;
  return (
    /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text) &&
    satisfies(schema, JSON.parse(text), 'request')
  );
}

/** Returns whether a text contains the JSON of an object or list that satisfies the schema. */
function isWrittenOut(value: unknown, schema: Schema): boolean {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return false;
  try {
    return satisfies(schema, JSON.parse(value), 'response');
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
