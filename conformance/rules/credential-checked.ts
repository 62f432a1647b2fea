import { isGuarded } from '../../src/contract/security';
import type { Rule } from '../../src/engine/model/rule';
import { isClientError, isSuccess } from '../../src/http/statuses';
import { endsSession } from '../../src/resources/destructiveness';
import { isRateLimited, statusTo } from '../judging/exchanges';
import { isRefusal } from '../judging/refusals';

const MOCKED = 'the mock takes any credential';

/**
 * "A server that receives valid credentials that are not adequate … ought to respond with 403; … invalid credentials … 401." RFC 9110 §11.4 says it of
 * what is sent; that it is checked, the contract means by requiring it.
 */
export const credentialChecked: Rule = {
  id: 'credential-checked',
  level: 'should',
  statement: 'A credential that cannot be good (random, of the same form) is refused.',
  reference: 'RFC 9110 §11.4',
  advice:
    'Compare the credential with those that you gave out, or check its signature. Where this target takes any by intent, say so in a waiver.',
  probes: ['wrong-token'],
  across: true,
  // It takes any credential, so that nobody needs one to try a client.
  notOfMock: true,
  bind(operation) {
    const { security } = operation;
    const first = security.alternatives.find(({ schemes }) =>
      schemes.some(({ in: where }) => where !== 'connection' && where !== 'nowhere'),
    );
    // To end a session that there is none of, or to revoke a token that is none, is done with nothing left to do (RFC 7009 §2.2).
    if (!first || !isGuarded(security) || endsSession(operation)) return [];
    return [{ operation, clause: first.clause, optional: (_, { isMocked }) => (isMocked ? MOCKED : undefined) }];
  },
  judge(exchange, _subject, { all, isMocked }) {
    const { case: each, response, error } = exchange;
    if (isMocked || each.claim.probe !== 'wrong-token' || !response || error || isRateLimited(exchange))
      return undefined;
    // Another thing may be there though this one is not any more.
    const { claim, touches } = each;
    const alike = claim.exists ? all.filter((other) => other.case.touches.thing === touches.thing) : all;
    if (isClientError(response.status)) return isRefusal(exchange, alike) ? [] : undefined;
    // Where nobody is asked for a credential, another rule has the finding.
    if (!isSuccess(response.status) || all.some(isOpenDoor)) return undefined;
    return [
      {
        message: 'a credential that cannot be good was let in',
        expected: 'a 4xx, such as 401',
        ...statusTo(response, each.claim.name),
      },
    ];
  },
};

/** Whether a request without any credential was answered with success. */
function isOpenDoor({ case: { claim, request }, response }: Parameters<Rule['judge']>[0]): boolean {
  const { headers, query, cookies } = request.authorisation;
  const isBare = claim.probe === 'anonymous' && [headers, query, cookies].every(({ length }) => length === 0);
  return isBare && response !== null && isSuccess(response.status);
}
