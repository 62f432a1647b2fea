/** Tells of the exchanges of each operation in their order. */

import { lettingOthersRun, type Parts } from '../../support/letOthersRun';
import type { Exchange } from '../model/exchange';
import type { Sent } from './asker';

/** How many connections are watched at once after a complete response. */
export const MOST_WATCHED = 60;

/** An exchange whose connection is still watched is told of when the watch ends. Hardly anything waits for that. */
export class TellInOrder {
  /** By operation, what is still to be told of it. */
  private readonly untold = new Map<string, Promise<void>>();

  /** Tells of an exchange when its turn has come, and lets it go then. @param onTold stops after each part of what it has to do. */
  async tell({ exchange, watched, holding }: Sent, onTold: (exchange: Exchange) => Parts<void>): Promise<void> {
    const { untold } = this;
    const note = async (whole: Exchange) => {
      await lettingOthersRun(onTold(whole));
      holding.release();
    };
    const { name } = exchange.case.request.operation;
    const before = untold.get(name);
    const told =
      watched || before ? Promise.all([watched ?? exchange, before]).then(([whole]) => note(whole)) : note(exchange);
    untold.set(name, told);
    const forget = () => untold.get(name) === told && untold.delete(name);
    // What fails is told of at the end.
    told.then(forget, () => {});
    if (!(watched || before) || untold.size > MOST_WATCHED) await told;
  }

  /** Waits until all was told. */
  async end(): Promise<void> {
    await Promise.all(this.untold.values());
  }
}
