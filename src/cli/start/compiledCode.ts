/**
 * Keeps the compiled code of the command line between runs, so that the next one starts faster. What a run compiled is kept at its end, so
 * functions that it has called are among it. Node's own cache (from 22.8 on) keeps fewer of them, and Node 20 has none.
 */

import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import type { Io } from '../io';
import { CODE_PREFIX, type KeptCode, type KeptScript, readCode, writeCode } from './codeFile';
import { endHeapLimit } from './heapLimit';
import { makeFolder } from './makeFolder';
import { runsAllDay } from './optimiseLater';

/** So many runs add the functions that they have called, since no run calls all of them. */
const ADDING_RUNS = 3;

/** Less text than this, in characters, is compiled so fast that it is no reason to write everything again. */
const LITTLE_TEXT = 20_000;

/** Compiles scripts, with the code that is kept of them where it is. */
export class CompiledCode {
  private readonly compiled = new Map<string, { readonly sum: number; readonly script: Script }>();
  /** How much text was compiled of which no code is kept, in characters. */
  private newText = 0;
  private hasOutdated = false;

  /** @param kept by earlier runs. */
  constructor(private readonly kept: KeptCode | undefined) {}

  /** Runs a script. @param sum the checksum of its file. @returns its last value. @throws SyntaxError */
  run(filename: string, text: string, sum: number): unknown {
    const known = this.kept?.scripts.get(filename);
    const isCurrent = known?.sum === sum;
    const script = new Script(text, {
      filename,
      ...(isCurrent ? { cachedData: known.code } : {}),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    this.compiled.set(filename, { sum, script });
    if (known && !isCurrent) this.hasOutdated = true;
    // What V8 refuses, as it does after a flag was changed, it would refuse in the next run, too.
    if (!isCurrent) this.newText += text.length;
    return script.runInThisContext();
  }

  /** Returns what is to be kept after a run, or undefined if what is kept is good enough. */
  toKeep(): KeptCode | undefined {
    // The files have changed, so nothing else may fit any more.
    const kept = this.hasOutdated ? undefined : this.kept;
    const runs = (kept?.runs ?? 0) + 1;
    if (runs > ADDING_RUNS && this.newText <= LITTLE_TEXT) return undefined;
    const scripts = new Map<string, KeptScript>(kept?.scripts);
    for (const [file, { sum, script }] of this.compiled) scripts.set(file, { sum, code: script.createCachedData() });
    return { runs, scripts };
  }
}

/**
 * Compiles what is loaded from now on with the code that earlier runs of the same command have kept, and keeps it at the end of the process,
 * in a folder of the user's own. If that cannot be made or written, everything is compiled as ever. If the user has switched
 * Node's cache on or off (NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE), nothing is kept here.
 * @param root the folder `dist`. @param command the first word of the command line.
 * @returns runs a script that is a file of ASCII alone.
 */
export function keepCompiledCode(root: string, command: string | undefined, env: Io['env']): (file: string) => unknown {
  const file = codeFileOf(root, command, env);
  if (file === undefined) return runFileWith(new CompiledCode(undefined));
  const code = new CompiledCode(readCode(file));
  compileModulesWith(code);
  // By default V8 forgets the code of functions that were not called for a while, as those of the start.
  setFlagsFromString('--no-flush-bytecode');
  process.on('exit', (exitCode) => {
    // A run that could not begin has called little of what the next one needs.
    if (exitCode !== 0 && exitCode !== 1) return;
    // V8 notes its flags with the code, and refuses it where they differ at the start.
    endHeapLimit();
    const kept = code.toKeep();
    if (kept) writeCode(file, kept);
  });
  return runFileWith(code);
}

function runFileWith(code: CompiledCode): (file: string) => unknown {
  return (file) => {
    const bytes = readFileSync(file);
    return code.run(file, bytes.toString('latin1'), crc32(bytes));
  };
}

type Compile = (this: NodeJS.Module, text: string, file: string, format?: string) => unknown;

/** Lets Node's loader compile the modules of packages, and the mock, in the same way. What it cannot be sure of, Node compiles itself. */
function compileModulesWith(code: CompiledCode): void {
  const { prototype } = Module as unknown as { readonly prototype: { _compile: Compile } };
  const { _compile: compile } = prototype;
  prototype._compile = function (text, file, format) {
    if (format !== undefined && format !== 'commonjs') return compile.call(this, text, file, format);
    let run: unknown;
    let require: NodeJS.Require;
    try {
      require = createRequire(file);
      run = code.run(file, Module.wrap(text.replace(/^#!.*/, '')), crc32(text));
    } catch {
      return compile.call(this, text, file, format);
    }
    const { exports } = this as { readonly exports: unknown };
    return (run as (this: unknown, ...given: unknown[]) => unknown).call(
      exports,
      ...[exports, require, this, file, dirname(file)],
    );
  };
}

/**
 * Returns the file in which the code of a command is kept, and makes its folder. Each command has a file of its own, since each calls other
 * functions. V8 refuses code that was made with other flags. What runs all day would hold the code all the time.
 * @returns undefined if nothing is kept.
 */
export function codeFileOf(root: string, command: string | undefined, env: Io['env']): string | undefined {
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE'] || runsAllDay(command)) return undefined;
  const folder = cacheFolder(env);
  if (!isAbsolute(folder) || !makeFolder(folder)) return undefined;
  const word = /^[a-z][a-z-]{1,20}$/.test(command ?? '') ? command : 'other';
  const made = [root, process.version, process.arch, ...process.execArgv, env['NODE_OPTIONS'] ?? ''];
  return join(folder, `${CODE_PREFIX}${word}-${crc32(JSON.stringify(made)).toString(16)}`);
}

/**
 * Returns the path of the folder, whether or not it exists.
 * https://specifications.freedesktop.org/basedir-spec/latest/ ($XDG_CACHE_HOME; a relative path counts as not set)
 */
export function cacheFolder(env: Io['env'], platform: NodeJS.Platform = process.platform): string {
  const { XDG_CACHE_HOME: cache = '', LOCALAPPDATA: local = '' } = env;
  const home = env['HOME'] || homedir();
  if (isAbsolute(cache)) return join(cache, 'espalier');
  if (platform === 'win32') return join(local || join(home, 'AppData', 'Local'), 'espalier', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'espalier');
  return join(home, '.cache', 'espalier');
}
