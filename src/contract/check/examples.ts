/** Finds examples and defaults that break their own schemas. */

import { pointerTokens } from '../../json/pointer';
import { isObject, writtenOutJson } from '../../json/value';
import { placeOf } from '../clause';
import { clauseAt } from '../document/files';
import { BrokenReference, type DocumentPlace, followed, member, members } from '../document/reference';
import { breachSentence } from '../schema/breachSentence';
import { evaluate, satisfies } from '../schema/evaluate';
import { typesOf } from '../schema/facets';
import { createSchemaReader, type Direction, type Schema } from '../schema/schema';
import type { Check, CheckReporting } from './checking';

/** Reports what is wrong with each example, as a warning: an example is not binding. */
export const checkExamples: Check = (placesOf, { files, dialect, report }) => {
  const schemas = createSchemaReader(files, dialect);
  const judge = (example: DocumentPlace, schema: DocumentPlace, isWritten = false) =>
    judgeExample({ example, schemaPlace: schema, schema: schemas.at(schema), isWritten }, report);

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

interface Judged {
  readonly example: DocumentPlace;
  /** The place where the contract names the schema. */
  readonly schemaPlace: DocumentPlace;
  readonly schema: Schema;
  /** Whether the example may be a text that stands for the value. */
  readonly isWritten: boolean;
}

function judgeExample(judged: Judged, report: CheckReporting['report']): void {
  const { example, schema, isWritten } = judged;
  try {
    const { value } = example;
    // An example may be one of a response or of a request, which may have other members.
    const isFine = (direction: Direction) =>
      evaluate(schema, value, { direction, first: true, binding: true }).length === 0;
    if (isFine('response') || isFine('request')) return;
    if (isWritten && typeof value === 'string' && mayStandFor(value, schema)) return;
    report({ place: example, message: messageFor(judged), onKey: true, unusable: false, warning: true });
  } catch (error) {
    // A broken reference is reported elsewhere, and a value that is too much to be judged breaks nothing.
    if (!(error instanceof BrokenReference || error instanceof RangeError)) throw error;
  }
}

function messageFor({ example, schemaPlace, schema }: Judged): string {
  const { value, pointer } = example;
  const what = `This ${pointer.endsWith('/default') ? 'default' : 'example'}`;
  const written = writtenOut(value, schema);
  const directions = directionsAt(schemaPlace);
  if (written !== undefined) {
    const also = satisfies(schema, written, 'response') ? '' : breachSentence(schema, written, directions, true);
    return `${what} is a text in which its JSON is written; write the JSON itself${also ? `, in which ${also}` : ''}.`;
  }
  // The members of an Example Object are a mistake under `example`, which holds the value itself (OpenAPI 3.1.1 §4.8.14.1).
  if (
    pointer.endsWith('/example') &&
    isObject(value) &&
    'value' in value &&
    satisfies(schema, value['value'], 'response')
  )
    return `${what} is put into a \`value\`, which is for \`examples\`; write the value itself.`;
  const whose = isElsewhere(example, schemaPlace)
    ? `the schema at ${placeOf(clauseAt(schemaPlace.file, schemaPlace.pointer))}`
    : 'its schema';
  return `${what} breaks ${whose}: ${breachSentence(schema, value, directions, true)}.`;
}

/** Returns whether an example is shared: it stands under another object than the schema that it is judged by. */
function isElsewhere(example: DocumentPlace, schema: DocumentPlace): boolean {
  const owner = schema.pointer.replace(/\/schema$/, '');
  return example.file !== schema.file || !`${example.pointer}/`.startsWith(`${owner}/`);
}

/** Returns how a schema is used, as far as its place says. A schema of a request lets read-only members be left out. */
function directionsAt({ pointer }: DocumentPlace): readonly Direction[] {
  if (/\/(responses|headers)\//.test(pointer)) return ['response'];
  return /\/(requestBody|requestBodies|parameters)\//.test(pointer) ? ['request'] : ['response', 'request'];
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

/** Returns the object or list that is written out in a text, where the schema takes no text; undefined if there is none. */
function writtenOut(value: unknown, schema: Schema): unknown {
  return typeof value !== 'string' || typesOf(schema)?.has('string') ? undefined : writtenOutJson(value);
}
