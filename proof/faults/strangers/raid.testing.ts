/** Runs Espalier on a store of strangers, and finds out what it did wrong there, for tests. */

import { suite } from '../../../conformance/suite';
import { folderOf } from '../../../src/cli/tests/cli.testing';
import type { Contract } from '../../../src/contract/contract';
import { readContract } from '../../../src/contract/load';
import { type GivenRun, verifyTarget } from '../../../src/engine/verify';
import type { Leftover, Report } from '../../../src/report/report';
import { parseTarget } from '../../../src/wire/target';
import { OWNER_FIELD, type RunningStore, type StrangerServing, startStrangerStore } from './store';
import type { Stranger } from './stranger';
import { STRANGERS } from './things';

interface Written {
  readonly file: string;
  readonly contract: Promise<Contract>;
}

/** By its text: many targets have the same one, and what a run derives from it is derived once. */
const written = new Map<string, Written>();

/** Writes the contract of a target to a file, and reads it. */
export function contractOfTarget(target: Stranger): Written {
  const text = JSON.stringify(target.contract);
  const before = written.get(text);
  if (before) return before;
  const file = `${folderOf({ 'openapi.json': text })}/openapi.json`;
  const contract = { file, contract: readContract(file) };
  written.set(text, contract);
  return contract;
}

/** Serves a target while a function uses it. */
export async function withStore<T>(
  target: Stranger,
  onRequest: StrangerServing['onRequest'],
  use: (store: RunningStore) => Promise<T>,
): Promise<T> {
  const { before, changes } = target;
  const store = await startStrangerStore({ file: contractOfTarget(target).file, before, changes, onRequest });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** How long to wait for an answer, in milliseconds, since some services hang. */
const TIMEOUT = 1500;

type Raid = Pick<GivenRun, 'writes' | 'signal' | 'seed' | 'concurrency'>;

/** Runs Espalier once. @param owner the name by which the store knows the run. */
export async function raid(target: Stranger, { url }: RunningStore, options: Raid, owner = 'run'): Promise<Report> {
  return verifyTarget(await contractOfTarget(target).contract, suite, {
    seed: 7,
    ...options,
    ...(target.isAlone ? { concurrency: 1 } : {}),
    ...(target.params ? { params: target.params } : {}),
    token: target.token,
    target: parseTarget(url),
    headers: [[OWNER_FIELD, owner]],
    limits: target.hangs ? { timeoutMs: TIMEOUT } : {},
  });
}

/** What a run did that it must not do. The lists are empty if it did nothing wrong. */
export interface Wrongs {
  /** Unsafe requests that named things of somebody else. */
  readonly named: readonly string[];
  /** Things of somebody else that were changed or removed. */
  readonly harmed: readonly string[];
  /** Things that the run made, that still exist, and that it does not list. */
  readonly unlisted: readonly string[];
  /** Things that the run lists as left, and that do not exist. */
  readonly phantoms: readonly string[];
  /** Commands that the run shows to the user, and that would change things of somebody else. */
  readonly traps: readonly string[];
}

export const NO_WRONGS: Wrongs = { named: [], harmed: [], unlisted: [], phantoms: [], traps: [] };

type Listed = Pick<Leftover, 'operation' | 'url' | 'curl'>;

/** Finds out what a run did wrong. @param leftovers the things that the run lists as left, or perhaps left. */
export function wrongsOf(store: RunningStore, leftovers: readonly Listed[], owner = 'run'): Wrongs {
  const listed = leftovers.map((each) => ({ ...each, ...store.at(each.url) }));
  const isListed = (item: string) => {
    const maker = store.madeBy(item);
    return listed.some(
      ({ path, isItem, url, operation }) =>
        path === item ||
        (!isItem && item.startsWith(`${path}/`)) ||
        (operation.startsWith(`${maker?.method} `) && maker?.asked === pathAndQuery(url)),
    );
  };
  const tell = ({ operation, url }: Listed) => `${operation} ${new URL(url).pathname}`;
  return {
    named: store.breaches(),
    harmed: store.harmed(),
    unlisted: store.left(owner).filter((item) => !isListed(item)),
    phantoms: listed.filter((each) => each.isItem && each.owner === undefined).map(tell),
    traps: listed.filter((each) => each.owner === STRANGERS && / -X (?!GET|HEAD)/.test(each.curl)).map(tell),
  };
}

function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Runs Espalier and interrupts it at its unsafe request of this number. @returns what it did wrong. */
export function interruptedAt(moment: number, target: Stranger): Promise<Wrongs> {
  const interruption = new AbortController();
  const onRequest = (_: string, unsafe: number) => void (unsafe >= moment && interruption.abort());
  return withStore(target, onRequest, async (store) => {
    const report = await raid(target, store, { writes: 'own', signal: interruption.signal });
    return wrongsOf(store, report.leftovers ?? []);
  });
}

/** Operations on items whose success no request has shown. */
async function unshownIn({ requirements }: Report, target: Stranger): Promise<string[]> {
  const { operations } = await contractOfTarget(target).contract;
  const items = operations.filter(({ path }) => path.endsWith('}')).map(({ name }) => name);
  const shown = requirements.filter(({ rule, verdict }) => rule === 'success-status' && verdict === 'pass');
  return items.filter((name) => !shown.some(({ operation }) => operation === name));
}

/**
 * What a run did wrong that may remove what it made. Of an honest service also what it left there, and the operations on items whose success
 * it did not show; for other services, these two lists are empty.
 */
export function ownRun(
  target: Stranger,
): Promise<{ readonly wrongs: Wrongs; readonly left: readonly string[]; readonly unshown: readonly string[] }> {
  return withStore(target, undefined, async (store) => {
    const report = await raid(target, store, { writes: 'own' });
    const wrongs = wrongsOf(store, report.leftovers ?? []);
    if (!target.isHonest) return { wrongs, left: [], unshown: [] };
    return { wrongs, left: store.left('run'), unshown: await unshownIn(report, target) };
  });
}

/** What a run did wrong that has no consent to anything. */
export function plainRun(target: Stranger): Promise<Wrongs> {
  return withStore(target, undefined, async (store) => {
    const report = await raid(target, store, {});
    return wrongsOf(store, report.leftovers ?? []);
  });
}

/** What each of two runs did wrong that share a store. @param seeds the seed of each. */
export function sharedRun(target: Stranger, seeds: readonly [number, number] = [1, 2]): Promise<readonly Wrongs[]> {
  return withStore(target, undefined, async (store) => {
    const run = async (owner: string, seed: number) => {
      const report = await raid(target, store, { writes: 'own', seed }, owner);
      return { owner, report };
    };
    const both = await Promise.all([run('one', seeds[0]), run('other', seeds[1])]);
    return both.map(({ owner, report }) => wrongsOf(store, report.leftovers ?? [], owner));
  });
}

/** Targets on which two runs side by side could take the things of one another for their own. */
export const SHARED: readonly string[] = [
  'plain',
  'latest-of-anyone',
  'uuid',
  'list-only',
  'nested',
  'put-maker',
  'chosen-key',
  'constant-id',
];

/** After how many unsafe requests a run is interrupted. */
export const UNSAFE_NUMBERS: readonly number[] = [1, 3, 8, 20];
