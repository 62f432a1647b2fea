/** For tests: a run on a store of strangers, and what it did there that it must not do. */

import { suite } from '../../../conformance/suite';
import { folderOf } from '../../../src/cli/tests/cli.testing';
import type { Contract } from '../../../src/contract/contract';
import { readContract } from '../../../src/contract/load';
import { type RunVerifyOptions, verifyTarget } from '../../../src/engine/verify';
import type { Leftover, Report } from '../../../src/report/report';
import { parseTarget } from '../../../src/wire/target';
import { OWNER_FIELD, type RunningStore, STRANGERS, type StrangerServing, startStrangerStore } from './store';
import type { Stranger } from './strangers';

interface Written {
  readonly file: string;
  readonly contract: Promise<Contract>;
}

/** By its text: many targets have the same one, and what a run derives from it is derived once. */
const written = new Map<string, Written>();

/** The contract of a target as a file, and read. */
export function contractOfTarget(target: Stranger): Written {
  const text = JSON.stringify(target.contract);
  const before = written.get(text);
  if (before) return before;
  const file = `${folderOf({ 'openapi.json': text })}/openapi.json`;
  const contract = { file, contract: readContract(file) };
  written.set(text, contract);
  return contract;
}

/** Serves a target as long as it is used. */
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

/** What hangs is waited for as long as this, in milliseconds. */
const TIMEOUT = 1500;

export type Raid = Pick<RunVerifyOptions, 'writes' | 'signal' | 'seed' | 'concurrency'>;

/** One run. @param owner by what the store knows it. */
export async function raid(target: Stranger, { url }: RunningStore, options: Raid, owner = 'run'): Promise<Report> {
  return verifyTarget(await contractOfTarget(target).contract, suite, {
    seed: 7,
    ...options,
    token: target.token,
    target: parseTarget(url),
    headers: [[OWNER_FIELD, owner]],
    limits: target.hangs ? { timeoutMs: TIMEOUT } : {},
  });
}

/** All that a run must not do; empty where it did nothing of it. */
export interface Wrongs {
  /** Unsafe requests that named what is somebody else's. */
  readonly named: readonly string[];
  /** What somebody else had, and is no longer as it was. */
  readonly harmed: readonly string[];
  /** What the run made, is there, and is listed nowhere. */
  readonly unlisted: readonly string[];
  /** What is listed as left, and is not there. */
  readonly phantoms: readonly string[];
  /** Commands that the user is told to send, and which would change what is somebody else's. */
  readonly traps: readonly string[];
}

export const NO_WRONGS: Wrongs = { named: [], harmed: [], unlisted: [], phantoms: [], traps: [] };

type Listed = Pick<Leftover, 'operation' | 'url' | 'curl'>;

/** @param leftovers what the run says is left, or is perhaps. */
export function wrongsOf(store: RunningStore, leftovers: readonly Listed[], owner = 'run'): Wrongs {
  const listed = leftovers.map((each) => ({ ...each, ...store.at(each.url) }));
  const isListed = (item: string) =>
    listed.some(({ path, isItem }) => path === item || (!isItem && item.startsWith(`${path}/`)));
  const tell = ({ operation, url }: Listed) => `${operation} ${new URL(url).pathname}`;
  return {
    named: store.breaches(),
    harmed: store.harmed(),
    unlisted: store.left(owner).filter((item) => !isListed(item)),
    phantoms: listed.filter((each) => each.isItem && each.owner === undefined).map(tell),
    traps: listed.filter((each) => each.owner === STRANGERS && / -X (?!GET|HEAD)/.test(each.curl)).map(tell),
  };
}

/** What a run did wrong that was asked to end when its unsafe request of this number came. */
export function interruptedAt(moment: number, target: Stranger): Promise<Wrongs> {
  const interruption = new AbortController();
  const onRequest = (_: string, unsafe: number) => void (unsafe >= moment && interruption.abort());
  return withStore(target, onRequest, async (store) => {
    const report = await raid(target, store, { writes: 'own', signal: interruption.signal });
    return wrongsOf(store, report.leftovers ?? []);
  });
}

/** What a run did wrong that may remove what it made, and what an honest service shows of it that it should not. */
export function ownRun(
  target: Stranger,
): Promise<{ readonly wrongs: Wrongs; readonly report: Report; readonly left: readonly string[] }> {
  return withStore(target, undefined, async (store) => {
    const report = await raid(target, store, { writes: 'own' });
    return { wrongs: wrongsOf(store, report.leftovers ?? []), report, left: store.left('run') };
  });
}

/** What a run did wrong that has no consent to anything. */
export function plainRun(target: Stranger): Promise<Wrongs> {
  return withStore(target, undefined, async (store) => {
    const report = await raid(target, store, {});
    return wrongsOf(store, report.leftovers ?? []);
  });
}

/** What each of two runs did wrong that share a store. */
export function sharedRun(target: Stranger): Promise<readonly Wrongs[]> {
  return withStore(target, undefined, async (store) => {
    const run = async (owner: string, seed: number) => {
      const report = await raid(target, store, { writes: 'own', seed }, owner);
      return { owner, report };
    };
    const both = await Promise.all([run('one', 1), run('other', 2)]);
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
export const MOMENTS: readonly number[] = [1, 3, 8, 20];
