/**
 * How the modules of a test file are loaded. Tests (`*.test.ts`, `*.spec.ts`) and what helps them (`*.testing.ts`, which may register hooks)
 * are loaded anew for each file, as Jest does. All other modules, also those of Jest that have no state, are loaded once for all files that a
 * worker runs, since to load them takes longer than most files take.
 */

const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** By file: what was compiled, and from what. */
const compiled = new Map();

/** Compiles a file once. Jest would compile it for each test file, since each has a context of its own there. */
class CompilingRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const parameters = this.executor.injectedModuleParameters.join(', ');
    this.executor.compile = (source, filename) => {
      const before = compiled.get(filename);
      const isSame = before?.source === source;
      const script = isSame ? before.script : new Script(`(function (${parameters}) {${source}\n})`, { filename });
      if (!isSame) compiled.set(filename, { source, script });
      return script.runInThisContext();
    };
  }
}

/** By resolver, of which `--watch` makes a new one once a file has changed: what loads the modules that are shared. */
const shared = new WeakMap();

/** Tests and their helpers, what extends the `expect` of a file, and the modules of Jest, which have a state for each file. */
const OF_EACH_FILE = /(\.(test|testing|spec)|\/src\/jest)\.ts$|\/node_modules\/(@jest|expect|jest-[a-z]+)\//;

/** What Jest itself consists of and has a state for each file. All else of it (how values are compared, shown and told) has none. */
const JEST_OF_EACH_FILE = /\/node_modules\/(jest-circus|jest-snapshot|expect|@jest\/(expect|globals))\//;

class SharingRuntime extends CompilingRuntime {
  constructor(...options) {
    super(...options);
    const [, , resolver, , , { collectCoverage }] = options;
    // What is counted for the coverage is counted for each file.
    if (collectCoverage) return;
    if (!shared.has(resolver)) shared.set(resolver, new CompilingRuntime(...options));
    this.shared = shared.get(resolver);
    // By them a stack names the lines of the sources.
    this.transformCache.sourceMaps = this.shared.transformCache.sourceMaps;
  }

  requireModule(from, name, options, isActual) {
    const isShared = this.shared && name && !options?.isInternalModule && !this._resolution.isCoreModule(name);
    const loader = isShared && !OF_EACH_FILE.test(this._resolution.resolveCjs(from, name)) ? this.shared : undefined;
    return loader
      ? loader.requireModule(from, name, options, isActual)
      : super.requireModule(from, name, options, isActual);
  }

  requireInternalModule(from, name) {
    const isShared = this.shared && name && !this._resolution.isCoreModule(name);
    if (!isShared || JEST_OF_EACH_FILE.test(this._resolution.resolveCjs(from, name)))
      return super.requireInternalModule(from, name);
    return this.shared.requireInternalModule(from, name);
  }
}

module.exports = { __esModule: true, default: SharingRuntime };
