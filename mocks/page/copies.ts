/** Makes texts from a request that a person can copy: a curl command, a Prefer field, and a line for a test. */

import { declaredResponse, type Operation } from '../../src/contract/contract';
import { curl } from './code/curl';
import type { SentBody } from './code/sentRequest';
import type { ListedRequest, Message } from './listedRequest';

interface Copied {
  readonly listed: ListedRequest;
  /** The URL of the mock, without a trailing slash. */
  readonly url: string;
  readonly headers: Message['headers'];
  /** The body; undefined if it was not kept in full. */
  readonly body: Buffer | undefined;
  readonly operation: Operation | undefined;
  readonly answered: Message | undefined;
}

export interface Copy {
  readonly name: string;
  readonly text: string;
}

export function copiesOf(copied: Copied): Copy[] {
  const prefer = preferOf(copied);
  const answer = answerOf(copied);
  return [
    { name: 'curl', text: curlOf(copied) },
    ...(prefer === undefined ? [] : [{ name: 'Prefer', text: `Prefer: ${prefer}` }]),
    ...(answer === undefined ? [] : [{ name: 'mock.answer', text: answer }]),
  ];
}

/** Matches header fields that curl or a browser sends by itself. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|referer|origin|dnt|cache-control|pragma|priority|sec-.*)$/i;

/** Writes a curl command for a POSIX shell. A hidden credential is left as `***`, since the mock accepts any. */
function curlOf({ listed: { method, target }, url, headers, body }: Copied): string {
  const fields = headers.filter(([name, value]) => !OWN.test(name) && !(/^accept$/i.test(name) && value === '*/*'));
  const text = body?.toString('utf8') ?? '';
  const isText = body !== undefined && Buffer.from(text).equals(body) && !text.includes('\0');
  const sent: SentBody =
    body?.length === 0 ? { kind: 'none' } : isText ? { kind: 'text', text } : { kind: 'file', file: 'FILE' };
  // A client that uses the mock as a proxy sends the whole URL (RFC 9112 §3.2).
  const whole = url + target.replace(/^https?:\/\/[^/?#]*/i, '');
  return curl({ method, url: whole, headers: fields, body: sent });
}

/** Returns the `Prefer` that gets the same answer again; undefined if the contract does not declare its status. */
function preferOf({ listed: { status }, headers, operation, answered }: Copied): string | undefined {
  if (!answered) return 'drop';
  if (!operation || status === undefined || !declaredResponse(operation, status)) return undefined;
  const example = exampleIn(headers);
  return `code=${status}${example === undefined ? '' : `, example=${example}`}`;
}

/** Returns the name of the example that the request preferred. */
function exampleIn(headers: Message['headers']): string | undefined {
  const preferred = headers.filter(([name]) => /^prefer$/i.test(name)).map(([, value]) => value);
  return /(?:^|,)\s*example\s*=\s*"?([^",;]+)/i.exec(preferred.join(','))?.[1]?.trim();
}

/** A longer body, in characters, is not written into the line for a test. */
const LONGEST_BODY = 2000;

/** Writes a line for a test that tells the mock to give the same answer. */
function answerOf({ listed: { status }, headers, operation, answered }: Copied): string | undefined {
  if (!operation) return undefined;
  const isDeclared = status === undefined || declaredResponse(operation, status) !== undefined;
  const options = answered ? [`status: ${status}`, ...contentOf(headers, answered)] : ['drop: true'];
  const all = [...options, ...(isDeclared ? [] : ['unchecked: true'])];
  return `mock.answer('${operation.name.replace(/['\\]/g, '\\$&')}', { ${all.join(', ')} });`;
}

function contentOf(asked: Message['headers'], { headers, body }: Message): string[] {
  const example = exampleIn(asked);
  if (example !== undefined) return [`example: ${JSON.stringify(example)}`];
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && /[/+]json\b/i.test(value));
  // JSON is JavaScript, and its numbers stay as they are written.
  return isJson && body !== '' && body.length <= LONGEST_BODY ? [`body: ${body}`] : [];
}
