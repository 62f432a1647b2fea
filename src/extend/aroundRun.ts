/** What the user's own code does before a run, and after it. */

import type { ConsentSettings, CredentialSettings, Settings } from '../engine/model/settings';
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

/** How long a tear-down may take, in milliseconds. */
const TEARING_DOWN_MS = 30_000;

/**
 * Sets up a run.
 * @throws UsageError that names the set-up that failed; what came before it is torn down then.
 */
export async function setUpRun(
  runs: readonly RunDefinition[],
  { origin, basePath }: Pick<Target, 'origin' | 'basePath'>,
  signal: AbortSignal,
): Promise<SetUpRun> {
  const surroundings: RunSurroundings = { target: origin + basePath.replace(/\/$/, ''), signal };
  const done: { readonly run: RunDefinition; readonly made: unknown }[] = [];
  const all: SetUpResult[] = [];
  const tearDown = async () => {
    const failed: string[] = [];
    for (const { run, made } of done.splice(0).reverse()) {
      // The run may have been interrupted.
      const anew = AbortSignal.timeout(TEARING_DOWN_MS);
      const why = await failureOf(() =>
        within(run.tearDown?.({ ...surroundings, signal: anew, made }), TEARING_DOWN_MS),
      );
      if (why !== undefined)
        failed.push(`The tear-down of ${run.name} failed: ${why}. What it was to remove may be left.`);
    }
    return failed;
  };
  for (const run of runs) {
    let result: Awaited<ReturnType<RunDefinition['setUp']>> | undefined;
    const why = await failureOf(async () => {
      result = await run.setUp(surroundings);
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
    return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  }
}

async function within(acting: Promise<void> | undefined, mostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`it took longer than ${mostMs / 1000} s`)), mostMs);
  });
  try {
    await Promise.race([acting, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
