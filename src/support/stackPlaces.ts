/** Says in which file of ours each line of a stack trace is, although the code runs out of a few large files. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Names the files that the lines of a stack trace were packed from, such as `…/dist/src/report/merge.js:31:9` for
 * `…/dist/src/cli/start/packedRest.js:8120:9`. What it cannot read stays as it is.
 */
export function namePlaces(stack: string): string {
  const files = new Map<string, readonly string[]>();
  return stack.replace(
    /([^\s()]*[\\/]start[\\/]packed(?:First|Mock|Rest)\.js):(\d+):/g,
    (asIs, file: string, line: string) => {
      const lines = files.get(file) ?? linesOf(file);
      files.set(file, lines);
      for (let at = Number(line) - 1; at >= 0; at--) {
        const [, path] = /^"([^"]+)": \(?function \(exports, require, module, /.exec(lines[at] ?? '') ?? [];
        // Three folders above lies `dist`, in which the paths are.
        if (path !== undefined) return `${join(dirname(file), '..', '..', '..', path)}:${Number(line) - 1 - at}:`;
      }
      return asIs;
    },
  );
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
