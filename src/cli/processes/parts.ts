/** Runs the parts of a run (`--processes`), each in a process of its own, and brings together what they tell. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { ConsentSettings } from '../../engine/model/settings';
import type { HandedSetUp } from '../../extend/aroundRun';
import type { Report } from '../../report/report';
import type { Io } from '../io';
import type { VerifyFlags } from '../settings/options';

/** What a process is told to do. */
export interface PartOrder {
  /** As on the command line. */
  readonly url: string | undefined;
  /** Those of the whole run, with the part, and its share of what the run may send. */
  readonly flags: VerifyFlags;
  /** The base URL of the mock, if that is verified. */
  readonly mock: string | undefined;
  /** What the set-up command has made for the whole run. */
  readonly resources: ConsentSettings['resources'] | undefined;
  /** What the user's own code has set up for it. */
  readonly setUp?: HandedSetUp | undefined;
}

/** How far a part has come. */
export interface PartProgress {
  readonly done: number;
  readonly total: number;
  readonly isPlanned: boolean;
}

/** What a process tells while it runs. */
export type PartMessage =
  | { readonly type: 'said'; readonly text: string }
  /** The file in which it notes what it makes. */
  | { readonly type: 'journal'; readonly file: string }
  | { readonly type: 'progress'; readonly progress: PartProgress }
  | { readonly type: 'report'; readonly report: Report }
  | { readonly type: 'failed'; readonly reason: string };

/** What came of a part: it has a report, or a reason why it has none, or why that is not to be relied on. */
export interface EndedPart {
  readonly report: Report | undefined;
  readonly failed: string | undefined;
  /** The file that lists what the part made, if the process ended without a word. */
  readonly journal: string | undefined;
}

/** Asks a part to end in order. */
export const END = 'end';

interface Listener {
  readonly io: Io;
  /** Is told how far all parts together have come. */
  readonly onProgress: (progress: PartProgress) => void;
}

/** Runs all parts to their ends. The signals of `io` reach each of them. The promise does not reject. */
export async function runParts(orders: readonly PartOrder[], { io, onProgress }: Listener): Promise<EndedPart[]> {
  const said = new Set<string>();
  const progress = orders.map((): PartProgress => ({ done: 0, total: 0, isPlanned: false }));
  const parts = orders.map((order, at) =>
    runPart(order, io, (message) => {
      // What several of them say is said once.
      if (message.type === 'said' && !said.has(message.text)) io.stderr.write(message.text);
      if (message.type === 'said') said.add(message.text);
      if (message.type !== 'progress') return;
      progress[at] = message.progress;
      onProgress(together(progress));
    }),
  );
  return Promise.all(parts);
}

function together(all: readonly PartProgress[]): PartProgress {
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    total: all.reduce((sum, { total }) => sum + total, 0),
    isPlanned: all.every(({ isPlanned }) => isPlanned),
  };
}

/** The command line, which has a command for parts. */
const MAIN = join(__dirname, '..', 'main.js');

function runPart(
  order: PartOrder,
  { env, signal, failed }: Io,
  tell: (message: PartMessage) => void,
): Promise<EndedPart> {
  return new Promise((done) => {
    const ended: { -readonly [Name in keyof EndedPart]: EndedPart[Name] } = {
      report: undefined,
      failed: undefined,
      journal: undefined,
    };
    // What it has to say comes as messages. On its stderr only Node itself writes.
    const child = fork(MAIN, ['verify-part'], {
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const end = () => send(child, END);
    const signals = [signal, failed];
    for (const each of signals) each?.addEventListener('abort', end);
    const isOver = { process: false, channel: false };
    const over = (what: keyof typeof isOver) => {
      isOver[what] = true;
      // Its last words may come after its end.
      if (!isOver.process || !isOver.channel) return;
      for (const each of signals) each?.removeEventListener('abort', end);
      if (!ended.report && ended.failed === undefined) ended.failed = howEnded(child);
      done(ended);
    };
    child.on('message', (message: PartMessage) => {
      if (message.type === 'report') ended.report = message.report;
      else if (message.type === 'failed') ended.failed = message.reason;
      else if (message.type === 'journal') ended.journal = message.file;
      else tell(message);
    });
    child.on('error', ({ message }) => {
      ended.failed ??= `its process could not be started (${message})`;
      over('process');
      if (!child.connected) over('channel');
    });
    child.on('exit', () => over('process'));
    child.on('disconnect', () => over('channel'));
    send(child, order);
    if (signals.some((each) => each?.aborted)) end();
  });
}

/** Sends a message, unless the process is gone: that is told by its end. */
function send(child: ChildProcess, message: PartOrder | typeof END): void {
  if (child.connected) child.send(message, () => {});
}

function howEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null
    ? `its process ended with exit code ${exitCode}`
    : `its process was ended by ${signalCode}`;
}
