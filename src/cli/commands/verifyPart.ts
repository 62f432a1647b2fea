/** One part of a run, in a process of its own. `espalier verify --processes` starts it; nobody else does. */

import { ContractError } from '../../contract/clause';
import { toOwnFailure } from '../../engine/ownFailure';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import type { Output } from '../output/streams';
import { END, type PartMessage, type PartOrder } from '../processes/parts';
import { verifyPart } from './verify';

/** How often a part says how far it is, in milliseconds. */
const TELL_EVERY = 100;

type Channel = Pick<NodeJS.Process, 'on' | 'once' | 'connected' | 'send' | 'disconnect'>;

/**
 * Waits for its order, runs the part, and tells what came of it. If the process that started it goes away, the part ends in order, and
 * removes what it made.
 * @throws UsageError if nobody gives an order.
 */
export async function verifyPartCommand(io: Io, channel: Channel = process): Promise<number> {
  if (!channel.send) throw new UsageError('This command is one that espalier verify --processes starts.');
  const ended = new AbortController();
  const order = await new Promise<PartOrder | undefined>((given) => {
    channel.once('disconnect', () => {
      ended.abort();
      given(undefined);
    });
    channel.on('message', (message: PartOrder | typeof END) => {
      if (message === END) ended.abort();
      else given(message);
    });
  });
  if (!order) return 2;
  const tell = (message: PartMessage) =>
    new Promise<void>((done) => {
      if (channel.connected) channel.send?.(message, undefined, undefined, () => done());
      else done();
    });
  let isBegun = false;
  let toldAt = 0;
  const stderr = relayed(io.stderr, (text) => isBegun && void tell({ type: 'said', text }));
  const signal = AbortSignal.any([io.signal, ended.signal]);
  try {
    const report = await verifyPart(
      order,
      { ...io, stderr, signal },
      {
        begin() {
          isBegun = true;
        },
        onJournal: (file) => void tell({ type: 'journal', file }),
        onProgress(progress) {
          const now = performance.now();
          if (now - toldAt < TELL_EVERY) return;
          toldAt = now;
          void tell({ type: 'progress', progress });
        },
      },
    );
    await tell({ type: 'report', report });
  } catch (error) {
    await tell({ type: 'failed', reason: whyFailed(error) });
  }
  if (channel.connected) channel.disconnect();
  return 0;
}

function relayed(output: Output, say: (text: string) => void): Output {
  return { ...output, isTTY: false, columns: undefined, write: say, writeAsIs: say };
}

function whyFailed(error: unknown): string {
  return error instanceof UsageError || error instanceof ContractError ? error.message : toOwnFailure(error).message;
}
