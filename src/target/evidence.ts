/** An exchange as evidence for a person: nothing secret, nothing endless, nothing that a terminal would obey. */

import type { ExchangeReport } from '../report';
import type { Exchange, Fields, Request } from './exchange';
import type { Target } from './target';

/** Takes what is secret out of a text. The one place where that happens: every text of a report goes through it. */
export type Redact = (text: string) => string;

/** What stands for the token in evidence; a curl line takes it from the environment under this name. */
export const TOKEN_VARIABLE = '$ESPALIER_TOKEN';

/** Secrets shorter than this are replaced only where they stand as a word, or every text would be torn. */
const LONG_ENOUGH = 8;

/** @param secrets what to take out, each with what stands in its place. */
export function createRedact(secrets: readonly (readonly [secret: string, placeholder: string])[]): Redact {
  const patterns = secrets
    .filter(([secret]) => secret !== '')
    .flatMap(([secret, placeholder]) => {
      const spellings = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
      return [...spellings].map((spelling) => [spelling, placeholder] as const);
    })
    // The longest first: a secret may contain another.
    .sort(([one], [other]) => other.length - one.length)
    .map(([spelling, placeholder]) => {
      const literal = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const pattern = spelling.length < LONG_ENOUGH ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
      return [new RegExp(pattern, 'g'), placeholder] as const;
    });
  return (text) =>
    patterns.reduce((redacted, [pattern, placeholder]) => redacted.replace(pattern, () => placeholder), text);
}

/** Applies `redact` to every text within a value. */
export function redactDeep<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, redact)])) as T;
}

/** The most that a report shows of one body or of the raw bytes, in characters. */
const LONGEST_EVIDENCE = 4096;

/** @param redact is applied before anything is cut, so that no half of a secret is left at a cut. */
export function toEvidence(exchange: Exchange, target: Target, redact: Redact): ExchangeReport {
  const { request, response, error } = exchange;
  return {
    index: exchange.index,
    case: exchange.case.name,
    probe: exchange.case.probe,
    operation: exchange.case.operation.name,
    request: redactDeep(
      { method: request.method, url: target.origin + request.path, headers: request.headers },
      redact,
    ),
    response: response && {
      httpVersion: response.httpVersion,
      status: response.status,
      statusText: redact(printable(response.statusText)),
      headers: response.headers.map(([name, value]) => [name, redact(printable(value))] as const),
      body: excerpt(response.body, redact),
      bodyBytes: response.body.length,
    },
    error: error && { kind: error.kind, message: redact(printable(error.message)) },
    raw: excerpt(exchange.received, redact),
    durationMs: Math.round(exchange.durationMs * 10) / 10,
    curl: toCurl(request, target, redact),
  };
}

/** Bytes as readable text: UTF-8 where they are, everything else escaped; cut with a word on what was left out. */
export function excerpt(bytes: Buffer, redact: Redact, longest = LONGEST_EVIDENCE): string {
  const text = printable(redact(decode(bytes)));
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${bytes.length} bytes in all)`;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('');
  }
}

/** Escapes what a terminal or an editor would act on instead of showing; lines stay lines. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** A curl command, for a POSIX shell, that sends the request again. */
export function toCurl(request: Request, target: Target, redact: Redact): string {
  const method = request.method === 'GET' ? [] : request.method === 'HEAD' ? ['--head'] : ['-X', request.method];
  const url = quote(redact(target.origin + request.path));
  const tls = target.tls?.rejectUnauthorized === false ? ['--insecure'] : [];
  const headers = request.headers.filter(([name]) => !OURS.has(name.toLowerCase()));
  return [
    'curl',
    '-i',
    ...tls,
    ...method,
    url,
    ...headers.flatMap((field) => ['-H', quote(redact(curlHeader(field)))]),
  ].join(' ');
}

/** Fields that curl sends in a way of its own, and that no rule depends on. */
const OURS = new Set(['accept', 'user-agent']);

/** curl drops a field that ends in a colon, and sends it empty when it ends in a semicolon. */
function curlHeader([name, value]: Fields[number]): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function quote(text: string): string {
  if (!/\$[A-Z]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  // The shell is to put the token in, and nothing else.
  return `"${text.replace(/[\\"`]/g, '\\$&').replace(/\$(?![A-Z][A-Z_]*\b)/g, '\\$')}"`;
}
