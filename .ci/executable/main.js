/**
 * What the one file runs: it unpacks Espalier into the user's cache, once for each build, and runs it from there. Files of Espalier start
 * further processes and threads by their paths, so they have to be files.
 */

const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { getRawAsset } = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

const MAIN = join('espalier', 'dist', 'src', 'cli', 'main.js');

function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

function unpack(packed, folder) {
  const whole = brotliDecompressSync(packed);
  const end = 4 + whole.readUInt32LE(0);
  let at = end;
  for (const [path, length] of JSON.parse(whole.subarray(4, end))) {
    const file = join(folder, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, whole.subarray(at, at + length));
    at += length;
  }
}

/** Returns the folder with the unpacked files. It appears as a whole, since several processes may start at once. */
function unpacked() {
  const packed = Buffer.from(getRawAsset('package'));
  const name = createHash('sha256').update(packed).digest('hex').slice(0, 16);
  try {
    return unpackedIn(packed, join(cacheFolder(), 'espalier'), name);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOTDIR', 'ENOSPC'].includes(error.code)) throw error;
    // Nothing can be kept, so this run has a folder of its own.
    const folder = mkdtempSync(join(tmpdir(), 'espalier-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    unpack(packed, folder);
    return folder;
  }
}

function unpackedIn(packed, place, name) {
  const folder = join(place, name);
  if (existsSync(folder)) return folder;
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const making = mkdtempSync(join(place, 'making-'));
  unpack(packed, making);
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

// A process that Espalier starts has the path of its script first.
const [own, , ...args] = process.argv;
const isScript = args[0]?.endsWith(MAIN) && existsSync(args[0]);
const main = isScript ? args.shift() : join(unpacked(), 'node_modules', MAIN);
process.argv = [own, main, ...args];
// As Node runs a script: Espalier asks whether it is the main module.
Module._load(main, null, true);
