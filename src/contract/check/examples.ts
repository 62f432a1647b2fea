/** Examples and defaults in a contract that their own schemas refuse. */

import { pointerTokens } from '../../json/pointer';
import { BrokenReference, type DocumentPlace, followed, member, members } from '../document/reference';
import { evaluate, requirementOf, satisfies } from '../schema/evaluate';
import { typesOf } from '../schema/facets';
import { createSchemaReader, type Schema } from '../schema/schema';
import type { Check, CheckReporting } from './checking';

/** Tells of each example what its schema has against it. Reported as warnings: an example binds nobody. */
export const checkExamples: Check = (all, { files, dialect, report }) => {
  const schemas = createSchemaReader(files, dialect);
  const judge = (example: DocumentPlace, schema: DocumentPlace, isWritten = false) =>
    judgeExample(example, schemas.at(schema), isWritten, report);

  for (const place of all('Schema')) {
    for (const key of ['example', 'default']) {
      const example = member(place, key);
      if (example) judge(example, place);
    }
    const listed = member(place, 'examples');
    for (const [, example] of Array.isArray(listed?.value) ? members(listed) : []) judge(example, place);
  }
  for (const kind of ['MediaType', 'Parameter', 'Header']) {
    for (const place of all(kind)) {
      const schema = member(place, 'schema');
      if (!schema) continue;
      // What is sent is a text, and the example may be that text.
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
  for (const response of dialect.version === '2.0' ? all('Response') : []) {
    const schema = member(response, 'schema');
    for (const [, example] of schema ? members(member(response, 'examples')) : [])
      if (schema) judge(example, schema, !isJson(example));
  }
};

/** The name of a media type is the last of the way to it, but for one of OpenAPI 3.2's components. */
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
    // An example may be one of a request as well, which has what a response has not.
    if (!broken || satisfies(schema, value, 'request')) return;
    if (isWritten && typeof value === 'string' && mayStandFor(value, schema)) return;
    const what = example.pointer.endsWith('/default') ? 'default' : 'example';
    const message = isWrittenOut(value, schema)
      ? `This ${what} is a text in which its JSON is written; write the JSON itself.`
      : `This ${what} breaks its schema: ${broken.path === '' ? 'it' : broken.path} ${requirementOf(broken)}.`;
    report({ place: example, message, onKey: true, unusable: false, warning: true });
  } catch (error) {
    // A reference that is broken has been told of; what is too much to be judged breaks nothing.
    if (!(error instanceof BrokenReference || error instanceof RangeError)) throw error;
  }
}

/** Whether a text may be how some other value is written: nearly any may be a list or an object. */
function mayStandFor(text: string, schema: Schema): boolean {
  const types = typesOf(schema);
  if (!types || types.has('array') || types.has('object')) return true;
  return (
    /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text) &&
    satisfies(schema, JSON.parse(text), 'request')
  );
}

/** Whether a text holds the JSON of an object or a list that would do. */
function isWrittenOut(value: unknown, schema: Schema): boolean {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return false;
  try {
    return satisfies(schema, JSON.parse(value), 'response');
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
