import { existsSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one level at a time. Only the user may read it. Node itself makes missing folders in a loop that never
 * ends where a new one is "not found" in a folder that is there, as below /proc and behind a link that leads nowhere (nodejs/node#28599, and
 * #31177 again).
 * @returns whether it is there.
 */
export function makeFolder(folder: string): boolean {
  if (existsSync(folder)) return true;
  const above = dirname(folder);
  if (above === folder || !makeFolder(above)) return false;
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    return existsSync(folder);
  }
}

/** The permission of the group and of all others to write. */
const OTHERS_WRITE = 0o022;

/**
 * Tells whether a file or a folder belongs to the user, and nobody else may write in it. Windows has no such numbers; there, the folders that
 * are used are closed to other users.
 */
export function isOwn({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_WRITE) === 0);
}
