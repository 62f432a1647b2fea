/** The folder in which Espalier keeps what a user needs after a run: journals, and the key that signs them. */

import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Io } from '../io';
import { makeFolder } from '../start/makeFolder';

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

/** Returns the user's key. If there is none, it makes one. Undefined if the folder can be neither read nor written. */
export function signingKey(env: Io['env']): Buffer | undefined {
  const file = join(stateFolder(env), KEY);
  try {
    return readKey(file);
  } catch {
    // The file does not exist yet, or holds no key.
  }
  try {
    makeStateFolder(env);
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    // Another run may have made the file meanwhile.
  }
  try {
    return readKey(file);
  } catch {
    return undefined;
  }
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim();
  if (!new RegExp(`^[0-9a-f]{${KEY_BYTES * 2}}$`).test(text)) throw new Error(`${file} holds no key`);
  // Only the user may read the key, since whoever has it can sign journals.
  chmodSync(file, 0o600);
  return Buffer.from(text, 'hex');
}

/** Makes the folder, which only the user may read. @throws if that is not permitted. */
export function makeStateFolder(env: Io['env']): string {
  const folder = stateFolder(env);
  if (!makeFolder(folder)) throw new Error(`the folder ${folder} cannot be made`);
  return folder;
}
