/** Reads the body of a request, within limits. */

import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../src/contract/contract';
import { undoCodings } from '../../src/http/contentCodings';
import { MOST_FIELDS } from '../../src/serialization/formReadings';
import { boundaryIn, mediaOf, readBody } from '../../src/serialization/readBody';
import type { MockedRequest } from './engine';

/** The largest body in bytes. Prism's own server has the same limit. */
const LARGEST_BODY = 10 * 1024 * 1024;

export type ReceivedBody =
  | {
      readonly kind: 'read';
      /** The body as it was sent. */
      readonly bytes: Buffer;
      /** The body without its content codings, such as gzip. It is as it was sent if it cannot be decoded. */
      readonly content: Buffer;
    }
  | { readonly kind: 'too-large'; readonly reason: string };

const NOTHING = Buffer.alloc(0);

export const NO_BODY: ReceivedBody = { kind: 'read', bytes: NOTHING, content: NOTHING };

/**
 * Reads the bytes of the body. There are none if the request has no body.
 * @param pass called with each piece, also of a body that is too large. The next piece is read when its promise ends.
 * @throws Error if the connection ends before the body does.
 */
export function receiveBody(request: IncomingMessage, pass?: Pass): ReceivedBody | Promise<ReceivedBody> {
  if (!hasBody(request)) return NO_BODY;
  const { 'content-length': length } = request.headers;
  return Number(length) > LARGEST_BODY && !pass ? tooLarge() : readToEnd(request, pass);
}

type Pass = (piece: Buffer) => Promise<void> | undefined;

/** Tells whether a request has a body (RFC 9112 §6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

async function readToEnd(request: IncomingMessage, pass: Pass | undefined): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  // If a body is too large, its rest is still read, or the answer would be lost with the connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    await pass?.(chunk);
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else if (pass) chunks.length = 0;
    else return tooLarge();
  }
  if (size > LARGEST_BODY) return tooLarge();
  const bytes = Buffer.concat(chunks);
  const { 'content-encoding': codings, 'content-type': type = '' } = request.headers;
  const content = codings === undefined ? bytes : withoutCodings(bytes, codings);
  if (!content || content.length > LARGEST_BODY) return tooLarge();
  if (hasTooMany(content, type))
    return { kind: 'too-large', reason: `Request body must not have more than ${MOST_FIELDS} fields` };
  return { kind: 'read', bytes, content };
}

/**
 * Removes the content codings of a body (RFC 9110 §8.4). A body that is not coded as it says is taken as it is.
 * @returns undefined if the content is too large.
 */
function withoutCodings(bytes: Buffer, codings: string): Buffer | undefined {
  const content = undoCodings({ headers: [['content-encoding', codings]], body: bytes });
  if (content && 'failure' in content) return content.failure.startsWith('expands') ? undefined : bytes;
  return content ?? bytes;
}

/** Tells whether a form has too many fields, or a multipart body too many parts. */
function hasTooMany(bytes: Buffer, type: string): boolean {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
  const boundary = /^multipart\//i.test(type) ? boundaryIn(type) : undefined;
  if (!isForm && boundary === undefined) return false;
  // There is one boundary more than parts, and text before the first one: n parts are split into n + 2.
  const [separator, most] = isForm ? ['&', MOST_FIELDS] : [`--${boundary}`, MOST_FIELDS + 2];
  return bytes.toString('latin1').split(separator, most + 1).length > most;
}

function tooLarge(): ReceivedBody {
  return { kind: 'too-large', reason: `Request body must not be larger than ${LARGEST_BODY} bytes` };
}

/** Reads the body of a request as its media type and the contract say; undefined if there is none, or it is not readable. */
export function readRequestBody({ requestBody }: Operation, { bytes, headers }: MockedRequest): unknown {
  if (bytes.length === 0) return undefined;
  const type = headers['content-type'];
  const media = mediaOf(requestBody?.media ?? [], type);
  const content = media && readBody(bytes, type ?? media.declared, media);
  switch (content?.kind) {
    case 'value':
      return content.json.value;
    case 'items':
      return content.items.map(({ value }) => value);
    default:
      return bytes.toString('utf8');
  }
}
