/** Decodes content codings such as gzip (RFC 9110 §8.4). */

import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { remembered } from '../support/caching';
import { type Fields, fieldValues, type Response } from './message';

/** Decompressed content may have at most this many bytes. */
const MOST_CONTENT = 16 * 1024 * 1024;

/** Says why content cannot be read, as a sentence whose subject is the body: "is not gzip". */
export interface Failure {
  readonly failure: string;
}

/** Returns the decoded content of a message; undefined if a coding is not known here. */
export function undoCodings(message: {
  readonly headers: Fields;
  readonly body: Buffer;
}): Buffer | Failure | undefined {
  let content = message.body;
  for (const coding of codingsOf(message).reverse()) {
    try {
      const decoded = decode(coding, content);
      if (!decoded) return undefined;
      content = decoded;
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return { failure: tooLarge ? `expands to more than ${MOST_CONTENT} bytes` : `is not ${coding}` };
    }
  }
  return content;
}

/**
 * Returns an answer with its content as it means it, for whoever looks for values in it: "Unless all of the codings … are identity, the
 * representation … is decoded" before it is used (RFC 9110 §8.4). What cannot be decoded stays as it came; rules judge what came.
 */
export function asRead<Answer extends { readonly response: Response | null }>(answer: Answer): Answer {
  const { response } = answer;
  const read = response && withoutCodings(response);
  return read === response ? answer : { ...answer, response: read };
}

const withoutCodings = remembered((response: Response): Response => {
  const body = codingsOf(response).length === 0 ? undefined : undoCodings(response);
  return Buffer.isBuffer(body) ? { ...response, body } : response;
});

/** Returns the codings of a message in the order in which they were applied. */
export function codingsOf(message: { readonly headers: Fields }): string[] {
  return fieldValues(message, 'content-encoding')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

function decode(coding: string, content: Buffer): Buffer | undefined {
  const options = { maxOutputLength: MOST_CONTENT };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(content, options);
    case 'deflate':
      // Many senders leave out the zlib wrapper (RFC 9110 §8.4.1.2).
      return isZlib(content) ? inflateSync(content, options) : inflateRawSync(content, options);
    case 'br':
      return brotliDecompressSync(content, options);
    default:
      return undefined;
  }
}

function isZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
