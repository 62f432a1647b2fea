/**
 * The import rules of ARCHITECTURE.md, types included. Tests are left out: they may start a service from any room.
 * The rooms stand in their order: each imports only the rooms above it, and itself.
 */
const ROOMS = [
  'src/support',
  'src/json',
  'src/http',
  'src/resources/vocabulary',
  'src/contract',
  'src/routing',
  'src/serialization',
  'src/resources',
  'src/redaction',
  'src/wire',
  'src/report',
  'src/workflows',
  'src/engine',
  'src/recorded',
  'src/amend',
  'src/extend',
  'conformance/values',
  'conformance/sparing',
  'conformance/inputs',
  'conformance/chains',
  'conformance/unusual',
  'conformance/tries',
  'conformance/judging',
  'conformance/probes',
  'conformance/rules',
  'conformance/observations.ts',
  'conformance/suite.ts',
  'conformance/jest',
  'mocks/engine',
  'mocks/state',
  'mocks/log',
  'mocks/told',
  'mocks/page',
  'mocks/upstream',
  'mocks/callbacks',
  'mocks/serving',
  'mocks/server.ts',
  'src/cli',
  'src/library',
  'src/index.ts',
  'src/jest.ts',
  'src/vitest.ts',
  'src/playwright.ts',
  'proof/processes',
  'proof/faults',
  'proof/mutants',
  'proof/bench',
  'proof/stryker',
  'docs',
  'proof/worlds',
];

/** Within the engine, data flows one way as well. */
const ENGINE = ['model', 'request', 'plan', 'ledger', 'run', 'verdict', 'evidence', 'coverage'].map(
  (room) => `src/engine/${room}`,
);

const HIGHER =
  '^(src/(cli/|library/|index\\.ts|jest\\.ts|vitest\\.ts|playwright\\.ts)|conformance/|mocks/|docs/|proof/)';

/** @param {string} room a folder, or a file. */
const within = (room) => (room.endsWith('.ts') ? `^${room.replace('.', '\\.')}$` : `^${room}/`);

module.exports = {
  forbidden: [
    ...ROOMS.map((room, at) => ({
      name: `only-rooms-above:${room}`,
      comment: 'A room imports only the rooms above it in ARCHITECTURE.md.',
      severity: 'error',
      from: { path: within(room) },
      to: { path: '^(src|conformance|mocks|docs|proof)/', pathNot: ROOMS.slice(0, at + 1).map(within) },
    })),
    {
      name: 'every-file-has-a-room',
      comment: 'A file that stands in no room of ARCHITECTURE.md has no rules.',
      severity: 'error',
      from: { path: '^(src|conformance|mocks|docs|proof)/', pathNot: ROOMS.map(within) },
      to: {},
    },
    {
      name: 'engine-knows-no-suite',
      comment: 'In src/, only the command line and the entry points import conformance/ or mocks/.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli/|library/|index\\.ts|jest\\.ts|vitest\\.ts|playwright\\.ts)' },
      to: { path: HIGHER },
    },
    {
      name: 'probes-know-no-probe',
      comment: 'A probe imports no other probe; what they share stands in conformance/inputs and conformance/chains.',
      severity: 'error',
      from: { path: '^conformance/probes/', pathNot: '^conformance/probes/index\\.ts$' },
      to: { path: '^conformance/probes/' },
    },
    {
      name: 'rules-know-no-rule',
      comment: 'A rule imports no other rule; what they share stands in conformance/judging.',
      severity: 'error',
      from: { path: '^conformance/rules/', pathNot: '^conformance/rules/index\\.ts$' },
      to: { path: '^conformance/rules/' },
    },
    {
      name: 'reporters-know-the-report-alone',
      comment: 'A reporter renders a report: it knows no engine and no wire.',
      severity: 'error',
      from: { path: '^src/report/reporters/' },
      to: { path: '^src/(wire|routing|serialization|resources|engine|recorded)/' },
    },
    ...ENGINE.map((room, at) => ({
      name: `one-way-in-the-engine:${room}`,
      comment: 'A step of the engine imports only the steps before it; engine/model has types and constants alone.',
      severity: 'error',
      from: { path: within(room) },
      to: { path: '^src/engine/[^/]+/', pathNot: ENGINE.slice(0, at + 1).map(within) },
    })),
    {
      name: 'no-circles',
      comment: 'No file comes back to itself.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|^dist/|\\.(test|testing)\\.ts$' },
    // Imports of types count, too.
    tsPreCompilationDeps: true,
    // TypeScript 7 has no compiler that a program can call.
    parser: 'swc',
  },
};
