/** The folder in which Espalier keeps for a user what outlives a run: the key that journals are signed with, and journals. */

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Io } from '../io';

/**
 * Where it is, whether or not it is there.
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

/** In bytes, as the hash that it is for. */
const KEY_BYTES = 32;

/** The user's own key, made where there is none; undefined where the folder can neither be read nor written. */
export function signingKey(env: Io['env']): Buffer | undefined {
  const file = join(stateFolder(env), KEY);
  try {
    return readKey(file);
  } catch {
    // It is not there yet, or is none.
  }
  try {
    makeStateFolder(env);
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    // Another run may have made it meanwhile.
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
  // Whoever else could read it could sign with it.
  chmodSync(file, 0o600);
  return Buffer.from(text, 'hex');
}

/** Makes it, for the user alone. @throws where that is not permitted. */
export function makeStateFolder(env: Io['env']): string {
  const folder = stateFolder(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
