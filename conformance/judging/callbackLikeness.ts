/** Tells a callback that is wrong from a request that is none, such as one that asks ahead whether a URL is ours. */

import type { Media, Operation } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import { declaredMembers } from '../../src/resources/answers/views';
import { mediaOf, readBody } from '../../src/serialization/readBody';
import type { RequestViolation } from '../../src/serialization/requestViolation';
import { type JudgedRequest, requestViolations } from '../../src/serialization/requestViolations';

/** What is wrong with a request as a callback; its path aside, which the URL that was given decides. */
export function wrongIn(callback: Operation, request: JudgedRequest): RequestViolation[] {
  return requestViolations(callback, request, 'any').filter(({ path: [place] }) => place !== 'path');
}

/**
 * Tells whether a request is a callback in the main, whatever its method and its URL are: its body has what the callback declares and nothing else,
 * or more of it is there and right than is wrong or undeclared; and no word of it says that it asks for something by what is undeclared.
 * Example: of `{"delivery", "at", "state"}`, one is missing. But `{"delivery", "challenge"}` asks, and `{"parcel"}` has nothing of it.
 */
export function isInTheMain(callback: Operation, request: JudgedRequest): boolean {
  const media = mediaMeant(callback, request);
  const typed = media ? { ...request, headers: { ...request.headers, 'content-type': media.declared } } : request;
  const wrong = wrongIn(callback, typed);
  const members = namesIn(media, typed);
  const declared = declaredMembers(media?.schema ? [media.schema] : []);
  const own = members?.filter((name) => !declared.has(name)) ?? [];
  if (own.length > 0 && asksInWords(request)) return false;
  const isWhole =
    request.bytes.length > 0 && members?.length !== 0 && !wrong.some(({ path: [place] }) => place === 'body');
  if (media && isWhole && own.length === 0) return true;
  const broken = new Set(wrong.map(({ path, lacks = path[1] }) => `${path[0]} ${lacks}`));
  const there = [...parametersIn(callback, request), ...(members ?? []).map((name) => `body ${name}`)];
  return there.filter((part) => !broken.has(part)).length - own.length > broken.size + own.length;
}

/** The words by which services name a request that asks ahead. They only ever keep a request from being judged. */
const ASKING = /challenge|verif|validation|handshake|hook-secret|subscri\w*confirm|\bping\b|\bcrc/i;

/** Tells whether a request has a word for asking whether a URL is ours: `POST ?validationToken=x`, `{"type": "ping"}`. */
export function asksInWords({ bytes, query, headers }: JudgedRequest): boolean {
  const fields = Object.entries(headers).filter(([name]) => name.startsWith('x-'));
  const body = bytes.length <= LONGEST_QUESTION ? [bytes.toString('latin1')] : [];
  return ASKING.test([...query.keys(), ...fields.flat(), ...body].join(' '));
}

/** Tells whether the body of a request says nothing. */
export function isBare({ bytes }: JudgedRequest): boolean {
  return /^\s*(?:\{\s*\}|null|"")?\s*$/.test(bytes.toString('latin1'));
}

/** In bytes. What is longer says something. */
const LONGEST_QUESTION = 2000;

/** Returns the declared type of the body; if it is sent as another one, the type whose syntax it has. */
function mediaMeant({ requestBody }: Operation, { headers, bytes }: JudgedRequest): Media | undefined {
  const media = requestBody?.media ?? [];
  return mediaOf(media, headers['content-type']) ?? media.find((each) => valueIn(each, bytes) !== undefined);
}

/** Returns the names of the members of a body; undefined if it is no object. */
function namesIn(media: Media | undefined, { bytes }: JudgedRequest): readonly string[] | undefined {
  const value = media && valueIn(media, bytes);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.keys(value) : undefined;
}

/** Returns the declared parameters that are there. */
function parametersIn({ parameters }: Operation, { query, headers }: JudgedRequest): string[] {
  const cookies = readCookies(headers['cookie'] ?? '').map(({ name }) => name);
  const there = { query: [...query.keys()], header: Object.keys(headers), cookie: cookies, path: [], querystring: [] };
  return parameters.flatMap(({ name, in: place }) => {
    const written = place === 'header' ? name.toLowerCase() : name;
    return (there[place] as readonly string[]).includes(written) ? [`${place} ${name.toLowerCase()}`] : [];
  });
}

function valueIn(media: Media, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const content = readBody(bytes, media.declared, media);
  return content.kind === 'value' ? content.json.value : undefined;
}
