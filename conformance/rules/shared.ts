/** What several rules ask of an exchange. */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { ProbeName } from '../../src/case';
import {
  type DeclaredResponse,
  declaredResponse,
  LONGEST_ACTUAL,
  type Media,
  type Operation,
} from '../../src/contract/contract';
import type { Context, Subject } from '../../src/rule';
import { printable } from '../../src/wire/evidence';
import { type Exchange, fieldValues, type Response } from '../../src/wire/exchange';

/** For rules that any exchange exercises. */
export const EVERY_PROBE: readonly ProbeName[] = [
  'anonymous',
  'invalid',
  'lookalike',
  'valid',
  'again',
  'provoke',
  'scheme',
  'unknown',
  'wrong-token',
];

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** "404 Not Found", as the target put it. */
export function statusLine({ status, statusText }: Response): string {
  return `${status} ${statusText}`.trim();
}

/** Binds a rule to the operation as a whole. */
export function wholeOperation(operation: Operation): Subject[] {
  return [{ operation, clause: operation.clause }];
}

/** Binds a rule to each response that is declared with content. */
export function responsesWithContent(operation: Operation): Subject[] {
  // The answer to HEAD has none, whatever is declared for it.
  if (operation.method === 'HEAD') return [];
  return operation.responses.flatMap((response) => {
    const [first] = response.media;
    return first ? [{ operation, response, clause: first.clause }] : [];
  });
}

/** The response, where it is complete and is the declared one that the subject is about. */
export function responseOf({ response, error, case: { operation } }: Exchange, subject: Subject): Response | undefined {
  if (!response || error) return undefined;
  return declaredResponse(operation, response.status) === subject.response ? response : undefined;
}

export function isJson(type: string): boolean {
  return /^[^/]+\/(json|[^/]*\+json)$/.test(type);
}

/** Whether content may be JSON by what is declared: JSON itself, or a range that it lies in. */
export function mayBeJson(declared: string): boolean {
  return isJson(declared) || declared === '*/*' || declared === 'application/*';
}

/** The type by which to read a response: the declared one, or within a declared range the one that it names. */
export function concreteType(response: Response, { type }: Media): string {
  const [contentType = ''] = fieldValues(response, 'content-type');
  return type.endsWith('/*') ? (mediaTypeOf(contentType) ?? type) : type;
}

/** Type and subtype of a `Content-Type` in lower case; undefined where they are malformed (RFC 9110 §8.3.1). */
export function mediaTypeOf(contentType: string): string | undefined {
  const [type = ''] = contentType.split(';', 1);
  return /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(type.trim())
    ? type.trim().toLowerCase()
    : undefined;
}

/** The declared media type that `type` is one of: itself, else its range, else any (OpenAPI 3.1 §4.8.17). */
export function declaredMedia({ media }: DeclaredResponse, type: string): Media | undefined {
  const [main] = type.split('/');
  const keys = [type, `${main}/*`, '*/*'];
  return keys.flatMap((key) => media.filter((each) => each.type === key))[0];
}

/**
 * The media types by which a response may be read: those that it names, which are several where they differ in
 * parameters only, else the only one that it could have.
 */
export function effectiveMedia(response: Response, declared: DeclaredResponse): readonly Media[] {
  const [contentType] = fieldValues(response, 'content-type');
  if (contentType === undefined) return declared.media.length === 1 ? declared.media : [];
  const type = mediaTypeOf(contentType);
  const found = type === undefined ? undefined : declaredMedia(declared, type);
  return declared.media.filter((each) => each.type === found?.type);
}

/** The most that compressed content may expand to, in bytes. */
const MOST_CONTENT = 16 * 1024 * 1024;

/** The content with its codings undone (RFC 9110 §8.4); undefined for a coding that is not known here. */
export function decodedContent(response: Response): Buffer | { readonly failure: string } | undefined {
  const codings = fieldValues(response, 'content-encoding')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let content = response.body;
  for (const coding of codings.reverse()) {
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

function decode(coding: string, content: Buffer): Buffer | undefined {
  const options = { maxOutputLength: MOST_CONTENT };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(content, options);
    case 'deflate':
      return inflateSync(content, options);
    case 'br':
      return brotliDecompressSync(content, options);
    default:
      return undefined;
  }
}

/** The text of content in UTF-8, a byte order mark kept; undefined where it is not UTF-8. */
export function utf8(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** A text for a finding, in one line; it is cut to a readable length where what is secret is taken out, which comes first. */
export function quoted(text: string): string {
  return printable(text.slice(0, LONGEST_ACTUAL)).replaceAll('\n', '\\n');
}

/** A target that asks for patience says nothing of the request (RFC 6585 §4). */
export function isRateLimited({ response }: Exchange): boolean {
  return response?.status === 429;
}

/**
 * Why a valid request for something that was there may find it gone, through no fault of its own:
 * another operation used it up; or an earlier request on it, which should have changed nothing, was answered with
 * success; or only refused requests came before, and a resource on which none was tried did answer with success.
 * Without such a second resource nobody can tell an effect of a refusal from a value that never existed.
 */
export function whyGone(exchange: Exchange, { earlier, all }: Context): 'used-up' | 'acted-on' | 'refusal' | undefined {
  const { response } = exchange;
  if (!response || isSuccess(response.status) || isRateLimited(exchange)) return undefined;
  const effective = earlier.filter((other) => !other.case.operation.safe && mayHaveActed(other));
  if (effective.some(({ case: { operation } }) => operation !== exchange.case.operation)) return 'used-up';
  if (exchange.case.operation.safe) return undefined;
  if (effective.some(({ case: { probe } }) => probe !== 'valid')) return 'acted-on';
  const untouched = all.some(
    (other) =>
      other.case.probe === 'valid' &&
      succeeded(other) &&
      !all.some(({ index, case: { resource } }) => resource === other.case.resource && index < other.index),
  );
  return earlier.some(({ case: { probe } }) => probe !== 'valid') && untouched ? 'refusal' : undefined;
}

/** What failed while we were held up ourselves may have had its effect all the same. */
function mayHaveActed(exchange: Exchange): boolean {
  return succeeded(exchange) || exchange.error?.kind === 'stalled';
}

function succeeded({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status);
}
