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
    const file = resolved(owner, name);
    if (file === undefined) continue;
    let loaded: Exports | undefined;
    const load = (): Exports => {
      loaded ??= loadInstead(file);
      return loaded;
    };
    const module = { id: file, filename: file, loaded: true, children: [], paths: [], exports: standIn(load) };
    standIns.set(file, module as unknown as NodeJS.Module);
  }
  install();
}

/** Nothing can be put off where a bundler has taken the packages in, or a loader keeps no cache: then it is loaded. */
function resolved(owner: string, name: string): string | undefined {
  try {
    return require.cache && require.resolve(name, { paths: [require.resolve(owner)] });
  } catch {
    return undefined;
  }
}

/** To be called once the package is loaded: whoever else in this process asks for such a module gets the module itself. */
export function giveBack(): void {
  for (const [file, standIn] of standIns) if (require.cache[file] === standIn) delete require.cache[file];
}

/** Stands for the exports of a module, whether an object, a function or a class. */
export function deferred(load: () => Exports): Exports {
  // A bound function can be called and constructed, and has no property that cannot be changed.
  const target = nothing.bind(undefined) as unknown as Exports;
  return new Proxy(target, {
    get: (_target, name) => load()[name],
    has: (_target, name) => name in load(),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor: (_target, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(load(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
    apply: (_target, self, args) => Reflect.apply(load() as never, self, args),
    construct: (_target, args) => Reflect.construct(load() as never, args),
  });
}

function nothing(): void {}

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
