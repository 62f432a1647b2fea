/**
 * Where a test file runs: among the globals of the process itself. In a context of its own, each look at a global would pass an interceptor of
 * Node, which is slow, and no module could serve two test files. What a file changed of the globals is put back after it.
 */

const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * The storages that a file has begun to use. Jest makes one for each file, and never ends its use. Node copies what each storage in use holds to
 * each promise that is made, so each file would be slower than the one before it.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...options) {
  storages.add(this);
  return run.apply(this, options);
};

class ProcessEnvironment {
  constructor({ projectConfig: config }) {
    const global = globalThis;
    this.global = global;
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
    this.globals = Object.getOwnPropertyDescriptors(global);
    this.variables = { ...process.env };
    this.exit = process.exit;
  }

  async setup() {}

  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const name of Reflect.ownKeys(this.global)) {
      const was = this.globals[name];
      if (!was) Reflect.deleteProperty(this.global, name);
      else if ('value' in was && was.writable) this.global[name] = was.value;
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.global;
  }
}

module.exports = ProcessEnvironment;
