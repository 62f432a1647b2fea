/** Lets Node keep the compiled code of the command line between runs, so that the next one starts faster. */

import { existsSync, mkdirSync } from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Io } from '../io';

/** What Node offers from 22.8 on. https://nodejs.org/api/module.html#module-compile-cache */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly getCompileCacheDir?: () => string | undefined;
}

/**
 * Switches the cache on, in a folder of the user's own. If that cannot be made or written, Node compiles as ever. The user's
 * NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE are followed.
 * @param api what Node offers. Before 22.8 it offers nothing.
 */
export function keepCompiledCode(env: Io['env'], api: CompileCache = modules as CompileCache): void {
  if (!api.enableCompileCache || api.getCompileCacheDir?.() !== undefined) return;
  const folder = cacheFolder(env);
  // Node makes missing folders in a loop that never ends where a new one is "not found" in a folder that is there, as below /proc and
  // behind a link that leads nowhere (nodejs/node#28599, and #31177 again). So the folder is made here, one level at a time.
  if (isAbsolute(folder) && makeFolder(folder)) api.enableCompileCache(folder);
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

/** Makes a folder and those above it. Only the user may read it. @returns whether it is there. */
function makeFolder(folder: string): boolean {
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
