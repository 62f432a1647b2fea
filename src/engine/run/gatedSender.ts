/** Sends what passed the gate, and nothing else. In the engine no other place can send a request. */

import type { Request } from '../../http/message';
import type { Limits, Outcome, SendOptions } from '../../wire/send';
import { createPatientSender } from '../../wire/sendPatiently';
import type { Target } from '../../wire/target';
import type { Passage } from '../ledger/gate';
import type { Pace } from './pace';
import type { ShownTags } from './shownTags';

export class GatedSender {
  private readonly patient: ReturnType<typeof createPatientSender>;

  /** @param tags are told of each answer. */
  constructor(
    pace: Pace,
    private readonly tags: ShownTags,
  ) {
    this.patient = createPatientSender(
      (signal) => pace.again(signal),
      (outcome) => pace.heard(outcome),
    );
  }

  /**
   * Sends a request, again where the target asks to wait.
   * @param passage of the case that the request was made of.
   * @throws TypeError if no gate has given it.
   */
  async send(
    passage: Passage,
    request: Request,
    target: Target,
    limits: Limits,
    signal?: AbortSignal,
    options?: SendOptions,
  ): Promise<Outcome> {
    if (!passage.isGiven) throw new TypeError('No gate has let this request pass.');
    const outcome = await this.patient(request, target, limits, signal, options);
    this.tags.note(request, outcome.response);
    return outcome;
  }
}
