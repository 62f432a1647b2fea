/** What a person goes on with from a request in the list. */

import { declaredResponse, type Operation } from '../../src/contract/contract';
import type { ListedRequest, Message } from './listedRequest';

export interface Copied {
  readonly listed: ListedRequest;
  /** Of the mock, without a trailing slash. */
  readonly url: string;
  readonly headers: Message['headers'];
  /** Undefined where it was not kept as a whole. */
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

/** What curl sends itself, or a browser does of its own accord. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|referer|origin|dnt|cache-control|pragma|priority|sec-.*)$/i;

/** For a POSIX shell. The mock takes any credential: what is hidden is one, too. */
function curlOf({ listed: { method, target }, url, headers, body }: Copied): string {
  const how = method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : ['-X', method];
  const fields = headers.filter(([name, value]) => !OWN.test(name) && !(/^accept$/i.test(name) && value === '*/*'));
  const words = fields.flatMap(([name, value]) =>
    /^authorization$/i.test(name) && value === 'Basic ***' ? ['-u', 'user:***'] : ['-H', `${name}: ${value}`],
  );
  const text = body?.toString('utf8') ?? '';
  const isText = body !== undefined && Buffer.from(text).equals(body) && !text.includes('\0');
  const data = body?.length === 0 ? [] : isText ? ['--data-raw', text] : ['--data-binary', '@FILE'];
  // Who takes the mock for a proxy names it whole (RFC 9112 §3.2).
  const whole = url + target.replace(/^https?:\/\/[^/?#]*/i, '');
  return ['curl', '-i', ...how, whole, ...words, ...data].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What draws the same answer again; undefined where the contract declares none of that status. */
function preferOf({ listed: { status }, headers, operation, answered }: Copied): string | undefined {
  if (!answered) return 'drop';
  if (!operation || status === undefined || !declaredResponse(operation, status)) return undefined;
  const example = exampleIn(headers);
  return `code=${status}${example === undefined ? '' : `, example=${example}`}`;
}

/** The example that was preferred. */
function exampleIn(headers: Message['headers']): string | undefined {
  const preferred = headers.filter(([name]) => /^prefer$/i.test(name)).map(([, value]) => value);
  return /(?:^|,)\s*example\s*=\s*"?([^",;]+)/i.exec(preferred.join(','))?.[1]?.trim();
}

/** Longer bodies, in characters, are left to the mock. */
const LONGEST_BODY = 2000;

/** For a test. */
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
