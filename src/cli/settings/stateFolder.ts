/** The folder in which Espalier keeps what a user needs after a run: journals, and the key that signs them. */

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { isOwn, makeFolder } from '../start/makeFolder';

/**
 * Returns the path of the folder, whether or not it exists.
 * https://specifications.freedesktop.org/basedir-spec/latest/ ($XDG_STATE_HOME; a relative path counts as not set)
 */
export function stateFolder(env: Io['env'], platform: NodeJS.Platform = process.platform): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = env;
  const home = env['HOME'] || homedir();
  if (isAbsolute(state)) return join(state, 'espalier');
  if (platform === 'win32') return join(local || join(home, 'AppData', 'Local'), 'espalier');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'espalier');
  return join(home, '.local', 'state', 'espalier');
}

const KEY = 'journal.key';

/** The length of the key in bytes. It is that of the hash that the key is used with. */
const KEY_BYTES = 32;

/** Returns the user's key. If there is none, it makes one. Undefined if the folder can be neither read nor written, or is not the user's own. */
export function signingKey(env: Io['env']): Buffer | undefined {
  try {
    const kept = readKey(env);
    if (kept) return kept;
    try {
      writeFileSync(join(makeStateFolder(env), KEY), `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
        mode: 0o600,
        flag: 'wx',
      });
    } catch {
      // Another run may have made the file meanwhile.
    }
    return readKey(env);
  } catch {
    return undefined;
  }
}

/** @returns undefined if there is no key. */
function readKey(env: Io['env']): Buffer | undefined {
  const file = ownStateFile(env, KEY);
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  if (!new RegExp(`^[0-9a-f]{${KEY_BYTES * 2}}$`).test(text)) return undefined;
  // Only the user may read the key, since whoever has it can sign journals.
  chmodSync(file, 0o600);
  return Buffer.from(text, 'hex');
}

/**
 * Makes the folder, which only the user may read. Where it is there and others may use it, it is closed to them.
 * @throws UsageError if it cannot be made, or belongs to somebody else, who could read and change what is kept in it.
 */
export function makeStateFolder(env: Io['env']): string {
  const folder = stateFolder(env);
  if (!makeFolder(folder))
    throw new UsageError(`Nothing can be kept: the folder ${folder} cannot be made; name another as XDG_STATE_HOME.`);
  refuseFolderOfOthers(folder);
  return folder;
}

/**
 * Returns the path of a file of the state folder; undefined if it is not there. A file that somebody else made or may write, and a link, is
 * removed: it could send requests with credentials elsewhere, or hold a key that others know.
 * @throws UsageError if the folder belongs to somebody else.
 */
export function ownStateFile(env: Io['env'], name: string): string | undefined {
  const folder = stateFolder(env);
  if (!existsSync(folder)) return undefined;
  refuseFolderOfOthers(folder);
  const file = join(folder, name);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (stats.isFile() && isOwn(stats)) return file;
  rmSync(file, { force: true });
  return undefined;
}

function refuseFolderOfOthers(folder: string): void {
  const { uid, mode } = statSync(folder);
  // Whoever made a link may lead it elsewhere.
  const owners = [uid, lstatSync(folder).uid];
  if (owners.every((owner) => isOwn({ uid: owner, mode: 0 }))) {
    if (process.getuid !== undefined && (mode & OTHERS_USE) !== 0) chmodSync(folder, 0o700);
    return;
  }
  throw new UsageError(
    `The folder ${folder} belongs to another user, who could read and change what is kept there; remove it, or name another as XDG_STATE_HOME.`,
  );
}

/** All permissions of the group and of others. */
const OTHERS_USE = 0o077;
