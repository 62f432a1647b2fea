/** `espalier mock` serves a contract until it is told to end, and says on stdout what it answers. */

import type { CallbackLogEntry } from '../../../mocks/log/callbackEntry';
import type { RequestLogEntry } from '../../../mocks/log/entry';
import type { Mock, MockOptions, Reloaded, UpstreamOptions } from '../../../mocks/server';
import { ContractError } from '../../contract/clause';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import type { Io } from '../io';
import type { Output } from '../output/streams';
import { type ContractFlags, findContract, overlaysOf } from '../settings/contractSource';
import { ownCertificate } from '../settings/ownCertificate';
import { countMistakes } from './countMistakes';
import { whyNotListening } from './whyNotListening';

/** Holds the options of `espalier mock`. */
export interface MockFlags extends Pick<ContractFlags, 'contractHeader' | 'overlay'> {
  readonly port?: number;
  readonly host?: string;
  readonly dynamic?: boolean;
  readonly seed?: number;
  readonly locale?: string;
  /** The least and the most, in milliseconds. */
  readonly delay?: readonly [number, number];
  /** The share of requests that are answered with a server error, from 0 to 1. */
  readonly fail?: number;
  readonly stateful?: boolean;
  /** Whether an id that no list shows is answered with 404. */
  readonly strictIds?: boolean;
  /** The file that the state starts from. */
  readonly state?: string;
  readonly stateSave?: boolean;
  readonly security?: boolean;
  /** Whether the mock's own tokens alone are let in. */
  readonly auth?: boolean;
  readonly cors?: boolean;
  readonly watch?: boolean;
  readonly https?: boolean;
  /** The files of the mock's own certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Recordings, by which requests are answered that stand in them. */
  readonly replay?: readonly string[];
  /** The base URL of the real service. */
  readonly upstream?: string;
  /** The file into which the answers of the service are written. */
  readonly record?: string;
  /** Patterns of the operations that are mocked all the same. */
  readonly mock?: readonly string[];
  /** The origins of further pages that may use the service. */
  readonly origin?: readonly string[];
  /** The file of a certificate authority, for the service. */
  readonly ca?: string;
  /** Whether any certificate of the service is taken. */
  readonly insecure?: boolean;
  /** Patterns of the URLs to which callbacks may be sent. */
  readonly callbacks?: readonly string[];
  /** The path of the page, such as `/_docs`. */
  readonly docsPath?: string;
  /** False if there is to be no page. */
  readonly docs?: boolean;
  /** `text` or `json`. */
  readonly log?: string;
  readonly quiet?: boolean;
}

/**
 * Serves a contract as a mock until the signal of `io` is aborted.
 * @returns exit code 0.
 * @throws ContractError, and UsageError if an option is invalid or the mock cannot listen.
 */
export async function mockCommand(contract: string | undefined, flags: MockFlags, io: Io): Promise<number> {
  const lines = createLineWriter(io.stdout);
  const options = toOptions(await findContract(contract, flags, io), flags, io, lines);
  // The server is loaded only here, since loading Prism takes longer than loading everything else.
  const { makeCertificate, serveMock } = require('../../../mocks/server') as typeof import('../../../mocks/server');
  const certificate = ownCertificate(flags, io.env, makeCertificate);
  const mock = await serveMock({ ...options, ...(certificate ? { https: certificate } : {}) }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.syscall === 'listen' || error.syscall === 'getaddrinfo'
        ? new UsageError(whyNotListening('mock', { host: '127.0.0.1', port: 4010, ...flags }, error))
        : error;
    },
  );
  io.stderr.write(greeting(mock, flags.upstream));
  if (certificate)
    io.stderr.write(
      `Its certificate is in ${certificate.file}: curl --cacert takes it, and so does a browser that you let trust it.\n`,
    );
  const { file } = mock.contract;
  void countMistakes(mock.contract, options.contract, flags.overlay).then((mistakes) => {
    if (!io.signal.aborted) io.stderr.write(warning(file, mistakes));
  });
  await aborted(io.failed ? AbortSignal.any([io.signal, io.failed]) : io.signal);
  await mock.close();
  lines.flush();
  return 0;
}

function toOptions(contract: string, flags: MockFlags, io: Io, lines: LineWriter): MockOptions {
  if (flags.stateSave && flags.state === undefined)
    throw new UsageError('--state-save has no file to keep the state in; name one with --state FILE.');
  const {
    delay,
    fail,
    log = 'text',
    quiet,
    watch = true,
    docs = true,
    docsPath = '/_espalier',
    contractHeader: _,
    https: _https,
    cert: _cert,
    key: _key,
    upstream: _upstream,
    mock: _mock,
    origin: _origin,
    ca: _ca,
    insecure: _insecure,
    overlay: __,
    ...rest
  } = flags;
  if (!/^\/[\w./-]*\w$/.test(docsPath))
    throw new UsageError(`--docs-path ${docsPath} is no path; write it as /_espalier.`);
  if (log !== 'text' && log !== 'json') throw new UsageError(`--log ${log} is not known; it is text or json.`);
  const [format, formatCallback] = log === 'json' ? [jsonLine, jsonLine] : [textLine, callbackLine];
  const behind = upstreamOf(flags);
  return {
    ...rest,
    ...(behind ? { upstream: behind } : {}),
    contract,
    ...overlaysOf(flags),
    watch,
    docs: docs && docsPath,
    ...(delay === undefined ? {} : { delay }),
    ...(fail === undefined ? {} : { fail }),
    onStateError: ({ message }) => void io.stderr.write(`${message}\n`),
    ...(quiet
      ? {}
      : {
          onRequest: (entry: RequestLogEntry) => lines.write(format(entry)),
          onCallback: (entry: CallbackLogEntry) => lines.write(formatCallback(entry)),
        }),
    onReload: (reloaded) => io.stderr.write(reloadLine(reloaded)),
  };
}

/** @throws UsageError if something is said of a service, and none is named. */
function upstreamOf({
  upstream: url,
  mock: mocked,
  origin: origins,
  ca,
  insecure,
  record,
}: Pick<MockFlags, 'upstream' | 'mock' | 'origin' | 'ca' | 'insecure' | 'record'>): UpstreamOptions | undefined {
  const said = { '--mock': mocked, '--origin': origins, '--ca': ca, '--insecure': insecure, '--record': record };
  if (url !== undefined) {
    // These settings load the rules of a run, which a mock alone does not need.
    const { tlsOptions } = require('../settings/options') as typeof import('../settings/options');
    const tls = tlsOptions({ ...(ca === undefined ? {} : { ca }), ...(insecure ? { insecure } : {}) });
    return { url, tls, ...(mocked ? { mocked } : {}), ...(origins ? { origins } : {}) };
  }
  const [lonely] = Object.entries(said).find(([, value]) => value !== undefined) ?? [];
  if (lonely !== undefined)
    throw new UsageError(`${lonely} is about the service behind the mock; name that with --upstream URL.`);
  return undefined;
}

/** How many operations the greeting names. */
const MOST_NAMED = 20;

function greeting(
  { url, docs, contract: { title, version, file, operations } }: Mock,
  upstream: string | undefined,
): string {
  const behind =
    upstream === undefined ? '' : `What ${upstream} answers already is passed on and judged; the rest is mocked.\n`;
  const served = operations.slice(0, MOST_NAMED).map(({ method, path }) => `  ${method.padEnd(7)} ${url}${path}\n`);
  const more = operations.length > MOST_NAMED ? `  and ${operations.length - MOST_NAMED} more\n` : '';
  return `Mocking ${title} ${version} (${file}) at ${url}\n${served.join('')}${more}${behind}${docs === undefined ? '' : `Try it, and see the requests: ${docs}\n`}`;
}

/** Warns that a part of the contract cannot be served. With a large contract, this is known only after a while. */
function warning(file: string, mistakes = 0): string {
  if (mistakes === 0) return '';
  return `${count(mistakes, 'mistake')} in ${file}; what they touch is left out (espalier check ${file} shows them).\n`;
}

function reloadLine(reloaded: Reloaded): string {
  if ('contract' in reloaded) {
    const { file, operations } = reloaded.contract;
    return `${file} was loaded again: ${count(operations.length, 'operation')}.\n`;
  }
  const why =
    reloaded.error instanceof ContractError
      ? reloaded.error.message
      : `the contract cannot be loaded: ${reloaded.error.message}`;
  return `${why}\nThe last good contract is still served.\n`;
}

/** How much of a path and its query stands in a line for a person, in characters. */
const LONGEST_TARGET = 300;

/** Writes `12:00:00 DELETE /plants/101 204 1.2 ms`, followed by the reasons if there are any. */
function textLine({ method, target, status, answeredBy, durationMs, reasons }: RequestLogEntry): string {
  const why = reasons.length > 0 ? `  ${reasons.join('; ')}` : '';
  const who = answeredBy === undefined ? '' : ` ${answeredBy}`;
  const asked = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
  return `${timeOfDay()} ${method} ${asked} ${status ?? '---'}${who} ${durationMs.toFixed(1)} ms${why}`;
}

/** Writes `12:00:00 -> POST http://localhost:9000/hook 204 1.2 ms  callback shipped of POST /orders`. */
function callbackLine({ method, url, status, callback, operation, durationMs, reasons }: CallbackLogEntry): string {
  const about = operation === undefined ? callback : `${callback} of ${operation}`;
  return `${timeOfDay()} -> ${method} ${url} ${status ?? '---'} ${durationMs.toFixed(1)} ms  ${[`callback ${about}`, ...reasons].join('; ')}`;
}

function jsonLine({ durationMs, ...entry }: RequestLogEntry | CallbackLogEntry): string {
  return JSON.stringify({ time: new Date().toISOString(), ...entry, durationMs: Number(durationMs.toFixed(1)) });
}

/** How many bytes of the log may wait to be read, since the reader may have stopped. */
const MOST_UNREAD = 1 << 20;

interface LineWriter {
  /** Writes a line. Lines that are written in the same turn of the event loop go out together. */
  write(line: string): void;
  flush(): void;
}

function createLineWriter(output: Output): LineWriter {
  let left = 0;
  let waiting = '';
  const flush = () => {
    if (waiting !== '') output.write(waiting);
    waiting = '';
  };
  return {
    flush,
    write(line) {
      if (output.unread() > MOST_UNREAD) {
        left += 1;
        return;
      }
      const gap = left > 0 ? `(${count(left, 'request')} left out, since nobody read)\n` : '';
      left = 0;
      if (waiting === '') setImmediate(flush);
      waiting += `${gap}${line}\n`;
    },
  };
}

let second = 0;
let shown = '';

/** Returns the time as `12:00:00`. It is formatted once a second. */
function timeOfDay(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) [second, shown] = [now, new Date(now * 1000).toTimeString().slice(0, 8)];
  return shown;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
