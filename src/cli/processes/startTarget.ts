/** `--start COMMAND` and `--wait`: when the implementation is started, how long it may take to answer, and how long to end. Its processes: `processTree.ts`. */

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redact } from '../../redaction/redact';
import { UsageError } from '../../support/errors';
import { settled } from '../../support/waiting';
import { send } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { Io } from '../io';
import { keepLastLines, letGo, spawnCommand } from './processTree';

interface StartOptions {
  /** The command, for a shell. */
  readonly command: string;
  /** Where the implementation will answer. */
  readonly target: Target;
  /** How long it may take to answer, in milliseconds. */
  readonly waitMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Takes the token out of what the command printed. */
  readonly redact: Redact;
}

export interface StartedTarget {
  /** Tells how the target ended and what it printed last, if it ended by itself; else undefined. */
  died(): Promise<string | undefined>;
  /** Ends it and all its children, within some seconds. What has ended already stays so. */
  close(): Promise<void>;
}

/** How long a target that was started may take to answer, in seconds. `--wait` overrides it. */
const WAIT = 30;

/**
 * With `--start`, starts the target. With `--start` or `--wait`, waits until it answers.
 * @throws UsageError as {@link startTarget} and {@link waitForAnswer}.
 */
export async function reachTarget(
  target: Target,
  { start, wait }: { readonly start?: string; readonly wait?: number },
  { env, signal }: Pick<Io, 'env' | 'signal'>,
  redact: Redact,
): Promise<StartedTarget> {
  const waitMs = (wait ?? WAIT) * 1000;
  if (start !== undefined) return startTarget({ command: start, target, waitMs, env, signal, redact });
  if (wait !== undefined) await waitForAnswer(target, waitMs, signal);
  return { died: async () => undefined, close: async () => {} };
}

/** How long the target may take to end after SIGTERM, and after SIGKILL, in milliseconds. */
const GRACE_MS = 5000;
const KILLED_MS = 1000;

/**
 * Starts the target in a process group of its own and waits until it answers.
 * @throws UsageError if something else answers there already, if the target ends or does not answer, or on the signal.
 *   Nothing is left running then.
 */
async function startTarget({ command, target, waitMs, env, signal, redact }: StartOptions): Promise<StartedTarget> {
  if (await isListening(target)) {
    throw new UsageError(
      `Something listens at ${target.origin} already, and would be verified in place of what --start starts; end it, or leave --start out.`,
    );
  }
  const { child, tree } = spawnCommand(command, env);
  const printed = keepLastLines([child.stdout, child.stderr], redact);
  let how: string | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('error', ({ message }) => {
      how = `could not be started (${message})`;
      resolve();
    });
    // This is not `exit`, since a shell may end before a process that it started in the background, which keeps its output open.
    child.once('close', (code, killer) => {
      how ??= howEnded(code, killer);
      resolve();
    });
  });
  // The target ends with this process, unless SIGKILL ends this one.
  const lastResort = () => tree.signal('SIGKILL');
  process.once('exit', lastResort);

  const epitaph = () => how && `The target of --start ${how}: ${redact(command)}\n${printed()}`;
  const end = async () => {
    tree.signal('SIGTERM');
    await Promise.all([settled(ended, GRACE_MS), tree.gone(GRACE_MS)]);
    tree.signal('SIGKILL');
    await settled(ended, KILLED_MS);
    letGo(child);
    process.off('exit', lastResort);
  };
  let ending: Promise<void> | undefined;
  const close = () => {
    ending ??= end();
    return ending;
  };

  const waiting = new AbortController();
  void ended.then(() => waiting.abort());
  try {
    await waitForAnswer(target, waitMs, AbortSignal.any([signal, waiting.signal]));
  } catch (error) {
    const reason = signal.aborted ? undefined : epitaph();
    await close();
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(reason ?? (signal.aborted ? error.message : `${error.message}\n${printed()}`));
  }
  const died = async () => {
    // The connection is lost a little before the process ends.
    if (!(await isListening(target))) await settled(ended, KILLED_MS);
    return epitaph();
  };
  return { died, close };
}

function howEnded(code: number | null, killer: NodeJS.Signals | null): string {
  switch (code) {
    case null:
      return `was ended by ${killer}`;
    case 0:
      return 'ended, with exit code 0; it must stay in the foreground';
    case 126:
      return 'cannot be executed (exit code 126)';
    case 127:
      return 'was not found (exit code 127)';
    default:
      return `ended, with exit code ${code}`;
  }
}

/** How long to wait between two attempts, and the shortest and longest limit for one attempt, in milliseconds. */
const PAUSE_MS = 50;
const SHORTEST_ATTEMPT_MS = 500;
const LONGEST_ATTEMPT_MS = 5000;

/**
 * Waits until the target gives any answer to a request.
 * @throws UsageError if it does not answer within `waitMs`, or on the signal.
 */
async function waitForAnswer(target: Target, waitMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = Math.max(SHORTEST_ATTEMPT_MS, deadline - performance.now());
    const limits = { timeoutMs: Math.min(left, LONGEST_ATTEMPT_MS), lingerMs: 0, maxBytes: 64 * 1024 };
    const request = { method: 'GET', path: `${target.basePath}/`, headers: [] };
    const { received, error } = await send(request, target, limits, signal);
    // A certificate that is not trusted counts as an answer, since the run will say what to do about it.
    if (received.length > 0 || /CERT|SELF_SIGNED/.test(error?.code ?? '')) return;
    if (signal.aborted) throw new UsageError('Interrupted before the target answered.');
    if (performance.now() >= deadline) throw new UsageError(whyNotReady(target, waitMs, error));
    await pause(PAUSE_MS);
  }
}

function whyNotReady({ origin }: Target, waitMs: number, error: Awaited<ReturnType<typeof send>>['error']): string {
  const why = error?.kind === 'unreachable' ? error.message : `${origin} takes connections, but does not answer`;
  return `${why}; waited ${waitMs / 1000} s (--wait SECONDS).`;
}

/** If connecting takes longer than this, nothing listens there, in milliseconds. */
const CONNECT_MS = 2000;

function isListening({ hostname, port }: Target): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, timeout: CONNECT_MS });
    const finish = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}
