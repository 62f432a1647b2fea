/** Lets Node keep the compiled code of the command line between runs, so that the next one starts faster. */

import * as modules from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Io } from '../io';
import { makeFolder } from './makeFolder';

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
  // Node would make the folder in a way that never ends in some places.
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
