/** Runs a command of the user to its end, and keeps what it prints. */

import type { Redact } from '../../redaction/redact';
import { keepLastLines, letGo, spawnCommand, type UserCommand } from './processTree';

/** How long a command may take, in milliseconds. */
const TIMEOUT = 30_000;

/** How many characters of the output of a command are kept: the last ones. */
export const MOST_OUTPUT = 64 * 1024;

interface Running {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the command. */
  readonly signal: AbortSignal;
  /** Takes out of what the command printed what must not be shown. */
  readonly redact: Redact;
  /** The limit, in milliseconds. */
  readonly timeoutMs?: number;
}

/** What came of a command. */
interface Ran {
  readonly stdout: string;
  /** Why it failed, as the end of a sentence: `failed with exit code 1`; undefined if it did not. */
  readonly failed: string | undefined;
  /** Tells the last lines of its stderr, for a person. */
  readonly printed: () => string;
  /** Tells whether it printed nothing at all. */
  readonly isSilent: boolean;
}

/** Runs a command. If it does not end in time, it is ended with all its children. The promise never rejects. */
export function runCommand(command: UserCommand, { env, signal, redact, timeoutMs = TIMEOUT }: Running): Promise<Ran> {
  return new Promise((resolve) => {
    const { child, tree } = spawnCommand(command, env);
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-MOST_OUTPUT);
    });
    const printed = keepLastLines([child.stderr], redact);
    let isSilent = true;
    const speak = () => {
      isSilent = false;
    };
    child.stdout.once('data', speak);
    child.stderr.once('data', speak);
    const finish = (failed?: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      if (failed !== undefined) {
        tree.signal('SIGKILL');
        letGo(child);
      }
      resolve({ stdout, failed, printed, isSilent });
    };
    const interrupt = () => finish('was interrupted');
    const timer = setTimeout(() => finish(`did not end within ${timeoutMs} ms`), timeoutMs);
    child.on('error', ({ message }) => finish(`could not be started (${message})`));
    child.on('close', (code, killer) => {
      finish(code === 0 ? undefined : code === null ? `was ended by ${killer}` : `failed with exit code ${code}`);
    });
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
  });
}
