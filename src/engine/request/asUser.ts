/** Makes of a case the same one as another user asks it. */

import { type Authorisation, authoriseEach } from '../../serialization/credentials';
import type { Case, ProbeName } from '../model/case';
import type { User } from '../model/user';

/**
 * Returns a case as another user asks it: with the credentials and header fields of that user, and nothing else changed.
 * @returns undefined if it is about a credential itself or is asked by somebody else, or the user has none for the operation.
 */
export function asUser(each: Case, user: User): Case | undefined {
  const { request, claim, chain } = each;
  const { operation, authorised, isFurther } = request;
  if (chain?.step === 'by-other' || isFurther || ABOUT_CREDENTIALS.has(claim.probe)) return undefined;
  const name = `${claim.name}; as ${user.name}`;
  const as = (authorisation: Authorisation): Case => ({
    ...each,
    request: { ...request, authorisation, user },
    claim: { ...claim, name },
  });
  if (operation.security.alternatives.length === 0) return as(request.authorisation);
  const [way] = authoriseEach(operation.security, user.credentials);
  if (!authorised || !way?.alternative) return undefined;
  if (claim.probe !== 'scheme') return as(way.authorisation);
  const spelled = withScheme(way.authorisation, request.authorisation);
  return spelled && as(spelled);
}

/** What is planned for certain credentials: none, a wrong one, and that of somebody else beside the first user's. */
const ABOUT_CREDENTIALS: ReadonlySet<ProbeName> = new Set(['anonymous', 'wrong-token', 'stranger']);

/** Returns a credential with the name of its scheme as another one has it: `Bearer OTHER` and `bearer OWN` → `bearer OTHER`. */
function withScheme({ headers: [own] }: Authorisation, { headers: [like] }: Authorisation): Authorisation | undefined {
  const [spelling = ''] = /^\S+/.exec(like?.[1] ?? '') ?? [];
  const [scheme = ''] = /^\S+(?= )/.exec(own?.[1] ?? '') ?? [];
  if (!own || scheme === '' || spelling.toLowerCase() !== scheme.toLowerCase()) return undefined;
  return { headers: [[own[0], spelling + own[1].slice(scheme.length)]], query: [], cookies: [] };
}
