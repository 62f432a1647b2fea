/**
 * Downloads a contract, with the files that it refers to, into a new folder. They lie there as they lie below the folder of its URL, so that
 * the contract is read, checked and shown like any other.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { isAccessDenial } from '../../http/statuses';
import { percentDecoded } from '../../http/uri';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { DOWNLOADED } from './files';
import { parseText } from './parseText';

/** Limits of a download: bytes of one file, of all files, their number, and the time for all, in milliseconds. */
interface DownloadLimits {
  readonly fileBytes: number;
  readonly allBytes: number;
  readonly files: number;
  readonly timeMs: number;
}

/** The largest published contract that we know has 50 MB. */
const LIMITS: DownloadLimits = { fileBytes: 64 * 1024 ** 2, allBytes: 128 * 1024 ** 2, files: 500, timeMs: 60_000 };

/** So many redirects of one file are followed. */
const MOST_REDIRECTS = 5;

type Header = readonly [name: string, value: string];

export function isUrl(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text);
}

/** Returns the name that the file of a contract has here: the last part of its URL. */
export function nameInUrl(url: string): string {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined;
  const name = last === undefined ? '' : percentDecoded(last).replace(/[^\w.-]/g, '_');
  return /^\.*$/.test(name) ? 'openapi' : name;
}

/**
 * Downloads a contract.
 * @param headers fields sent with each request; they may hold a credential. With them, no redirect leads to another origin.
 * @returns the path of its file. The folder is removed when the process ends.
 * @throws UsageError that says why it cannot be had. A file that the contract refers to is left out instead.
 */
export async function downloadContract(
  url: string,
  headers: readonly Header[],
  limits: DownloadLimits = LIMITS,
): Promise<string> {
  const download = new Download(parseUrl(url), headers, limits);
  try {
    return await download.run();
  } catch (error) {
    download.remove();
    throw error;
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url)
    throw new UsageError(`The contract ${shown(text)} is no URL; write it like https://example.org/openapi.yaml.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'The URL of the contract holds a user name or a password; hand the credential over with --contract-header instead.',
    );
  return url;
}

/** Without what may be secret. */
function shown(url: string | URL): string {
  return String(url)
    .replace(/\/\/[^/]*@/, '//…@')
    .replace(/[?#].*$/, '');
}

/** So much of a web page is read, in characters. */
const LONGEST_PAGE = 64 * 1024;

/** Says of a web page that it is no contract, and which contract it names: that of Swagger UI names one. Undefined if a text is no page. */
function whyPage(url: URL, text: string): string | undefined {
  if (!/^\s*<(!doctype html|!--|html|head|body)/i.test(text)) return undefined;
  const [, named = ''] =
    /["'`]([^"'`\s<>]*\b(?:openapi|swagger|api-?docs)[^"'`\s<>]*\.(?:json|ya?ml))["'`]/i.exec(
      text.slice(0, LONGEST_PAGE),
    ) ?? [];
  const contract = named !== '' && URL.canParse(named, url.href) ? new URL(named, url.href) : undefined;
  const further = contract?.origin === url.origin ? `; it names ${shown(contract)}, which may be one` : '';
  return `${shown(url)} is a web page, and no contract${further}.`;
}

class Download {
  /** In the true path: a symbolic link must not make the files seem to lie elsewhere. */
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), DOWNLOADED));
  private readonly deadline: AbortSignal;
  /** By the paths that they have here, the files that were asked for. */
  private readonly known = new Set<string>();
  private bytes = 0;

  constructor(
    private readonly url: URL,
    private readonly headers: readonly Header[],
    private readonly limits: DownloadLimits,
  ) {
    this.deadline = AbortSignal.timeout(limits.timeMs);
    removeAtEnd(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async run(): Promise<string> {
    const { url, text } = await this.fetch(this.url);
    const page = whyPage(url, text);
    if (page !== undefined) throw new UsageError(page);
    const file = join(this.folder, nameInUrl(String(this.url)));
    this.known.add(file);
    writeFileSync(file, text);
    const base = new URL('.', url);
    const waiting = filesReferredTo(text).map((reference) => ({ reference, from: url, file }));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await this.follow(next.reference, next.from, base);
      if (!found) continue;
      waiting.push(
        ...filesReferredTo(found.text).map((reference) => ({ reference, from: found.url, file: found.file })),
      );
    }
    return file;
  }

  /** Downloads what a reference names, if it lies below the folder of the contract's URL. What cannot be had is told where it is used. */
  private async follow(reference: string, from: URL, base: URL) {
    if (!URL.canParse(reference, from.href)) return undefined;
    const url = new URL(reference, from.href);
    if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname) || url.search !== '') return undefined;
    const file = resolve(this.folder, percentDecoded(url.pathname.slice(base.pathname.length)));
    if (!file.startsWith(this.folder + sep) || this.known.has(file) || url.pathname === from.pathname) return undefined;
    this.known.add(file);
    if (this.known.size > this.limits.files)
      throw new UsageError(`The contract ${shown(this.url)} refers to more than ${count(this.limits.files, 'file')}.`);
    try {
      const { text } = await this.fetch(url);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return { url, text, file };
    } catch (error) {
      if (error instanceof UsageError && !(error instanceof TooMuch)) return undefined;
      throw error;
    }
  }

  /** @returns the text, and the URL that it came from in the end. */
  private async fetch(first: URL): Promise<{ readonly url: URL; readonly text: string }> {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await this.ask(url);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) {
        if (response.ok) return { url, text: String(await this.read(response, url)) };
        void response.body?.cancel();
        throw new UsageError(`The contract ${shown(url)} cannot be read: it was answered ${whyNot(response.status)}.`);
      }
      void response.body?.cancel();
      url = this.redirected(url, location);
    }
    throw new UsageError(`The contract ${shown(first)} cannot be read: more than ${MOST_REDIRECTS} redirects lead on.`);
  }

  private redirected(from: URL, location: string): URL {
    const leads = `The contract ${shown(from)} cannot be read: a redirect leads to`;
    if (!URL.canParse(location, from.href)) throw new UsageError(`${leads} no URL.`);
    const url = new URL(location, from.href);
    if (url.protocol !== from.protocol)
      throw new UsageError(`${leads} another scheme, ${shown(url)}; name that if you trust it.`);
    if (url.origin !== from.origin && this.headers.length > 0)
      throw new UsageError(
        `${leads} another host, ${shown(url)}, to which no header of yours is sent; name that if you trust it.`,
      );
    return url;
  }

  private async ask(url: URL): Promise<Response> {
    try {
      return await fetch(url, {
        headers: [['Accept', 'application/yaml, application/json, */*'], ...this.headers].map(
          ([name = '', value = '']): [string, string] => [name, value],
        ),
        redirect: 'manual',
        signal: this.deadline,
      });
    } catch (error) {
      throw this.whyFailed(url, error);
    }
  }

  private async read(response: Response, url: URL): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const part of response.body ?? []) {
        bytes += part.length;
        this.bytes += part.length;
        if (bytes > this.limits.fileBytes || this.bytes > this.limits.allBytes)
          throw new TooMuch(`The contract ${shown(url)} is too large; keep a copy in a file and name that.`);
        parts.push(part);
      }
    } catch (error) {
      throw error instanceof TooMuch ? error : this.whyFailed(url, error);
    }
    return Buffer.concat(parts);
  }

  private whyFailed(url: URL, error: unknown): UsageError {
    if (this.deadline.aborted)
      return new TooMuch(`The contract ${shown(url)} was not there within ${this.limits.timeMs / 1000} s.`);
    const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    const why = cause?.code === 'ECONNREFUSED' ? 'the connection was refused' : (cause?.message ?? message);
    return new UsageError(`The contract ${shown(url)} cannot be read: ${why}.`);
  }
}

const folders = new Set<string>();

/** Removes a folder when the process ends. All of them share one listener. */
export function removeAtEnd(folder: string): void {
  if (folders.size === 0)
    process.once('exit', () => {
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    });
  folders.add(folder);
}

/** What ends the whole download. */
class TooMuch extends UsageError {}

function whyNot(status: number): string {
  return isAccessDenial(status)
    ? `${status}; does it need a credential (--contract-header 'Authorization: …')?`
    : String(status);
}

/** Returns the parts before the fragment of all references in a document: `common.yaml` for `common.yaml#/Error`. */
export function filesReferredTo(text: string): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [parsed(text)];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === 'object') waiting.push(each);
      else if (typeof each === 'string' && isReference(key, each)) found.add(each.replace(/#.*$/s, ''));
    }
  }
  found.delete('');
  return [...found];
}

/** Beside `$ref` and `operationRef`, the mapping of a discriminator names files; its members may have any name. */
function isReference(key: string, text: string): boolean {
  return key === '$ref' || key === 'operationRef' || /^[\w./%-]+\.(ya?ml|json)(#|$)/i.test(text);
}

function parsed(text: string): unknown {
  try {
    return parseText(text);
  } catch {
    // What is wrong with it is told when it is read as the contract.
    return undefined;
  }
}
