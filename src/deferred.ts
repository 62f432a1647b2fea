/**
 * Puts off the loading of what a package loads along with itself and hardly ever needs, which for some is most of the
 * time that they take. It works for modules whose exports the package looks into when it needs them, and not before.
 */

type Exports = Record<PropertyKey, unknown>;

/** What is in the cache of modules in place of each, by file. */
const standIns = new Map<string, NodeJS.Module>();

/**
 * Stands in for modules until something is asked of them. To be called before the package is loaded.
 * @param owner the package that loads them.
 * @param standIn what the module exports, if anything else than what stands for all of it.
 */
export function putOff(owner: string, names: readonly string[], standIn = deferred): void {
  for (const name of names) {
    const file = require.resolve(name, { paths: [require.resolve(owner)] });
    let loaded: Exports | undefined;
    const load = (): Exports => {
      loaded ??= loadInstead(file);
      return loaded;
    };
    standIns.set(file, { id: file, loaded: true, exports: standIn(load) } as NodeJS.Module);
  }
  install();
}

/** To be called once the package is loaded: whoever else in this process asks for such a module gets the module itself. */
export function giveBack(): void {
  for (const [file, standIn] of standIns) if (require.cache[file] === standIn) delete require.cache[file];
}

/** Stands for the exports of a module, whether an object or a function. */
export function deferred(load: () => Exports): Exports {
  return new Proxy((() => undefined) as unknown as Exports, {
    get: (_target, name) => load()[name],
    has: (_target, name) => name in load(),
    apply: (_target, _self, args) => (load() as unknown as (...args: unknown[]) => unknown)(...args),
  });
}

function install(): void {
  for (const [file, standIn] of standIns) require.cache[file] ??= standIn;
}

/** Loads a module itself, and again without what that one hardly ever needs. */
function loadInstead(file: string): Exports {
  giveBack();
  standIns.delete(file);
  install();
  try {
    return require(file) as Exports;
  } finally {
    giveBack();
  }
}
