/** Writes a report to its file, either whole or not at all, and removes the report of an earlier run. */

import { constants, realpathSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { ReportText } from '../../report/reporters/reporter';

/**
 * Writes under another name first, so that no reader sees half a report. If that fails, the file is removed. A file whose name ends in `.gz` is
 * compressed (RFC 1952).
 */
export async function writeReportFile(file: string, text: ReportText): Promise<void> {
  const path = resolve(file);
  await makeFolder(dirname(path));
  const status = await stat(path).catch(() => undefined);
  // A device or a pipe takes what is written; a file must not take its place.
  if (status && !status.isFile()) return writeThrough(path, text);
  const whole = status ? await realpath(path) : path;
  const partial = `${whole}.${process.pid}.partial`;
  try {
    // What is there is a rest of a run that was killed, or a link that somebody else made in a folder that all may write.
    await rm(partial, { force: true });
    await writeFile(partial, contentOf(path, text), { flag: 'wx' });
    await rename(partial, whole);
  } catch (error) {
    for (const left of [partial, whole]) await rm(left, { force: true }).catch(() => {});
    throw error;
  }
}

/** Returns what the file is to hold, part by part. */
function contentOf(path: string, text: ReportText): Iterable<string> | AsyncIterable<Buffer> {
  if (!/\.gz$/i.test(path)) return inChunks(text);
  const compressed = createGzip();
  // A failure goes to whoever reads what is compressed.
  pipeline(Readable.from(inChunks(text)), compressed).catch(() => {});
  return compressed;
}

/** How much is written at once, in characters. */
const CHUNK = 256 * 1024;

/** Puts the parts of a text together, so that none is too small to be written by itself. */
export function* inChunks(text: ReportText): Generator<string> {
  let chunk = '';
  for (const part of typeof text === 'string' ? [text] : text) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Removes the report of an earlier run. Anything but a plain file stays. An error is ignored: writing the file will fail, too. */
export function removeReportFile(file: string): void {
  const path = resolve(file);
  try {
    if (statSync(path).isFile()) rmSync(realpathSync(path));
  } catch {
    // It is not there.
  }
}

/** How long a pipe may have no reader, or a reader may not read, in milliseconds. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 50;

async function writeThrough(path: string, text: ReportText): Promise<void> {
  // Without O_NONBLOCK, opening or writing would block until there is a reader, and the process could not end.
  const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await patiently('ENXIO', () => open(path, flags));
  try {
    for await (const chunk of contentOf(path, text)) await writeAll(handle, Buffer.from(chunk));
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let left = bytes; left.length > 0; ) {
    const { bytesWritten } = await patiently('EAGAIN', () => handle.write(left));
    left = left.subarray(bytesWritten);
  }
}

/** Tries again while nobody reads, for PATIENCE_MS at most. @param code of the error that says that nobody reads. */
async function patiently<T>(code: string, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== code || performance.now() > deadline) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** Makes a folder and those above it. Node's own recursive mkdir never returns if a folder cannot hold another one, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (status) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another report may have made it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Says why a file could not be written, as the end of a sentence. */
export function whyUnwritable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EISDIR':
      return 'it is a folder; name a file in it';
    case 'ENOENT':
      return 'its folder is not there; make it first';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a part of its path is a file, not a folder';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'writing there is not permitted';
    case 'ENOSPC':
      return 'the disk is full';
    case 'ENXIO':
    case 'EAGAIN':
      return `it is a pipe that nobody reads; waited ${PATIENCE_MS / 1000} s`;
    case 'EPIPE':
      return 'it is a pipe, and whoever read it has stopped';
    default:
      return message;
  }
}
