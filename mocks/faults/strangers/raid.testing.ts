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

const written = new Map<Stranger, Written>();

/** The contract of a target as a file, and read. */
export function contractOfTarget(target: Stranger): Written {
  const file =
    written.get(target)?.file ?? `${folderOf({ 'openapi.json': JSON.stringify(target.contract) })}/openapi.json`;
  const known = written.get(target) ?? { file, contract: readContract(file) };
  written.set(target, known);
  return known;
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
