import type { Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Circumstances, Rule } from '../../src/engine/model/rule';
import { CONSENTS } from '../../src/engine/plan/consents';
import { isAccessDenial } from '../../src/http/statuses';
import type { Why } from '../../src/report/outcome';
import { kindsOf } from '../../src/resources/kinds';
import { namedBy, statusLine } from '../judging/exchanges';
import { type Trespass, trespassOf } from '../judging/strangers';
import { isWitnessed, looksAt } from '../judging/witness';

/**
 * "An origin server that wishes to "hide" the current existence of a forbidden target resource MAY instead respond with a status code of 404
 * (Not Found)." RFC 9110 §15.5.4. That things are private, the user says: the contract has no word for it.
 */
export const privateThings: Rule = {
  id: 'private-things',
  level: 'must',
  statement:
    'What is private, as the configuration says, nobody else reads, changes or removes, and nobody else learns that it exists.',
  reference: 'RFC 9110 §15.5.4',
  advice: 'Look for the thing among those of whom the credential names, and answer 404 (or 403) alike for all others.',
  probes: ['stranger'],
  across: true,
  onlyPrivate: true,
  notOfMock: true,
  bind: (operation, operations) =>
    CONCERNED.has(operation.method)
      ? [{ operation, clause: operation.clause, optional: (own, run) => whyUntold(operation, operations, own, run) }]
      : [],
  judge(exchange, _subject, context) {
    const { chain } = context;
    const trespass = trespassOf(exchange, chain);
    if (trespass === undefined || !exchange.response) return undefined;
    if (trespass === 'kept') return [];
    const { after } = trespass;
    const { before } = looksAt(namedBy(exchange), exchange, chain);
    if (after && !isWitnessed({ by: exchange, before, after }, context)) return undefined;
    const { message, expected } = BREACHES[trespass.what];
    return [
      {
        message,
        kind: trespass.what,
        expected,
        actual: `${statusLine(exchange.response)}, ${trespass.how}`,
        ...at(trespass),
      },
    ];
  },
};

const CONCERNED: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH', 'DELETE']);

const BREACHES: Readonly<Record<Trespass['what'], Pick<Breach, 'message' | 'expected'>>> = {
  shown: { message: 'what is private was shown to another credential', expected: '404 or 403' },
  listed: { message: 'what is private was listed for another credential', expected: 'a list without it' },
  changed: { message: 'what is private was changed with another credential', expected: '404 or 403, and no change' },
  removed: { message: 'what is private was removed with another credential', expected: '404 or 403, and still there' },
  'told apart': {
    message: 'another credential learns whether something private exists',
    expected: 'the same answer for what is not there',
  },
};

function at({ after }: Trespass): Pick<Breach, 'at'> {
  return after ? { at: after } : {};
}

/** Says why nothing was proven of an operation; undefined if the reason is what the run lacks, or was answered. */
function whyUntold(
  operation: Operation,
  operations: readonly Operation[],
  own: readonly Exchange[],
  { needed, notMade, writes }: Circumstances,
): string | Why | undefined {
  const kinds = kindsOf(operations);
  const items = kinds.ofItem(operation) ?? kinds.listedBy(operation);
  if (!items?.maker || !items.reader)
    return 'the contract has no operation that makes such a thing, and one that shows it, so that nobody else could be asked about it';
  if (needed.length > 0 || notMade !== undefined) return undefined;
  const asked = own.filter(({ case: { request } }) => request.byOther);
  const [refused] = asked;
  if (refused?.response && asked.every(({ response }) => isAccessDenial(response?.status)))
    return {
      reason: `the other credential was refused wherever it was shown (${refused.response.status}), so nothing tells whether it works`,
      handOver: ['a credential of somebody else that is let in (--other-credential NAME=VALUE)'],
    };
  if (asked.length > 0 || operation.safe || writes === 'any') return undefined;
  return {
    reason:
      'the other credential was not shown what the run made, and may have a thing of its own under the same id, so nothing was changed or removed with it',
    handOver: [CONSENTS.any],
  };
}
