/** Sends what passed the gate, and nothing else. In the engine no other place can send a request. */

import type { Request } from '../../http/message';
import { UsageError } from '../../support/errors';
import type { Limits, Outcome, SendOptions } from '../../wire/send';
import { createPatientSender } from '../../wire/sendPatiently';
import type { Target } from '../../wire/target';
import type { Passage } from '../ledger/gate';
import type { Hooked } from '../model/hooks';
import { askedAt } from '../request/askedAt';
import type { Hooks } from './hooks';
import type { Pace } from './pace';
import type { ShownTags } from './shownTags';

/** What came of a request, and the request itself where hooks have added to it. */
export interface SentOutcome extends Outcome {
  readonly request?: Request;
  readonly hooked?: Hooked;
}

export class GatedSender {
  private readonly patient: ReturnType<typeof createPatientSender>;

  /**
   * @param states are told of each answer: which state of a thing it shows.
   * @param hooks may add to each request that has passed, and change nothing else of it.
   */
  constructor(
    pace: Pace,
    private readonly states: readonly Pick<ShownTags, 'note'>[],
    private readonly hooks: Hooks,
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
  ): Promise<SentOutcome> {
    if (!passage.isGiven) throw new TypeError('No gate has let this request pass.');
    const patience = { ...options, maySendAgain: passage.passesAgain };
    const outcome = this.hooks.concerns(passage.each)
      ? await this.sendHooked(passage.each, request, target, limits, signal, patience)
      : await this.patient(request, target, limits, signal, patience);
    const named = { ...request, path: askedAt(passage.each.request, request.path) };
    for (const each of this.states) each.note(named, outcome.response);
    return outcome;
  }

  private async sendHooked(
    each: Passage['each'],
    plain: Request,
    target: Target,
    limits: Limits,
    signal?: AbortSignal,
    options?: SendOptions,
  ): Promise<SentOutcome> {
    let sent: Pick<SentOutcome, 'request' | 'hooked'> = {};
    const prepare = async () => {
      const prepared = await this.hooks.prepare(each, plain, target, limits.timeoutMs);
      sent = prepared;
      return prepared.request;
    };
    try {
      const outcome = await this.patient(prepare, target, limits, signal, options);
      return { ...outcome, ...sent };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // Nothing was sent, which says nothing of the target. The run ends.
      const why = { kind: 'interrupted', message: `was not asked. ${error.message}`, code: undefined } as const;
      return { response: null, error: why, received: Buffer.alloc(0), durationMs: 0 };
    }
  }
}
