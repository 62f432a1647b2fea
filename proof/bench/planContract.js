// Plans one contract as `verify` does against the mock, sends nothing, and tells the parent process how much CPU time that took. It is run from
// the build, so that it starts fast. What it tells: `{ cases, cpuMs, slowest, digest, done }`, several times until `done`.
const { createHash } = require('node:crypto');
const { optimiseLater } = require('../../dist/src/cli/start/optimiseLater.js');
const { suite } = require('../../dist/conformance/suite.js');
const { readContract } = require('../../dist/src/contract/load.js');
const { beginPlan } = require('../../dist/src/engine/plan/plan.js');
const { settingsOf } = require('../../dist/src/engine/settingsOf.js');

optimiseLater();

/** How often the progress is told, in milliseconds. */
const TELL_MS = 200;

async function main([file, seed]) {
  const started = cpuMs();
  const digest = createHash('sha256');
  const told = { operations: 0, cases: 0, cpuMs: 0, slowest: { name: '', cpuMs: 0, cases: 0 } };
  let last = performance.now();
  /** What the digest took. */
  let aside = 0;
  const tell = (more) => {
    told.cpuMs = cpuMs() - started - aside;
    process.send({ ...told, ...more });
    last = performance.now();
  };
  const contract = await readContract(file);
  told.operations = contract.operations.length;
  const settings = settingsOf({ everythingExists: true, writes: 'any', token: 'token', seed: Number(seed) });
  const all = toEnd(
    beginPlan(contract, suite, settings),
    () => performance.now() - last > TELL_MS && tell({ done: false }),
  ).cases;
  for (let operation = all.upcoming; operation; operation = all.upcoming) {
    const before = cpuMs();
    const cases = toEnd(all.next(), () => performance.now() - last > TELL_MS && tell({ done: false }));
    const took = cpuMs() - before;
    told.cases += cases.length;
    if (took > told.slowest.cpuMs) told.slowest = { name: operation.name, cpuMs: took, cases: cases.length };
    const planned = cpuMs();
    for (const each of cases) digest.update(textOf(each));
    aside += cpuMs() - planned;
  }
  tell({ done: true, digest: digest.digest('hex').slice(0, 16) });
}

/** User and system time of this process, in milliseconds. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function toEnd(parts, between) {
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done) return part.value;
    between();
  }
}

/** What is sent, as a text that is the same for the same request. Of what lies in the contract, the place says enough. */
function textOf({ request, claim }) {
  const { operation, ...sent } = request;
  const plain = (key, value) => {
    if (key === 'place') return value?.pointer;
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map || value instanceof Set) return [...value];
    return value;
  };
  return JSON.stringify([operation.name, sent, claim.probe, claim.name], plain);
}

main(process.argv.slice(2)).catch((error) => {
  process.send({ failure: `${error.name}: ${error.message.split('\n')[0]}`, done: true });
});
