/** Finds requests whose credentials one contract takes and the other refuses. */

import type { Security, SecurityAlternative, SecurityScheme } from '../../contract/contract';
import { hasScopes } from '../../contract/security';
import { isEqual } from '../../json/equality';
import { type Authorisation, authoriseEach, isLetIn, type Let, NOBODY } from '../../serialization/credentials';
import { type Comparing, type OperationPair, saying } from './comparing';
import { type ComposedRequest, composeRequest, toWitness } from './composeRequest';
import { plainRequest } from './plainRequest';

/** Adds the ways in which the sender's contract lets a request in, and the receiver's does not. */
export function findSecurityBreaks(pair: OperationPair, comparing: Comparing): void {
  const { sender, receiver } = pair;
  if (receiver.security.optional || receiver.security.alternatives.length === 0) return;
  if (isEqual(wireOf(sender.security), wireOf(receiver.security)) || isUnknown(receiver.security)) return;
  const ways = waysOf(sender.security);
  const shut = ways.find(
    ({ alternative, authorisation }) => !isLetIn(receiver.security, authorisation, isConnected(alternative)),
  );
  if (shut) tellWay(pair, comparing, shut);
  for (const way of ways) if (way !== shut && tellScopes(pair, comparing, way)) break;
}

function tellWay(pair: OperationPair, comparing: Comparing, { alternative, authorisation }: Let): void {
  const { sender, receiver } = pair;
  const composed = authorisedRequest(pair, comparing, authorisation);
  if (!composed) return;
  const [first] = receiver.security.alternatives;
  comparing.add(
    {
      kind: 'credential-required',
      operation: pair.name,
      subject: 'the credential',
      path: '',
      message: alternative
        ? `a request with ${namesOf(alternative)} alone is refused`
        : 'a request without a credential is refused',
      witness: toWitness(composed),
    },
    alternative
      ? saying(`takes ${namesOf(alternative)}`, alternative.clause)
      : saying('needs no credential', sender.clause),
    saying(`needs ${receiver.security.alternatives.map(namesOf).join(', or ')}`, first?.clause),
  );
}

/**
 * Adds a request whose token has the scopes that were enough, where each alternative that takes such a token needs more of them. An
 * example: `read` was enough, and now it takes `write`.
 * @returns whether there is one.
 */
function tellScopes(pair: OperationPair, comparing: Comparing, { alternative, authorisation }: Let): boolean {
  if (!alternative?.schemes.some(hasScopes)) return false;
  const { scopes = [] } = alternative;
  const letting = pair.receiver.security.alternatives.filter((each) =>
    isLetIn({ alternatives: [each], optional: false }, authorisation, isConnected(alternative)),
  );
  // A key of an API may stand in the same header field, and a token is none.
  const alike = letting.filter(({ schemes }) => isEqual(schemes.map(onWire), alternative.schemes.map(onWire)));
  const taking = alike.length > 0 ? alike : letting;
  const isEnough = (needed: readonly string[] = []) => needed.every((scope) => scopes.includes(scope));
  const [first] = taking;
  if (!first || taking.some((each) => isEnough(each.scopes))) return false;
  const composed = authorisedRequest(pair, comparing, authorisation);
  if (!composed) return false;
  const needed = taking.map((each) => each.scopes?.join(' and ') ?? '').join(', or ');
  const shown = scopes.length === 0 ? 'without a scope' : `with the scope ${scopes.join(' and ')} alone`;
  comparing.add(
    {
      kind: 'scope-required',
      operation: pair.name,
      subject: 'the credential',
      path: '',
      message: `a token of ${namesOf(alternative)} ${shown} is refused`,
      witness: { ...toWitness(composed), scopes },
    },
    saying(scopes.length === 0 ? 'needs no scope' : `takes a token with ${scopes.join(' and ')}`, alternative.clause),
    saying(`needs ${needed}`, first.clause),
  );
  return true;
}

function authorisedRequest(
  pair: OperationPair,
  comparing: Comparing,
  authorisation: Authorisation,
): ComposedRequest | undefined {
  return (
    composeRequest(pair.sender, { ...plainRequest(pair, comparing), authorisation }) ??
    composeRequest(pair.sender, { parameters: new Map(), authorisation })
  );
}

/** Returns the ways in which requests are let in, without a credential first. */
function waysOf(security: Security): Let[] {
  const open = { alternative: undefined, authorisation: NOBODY };
  const ways = security.alternatives
    .filter((alternative) => !isUnknownWay(alternative))
    .flatMap((alternative) => authoriseEach({ alternatives: [alternative], optional: false }, placeholder));
  return security.optional ? [open, ...ways] : ways;
}

/** Stands for a credential that is as its scheme wants it. */
function placeholder({ http }: SecurityScheme): string {
  return http === 'basic' ? 'user:password' : 'CREDENTIAL';
}

function namesOf({ schemes }: SecurityAlternative): string {
  return schemes.map(({ name }) => name).join(' and ');
}

function isConnected(alternative: SecurityAlternative | undefined): boolean {
  return alternative?.schemes.some((scheme) => scheme.in === 'connection') ?? false;
}

function isUnknownWay({ schemes }: SecurityAlternative): boolean {
  return schemes.some((scheme) => scheme.in === 'nowhere');
}

/** Nobody can tell what satisfies a scheme that the contract does not describe. */
function isUnknown({ alternatives }: Security): boolean {
  return alternatives.some(isUnknownWay);
}

/** What of the security is seen on the wire. */
export function wireOf({ optional, alternatives }: Security): unknown {
  const seen = alternatives.map(({ schemes, scopes = [] }) => [...schemes.map(onWire), scopes]);
  return [optional, seen];
}

function onWire({ in: where, field, http = '' }: SecurityScheme): readonly string[] {
  return [where, field.toLowerCase(), http];
}
