/** Requires of each way to be let in that it is one: of the schemes that a contract names as alternatives, each is enough. */

import type { Operation, SecurityAlternative, SecurityScheme } from '../../src/contract/contract';
import { distinctAlternatives, formOf } from '../../src/contract/security';
import type { Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Subject } from '../../src/engine/model/rule';
import { isAccessDenial, isSuccess } from '../../src/http/statuses';
import type { Why } from '../../src/report/outcome';
import { shownAlternatives } from '../../src/serialization/credentials';
import { describeAlternative } from '../inputs/toCase';

/** Binds a rule to each of several alternatives of an operation (OpenAPI 3.1 §4.8.30); to none if there is only one. */
export function eachAlternative(operation: Operation): Subject[] {
  const alternatives = distinctAlternatives(operation.security);
  if (alternatives.length < 2) return [];
  return alternatives.map((alternative) => ({
    operation,
    alternative,
    get clause() {
      return alternative.clause;
    },
    optional: (own) => whyNotShown(operation, alternative, own),
  }));
}

/** Tells whether the credential of a case is for an alternative. */
export function isFor(alternative: SecurityAlternative, { request }: Case): boolean {
  if (!request.authorised) return false;
  const shown = shownAlternatives(request.operation.security, request.authorisation, false);
  return shown.some((each) => formOf(each) === formOf(alternative));
}

/** Tells whether a valid request with the credential of most requests was answered with success. */
export function wasLetIn(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    ({ case: { claim, request }, response }) =>
      claim.probe === 'valid' && !request.isFurther && response !== null && isSuccess(response.status),
  );
}

/**
 * Says why no request was let in by an alternative. Where nothing was handed over for it, another one shows that the operation keeps its contract,
 * and the run may conform. A credential that was handed over and is refused keeps it from that.
 * @param own all valid requests of the operation.
 */
function whyNotShown(operation: Operation, alternative: SecurityAlternative, own: readonly Exchange[]): Why {
  const what = describeAlternative(alternative);
  const names = optionsFor(alternative);
  const mine = own.filter(({ case: each }) => isFor(alternative, each));
  if (mine.length === 0) {
    const more = operation.method === 'DELETE' ? ', and an id for each credential' : '';
    return { reason: `no valid request showed ${what}`, handOver: [`${what}${more} (${names})`], unreached: true };
  }
  const refused = mine.filter(({ response }) => isAccessDenial(response?.status));
  const [first] = refused;
  if (first?.case.request.isFurther && refused.length === mine.length && wasLetIn(own)) {
    const reason = `${what} was handed over and refused (${first.response?.status}), where another credential is let in`;
    return { reason, handOver: [`${what} that this target knows (${names})`] };
  }
  return { reason: `no request that showed ${what} was answered with success`, unreached: true };
}

/** Returns the options by which the credentials of an alternative are handed over. */
export function optionsFor({ schemes }: SecurityAlternative): string {
  return schemes.map(optionFor).join(' ');
}

function optionFor({ name, http }: SecurityScheme): string {
  if (http === 'bearer') return '--token TOKEN';
  return `--credential ${name}=${http === 'basic' ? 'USER:PASSWORD' : 'VALUE'}`;
}
