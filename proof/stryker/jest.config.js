/**
 * The tests of one room, for Stryker. It has Jest load each module anew for each mutant, so what shares modules between test files
 * (`.ci/jest/`) is left out, and so is the mock that other suites ask.
 */
module.exports = {
  rootDir: process.cwd(),
  testEnvironment: 'node',
  testTimeout: 60_000,
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  moduleNameMapper: { '^@faker-js/faker$': '@faker-js/faker/locale/en' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  testMatch: [`<rootDir>/${process.env.ESPALIER_ROOM}/**/*.test.ts`],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.(browser|slow|wide)\\.test\\.ts$'],
};
