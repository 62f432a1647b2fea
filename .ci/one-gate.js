// Part of `npm run lint`: what passed the gate alone is sent. In the engine, one file has what sends requests, and one file makes passages. The
// ledger, whose gate it is, sends nothing: what does is handed in.

const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const SENDER = 'src/engine/run/gatedSender.ts';
const GATE = 'src/engine/ledger/gate.ts';
/** What the ledger takes from the wire: how long an answer asks it to wait. */
const OF_WAITING = new Set(['retryAfter']);
/** What a file imports from a module, without types. */
const IMPORT = /^import (?!type )\{([^}]*)\} from '([^']+)';/gm;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src/engine/*.ts', 'conformance/*.ts'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !/\.(test|testing)\.ts$/.test(file) && !file.startsWith('conformance/jest/'));

const problems = [];
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const [, names, module] of text.matchAll(IMPORT)) {
    const values = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '));
    const sends = values.some((name) => name === 'send' || name === 'createPatientSender') && /wire\/send/.test(module);
    if (sends && file !== SENDER)
      problems.push(`${file} sends requests by itself; only ${SENDER} may, and it takes what passed the gate.`);
    if (
      file.startsWith('src/engine/ledger/') &&
      /\/wire\//.test(module) &&
      values.some((name) => !OF_WAITING.has(name))
    )
      problems.push(
        `${file} imports more than types from ${module}; what sends for the ledger is handed in (LedgerPort).`,
      );
  }
  if (/new Gate(Pass|Removal)\b/.test(text) && file !== GATE)
    problems.push(`${file} lets a request pass; only ${GATE} may.`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
