import type { Mock, RequestLogEntry } from '../../mocks/server';
import { UsageError } from '../target/target';
import { contractFile } from './contractFile';
import type { Io } from './io';

/** The options of `espalier mock` as they are written on the command line. */
export interface MockFlags {
  readonly port?: number;
  readonly host?: string;
  readonly dynamic?: boolean;
  readonly seed?: number;
}

/**
 * Serves a contract as a mock until the signal of `io`.
 * @returns exit code 0.
 * @throws ContractError, and UsageError where it cannot listen.
 */
export async function mockCommand(contract: string | undefined, flags: MockFlags, io: Io): Promise<number> {
  const file = contractFile(contract);
  // Loaded only here: Prism costs more to load than all else together.
  const { startMock } = require('../../mocks/server') as typeof import('../../mocks/server');
  const mock = await startMock({
    ...flags,
    contract: file,
    onRequest: (entry) => io.stdout.write(`${requestLine(entry)}\n`),
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'listen' || error.syscall === 'getaddrinfo'
      ? new UsageError(whyNotListening(error, flags))
      : error;
  });
  io.stderr.write(greeting(mock));
  await aborted(io.signal);
  await mock.close();
  return 0;
}

function greeting({ url, contract: { title, version, file, operations } }: Mock): string {
  const served = operations.map(({ method, path }) => `  ${method.padEnd(7)} ${url}${path}\n`);
  return `Mocking ${title} ${version} (${file}) at ${url}\n${served.join('')}`;
}

/** `12:00:00 DELETE /plants/101 204 1 ms`, and why where there is more to say. */
function requestLine({ method, target, status, durationMs, reasons }: RequestLogEntry): string {
  const why = reasons.length > 0 ? `  ${reasons.join('; ')}` : '';
  return printable(
    `${new Date().toTimeString().slice(0, 8)} ${method} ${target} ${status} ${durationMs.toFixed(1)} ms${why}`,
  );
}

/** What a request holds must not steer the terminal, and its token must not stand in a log (RFC 6750 §2.3). */
function printable(line: string): string {
  const escaped = line.replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return escaped.replace(/([?&]access_token=)[^&\s]*/g, '$1***');
}

function whyNotListening(
  { code, message }: NodeJS.ErrnoException,
  { host = '127.0.0.1', port = 4010 }: MockFlags,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use; end what listens there, or choose another with --port (0 takes any that is free).`;
    case 'EACCES':
      return `Port ${port} may not be listened on without privileges; choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; choose another with --host.`;
    default:
      return `The mock cannot listen on ${host}, port ${port}: ${message}.`;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
