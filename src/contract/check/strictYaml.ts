/** Tells where a file of a contract is read although it is not strict YAML. Other tools may refuse it there. */

import type { Mistake } from '../clause';
import { positionAt, type SourceFile } from '../document/files';

/** Returns a warning for each place at which a YAML text is not as YAML 1.2 wants it. */
export function departuresIn(files: Iterable<SourceFile>): Mistake[] {
  return [...files].flatMap((file) =>
    (file.departures ?? []).map(({ offset, message }) => ({
      ...positionAt(file, offset),
      message: `this is not strict YAML 1.2, and other tools may refuse it: ${message}.`,
    })),
  );
}
