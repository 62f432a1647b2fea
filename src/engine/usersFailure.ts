/** Says why code of the user's own has failed (a rule, a hook, a set-up or the file that has them), and at which line of it. */

import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { displayPath } from '../contract/document/files';

/**
 * Returns the message of what was thrown, with the place where the user's code threw it, as far as that is known: `x is not a function (house.ts:8)`.
 * A column is told of a mistake in the syntax alone, since the code that runs has other columns than the file.
 * @param what is said of the error in place of its message.
 */
export function whyFailed(error: unknown, what?: string): string {
  if (!(error instanceof Error)) return what ?? String(error);
  const unread = /^(.*?)\.?\s*\n ?((?:\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/.exec(error.message);
  // The loader counts columns from 0.
  if (unread) return `${unread[1]} (${displayPath(unread[2] ?? '')}:${unread[3]}:${Number(unread[4]) + 1})`;
  const [line = ''] = error.message.split('\n');
  const said = what ?? line.replace(/\.$/, '');
  const place = placeOf(error.stack ?? '');
  return place === undefined ? said : `${said} (${place})`;
}

/** Whatever is below this folder is Espalier, and so is what it is packed into. */
const OURS = dirname(__dirname) + sep;

/** Returns the file and the line of the first place of a stack that is the user's: none of Espalier's, and none of a package that the user has. */
function placeOf(stack: string): string | undefined {
  const lines = stack.split('\n');
  // Node says of some mistakes in the syntax where they are above what it says of the error.
  const above = /^(.+):(\d+)$/.exec(lines[0] ?? '');
  const places = lines.map((line) => /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/.exec(line));
  for (const place of above && lines[1] !== undefined ? [above, ...places] : places) {
    const file = pathOf(place?.[1] ?? '');
    if (file?.startsWith(OURS)) return undefined;
    if (file !== undefined && !/[\\/]node_modules[\\/]/.test(file)) return `${displayPath(file)}:${place?.[2]}`;
  }
  return undefined;
}

/** Returns the absolute path that a stack names; undefined for what is part of Node. */
function pathOf(place: string): string | undefined {
  const [, path] = /^(?:async )?(file:\/\/.*|\/.*|[A-Za-z]:[\\/].*)$/.exec(place) ?? [];
  return path?.startsWith('file:') ? fileURLToPath(path) : path;
}
