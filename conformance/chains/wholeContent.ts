/** Makes texts and bytes that show whether they are kept as they are: long ones, with characters of one to four bytes, and with every byte. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { bareType } from '../../src/http/mediaType';
import type { Input } from '../../src/serialization/input';
import { plainInput } from '../inputs/inputs';
import { satisfiesMedia, tokenInFront } from '../sparing/uniqueTexts';
import { usersValues } from '../sparing/usersValues';

/** The types that say nothing of what is in a content, so that a service has no reason to change it. */
const MEANS_NOTHING = new Set(['text/plain', 'text/markdown', 'application/octet-stream']);

/** Tells whether a service that takes a content of this type, and shows one of the same type, shows what it took. */
export function isKeptAsItIs(contentType: string): boolean {
  return MEANS_NOTHING.has(bareType(contentType));
}

/** In characters. */
const LONG = 3000;

/** Letters of one, two, three and four bytes in UTF-8. The last letter is like no other. */
const LINE = 'Gr\u00f6\u00dfe \u20ac 7, \u6f22\u5b57, \u{1f331} and so on. ';

/**
 * Returns an input with another content, as long as the schema allows; undefined where the content of the operation is JSON, or of a type that has
 * a meaning, or where it was handed over.
 */
export function wholeContent(operation: Operation, known: Known): Input | undefined {
  const found = madeUpContent(operation, plainInput(operation, known), known);
  if (!found || !isKeptAsItIs(found.media.type)) return undefined;
  const { rest, body, media } = found;
  const token = tokenInFront(known.chance.random(operation));
  const { contentType } = body;
  if (bareType(contentType) === 'application/octet-stream') {
    const bytes = Buffer.concat([Buffer.from(token), Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256))]);
    return { ...rest, body: { contentType, bytes } };
  }
  const texts = [LONG, 300, 60].flatMap((length) => [LINE, 'and so on. '].map((line) => textOf(token, line, length)));
  const text = texts.find((each) => !media.schema || satisfiesMedia(media, each));
  // Without a charset, nobody has to know which one it is.
  const inUtf8 = /charset/i.test(contentType) ? contentType : `${contentType}; charset=utf-8`;
  return text === undefined ? undefined : { ...rest, body: { contentType: inUtf8, bytes: Buffer.from(text) } };
}

/** Returns an input with a content that has some more bytes at its end than another one; undefined where it may not have them, or was handed over. */
export function longer(operation: Operation, input: Input, known: Known): Input | undefined {
  const found = madeUpContent(operation, input, known);
  if (!found) return undefined;
  const { rest, body, media } = found;
  const text = `${body.bytes.toString('latin1')} ${tokenInFront(known.chance.random(operation))}`;
  if (media.schema && !satisfiesMedia(media, text)) return undefined;
  return { ...rest, body: { ...body, bytes: Buffer.from(text, 'latin1') } };
}

/** Returns the content of an input with what the contract says of it, and the rest of the input; undefined where the content is the user's. */
function madeUpContent(operation: Operation, input: Input | undefined, known: Known) {
  if (!input?.body) return undefined;
  const { body, like: _, ...rest } = input;
  const media = operation.requestBody?.media.find(({ declared }) => declared === body.contentType);
  if (!media || known.handedOver.bodies(operation).length > 0) return undefined;
  return usersValues(operation, known).has('', body.bytes.toString('utf8')) ? undefined : { rest, body, media };
}

function textOf(token: string, line: string, length: number): string {
  const lines = line.repeat(Math.ceil(length / line.length));
  return `${token} ${[...lines].slice(0, length - token.length - 5).join('')} end`;
}
