/** Says of a credential that is to be handed over that any may do, where the target lets in whoever shows none. */

import type { Operation, SecurityScheme } from '../../contract/contract';
import { isAccessDenial, isSuccess } from '../../http/statuses';
import { remembered } from '../../support/caching';
import type { Exchange } from '../model/exchange';
import { wantedCredential } from '../plan/wanted';
import type { History } from './history';

/** Returns what is to be handed over, with what the run has seen of the credentials in it. */
export function sayingIfAnyDoes(wanted: readonly string[], { security }: Operation, history: History): string[] {
  const schemes = security.alternatives.flatMap((alternative) => alternative.schemes);
  return wanted.map((each) => {
    const scheme = schemes.find((one) => wantedCredential(one) === each);
    const open = scheme && letInBareOf(history)(scheme.name);
    if (!open?.response) return each;
    const { operation } = open.case.request;
    return `${each}; any may do, since ${operation.name} was answered ${open.response.status} without one`;
  });
}

const letInBareOf = remembered(({ all }: History) => {
  const bare = all.filter(isBare);
  return (scheme: SecurityScheme['name']): Exchange | undefined => {
    const own = bare.filter(({ case: { request } }) =>
      request.operation.security.alternatives.some(({ schemes }) => schemes.some(({ name }) => name === scheme)),
    );
    // Where some are refused, the target looks at credentials, and what it shows to everybody is beside that.
    return own.some(({ response }) => isAccessDenial(response?.status))
      ? undefined
      : own.find(({ response }) => isSuccess(response?.status ?? 0));
  };
});

/** Whether a request shows no credential at all. */
function isBare({ case: { claim, request } }: Exchange): boolean {
  const { headers, query, cookies } = request.authorisation;
  return claim.probe === 'anonymous' && [headers, query, cookies].every(({ length }) => length === 0);
}
