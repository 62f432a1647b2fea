/** Does the work of `corpus.ts` for one contract, in a process of its own. Each stage is a function. */

import { probes } from '../../conformance/probes';
import { rules as all } from '../../conformance/rules';
import { suite } from '../../conformance/suite';
import { serveMock } from '../../mocks/server';
import type { Contract } from '../../src/contract/contract';
import { readContract } from '../../src/contract/load';
import type { Probe, ProbePlan } from '../../src/engine/model/probe';
import { plan } from '../../src/engine/plan/plan';
import { bindRequirements } from '../../src/engine/plan/requirements';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import { Judging } from '../../src/engine/verdict/judge';
import { verifyTarget } from '../../src/engine/verify';
import { atOnce } from '../../src/support/letOthersRun';
import { LIMITS, send } from '../../src/wire/send';
import { parseTarget } from '../../src/wire/target';
import { NO_RESULT, type Result } from './corpusResult';

type Note = (change: Partial<Result>, left?: Result['left'][number]) => void;

interface Asked {
  readonly file: string;
  readonly seed: number;
  readonly until: 'read' | 'mock' | 'verify';
  readonly stateful: boolean;
}

process.on('message', ({ file, seed, until, stateful }: Asked) => {
  let result: Result = NO_RESULT;
  let told = 0;
  const note: Note = (change, left) => {
    result = { ...result, ...change, left: left ? [...result.left, left] : result.left };
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    process.send?.({ result, done: false });
  };
  stages({ file, seed, until, stateful }, note)
    .catch((error: Error) => note({}, { reason: general(`${error.name}: ${error.message}`), where: '' }))
    .finally(() => process.send?.({ result, done: true }));
});

/** How often the process tells its progress, in milliseconds. */
const TELL_MS = 200;

async function stages({ file, seed, until, stateful }: Asked, note: Note): Promise<void> {
  const contract = await read(file, note);
  if (until !== 'read') await askMock(contract, file, seed, note);
  if (until === 'verify') await verifyMock(contract, { file, seed, stateful }, note);
}

/**
 * Verifies the mock as a run without a URL does, or a mock with state as a run on a throw-away target does. Every finding is a mistake of the
 * mock, or a false alarm.
 */
async function verifyMock(
  contract: Contract,
  { file, seed, stateful }: Omit<Asked, 'until'>,
  note: Note,
): Promise<void> {
  const mock = await serveMock({ contract: file, port: 0, seed, docs: false, stateful });
  try {
    const { requirements, outcome, sent } = await verifyTarget(contract, suite, {
      target: parseTarget(mock.url),
      token: 'token',
      everythingExists: !stateful,
      credentials: stateful ? anyCredentials(contract) : {},
      writes: 'any',
      seed,
      limits: { timeoutMs: 20_000, lingerMs: 0 },
      concurrency: 2,
    });
    const exercised = requirements.filter(({ rule, verdict }) => rule === 'success-status' && verdict === 'pass');
    const clean = requirements.every(({ verdict }) => verdict === 'pass' || verdict === 'skip');
    note({ verified: outcome !== 'error', clean, sent, exercised: exercised.length });
    for (const { rule, operation, findings } of requirements.filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'warn',
    )) {
      const [first] = findings;
      note(
        {},
        { reason: general(`verify: ${rule}: ${first?.message} is ${first?.actual.slice(0, 120)}`), where: operation },
      );
    }
    const open = requirements.filter(
      ({ verdict, level, unreached }) => verdict === 'skip' && level === 'must' && !unreached,
    );
    for (const { rule, operation, reason } of open.filter(({ rule }) => rule === 'success-status'))
      note({}, { reason: general(`not exercised: ${rule}: ${reason}`), where: operation });
  } finally {
    await mock.close();
  }
}

/** Makes a credential for each scheme. The mock accepts any. */
function anyCredentials({ operations }: Contract): Record<string, string> {
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  return Object.fromEntries(schemes.map(({ name, http }) => [name, http === 'basic' ? 'user:password' : 'any-key']));
}

async function read(file: string, note: Note): Promise<Contract> {
  const contract = await readContract(file);
  note({ read: true, operations: contract.operations.length });
  const { mistakes } = contract.check(true);
  note({ valid: mistakes.length === 0 });
  return contract;
}

/** The rules without those for `--closed`, since nobody is at fault where the contract says nothing. */
const rules = all.filter(({ onlyClosed }) => !onlyClosed);

/** The plainest request of each operation. */
const plainest = probes
  .filter(({ name }) => name === 'valid')
  .map((probe) => ({ ...probe, plan: (...known: Parameters<typeof probe.plan>) => first(probe.plan(...known)) }));

function first(plan: ReturnType<Probe['plan']>): ProbePlan {
  const { cases, missing } = Symbol.iterator in plan ? atOnce(plan) : plan;
  return { cases: cases.slice(0, 1), missing };
}

async function askMock(contract: Contract, file: string, seed: number, note: Note): Promise<void> {
  let reasons: readonly string[] = [];
  const onRequest = (entry: { readonly reasons: readonly string[] }) => {
    reasons = entry.reasons;
  };
  const mock = await serveMock({ contract: file, port: 0, seed, docs: false, onRequest });
  note({ started: true });
  const target = parseTarget(mock.url);
  let [answered, wholly] = [0, 0];
  try {
    for (const operation of contract.operations) {
      const left = (reason: string) => note({}, { reason: general(reason), where: operation.name });
      const selection = (each: typeof operation) => each === operation;
      const { cases, leftOut, missing } = plan(
        { ...contract, operations: [operation] },
        { ...suite, probes: plainest },
        settingsOf({ token: 'token', everythingExists: true, writes: 'any', seed, selection }),
      );
      const [asked] = cases;
      if (!asked) {
        left(
          `not asked: ${leftOut.get(operation)?.reason ?? [...(missing.get(operation)?.values() ?? [])].flat().join(', ')}`,
        );
        continue;
      }
      reasons = [];
      const request = toRequest(asked, { basePath: '' }, []);
      const outcome = await send(request, target, { ...LIMITS, timeoutMs: 20_000, lingerMs: 0 });
      const judging = new Judging(bindRequirements(contract, [operation], rules), {
        strict: true,
        show: () => {},
        isKept: () => true,
      });
      judging.take({ index: 1, case: asked, request, ...outcome });
      const broken = judging.end(judging.history(), () => ({})).filter(({ verdict }) => verdict === 'fail');
      if (outcome.response) answered++;
      if (broken.length === 0) wholly++;
      note({ answered, wholly });
      for (const { rule, findings } of broken.slice(0, 1)) {
        const said = reasons.length > 0 ? ` (${reasons[0]})` : '';
        left(`${rule}: ${findings[0]?.message} is ${findings[0]?.actual.slice(0, 120)}${said}`);
      }
    }
  } finally {
    await mock.close();
  }
}

/** Removes the parts of a reason that belong to a single contract, so that equal reasons can be counted. */
function general(reason: string): string {
  return reason
    .replace(/[^\s:]*\/[^\s:]*:\d+:\d+/g, '…')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')
    .slice(0, 240);
}
