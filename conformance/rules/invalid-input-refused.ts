import { placeOf } from '../../src/contract/clause';
import type { CaseViolation } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Circumstances, Rule } from '../../src/engine/model/rule';
import { isNotFound, isSuccess, mayRefuseContent } from '../../src/http/statuses';
import type { Why } from '../../src/report/outcome';
import { count } from '../../src/support/words';
import { UNDECLARED } from '../inputs/parts/bodySlot';
import { isRateLimited, nameOfParameter, statusLine } from '../judging/exchanges';

/** A contract states which requests are valid. A service may refuse others with any status, but should not accept them. OpenAPI 3.1 §4.8.12 */
export const invalidInputRefused: Rule = {
  id: 'invalid-input-refused',
  level: 'should',
  statement: 'A request outside the contract is not answered with success.',
  reference: ['Parameter Object'],
  advice: 'Read the whole of the input strictly by the contract, and refuse what is left over or out of range.',
  together: 'input is not validated',
  probes: ['invalid', 'state'],
  across: true,
  bind(operation) {
    const [parameter] = operation.parameters;
    const clause = parameter?.clause ?? operation.requestBody?.clause;
    return clause ? [{ operation, clause, optional: whyRefusedOtherwise }] : [];
  },
  judge(exchange, _subject, { all }) {
    const { case: each, response, error } = exchange;
    const violation = each.claim.probe === 'invalid' ? each.claim.violation : mistypedIn(exchange);
    if (!violation || !response || error || isRateLimited(exchange)) return undefined;
    // Whether it was a success the content alone says, for each part of what was asked (RFC 4918 §13).
    if (response.status === 207) return undefined;
    if (isSuccess(response.status)) {
      return [
        {
          message: `\`${violation.clauseText}\` of ${violation.subject} is not enforced`,
          kind: nameOfParameter(violation.subject),
          expected: `a refusal, as ${placeOf(violation.clause)} has it`,
          actual: `${violation.sent}: ${statusLine(response)}`,
          ownWords: [`${violation.sent}: `],
          clause: violation.clause,
        },
      ];
    }
    // A conflict, for example, may have been found before anybody looked at what was invalid.
    if (isOtherwise(exchange)) return undefined;
    // If valid requests are refused in the same way, the refusal says nothing about what was invalid.
    const alike = all.filter(({ case: other }) => isCounterpart(other, each)).filter(({ response: other }) => other);
    return alike.length > 0 && alike.every(({ response: other }) => other?.status === response.status) ? undefined : [];
  },
};

/**
 * Returns what a step of a chain breaks by the type of its content alone, where that was taken: what is of no declared type, and else as the contract
 * says, is taken by whoever does not look at `Content-Type`.
 */
function mistypedIn({ case: { chain, request }, response }: Exchange): CaseViolation | undefined {
  const { operation, input, authorised } = request;
  const [media] = operation.requestBody?.media ?? [];
  const isTaken = response !== null && isSuccess(response.status);
  if (chain?.step !== 'refused' || !isTaken || !media || input.body?.contentType !== UNDECLARED) return undefined;
  if (!authorised && operation.security.alternatives.length > 0) return undefined;
  return {
    clauseText: 'content',
    subject: 'the body',
    sent: `right JSON of the type ${UNDECLARED}`,
    clause: media.clause,
  };
}

/** Tells whether an invalid request was refused for another reason, or for one that cannot be told from it. */
function isOtherwise({ case: { claim }, response }: Exchange): boolean {
  if (!response || response.status < 400) return false;
  if (isNotFound(response.status)) return !claim.exists && claim.violation?.inPath === undefined;
  return !mayRefuseContent(response.status);
}

/**
 * Says why no refusal of an invalid request tells anything. Where none was sent, and the contract has clauses for the input, nobody knows whether
 * they are enforced: that is no result.
 */
function whyRefusedOtherwise(own: readonly Exchange[], run: Circumstances): string | Why | undefined {
  const sent = own.filter(({ case: { claim } }) => claim.violation);
  if (sent.length === 0) return whyNotBroken(run);
  const invalid = sent.filter(({ response }) => response);
  if (invalid.length === 0) return undefined;
  const statuses = [...new Set(invalid.map(({ response }) => response?.status))].sort().join(', ');
  if (invalid.every(isOtherwise)) return `every invalid request was refused for another reason (${statuses})`;
  return `requests without a mistake were refused as invalid ones were (${statuses}), so that says nothing of what was invalid`;
}

/** Says why nothing was sent that breaks a clause; undefined where there is none to break. */
function whyNotBroken({ breakable, notMade, needed }: Circumstances): Why | undefined {
  const clauses = breakable();
  if (clauses === 0) return undefined;
  const bound = clauses === 1 ? 'one clause bounds' : `${count(clauses, 'clause')} bound`;
  const why = notMade === undefined ? '' : `; ${notMade}`;
  const handOver = needed.length === 0 ? {} : { handOver: needed };
  return {
    reason: `no input that the contract excludes was sent, though ${bound} it${why}`,
    wanted: true,
    ...handOver,
  };
}

/** Tells whether a case is a valid request for the same thing, with the same authorisation. */
function isCounterpart(
  other: Parameters<Rule['judge']>[0]['case'],
  each: Parameters<Rule['judge']>[0]['case'],
): boolean {
  return (
    other.request.authorised === each.request.authorised &&
    other.claim.probe === (each.claim.exists ? 'valid' : 'unknown')
  );
}
