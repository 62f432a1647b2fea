/** Reads files in which somebody recorded exchanges. */

import { createReadStream, statSync } from 'node:fs';
import { whyUnreadable } from '../contract/document/files';
import { UsageError } from '../support/errors';
import { type Recorded, readHar } from './har';

/** A file that can be read several times. */
interface RecordingFile {
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

/** How many bytes of a file are read at a time. */
const PIECE = 1024 * 1024;

/** Opens a file, or a pipe. What cannot be read is said when it is read: UsageError. */
export function openRecording(name: string): RecordingFile {
  let kept: Buffer[] | undefined;
  return {
    name,
    async *read() {
      if (kept) return yield* kept;
      try {
        // A pipe can be read only once.
        const pieces: Buffer[] | undefined = statSync(name).isFile() ? undefined : [];
        for await (const piece of createReadStream(name, { highWaterMark: PIECE })) {
          pieces?.push(piece);
          yield piece;
        }
        kept = pieces;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
        throw new UsageError(`${name} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
      }
    },
  };
}

/**
 * Reads the exchanges of several files, one after the other.
 * @returns undefined for an entry that is no whole exchange. @throws UsageError if a file cannot be read, or is none that is known.
 */
export async function* exchangesIn(sources: readonly RecordingFile[]): AsyncGenerator<Recorded | undefined> {
  for (const source of sources) yield* readHar(source.read(), source.name);
}
