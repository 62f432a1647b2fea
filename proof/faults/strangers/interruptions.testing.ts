/** The command line as a process: whenever it is stopped or killed, what strangers have is left alone, and what it made is removed or told. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, type Ended, folderOf, runCli } from '../../../src/cli/tests/cli.testing';
import type { Leftover } from '../../../src/report/report';
import { contractOfTarget, NO_WRONGS, type Wrongs, withStore, wrongsOf } from './raid.testing';
import { OWNER_FIELD, type RunningStore } from './store';
import type { Stranger } from './stranger';
import { strangers } from './strangers';

/** When a run is interrupted: at the unsafe request of this number, before its answer; or at the next request after that. */
export interface Moment {
  readonly unsafe: number;
  readonly isHeard: boolean;
}

export const INTERRUPTIONS = [
  { unsafe: 2, isHeard: false },
  { unsafe: 9, isHeard: true },
] as const satisfies readonly Moment[];

type Listed = Pick<Leftover, 'operation' | 'url' | 'curl'>;

/** What `espalier` finds on a machine where nobody ever ran it. */
function surroundings(cwd: string) {
  return { cwd, env: { HOME: cwd, TMPDIR: cwd, XDG_STATE_HOME: join(cwd, 'state') } };
}

/** Runs the command on a target, and sends it a signal at a moment. @returns how it ended, and whether it was interrupted. */
async function interruptedRun<T>(
  target: Stranger,
  moment: Moment,
  signal: NodeJS.Signals,
  use: (run: Run) => Promise<T>,
): Promise<T> {
  // A service of strangers sends nothing after an answer.
  const cwd = folderOf({ 'espalier.yaml': 'limits: { lingerMs: 10 }\n' });
  let child: ChildProcess | undefined;
  let isInterrupted = false;
  const onRequest = async (method: string, unsafe: number) => {
    const isAfter = unsafe > moment.unsafe || (unsafe === moment.unsafe && method === 'GET');
    if (isInterrupted || !(moment.isHeard ? isAfter : unsafe === moment.unsafe && method !== 'GET')) return;
    isInterrupted = true;
    const running = child;
    if (!running) return;
    // What is killed hears no answer; what is asked to end hears the answer while it does.
    const gone = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    if (signal === 'SIGKILL') await gone;
  };
  return withStore(target, onRequest, async (store) => {
    const { env } = surroundings(cwd);
    const args = ['verify', store.url, ...argsFor(target), '--writes', 'own', '--seed', '7', '--concurrency', '1'];
    const running = spawn(process.execPath, [CLI, ...args, '--report', 'json'], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = running;
    let stdout = '';
    running.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    await new Promise((done) => running.once('close', done));
    return use({ store, cwd, stdout, isInterrupted });
  });
}

interface Run {
  readonly store: RunningStore;
  readonly cwd: string;
  readonly stdout: string;
  readonly isInterrupted: boolean;
}

function argsFor(target: Stranger): string[] {
  const params = Object.entries(target.params ?? {}).flatMap(([name, values]) =>
    values.map((value) => `${name}=${value}`),
  );
  return [
    ...['--contract', contractOfTarget(target).file, '--header', `${OWNER_FIELD}: run`],
    ...params.flatMap((each) => ['--param', each]),
    ...(target.hangs ? ['--timeout', '1500'] : []),
  ];
}

/** What a run has noted of what it made, wherever it lies. */
function journalsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.jsonl')).map((file) => join(folder, file));
}

/** What --cleanup tells it could not remove. */
function toldBy({ stdout }: Ended): Listed[] {
  const lines = stdout.matchAll(/^([A-Z]+ \S+) (http\S+): .*\n {2}(.*)$/gm);
  return [...lines].map(([, operation = '', url = '', curl = '']) => ({ operation, url, curl }));
}

/** What is to be seen of a run that was interrupted. */
interface Interrupted {
  readonly wrongs: Wrongs;
  /** False if the run ended before the moment came. */
  readonly isInterrupted: boolean;
  /** The things of the run that are still there. */
  readonly left: readonly string[];
  /** The lines of `--cleanup` on stderr that it should not write. */
  readonly errors: readonly string[];
}

/** Asks a run to end, and waits until it has removed what it made. */
export async function terminated(
  target: Stranger,
  moment: Moment,
  signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM',
): Promise<Interrupted> {
  return interruptedRun(target, moment, signal, async ({ store, stdout, isInterrupted }) => ({
    wrongs: wrongsOf(store, leftoversIn(stdout)),
    isInterrupted,
    left: store.left('run'),
    errors: [],
  }));
}

/** What `--cleanup` says where nothing is wrong. */
const EXPECTED = /^(To be removed at|Settings are read from) /;

/** Sends SIGKILL to a run, and lets `--cleanup` remove what it made. @param between is called between the two. */
export async function killed(
  target: Stranger,
  moment: Moment,
  between: (store: RunningStore) => Promise<void> = async () => {},
): Promise<Interrupted> {
  return interruptedRun(target, moment, 'SIGKILL', async ({ store, cwd, stdout, isInterrupted }) => {
    const told: Listed[] = isInterrupted ? [] : [...leftoversIn(stdout)];
    const errors: string[] = [];
    if (isInterrupted) await between(store);
    for (const journal of isInterrupted ? journalsIn(cwd) : []) {
      const args = ['verify', store.url, '--cleanup', journal, ...argsFor(target)];
      const ended = await runCli(args, surroundings(cwd));
      told.push(...toldBy(ended));
      errors.push(...ended.stderr.split('\n').filter((line) => line !== '' && !EXPECTED.test(line)));
    }
    return { wrongs: wrongsOf(store, told), isInterrupted, left: store.left('run'), errors };
  });
}

function leftoversIn(json: string): readonly Leftover[] {
  return (JSON.parse(json) as { readonly leftovers?: readonly Leftover[] }).leftovers ?? [];
}

/**
 * Defines the tests that interrupt a run on each of these services, at each of these moments.
 * @param names the names of the services.
 * @param asking the signals that ask a run to end.
 */
export function testInterruptions(
  names: readonly string[],
  moments: readonly Moment[],
  asking: readonly ('SIGTERM' | 'SIGINT')[] = ['SIGTERM'],
): void {
  const targets = strangers.filter(({ name }) => names.includes(name)).map((target) => [target.name, target] as const);

  describe.each(moments)('at the unsafe request $unsafe, its answer heard: $isHeard', (moment) => {
    const asked = asking.flatMap((signal) => targets.map(([name, target]) => [signal, name, target] as const));

    test.concurrent.each(asked)('%s, %s', async (signal, _, target) => {
      const { wrongs, isInterrupted, left } = await terminated(target, moment, signal);
      expect(wrongs).toEqual(NO_WRONGS);
      if (target.isHonest) expect({ isInterrupted, left }).toEqual({ isInterrupted: true, left: [] });
    });

    test.concurrent.each(targets)('SIGKILL and --cleanup, %s', async (_, target) => {
      const { wrongs, isInterrupted, left, errors } = await killed(target, moment);
      if (target.isHonest) expect(isInterrupted).toBe(true);
      expect({ errors, ...wrongs }).toEqual({ errors: [], ...NO_WRONGS });
      // What the list of an honest service shows is found, whether or not the run heard of it.
      const isListed = target.isHonest && 'get' in (Object.values(target.contract['paths'] as object)[0] ?? {});
      if (isListed) expect(left).toEqual([]);
    });
  });
}
