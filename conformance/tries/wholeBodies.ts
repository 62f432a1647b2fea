/** Proposes other contents for a body that the contract only says to be a text, or bytes. */

import { facets, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Try } from '../../src/engine/model/tries';
import { toText } from '../../src/json/value';
import { isBinary } from '../../src/serialization/contentKind';
import { isFree } from '../chains/mayMake';
import type { RefusedRequest } from './refusedRequest';

/**
 * Sends a document in place of a word, where the contract says of the content only that it is bytes: whatever is in it is valid. Of JSON that is
 * only said to be a text, many services want the text as it is, without quotes, or a document that they parse themselves.
 */
export function contents(asked: RefusedRequest): Try[] {
  const { body, schema } = asked;
  if (typeof body !== 'string' || schema === undefined) return [];
  if (isAnyText(schema)) return asText(asked);
  if (!isBinary(schema)) return [];
  return CONTENTS.filter((value) => value !== body).map((value) => ({
    why: `with the content ${value}`,
    edits: [{ ...WHOLE, value }],
  }));
}

/** A known id is tried as well, where it may be anybody's. */
function asText({ operation, known, found }: RefusedRequest): Try[] {
  const [id] = isFree(operation, known) ? found.named('id') : [];
  return [
    { why: 'with {} for the text of the body', edits: [{ ...WHOLE, value: '{}', isRaw: true }] },
    { why: 'with the text of the body without quotes', edits: [{ ...WHOLE, value: undefined, isRaw: true }] },
    ...(id === undefined ? [] : [{ why: `with the id ${toText(id)}`, edits: [{ ...WHOLE, value: toText(id) }] }]),
  ];
}

const WHOLE = { place: 'body', name: '' } as const;

/** Tells whether the contract says no more of a value than that it is a text. */
function isAnyText(schema: Schema): boolean {
  const types = typesOf(schema);
  return (
    types?.size === 1 &&
    types.has('string') &&
    facets(schema, true).every((all) => CONFINING.every((each) => !(each in all)))
  );
}

const CONFINING = ['enum', 'const', 'format', 'pattern', 'contentMediaType', 'contentEncoding'];

/** The least documents of JSON and of XML. */
const CONTENTS = ['{}', '<a/>'];
