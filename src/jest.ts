/**
 * `import 'espalier/jest'`, in a test or in `setupFilesAfterEnv`, adds `await expect(response).toKeepContract()`.
 * It judges as `judge` does, and fails with the same findings as a run. With `ESPALIER_JEST_REPORTS=FOLDER` in the environment, what it saw is
 * written there, a JSON report for each file of tests, for `espalier merge`.
 */

import { resolve } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { MatcherContext, MatcherState, SyncExpectationResult } from 'expect';
import { rules } from '../conformance/rules';
import type { Contract } from './contract/contract';
import { contractFile } from './contract/contractFile';
import { readContract } from './contract/load';
import { judgeRead, readResponse } from './recorded/judgeResponse';
import type { TestRecording } from './recorded/testRecording';
// Those of Node, which no test replaces.
import { settled } from './support/waiting';

export interface ToKeepContractOptions {
  /** `DELETE /plants/{id}`; needed where the response does not know its request (fetch, undici.request). */
  readonly operation?: string;
  /** Path of the contract, or the contract as `loadContract` gives it. Default: `./openapi.yaml`. */
  readonly contract?: string | Contract;
  /** Warnings fail, too. Default: false. */
  readonly strict?: boolean;
  /** A status that the contract does not declare fails, too. Default: false. */
  readonly closed?: boolean;
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declarations are merged only where their parameters are the same.
    interface Matchers<R, T = {}> {
      /** Fails where the response of supertest, superagent, fetch, axios or undici breaks the contract. Await it. */
      toKeepContract(options?: ToKeepContractOptions): Promise<void>;
    }
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Fails where the response of supertest, superagent, fetch, axios or undici breaks the contract. Await it. */
    toKeepContract(options?: ToKeepContractOptions): Promise<void>;
  }
}

/** Makes the matcher. It remembers the contracts that it has loaded, so that each is loaded once for a test file. */
export function createToKeepContract() {
  const loaded = new Map<string, Promise<Contract>>();
  const load = (file: string): Promise<Contract> => {
    const loading = loaded.get(file) ?? readContract(file);
    loaded.set(file, loading);
    return loading;
  };
  /** @param isRecorded whether it is expected to keep the contract: what is not says nothing of the service. */
  const judge = async (
    response: unknown,
    { contract, ...options }: ToKeepContractOptions,
    isRecorded: boolean,
  ): Promise<SyncExpectationResult> => {
    const used = typeof contract === 'object' ? contract : await load(contractFile(contract));
    const read = await readResponse(response, { ...options, contract: used });
    if (isRecorded) recording?.note(used, read);
    const { kept, message } = judgeRead(read, rules, { ...options, contract: used });
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

/** What the file of tests that loaded this saw, where the environment asks for it. */
let recording: TestRecording | undefined;

/** A call of the matcher, from then until it is judged and somebody waits for that. */
interface Call {
  readonly test: Test;
  /** Where it stands. */
  readonly place: Error;
  /** Resolves once it is judged. */
  readonly judging: Promise<unknown>;
  /** What the test was given to wait for. */
  given?: Promise<unknown>;
  awaited: boolean;
  judged: boolean;
}

const open = new Set<Call>();

/** How many promises Jest itself hangs on to that of a matcher before it hands the last of them to the test. */
let links = 1;

/** In place of options: asks nothing, and counts the links. */
const COUNT: ToKeepContractOptions = {};

function countLinks(): Promise<SyncExpectationResult> {
  const count = () => {
    links++;
    return counting;
  };
  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise.
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

/** A promise that tells when somebody asks for its outcome; `await` does not ask a plain one in a way that shows. */
function link<T>(promise: Promise<T>, ahead: number, call: Call): Promise<T> {
  call.given = promise;
  const next = <R>(derived: Promise<R>): Promise<R> => {
    if (ahead > 0) return link(derived, ahead - 1, call);
    call.awaited = true;
    forget(call);
    return derived;
  };
  const methods: Omit<Promise<T>, typeof Symbol.toStringTag> = {
    // biome-ignore lint/suspicious/noThenProperty: it stands for a promise.
    then: (kept, broken) => next(promise.then(kept, broken)),
    catch: (broken) => next(promise.catch(broken)),
    finally: (settled) => next(promise.finally(settled)),
  };
  return { ...methods, [Symbol.toStringTag]: 'Promise' };
}

interface Test {
  readonly name: string | undefined;
  /** What tells it from those that run beside it, by the same name perhaps; undefined outside of tests. */
  readonly identity: unknown;
}

function testOf({ currentTestIdentity, currentConcurrentTestName, currentTestName }: Partial<MatcherState>): Test {
  const name = currentConcurrentTestName?.() ?? currentTestName;
  return { name, identity: currentTestIdentity?.() ?? name };
}

/** How long a judgement may take of which nobody knows, in milliseconds: Jest can still say then which test it is of. */
const PATIENCE_MS = 1000;

async function failUnlessAwaited(concerned: (call: Call) => boolean): Promise<void> {
  const forgotten = [...open].filter(concerned);
  const [first] = forgotten;
  if (!first) return;
  for (const call of forgotten) {
    open.delete(call);
    // It is told below. A rejection that nobody handles would end Jest itself where it comes between two files.
    if (!call.awaited) call.given?.catch(() => {});
  }
  await settled(Promise.all(forgotten.map(({ judging }) => judging)), PATIENCE_MS);
  // What a helper that nobody waits for makes of it is rejected now, and Jest is told of that in the next turn only.
  await pause();
  const where = new Set(forgotten.flatMap(({ test: { name } }) => (name === undefined ? [] : [` in "${name}"`])));
  first.place.message = `expect(response).toKeepContract() was not awaited${[...where].join(' and')}.`;
  throw first.place;
}

// Jest hands this module out itself, wherever it is asked for from; it need not be installed beside this package.
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
  // Once a test has ended, nobody will wait any more for what it began; after the last, for nothing at all.
  // Jest runs the former hook for no concurrent test: what one of those forgets fails the file.
  afterEach(() => {
    const { identity } = testOf(expect.getState());
    return failUnlessAwaited(({ test }) => test.identity === identity);
  });
  afterAll(() => failUnlessAwaited(() => true));
  const { ESPALIER_JEST_REPORTS: folder } = process.env;
  const { testPath } = expect.getState();
  if (folder && testPath) {
    // Loaded only where it is asked for: it takes all that a run does.
    const { createTestRecording } = require('./recorded/testRecording') as typeof import('./recorded/testRecording');
    const { suite } = require('../conformance/suite') as typeof import('../conformance/suite');
    recording = createTestRecording(resolve(folder), testPath, suite);
    afterAll(() => recording?.end());
  }
} catch {
  // Loaded within a test, where Jest takes no hooks.
}
