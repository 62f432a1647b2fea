/**
 * `import 'espalier/jest'`, in a test or in `setupFilesAfterEnv`, adds `await expect(response).toKeepContract()`.
 * It judges as `judge` does, and fails with the same findings as a run. With `ESPALIER_JEST_REPORTS=FOLDER` in the environment, it writes a
 * JSON report for each file of tests to that folder, and `espalier merge` merges them.
 */

import { resolve } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { MatcherContext, MatcherState, SyncExpectationResult } from 'expect';
import { rules } from '../conformance/rules';
import { readBaseline } from './cli/settings/baselineFile';
import type { Contract } from './contract/contract';
import { locateContract } from './contract/contractFile';
import { readContract } from './contract/load';
import type { Extension } from './extend/define';
import { readExtensions } from './extend/extensions';
import { judgeRead, readResponse } from './recorded/judgeResponse';
import type { TestRecording } from './recorded/testRecording';
import type { Baseline } from './report/baseline';
// These are the timers of Node itself, which fake timers of a test do not replace.
import { settled } from './support/waiting';

export interface ToKeepContractOptions {
  /** The operation, such as `DELETE /plants/{id}`. It is needed if the response does not know its request (fetch, undici.request). */
  readonly operation?: string;
  /** The path of the contract (OpenAPI 2.0 to 3.2), or the contract as `loadContract` returns it. Default: as there. */
  readonly contract?: string | Contract;
  /** Whether warnings fail, too. Default: false. */
  readonly strict?: boolean;
  /** Whether a status fails, too, that the contract does not declare. Default: false. */
  readonly closed?: boolean;
  /** The path of a file of known breaches, which do not fail. Default: none. */
  readonly baseline?: string;
  /** Rules of your own, which judge beside all others. Default: none. */
  readonly extend?: readonly Extension[];
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declarations are merged only if their parameters are the same.
    interface Matchers<R, T = {}> {
      /** Fails if the response of supertest, superagent, fetch, axios or undici breaks the contract. Await it. */
      toKeepContract(options?: ToKeepContractOptions): Promise<void>;
    }
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Fails if the response of supertest, superagent, fetch, axios or undici breaks the contract. Await it. */
    toKeepContract(options?: ToKeepContractOptions): Promise<void>;
  }
}

/** Makes the matcher. It remembers the contracts that it has loaded, so that each is loaded only once in a test file. */
export function createToKeepContract() {
  const loaded = new Map<string, Promise<Contract>>();
  const load = (file: string): Promise<Contract> => {
    const loading = loaded.get(file) ?? readContract(file);
    loaded.set(file, loading);
    return loading;
  };
  const baselines = new Map<string, Baseline | undefined>();
  const baselineOf = (file: string): Baseline | undefined => {
    if (!baselines.has(file)) baselines.set(file, readBaseline({ baseline: file }));
    return baselines.get(file);
  };
  /** @param isRecorded whether the response goes into the report. With `.not`, it does not, since it is expected to break the contract. */
  const judge = async (
    response: unknown,
    { contract, baseline, extend = [], ...options }: ToKeepContractOptions,
    isRecorded: boolean,
  ): Promise<SyncExpectationResult> => {
    const used = typeof contract === 'object' ? contract : await load(await locateContract(contract));
    const read = await readResponse(response, { ...options, contract: used });
    if (isRecorded) recording?.note(used, read);
    const known = baseline === undefined ? undefined : baselineOf(baseline);
    const own = readExtensions(extend.map((extension) => ({ extension, from: 'extend' })));
    const { kept, message } = judgeRead(read, [...rules, ...own.rules], {
      ...options,
      contract: used,
      baseline: known,
    });
    return { pass: kept, message: () => message };
  };

  return function toKeepContract(
    this: MatcherContext,
    response: unknown,
    options: ToKeepContractOptions = {},
  ): Promise<SyncExpectationResult> {
    if (options === COUNT) return countLinks();
    const place = new Error();
    Error.captureStackTrace(place, toKeepContract);
    return watched(judge(response, options, !this.isNot), testOf(this), place);
  };
}

/** Collects the responses of the current file of tests; undefined if the environment does not ask for reports. */
let recording: TestRecording | undefined;

/** A call of the matcher that is not judged yet, or that nobody awaits yet. */
interface Call {
  readonly test: Test;
  /** An error whose stack shows where the call is. */
  readonly place: Error;
  /** Resolves when the response is judged. */
  readonly judging: Promise<unknown>;
  /** The promise that the test was given. */
  given?: Promise<unknown>;
  awaited: boolean;
  judged: boolean;
}

const open = new Set<Call>();

/** How many promises Jest itself derives from the promise of a matcher. It returns the last of them to the test. */
let links = 1;

/** Is passed as options to count the links. Nothing is judged then. */
const COUNT: ToKeepContractOptions = {};

function countLinks(): Promise<SyncExpectationResult> {
  const count = () => {
    links++;
    return counting;
  };
  // biome-ignore lint/suspicious/noThenProperty: the object stands for a promise.
  const counting: object = { then: count, catch: count };
  return counting as Promise<SyncExpectationResult>;
}

function watched<T>(judging: Promise<T>, test: Test, place: Error): Promise<T> {
  const settle = () => {
    call.judged = true;
    forget(call);
  };
  const call: Call = { test, place, judging: judging.then(settle, settle), awaited: false, judged: false };
  open.add(call);
  return link(judging, links, call);
}

function forget(call: Call): void {
  if (call.awaited && call.judged) open.delete(call);
}

/** Makes a promise-like object that notes when somebody awaits it. `await` on a real promise cannot be noticed. */
function link<T>(promise: Promise<T>, ahead: number, call: Call): Promise<T> {
  call.given = promise;
  const next = <R>(derived: Promise<R>): Promise<R> => {
    if (ahead > 0) return link(derived, ahead - 1, call);
    call.awaited = true;
    forget(call);
    return derived;
  };
  const methods: Omit<Promise<T>, typeof Symbol.toStringTag> = {
    // biome-ignore lint/suspicious/noThenProperty: the object stands for a promise.
    then: (kept, broken) => next(promise.then(kept, broken)),
    catch: (broken) => next(promise.catch(broken)),
    finally: (settled) => next(promise.finally(settled)),
  };
  return { ...methods, [Symbol.toStringTag]: 'Promise' };
}

interface Test {
  readonly name: string | undefined;
  /** Distinguishes the test from concurrent ones, which may have the same name; undefined outside of tests. */
  readonly identity: unknown;
}

function testOf({ currentTestIdentity, currentConcurrentTestName, currentTestName }: Partial<MatcherState>): Test {
  const name = currentConcurrentTestName?.() ?? currentTestName;
  return { name, identity: currentTestIdentity?.() ?? name };
}

/** How long to wait for the judgement of a call that nobody awaits, in milliseconds. Within this time, Jest can still name the test. */
const PATIENCE_MS = 1000;

async function failUnlessAwaited(concerned: (call: Call) => boolean): Promise<void> {
  const forgotten = [...open].filter(concerned);
  const [first] = forgotten;
  if (!first) return;
  for (const call of forgotten) {
    open.delete(call);
    // The error is thrown below. An unhandled rejection would end Jest itself if it comes between two files.
    if (!call.awaited) call.given?.catch(() => {});
  }
  await settled(Promise.all(forgotten.map(({ judging }) => judging)), PATIENCE_MS);
  // The promise of a helper that nobody awaits is rejected now. Jest learns of it only in the next turn of the event loop.
  await pause();
  const where = new Set(forgotten.flatMap(({ test: { name } }) => (name === undefined ? [] : [` in "${name}"`])));
  first.place.message = `expect(response).toKeepContract() was not awaited${[...where].join(' and')}.`;
  throw first.place;
}

// Jest itself provides this module to every file, so this package need not depend on it.
const { expect, afterEach, afterAll } = require('@jest/globals') as {
  expect: ((value: unknown) => { toKeepContract(options: object): unknown }) & {
    extend(matchers: object): void;
    getState(): Partial<MatcherState>;
  };
  afterEach(check: () => Promise<void>): void;
  afterAll(check: () => Promise<void> | void): void;
};
expect.extend({ toKeepContract: createToKeepContract() });
links = 0;
expect(undefined).toKeepContract(COUNT);

try {
  // When a test has ended, nobody can await its calls any more. Jest does not run afterEach for concurrent tests, so afterAll fails
  // the file if one of those forgot to await a call.
  afterEach(() => {
    const { identity } = testOf(expect.getState());
    return failUnlessAwaited(({ test }) => test.identity === identity);
  });
  afterAll(() => failUnlessAwaited(() => true));
  const { ESPALIER_JEST_REPORTS: folder } = process.env;
  const { testPath } = expect.getState();
  if (folder && testPath) {
    // This is loaded only if it is asked for, since it loads everything that a run needs.
    const { createTestRecording } = require('./recorded/testRecording') as typeof import('./recorded/testRecording');
    const { suite } = require('../conformance/suite') as typeof import('../conformance/suite');
    recording = createTestRecording(resolve(folder), testPath, suite);
    afterAll(() => recording?.end());
  }
} catch {
  // This module was loaded inside a test, where Jest allows no hooks.
}
