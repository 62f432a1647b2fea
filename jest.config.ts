/**
 * How Jest finds, loads and runs the tests.
 * @jest-config-loader esbuild-register
 */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const config: Config = {
  // Together they let the test files of a worker share what they load.
  testEnvironment: '<rootDir>/.ci/jest/environment.js',
  runtime: '<rootDir>/.ci/jest/runtime.js',
  testSequencer: '<rootDir>/.ci/jest/sequencer.js',
  // Two more than there are cores, since many tests wait, for processes that they have started and for what takes its time.
  maxWorkers: availableParallelism() + 2,
  // Concurrent tests are whole runs that wait for sockets: some share a core, many would make each of them late.
  maxConcurrency: 6,
  // A loaded machine is slow, and nothing is wrong: this limit only ends a test that waits for what never comes.
  testTimeout: 300_000,
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  // The mock writes words of one language. All languages together are 1,900 modules, which each worker would load.
  moduleNameMapper: { '^@faker-js/faker$': '@faker-js/faker/locale/en' },
  // What is built holds a package.json of the same name.
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  testMatch: ['<rootDir>/{src,conformance,mocks,docs,proof}/**/*.test.ts'],
  // They take longer, install packages or need a browser: `npm run test:wide`, `npm run test:slow`, `npm run test:browser`.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.(browser|slow|wide)\\.test\\.ts$'],
  // Starts the mock once, for all suites that ask it.
  globalSetup: '<rootDir>/conformance/jest/globalSetup.ts',
  globalTeardown: '<rootDir>/conformance/jest/globalTeardown.ts',
};

module.exports = config;
