/**
 * The tests of one room, for Stryker: as the project's own tests run, but for what shares modules between test files (`.ci/jest/`), since each change
 * of the code has to be loaded, and for the mock that other suites ask.
 */

require('esbuild-register/dist/node').register();

const {
  testEnvironment,
  runtime,
  testSequencer,
  globalSetup,
  globalTeardown,
  ...config
} = require('../../jest.config');

module.exports = {
  ...config,
  rootDir: process.cwd(),
  testEnvironment: 'node',
  testTimeout: 60_000,
  testMatch: [`<rootDir>/${process.env.ESPALIER_ROOM}/**/*.test.ts`],
};
