/** Makes everything that a command writes to stdout or stderr safe to show. There is no other way to write to them. */

import { printable } from '../../redaction/printable';

export type Stream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly writableLength?: number;
};

export interface Output {
  readonly isTTY: boolean;
  /** The width in characters; undefined if it is not known. */
  readonly columns: number | undefined;
  /** Returns how many bytes were written and wait to be read. */
  readonly unread: () => number;
  /** Writes a text. It escapes what a terminal would obey, and under GitHub Actions what the runner would obey. */
  readonly write: (text: string) => void;
  /** Writes a text that its format makes safe already, such as colours, workflow commands, or a document for a program. */
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
 * Escapes what a runner of GitHub would take for a command: `##[command]` anywhere in a line, and `::command::` at the start of a line,
 * also after spaces.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 * @param spell escapes a character as the format of the text does it. Default: as in JSON.
 */
export function withoutCommands(
  text: string,
  spell: (char: string) => string = (char) => `\\u00${char.charCodeAt(0).toString(16)}`,
): string {
  return text.replace(/##(?=\[)/g, `#${spell('#')}`).replace(/^([^\S\n]*):(?=:)/gm, `$1${spell(':')}`);
}
