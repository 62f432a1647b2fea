/** A file with the compiled code of one command: a number of 4 bytes each, a list of the scripts as JSON, their code. */

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isOwn } from './makeFolder';

/** The compiled code of one script. */
export interface KeptScript {
  /** The checksum of its text. With another one, the code does not belong to it. */
  readonly sum: number;
  /** As V8 made it. V8 itself refuses that of another version, and that made with other flags. */
  readonly code: Buffer;
}

/** What the runs of one command have compiled. */
export interface KeptCode {
  /** How many runs have added to it. */
  readonly runs: number;
  /** By the paths of their files. */
  readonly scripts: ReadonlyMap<string, KeptScript>;
}

/** The list of the scripts, as it stands in the file. */
interface Listing {
  readonly runs: number;
  readonly scripts: readonly (readonly [file: string, sum: number, start: number, end: number])[];
}

/** Two numbers stand before the list: its length, and the checksum of all that follows the numbers. */
const HEAD_BYTES = 8;

/** V8 copies code that does not begin at a multiple of so many bytes. */
const STEP_BYTES = 8;

const inSteps = (bytes: number) => Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;

/** How the names of such files begin. */
export const CODE_PREFIX = 'code-';

/** How many such files a folder has at most. The oldest are removed. */
const MOST_FILES = 24;

/**
 * Reads a file of compiled code. Code that somebody else wrote could do anything here, so the file and its folder must be the user's own, and
 * nobody else may be permitted to write them. V8 believes what it reads, so all of it must be as it was written.
 * @returns undefined if there is none, or it cannot be trusted.
 */
export function readCode(file: string): KeptCode | undefined {
  try {
    if (!isOwn(statSync(dirname(file)))) return undefined;
    const bytes = readOwn(file);
    if (bytes === undefined || crc32(bytes.subarray(HEAD_BYTES)) !== bytes.readUInt32LE(4)) return undefined;
    const length = bytes.readUInt32LE(0);
    const listing: Listing = JSON.parse(bytes.toString('utf8', HEAD_BYTES, HEAD_BYTES + length));
    const first = inSteps(HEAD_BYTES + length);
    const scripts = listing.scripts.map(
      ([path, sum, start, end]) => [path, { sum, code: bytes.subarray(first + start, first + end) }] as const,
    );
    return { runs: listing.runs, scripts: new Map(scripts) };
  } catch {
    // There is no such file, or it holds something else.
    return undefined;
  }
}

/** Writes a file of compiled code, either whole or not at all. If it cannot be written, the next run compiles as this one did. */
export function writeCode(file: string, { runs, scripts }: KeptCode): void {
  let end = 0;
  const listed = [...scripts].map(([path, { sum, code }]) => {
    const start = inSteps(end);
    end = start + code.length;
    return [path, sum, start, end] as const;
  });
  const listing = Buffer.from(JSON.stringify({ runs, scripts: listed } satisfies Listing));
  const first = inSteps(HEAD_BYTES + listing.length);
  const bytes = Buffer.alloc(first + end);
  listing.copy(bytes, HEAD_BYTES);
  for (const [path, , start] of listed) scripts.get(path)?.code.copy(bytes, first + start);
  bytes.writeUInt32LE(listing.length, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD_BYTES)), 4);
  const partial = `${file}.${process.pid}`;
  try {
    if (!isOwn(statSync(dirname(file)))) return;
    writeFileSync(partial, bytes, { mode: 0o600 });
    renameSync(partial, file);
    removeOldest(dirname(file));
  } catch {
    rmSync(partial, { force: true });
  }
}

/** Reads a file that is the user's own. A link to one is not read. */
function readOwn(file: string): Buffer | undefined {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && isOwn(stats) ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.startsWith(CODE_PREFIX))
    .map((name) => join(folder, name));
  if (files.length <= MOST_FILES) return;
  const byAge = files.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((a, b) => b.at - a.at);
  for (const { file } of byAge.slice(MOST_FILES)) rmSync(file, { force: true });
}
