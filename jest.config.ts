/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  // Where there are but two cores, Jest would use one; many tests wait for processes that they have started.
  maxWorkers: 4,
  // Concurrent tests wait for sockets of their own, not for a core.
  maxConcurrency: 20,
  // A loaded machine is slow, and nothing is wrong.
  testTimeout: 30_000,
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  // What is built holds a package.json of the same name.
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  testMatch: ['<rootDir>/{src,conformance,mocks,docs}/**/*.test.ts'],
  // They need a browser, or install packages: `npm run test:browser`, `npm run test:slow`.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.(browser|slow)\\.test\\.ts$'],
  // Starts the mock once, for all suites that ask it.
  globalSetup: '<rootDir>/conformance/jest/globalSetup.ts',
  globalTeardown: '<rootDir>/conformance/jest/globalTeardown.ts',
};

module.exports = config;
