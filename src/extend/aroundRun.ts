/** What the user's own code does before a run, and after it. */

import type { ConsentSettings, CredentialSettings, Settings } from '../engine/model/settings';
import { whyFailed } from '../engine/usersFailure';
import { UsageError } from '../support/errors';
import type { Target } from '../wire/target';
import type { RunDefinition, RunSurroundings, SetUpResult } from './define';

/** What set-ups hand over to a run; the process of a part is given it, too. */
export interface HandedSetUp {
  readonly params: ConsentSettings['params'];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly token?: string;
  readonly credentials: CredentialSettings['credentials'];
}

interface SetUpRun {
  readonly setUp: HandedSetUp;
  /** Undoes what was set up, the last first, as far as it can. @returns a sentence for each that failed. */
  readonly tearDown: () => Promise<readonly string[]>;
}

/** How long a set-up and a tear-down may take, in milliseconds. */
const SETTING_UP_MS = 60_000;
const TEARING_DOWN_MS = 30_000;

/**
 * Sets up a run.
 * @param mostMs how long each set-up may take, in milliseconds; a signal ends it, too.
 * @throws UsageError that names the set-up that failed; what came before it is torn down then.
 */
export async function setUpRun(
  runs: readonly RunDefinition[],
  { origin, basePath }: Pick<Target, 'origin' | 'basePath'>,
  signal: AbortSignal,
  mostMs = SETTING_UP_MS,
): Promise<SetUpRun> {
  const surroundings: RunSurroundings = { target: origin + basePath.replace(/\/$/, ''), signal };
  const done: { readonly run: RunDefinition; readonly made: unknown }[] = [];
  const all: SetUpResult[] = [];
  const tearDown = async () => {
    const failed: string[] = [];
    for (const { run, made } of done.splice(0).reverse()) {
      const why = await failureOf(() =>
        within(TEARING_DOWN_MS, undefined, (ends) => run.tearDown?.({ ...surroundings, signal: ends, made })),
      );
      if (why !== undefined)
        failed.push(`The tear-down of ${run.name} failed: ${why}. What it was to remove may be left.`);
    }
    return failed;
  };
  for (const run of runs) {
    let result: Awaited<ReturnType<RunDefinition['setUp']>> | undefined;
    const why = await failureOf(async () => {
      result = await within(mostMs, signal, (ends) => run.setUp({ ...surroundings, signal: ends }));
    });
    if (why !== undefined) {
      const failed = await tearDown();
      throw new UsageError([`The set-up of ${run.name} failed: ${why}.`, ...failed].join(' '));
    }
    done.push({ run, made: result?.made });
    all.push(result ?? {});
  }
  return { setUp: together(all), tearDown };
}

/**
 * Does what a command does between the set-ups and the tear-downs of the user's own.
 * @param act is handed what was set up; undefined where there is nothing to set up.
 * @param surroundings what ends a set-up, and who is told of a tear-down that failed.
 * @returns the exit code of `act`; 2 if a tear-down failed.
 * @throws UsageError as {@link setUpRun}, and whatever `act` throws.
 */
export async function whileSetUp(
  runs: readonly RunDefinition[],
  at: Pick<Target, 'origin' | 'basePath'>,
  { signal, warn }: { readonly signal: AbortSignal; readonly warn: (sentence: string) => void },
  act: (setUp: HandedSetUp | undefined) => Promise<number>,
): Promise<number> {
  if (runs.length === 0) return act(undefined);
  const { setUp, tearDown } = await setUpRun(runs, at, signal);
  let exitCode = 2;
  try {
    exitCode = await act(setUp);
  } finally {
    const failed = await tearDown();
    for (const why of failed) warn(why);
    if (failed.length > 0) exitCode = 2;
  }
  return exitCode;
}

/** The settings of a run, with what set-ups have handed over. What the user hands over by itself goes before it. */
export function withSetUp<T extends Settings>(
  settings: T,
  { params, headers, token, credentials: made }: HandedSetUp,
): T {
  const { consent, credentials } = settings;
  return {
    ...settings,
    consent: { ...consent, params: { ...params, ...consent.params } },
    credentials: {
      ...credentials,
      headers: [...headers, ...credentials.headers],
      token: credentials.token ?? token,
      credentials: { ...made, ...credentials.credentials },
    },
  };
}

function together(all: readonly SetUpResult[]): HandedSetUp {
  const params = Object.assign({}, ...all.map((each) => each.params ?? {})) as NonNullable<SetUpResult['params']>;
  const token = all.findLast((each) => each.token !== undefined)?.token;
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, values]) => [name, [values].flat().map(String)])),
    headers: all.flatMap((each) => Object.entries(each.headers ?? {})),
    ...(token === undefined ? {} : { token }),
    credentials: Object.assign({}, ...all.map((each) => each.credentials ?? {})) as HandedSetUp['credentials'],
  };
}

/** @returns why it failed; undefined where it did not. */
async function failureOf(act: () => Promise<unknown> | undefined): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return whyFailed(error);
  }
}

/**
 * Does what the user's code says, and waits no longer than so many milliseconds, or than a signal lets it. What it does then goes on, and nothing waits
 * for it.
 * @param outer undefined where only the time is a limit, since the run may have been interrupted.
 */
async function within<Result>(
  mostMs: number,
  outer: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<Result> | undefined,
): Promise<Result | undefined> {
  const limit = new AbortController();
  const interrupt = () => limit.abort(new Error('it was interrupted'));
  if (outer?.aborted) interrupt();
  outer?.addEventListener('abort', interrupt, { once: true });
  // The timer keeps the process alive, also where the code of the user waits for nothing.
  const timer = setTimeout(() => limit.abort(new Error(`it took longer than ${mostMs / 1000} s`)), mostMs);
  try {
    limit.signal.throwIfAborted();
    return await Promise.race([act(limit.signal), refusal(limit.signal)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', interrupt);
  }
}

function refusal(signal: AbortSignal): Promise<never> {
  return new Promise((_, refuse) => {
    signal.addEventListener('abort', () => refuse(signal.reason), { once: true });
  });
}
