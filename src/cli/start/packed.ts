/** Runs modules of ours out of one file: finding, reading and compiling some 400 files one by one takes half of the start. */

import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';

/** Modules as functions, by their paths within `dist`, with slashes. They name each other by these paths, after a slash. */
export type PackedModules = Readonly<Record<string, PackedModule>>;

type PackedModule = (
  exports: unknown,
  require: (name: string) => unknown,
  module: NodeJS.Module,
  file: string,
  folder: string,
) => void;

type Outside = ((name: string) => unknown) & Pick<NodeJS.Require, 'cache' | 'main'>;

/**
 * Runs the module `main.js` of the command line.
 * @param main the module that Node runs. It stands for `main.js`.
 * @param root the folder `dist`.
 * @param first the modules that every command needs.
 * @param others load all others, some by each; they are called in their order until a module that is needed is there.
 * @param outside loads what is not packed, and holds the list of all that is loaded.
 */
export function runPacked(
  main: NodeJS.Module,
  root: string,
  first: PackedModules,
  others: readonly (() => PackedModules)[],
  outside: Outside = createRequire(main.filename),
): void {
  // Modules run from here stand in Node's own list, under the names of their files. So a module that lies outside, as the mock does,
  // gets the same ones, and no class is there twice.
  const loaded = outside.cache;
  const all = [first];
  const find = (path: string): PackedModule | undefined => {
    for (let at = 0; at <= others.length; at++) {
      const modules = all[at] ?? others[at - 1]?.() ?? {};
      all[at] = modules;
      if (Object.hasOwn(modules, path)) return modules[path];
    }
    return undefined;
  };
  const known = new Map<string, NodeJS.Module>();
  const run = (path: string, module: NodeJS.Module): unknown => {
    const require = (name: string) => {
      if (!name.startsWith('/')) return outside(name);
      const before = known.get(name);
      return before ? before.exports : load(name);
    };
    require.main = outside.main;
    find(path)?.call(module.exports, module.exports, require, module, module.filename, dirname(module.filename));
    module.loaded = true;
    return module.exports;
  };
  const load = (name: string): unknown => {
    const path = name.slice(1);
    const file = join(root, path);
    // A module from outside has loaded it.
    const before = loaded[file];
    if (before) return before.exports;
    if (OUTSIDE.test(path) || !find(path)) return outside(file);
    const module = new Module(file, main);
    module.filename = file;
    loaded[file] = module;
    known.set(name, module);
    try {
      return run(path, module);
    } catch (error) {
      delete loaded[file];
      known.delete(name);
      throw error;
    }
  };
  run(MAIN, main);
}

const MAIN = 'src/cli/main.js';

/** The mock is a bundle of its own, and so is each package. No packed module is looked for under its names, since that would load them all. */
const OUTSIDE = /^(?:mocks|vendor)\//;
