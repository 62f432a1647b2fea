/** Asks once more for what a credential was let in to before. */

import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { toRequest } from '../request/toRequest';
import type { Asker } from './asker';
import type { RunMeans } from './means';
import type { Agenda } from './schedule';

export class AskingAgain {
  /** What is about to be asked once more. */
  private readonly asking = new Map<Case, Promise<Exchange | undefined>>();

  constructor(
    private readonly agenda: Agenda,
    private readonly means: RunMeans,
    private readonly asker: Asker,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Asks once more for what was let in before, to see whether the credential still works. Whoever wants to know that before it is sent waits for
   * the same answer.
   */
  ask(each: Case): Promise<Exchange | undefined> {
    const asking = this.asking.get(each) ?? this.sendAgain(each);
    this.asking.set(each, asking);
    return asking;
  }

  private async sendAgain(each: Case): Promise<Exchange | undefined> {
    const { ledger, sending, listener } = this.means;
    const passage = await ledger.passAgain(each, this.signal);
    if (!passage) {
      this.asking.delete(each);
      return undefined;
    }
    const name = `is the credential still good? ${each.claim.name}`;
    await this.agenda.count(this.signal);
    const index = this.agenda.number();
    const request = toRequest(each, sending.target, sending.headers);
    const outcome = await this.asker.sendOne(passage, request, () => {
      this.asking.delete(each);
      listener.onSending(each, index);
    });
    const exchange: Exchange = { index, case: { ...each, claim: { ...each.claim, name } }, request, ...outcome };
    listener.onAnswered(exchange);
    listener.onCredential(exchange, true);
    return exchange;
  }
}
