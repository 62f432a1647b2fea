import { declaredResponse } from '../../src/contract/contract';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Rule } from '../../src/engine/model/rule';
import type { ExchangeErrorKind } from '../../src/http/message';
import { count } from '../../src/support/words';
import { isRefusedUnread, wholeOperation } from '../judging/exchanges';

/** Errors that say nothing about the target: no connection, a delay of this machine, or a run that was cut short. */
type OurKind = 'unreachable' | 'stalled' | 'interrupted';

const MESSAGES: Readonly<Record<Exclude<ExchangeErrorKind, OurKind>, string>> = {
  timeout: 'the response was not complete within the time limit',
  reset: 'the connection was reset before the response was complete',
  truncated: 'the connection was closed before the response was complete',
  malformed: 'what came is not a well-formed HTTP/1.1 response',
  oversize: 'the response was not complete within the size limit',
  surplus: 'bytes follow the end of the response',
};

/** The same breaches, as they are told apart from run to run. Whether an answer is cut off by a reset or by an end depends on the network. */
const KINDS: Readonly<Record<keyof typeof MESSAGES, string>> = {
  timeout: 'incomplete',
  reset: 'incomplete',
  truncated: 'incomplete',
  malformed: 'malformed',
  oversize: 'incomplete',
  surplus: 'surplus',
};

/** "A client that receives an incomplete response message … MUST record the message as incomplete." RFC 9112 §8 */
export const responds: Rule = {
  id: 'responds',
  level: 'must',
  statement: 'Every request is answered with one complete, well-formed HTTP response within the time limit.',
  reference: 'RFC 9112 §6.3, §8',
  advice: 'Look for a crash, a handler that never answers, or a length that does not match what is sent.',
  probes: EVERY_PROBE,
  bind: wholeOperation,
  judge(exchange) {
    const { error, response } = exchange;
    const { operation } = exchange.case.request;
    if (!error && response?.status === 204 && response.afterHead.length > 0) {
      // If the contract declares the 204 without content, the rule `no-content` has the finding.
      if (declaredResponse(operation, 204)?.media.length === 0) return [];
      return [
        {
          message: MESSAGES.surplus,
          kind: KINDS.surplus,
          expected: 'nothing after a 204',
          actual: count(response.afterHead.length, 'byte'),
        },
      ];
    }
    if (!error) return [];
    if (error.kind === 'unreachable' || error.kind === 'stalled' || error.kind === 'interrupted') return undefined;
    if (isRefusedUnread(exchange)) return undefined;
    return [
      {
        message: MESSAGES[error.kind],
        kind: KINDS[error.kind],
        expected: 'one complete HTTP/1.1 response',
        actual: `the target ${error.message}`,
        ownWords: [`the target ${error.message}`],
      },
    ];
  },
};
