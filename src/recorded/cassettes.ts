/** Turns the cassettes of VCR, and of what writes the same form (vcrpy, go-vcr, PHP-VCR, Betamax), into entries of a HAR. */

import { parse, type ScalarTag } from 'yaml';
import { undoCodings } from '../http/contentCodings';
import type { Fields } from '../http/message';
import { isObject } from '../json/value';

type Unknown = Readonly<Record<string, unknown>>;

/** Bytes in base64, as Ruby writes them (`!binary`) and as YAML 1.1 has them (`!!binary`). */
const BINARY: readonly ScalarTag[] = ['!binary', 'tag:yaml.org,2002:binary'].map((tag) => ({
  tag,
  resolve: (text) => Buffer.from(text, 'base64'),
}));

/** Reads a cassette in YAML. Tags of languages (`!ruby/…`) are left out. @returns undefined if the text is no YAML. */
export function readCassetteText(text: string): unknown {
  try {
    return parse(text, { customTags: [...BINARY], logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

/** Tells whether a value is a cassette: it lists exchanges, each with a request and a response. */
export function isCassette(value: unknown): boolean {
  const all = interactionsIn(value);
  return all?.every((each) => isObject(each) && isObject(each['request'])) === true;
}

/** Yields an entry for each exchange. */
export function* entriesOfCassette(value: unknown): Iterable<unknown> {
  for (const each of interactionsIn(value) ?? []) {
    const { request, response } = isObject(each) ? each : {};
    if (isObject(request) && isObject(response)) yield entryOf(request, response);
  }
}

function interactionsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  const listed = isObject(value) ? (value['http_interactions'] ?? value['interactions']) : undefined;
  return Array.isArray(listed) ? listed : undefined;
}

function entryOf(request: Unknown, response: Unknown): unknown {
  const { status } = response;
  const { code, message } = isObject(status) ? status : { code: response['code'], message: undefined };
  return {
    request: {
      method: request['method'],
      url: request['uri'] ?? request['url'],
      headers: fieldsOf(request).map(([name, value]) => ({ name, value })),
      postData: contentOf(request),
    },
    response: {
      status: code,
      statusText: message,
      headers: fieldsOf(response).map(([name, value]) => ({ name, value })),
      content: contentOf(response) ?? { text: '' },
    },
  };
}

function fieldsOf({ headers }: Unknown): Fields {
  return Object.entries(isObject(headers) ? headers : {}).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value ?? '')] as const),
  );
}

/** Returns what a message holds, decoded: a cassette has it as it came, or already decoded though a header field names a coding. */
function contentOf(message: Unknown): Unknown | undefined {
  const held = isObject(message['body']) && !Buffer.isBuffer(message['body']) ? message['body'] : undefined;
  const written = held ? (held['base64_string'] ?? held['string']) : message['body'];
  if (written === undefined || written === null) return undefined;
  const isBase64 = held?.['base64_string'] !== undefined;
  if (!isBase64 && !Buffer.isBuffer(written)) return { text: String(written) };
  const body = Buffer.isBuffer(written) ? written : Buffer.from(String(written), 'base64');
  const decoded = undoCodings({ headers: fieldsOf(message), body });
  return { text: (Buffer.isBuffer(decoded) ? decoded : body).toString('base64'), encoding: 'base64' };
}
