/** The one way out: whatever a command writes to stdout or stderr passes here, and is safe to be shown there. */

import { printable } from '../../redaction/printable';

export type Stream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly writableLength?: number;
};

export interface Output {
  readonly isTTY: boolean;
  /** In characters; undefined where nobody says. */
  readonly columns: number | undefined;
  /** What was written and waits to be read, in bytes. */
  readonly unread: () => number;
  /** Writes a text, with all of it escaped that a terminal would obey or, under GitHub Actions, its runner. */
  readonly write: (text: string) => void;
  /** Writes what is safe already in the way of its format: colours, workflow commands, a document for a program. */
  readonly writeAsIs: (text: string) => void;
}

export function createOutput(stream: Stream, env: Readonly<Record<string, string | undefined>>): Output {
  const safe = isOnGitHub(env) ? (text: string) => withoutCommands(printable(text)) : printable;
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    unread: () => stream.writableLength ?? 0,
    write: (text) => void stream.write(safe(text)),
    writeAsIs: (text) => void stream.write(text),
  };
}

export function isOnGitHub(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/**
 * Leaves a runner of GitHub nothing to obey, on whichever stream: it takes `##[command]` anywhere in a line for a
 * command, and `::command::` at its start, spaces aside.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 * @param spell writes a character so that the format of the text still means it. Default: as in JSON.
 */
export function withoutCommands(
  text: string,
  spell: (char: string) => string = (char) => `\\u00${char.charCodeAt(0).toString(16)}`,
): string {
  return text.replace(/##(?=\[)/g, `#${spell('#')}`).replace(/^([^\S\n]*):(?=:)/gm, `$1${spell(':')}`);
}
