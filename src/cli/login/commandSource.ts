/** A credential that a command prints. */

import { UsageError } from '../../support/errors';
import type { UserCommand } from '../processes/processTree';
import { MOST_OUTPUT, runCommand } from '../processes/runCommand';
import type { Source } from './credentialSource';

/** @param timeoutMs the limit for one call, in milliseconds. Default: that of other commands. */
export function commandSource(command: UserCommand, timeoutMs?: number): Source {
  return {
    origin: () => `by ${shownCommand(command)}`,
    async fetch({ env, signal, redact }) {
      const { stdout, failed, isSilent } = await runCommand(command, {
        env,
        signal,
        redact,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      const withheld = isSilent ? '' : WITHHELD;
      if (failed !== undefined) throw new UsageError(`it ${failed}${withheld}`);
      if (stdout.length >= MOST_OUTPUT) throw new UsageError('it printed more than 64 KB');
      const value = stdout.trim();
      if (value === '') throw new UsageError(`it printed nothing on stdout${withheld}`);
      if (/[\r\n]/.test(value))
        throw new UsageError('it printed several lines; it should print the credential alone on stdout');
      return { value };
    },
  };
}

/** A command that fails may print the credential itself, an older one, or what it is made of. Nobody can tell which line holds it. */
const WITHHELD = '; what it printed may hold a secret and is not shown: run the command by itself to see it';

/**
 * Names a command by its program, since its arguments and the variables before it may be secret:
 * `KEY=x curl -u ada:pw …` → `the command curl`.
 */
function shownCommand(command: UserCommand): string {
  if (typeof command !== 'string') return `the command ${command[0]}`;
  const assignments = String.raw`(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'=])*\s+)*`;
  const [, program] = new RegExp(String.raw`^\s*${assignments}([\w./~-]+)(?=\s|$)`).exec(command) ?? [];
  return program === undefined ? 'a command' : `the command ${program}`;
}
