/** Tries one world: whether its properties hold, which operations are reached, and whether a fault is found. */

import type { Writes } from '../../../src/engine/model/probe';
import { createRandom } from '../../../src/support/random';
import type { Design, FaultClass, OperationDesign, WorldFault } from '../design/design';
import { designOf } from '../design/designOf';
import { faultsOfWorld } from '../faults';
import { judgeWorld } from '../judge/secondJudge';
import type { World } from '../world';
import { mayReach, modeFor } from './consent';
import { type BrokenProperty, brokenByEnding, brokenByTwo, brokenProperties } from './properties';
import { differingRequests } from './sameRequests';
import { verifyByTwo, verifyWorld, type WorldRun } from './verifyWorld';

export interface TriedWorld {
  readonly mode: Writes;
  readonly broken: readonly BrokenProperty[];
  readonly requests: number;
  /** How many operations may be reached with the consent, and how many of these are. */
  readonly operations: number;
  readonly reached: number;
  /** The others of these. */
  readonly unreached: readonly UnreachedOperation[];
}

interface UnreachedOperation {
  readonly id: string;
  /** What the run says of it. */
  readonly reason: string | undefined;
}

const MODES: readonly Writes[] = ['own', 'handed-over', 'own', 'any'];

/** The mode in which the world of a number is verified. A target that others use is none to throw away. */
export function modeOf(number: number, { busy = 0 }: World): Writes {
  const mode = MODES[number % MODES.length] ?? 'own';
  return mode === 'any' && busy > 0 ? 'own' : mode;
}

/** Ends a run that makes its own things at an unsafe request by chance. */
export async function tryEnded(world: World): Promise<BrokenProperty[]> {
  const endedAt = 1 + createRandom(world.seed ?? 1, 'ending').below(60);
  return brokenByEnding(await verifyWorld(world, { mode: 'own', endedAt }), endedAt);
}

/** Verifies a world by two runs at the same time. */
export async function tryTwo(world: World): Promise<BrokenProperty[]> {
  return brokenByTwo(await verifyByTwo(world));
}

/** @param isTwice whether it is verified a second time, to see whether it sends the same requests. */
export async function tryHonest(world: World, mode: Writes, isTwice = false): Promise<TriedWorld> {
  const run = await verifyWorld(world, { mode, ...(isTwice ? { concurrency: 'found' } : {}) });
  const again =
    isTwice && isTimeless(run.design) ? differingRequests(run, await verifyWorld(world, { mode, concurrency: 1 })) : [];
  const all = run.design.kinds.flatMap((kind) => kind.operations);
  const operations = all.filter((each) => mayReach(each, mode));
  const toTell = (each: OperationDesign) => ({ id: each.id, reason: reasonFor(run, each) });
  const unreached = operations.filter((each) => !isReached(run, each.id)).map(toTell);
  return {
    mode,
    broken: [...brokenProperties(run, mode), ...again, ...unsaid(run, all)],
    requests: run.journal.length,
    operations: operations.length,
    reached: operations.length - unreached.length,
    unreached,
  };
}

/** Whether the answers depend on nothing but what was changed: not so with others about, things shown later, or requests and things that are counted. */
const isTimeless = ({ busy, limitedBy, kinds }: Design) =>
  busy + limitedBy === 0 &&
  kinds.every(({ lagMs, staleMs, takesMs, leavesMs, most }) => lagMs + staleMs + takesMs + leavesMs + most === 0);

/** What a run says of an operation that no success was got from; undefined if it says nothing. */
function reasonFor({ report }: WorldRun, { method, path }: OperationDesign): string | undefined {
  const said = report.requirements.find(
    ({ rule, operation }) => rule === 'success-status' && operation === `${method} ${path}`,
  );
  return said?.reason;
}

/** The operations of which a run got no success, and does not say why. */
function unsaid(run: WorldRun, operations: readonly OperationDesign[]): BrokenProperty[] {
  return operations
    .filter((each) => !isReached(run, each.id) && reasonFor(run, each) === undefined)
    .map(({ id }) => ({ property: 'what is not reached is said', class: 'unsaid', detail: id }));
}

const isReached = ({ journal }: WorldRun, id: string) =>
  journal.some(({ operation, status }) => operation?.id === id && status >= 200 && status < 300);

export interface TriedFault {
  readonly name: string;
  readonly class: FaultClass;
  readonly mode: Writes;
  /** Whether the run found anything, and whether that was at an operation of the same kind and by a rule that may tell it. */
  readonly isFound: boolean;
  readonly isExplained: boolean;
  readonly drawn: readonly string[];
}

/** The faults of a world that are tried: so many, by chance, from as many classes as there are, and knowable. */
export async function chooseFaults(world: World, count: number): Promise<WorldFault[]> {
  const design = designOf(world);
  const all = faultsOfWorld(world, design).filter(({ unknowable }) => unknowable === undefined);
  const chance = createRandom(design.seed, 'faults');
  const classes = [...new Set(all.map((fault) => fault.class))];
  const chosen: WorldFault[] = [];
  for (let tries = 0; chosen.length < count && tries < 4 * count && classes.length > 0; tries++) {
    const kind = classes[chance.below(classes.length)];
    const some = all.filter((fault) => fault.class === kind && !chosen.includes(fault));
    const fault = some[chance.below(some.length)];
    if (fault && (await isKnowable(fault))) chosen.push(fault);
  }
  return chosen;
}

/** Whether a client that knows the world sees the fault. What is wrong of one value alone is so by construction. */
export async function isKnowable(fault: WorldFault): Promise<boolean> {
  if (fault.class === 'server error') return true;
  const { objections } = await judgeWorld(fault.operation.kind.design, fault.tamper(), 1);
  return objections.length > 0;
}

export async function tryFault(fault: WorldFault): Promise<TriedFault> {
  const mode = modeFor(fault.operation, fault.showsByMaking ?? false);
  const { design } = fault.operation.kind;
  const { report } = await verifyWorld({}, { mode, tamper: fault.tamper(), design });
  const found = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  // What one request did, another one of the same kind shows.
  const paths = fault.operation.kind.operations.map(({ method, path }) => `${method} ${path}`);
  return {
    name: fault.name,
    class: fault.class,
    mode,
    isFound: found.length > 0,
    isExplained: found.some(({ rule, operation }) => paths.includes(operation) && fault.rules.includes(rule)),
    drawn: found.map(({ rule, operation }) => `${rule} at ${operation}`),
  };
}
