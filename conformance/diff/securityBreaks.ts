/** Finds requests whose credentials one contract takes and the other refuses. */

import type { Security, SecurityAlternative, SecurityScheme } from '../../src/contract/contract';
import { isEqual } from '../../src/json/equality';
import { authoriseEach, isLetIn, type Let, NOBODY } from '../../src/serialization/credentials';
import { type Comparing, type OperationPair, saying } from './comparing';
import { composeRequest, toWitness } from './composeRequest';
import { plainRequest } from './requestBreaks';

/** Adds the ways in which the sender's contract lets a request in, and the receiver's does not. */
export function findSecurityBreaks(pair: OperationPair, comparing: Comparing): void {
  const { sender, receiver } = pair;
  if (receiver.security.optional || receiver.security.alternatives.length === 0) return;
  if (isEqual(wireOf(sender.security), wireOf(receiver.security)) || isUnknown(receiver.security)) return;
  const refused = waysOf(sender.security).find(
    ({ alternative, authorisation }) => !isLetIn(receiver.security, authorisation, isConnected(alternative)),
  );
  if (!refused) return;
  const { alternative, authorisation } = refused;
  const composed =
    composeRequest(sender, { ...plainRequest(pair, comparing), authorisation }) ??
    composeRequest(sender, { parameters: new Map(), authorisation });
  if (!composed) return;
  const [first] = receiver.security.alternatives;
  const subject = 'the credential';
  comparing.add(
    {
      kind: 'credential-required',
      operation: pair.name,
      subject,
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

/** Returns the ways in which requests are let in, without a credential first. */
function waysOf(security: Security): Let[] {
  const open = { alternative: undefined, authorisation: NOBODY };
  const ways = authoriseEach(security, placeholder).filter(
    ({ alternative }) => alternative && !isUnknownWay(alternative),
  );
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
function wireOf({ optional, alternatives }: Security): unknown {
  const seen = alternatives.map(({ schemes }) =>
    schemes.map(({ in: where, field, http = '' }) => [where, field.toLowerCase(), http]),
  );
  return [optional, seen];
}
