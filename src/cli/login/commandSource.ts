/** A credential that a command prints. */

import { printable } from '../../redaction/printable';
import { UsageError } from '../../support/errors';
import type { UserCommand } from '../processes/processTree';
import { MOST_OUTPUT, runCommand } from '../processes/runCommand';
import type { Source } from './credentialSource';

/** @param timeoutMs the limit for one call, in milliseconds. Default: that of other commands. */
export function commandSource(command: UserCommand, timeoutMs?: number): Source {
  const words = [command].flat().join(' ');
  return {
    origin: () => `by the command ${words}`,
    async fetch({ env, signal, redact }) {
      const { stdout, failed, printed } = await runCommand(command, {
        env,
        signal,
        redact,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (failed !== undefined) throw new UsageError(`it ${failed}${lastLine(printed())}`);
      if (stdout.length >= MOST_OUTPUT) throw new UsageError('it printed more than 64 KB');
      const value = stdout.trim();
      if (value === '') throw new UsageError(`it printed nothing on stdout${lastLine(printed())}`);
      if (/[\r\n]/.test(value))
        throw new UsageError('it printed several lines; it should print the credential alone on stdout');
      return { value };
    },
  };
}

/** The last line of what was printed, in which nothing is secret any more. */
function lastLine(printed: string): string {
  const line =
    printed
      .split('\n')
      .at(-1)
      ?.replace(/^ {2}\| /, '') ?? '';
  return /^It printed/.test(line) ? '' : `, and printed last: ${printable(line)}`;
}
