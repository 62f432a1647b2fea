/** Sends what the ledger asks, at the pace of the run. */

import type { Operation } from '../../../contract/contract';
import type { Request } from '../../../http/message';
import { isAccessDenial } from '../../../http/statuses';
import { type Thing, valuesFor } from '../../../resources/things';
import type { Values } from '../../../routing/pathTemplate';
import type { SendOptions } from '../../../wire/send';
import { createPatientSender } from '../../../wire/sendPatiently';
import type { Case } from '../../model/case';
import type { User } from '../../model/user';
import { asUser } from '../credentials/asUser';
import { toRequest } from '../toRequest';
import type { LedgerOptions } from './ledger';

/** Sends what the ledger asks, at the pace of the run; and counts it. */
export function createLedgerSender(options: LedgerOptions) {
  const { ask, pace, target, headers, limits, connections, renewing, users = [] } = options;
  const patient = createPatientSender((signal) => pace.again(signal));
  let sent = 0;
  const sendAs = (each: Case, operation: Operation, signal: AbortSignal | undefined) => {
    const way = { connections, once: !operation.safe, kind: operation.name };
    const request = toRequest(each, target, headers);
    const go = (one: Request, by?: SendOptions) => {
      sent++;
      return patient(one, target, limits, signal, by);
    };
    const inTurn = async () => {
      const end = await pace.begin(signal);
      try {
        return await renewing.send(
          each,
          request,
          (one) => go(one, way),
          (one) => go(one),
        );
      } finally {
        end();
      }
    };
    return inTurn();
  };
  const letIn = new Map<Operation, number>();
  /** All that may be tried: with each right of the first user, then as each further one. */
  const waysOf = (operation: Operation, values: Values): Case[] => {
    const ways: Case[] = [];
    for (let each = ask(operation, values, 0); each; each = ask(operation, values, ways.length)) ways.push(each);
    const [plain] = ways;
    return [...ways, ...users.flatMap((user) => (plain && asUser(plain, user)) ?? [])];
  };
  const send = (operation: Operation, thing: Thing, signal: AbortSignal | undefined, maker: User | undefined) => {
    const values = valuesFor(operation, thing);
    const usual = letIn.get(operation) ?? 0;
    const plain = ask(operation, values, 0);
    if (!plain) return undefined;
    const own = maker && asUser(plain, maker);
    const inEachWay = async () => {
      const first = own ?? waysOf(operation, values)[usual] ?? plain;
      const outcome = await sendAs(first, operation, signal);
      if (!isAccessDenial(outcome.response?.status)) return outcome;
      // Some services let one credential make what another one alone may remove.
      for (const [way, further] of waysOf(operation, values).entries()) {
        if (signal?.aborted) break;
        const isAsked = own ? further.request.user === maker : way === usual;
        const other = isAsked ? outcome : await sendAs(further, operation, signal);
        if (isAccessDenial(other.response?.status)) continue;
        if (!own) letIn.set(operation, way);
        return other;
      }
      return outcome;
    };
    return inEachWay();
  };
  return { send, sent: () => sent };
}
