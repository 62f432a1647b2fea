/** Writes the curl command that sends a request again, for a POSIX shell. */

import type { Fields, Request } from '../../http/message';
import { printable } from '../../redaction/printable';
import type { Redact } from '../../redaction/redact';
import type { Target } from '../../wire/target';
import { isUsualField, withoutBrowserNoise } from './browserNoise';

/** A request as it was sent, and as it is shown: environment variables stand for what is secret. */
interface Shown {
  readonly sent: Request;
  /** The same fields in the same order. */
  readonly shown: Request;
  /** The whole URL as it is shown. It is the same string as in the evidence, so that a long one is held once. */
  readonly url: string;
  /** Whether the bytes of the body must not be shown. */
  readonly isHidden?: boolean;
}

/** @param declared the names of the header fields that the contract declares for the request. */
export function curlLine(
  { sent, shown, url, isHidden = false }: Shown,
  { origin, tls }: Target,
  redact: Redact,
  declared: readonly string[],
): string {
  const { body } = sent;
  const hasBody = body !== undefined && body.length > 0;
  const kept = new Set(withoutBrowserNoise(shown.headers, declared));
  const fields = shown.headers.flatMap((field, at) => {
    const isUsual = isUsualField(field) || (body && /^content-length$/i.test(field[0]));
    const original = sent.headers[at] ?? field;
    return isUsual || !kept.has(field) ? [] : ['-H', quote(curlHeader(field), curlHeader(original))];
  });
  // curl names a type of its own for content that has none.
  const untyped = hasBody && !sent.headers.some(([name]) => /^content-type$/i.test(name)) ? ["-H 'Content-Type:'"] : [];
  const [before, option] = hasBody ? bodyParts(body, redact, isHidden) : ['', []];
  // Put together one by one, the line shares the text of the URL; `join` would copy it.
  return [
    `${before}curl -i`,
    ...tlsOptions(tls),
    ...methodOptions(sent.method, hasBody),
    ...urlOptions(sent.path),
    quote(url, origin + sent.path),
    ...fields,
    ...untyped,
    ...option,
  ].reduce((line, word) => `${line} ${word}`);
}

function tlsOptions({ rejectUnauthorized = true, files = {} }: NonNullable<Target['tls']> = {}): string[] {
  return [
    ...(rejectUnauthorized ? [] : ['--insecure']),
    ...(files.ca === undefined ? [] : ['--cacert', literal(files.ca)]),
    ...(files.cert === undefined ? [] : ['--cert', literal(files.cert)]),
    ...(files.key === undefined ? [] : ['--key', literal(files.key)]),
  ];
}

/** With a body, curl would make a POST of a GET, and refuse `--head`. */
function methodOptions(method: string, hasBody: boolean): string[] {
  if (method === 'GET' && !hasBody) return [];
  if (method === 'HEAD' && !hasBody) return ['--head'];
  return ['-X', /^[\w-]+$/.test(method) ? method : literal(method)];
}

/** curl reads `[1-3]` and `{a,b}` as several addresses, and removes `/../`. */
function urlOptions(path: string): string[] {
  return [
    ...(/[[\]{}]/.test(path) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?=[/?]|$)/.test(path) ? ['--path-as-is'] : []),
  ];
}

/** Larger bodies, in bytes, are left to a file: those that are plain text, and all others, which take more room. */
const LONGEST_TEXT = 16 * 1024;
const LONGEST_BINARY = 1024;

/** Returns what stands before `curl`, and the option for the body. */
function bodyParts(
  body: Buffer,
  redact: Redact,
  isHidden: boolean,
): readonly [before: string, option: readonly string[]] {
  const text = body.toString('utf8');
  // A terminal would obey control characters, and take a carriage return for the end of the command.
  const isPlain = Buffer.from(text).equals(body) && printable(text) === text;
  if (isPlain && body.length <= LONGEST_TEXT) return ['', ['--data-raw', quote(redact(text), text)]];
  const written = body.length <= LONGEST_BINARY ? escaped(body) : undefined;
  const latin1 = body.toString('latin1');
  const isShown = !isHidden && written !== undefined && [written, text, latin1].every((each) => redact(each) === each);
  return isShown
    ? [`printf '${written}' | `, ['--data-binary @-']]
    : ['', [`--data-binary @FILE # ${body.length} bytes`]];
}

/** Writes bytes for `printf` of a POSIX shell: in octal, but for ASCII that means itself. */
function escaped(bytes: Buffer): string {
  return Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte);
    if (/[\w .,:;=&+(){}<>"/@#*?!]/.test(char)) return char;
    if (char === '%') return '%%';
    return char === '\r' ? '\\r' : char === '\n' ? '\\n' : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}

/** curl drops a field that ends in a colon, and sends it empty when it ends in a semicolon. */
function curlHeader([name, value]: Fields[number]): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

const VARIABLE = /(\$[A-Z][A-Z0-9_]*)/;

/**
 * Writes a text as one word of a POSIX shell, which puts in the variables that stand for what is secret.
 * @param original the text before variables took the place of what is secret: a `$NAME` in it means itself.
 */
export function quote(text: string, original = ''): string {
  if (text === original) return literal(text);
  const own = new Set(original.split(VARIABLE).filter((_, at) => at % 2 === 1));
  const parts = text.split(VARIABLE);
  const isVariable = (at: number) => at % 2 === 1 && !own.has(parts[at] ?? '');
  if (!parts.some((_, at) => isVariable(at))) return literal(text);
  const variable = (at: number) =>
    /^[A-Za-z0-9_]/.test(parts[at + 1] ?? '') ? `\${${parts[at]?.slice(1)}}` : (parts[at] ?? '');
  // Within double quotes, an interactive shell reads an exclamation mark as a command of its history.
  if (text.includes('!'))
    return parts.map((part, at) => (isVariable(at) ? `"${variable(at)}"` : part === '' ? '' : literal(part))).join('');
  return `"${parts.map((part, at) => (isVariable(at) ? variable(at) : part.replace(/[\\"`$]/g, '\\$&'))).join('')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Words of a curl line that are quoted, each with its parts. */
const QUOTED = /(?:'[^']*'|\\'|"(?:[^"\\]|\\[\s\S])*")+/g;
const PART = /'([^']*)'|\\(')|"((?:[^"\\]|\\[\s\S])*)"/g;

/** Takes out of a curl line what became known as secret only after it was written. */
export function redactCurl(line: string, redact: Redact): string {
  if (redact(line) === line) return line;
  return line.replace(QUOTED, (word) => {
    const text = word.replace(
      PART,
      (_, plain?: string, mark?: string, double = '') =>
        plain ?? mark ?? double.replace(/\\([\\"`$])/g, '$1').replace(/\$\{(\w+)\}/g, '$$$1'),
    );
    const known = redact(text);
    if (known === text) return word;
    // A variable that the word has by now stays one. Whatever else looks like one means itself.
    const now = variablesIn(word);
    const original = text.replace(new RegExp(VARIABLE, 'g'), (name) => (now.includes(name.slice(1)) ? '' : name));
    return quote(known, original);
  });
}

/** Returns the environment variables that a curl line needs, such as ESPALIER_TOKEN. */
function variablesIn(line: string): string[] {
  const doubles = [...line.matchAll(PART)].flatMap(([, , , double]) => (double === undefined ? [] : [double]));
  return doubles.flatMap((text) =>
    [...text.replace(/\\[\s\S]/g, '').matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name),
  );
}
