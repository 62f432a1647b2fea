/** Tells of the exchanges of each operation in their order. */

import type { Exchange } from '../model/exchange';
import type { Sent } from './asker';

/** How many connections are watched at once after a complete response. */
export const MOST_WATCHED = 60;

/** An exchange whose connection is still watched is told of when the watch ends. Hardly anything waits for that. */
export class TellInOrder {
  /** By operation, what is still to be told of it. */
  private readonly untold = new Map<string, Promise<void>>();

  /** Tells of an exchange when its turn has come, and lets it go then. */
  async tell({ exchange, watched, holding }: Sent, onTold: (exchange: Exchange) => void): Promise<void> {
    const { untold } = this;
    const note = (whole: Exchange) => {
      onTold(whole);
      holding.release();
    };
    const { name } = exchange.case.request.operation;
    const before = untold.get(name);
    if (!watched && !before) return note(exchange);
    const told = Promise.all([watched ?? exchange, before]).then(([whole]) => note(whole));
    untold.set(name, told);
    const forget = () => untold.get(name) === told && untold.delete(name);
    // What fails is told of at the end.
    told.then(forget, () => {});
    if (untold.size > MOST_WATCHED) await told;
  }

  /** Waits until all was told. */
  async end(): Promise<void> {
    await Promise.all(this.untold.values());
  }
}
