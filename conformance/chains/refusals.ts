/** What of a chain is to be refused: one request for each reason that services look for. */

import type { Operation } from '../../src/contract/contract';
import { isGuarded } from '../../src/contract/security';
import type { Known } from '../../src/engine/model/probe';
import type { Authorisation } from '../../src/serialization/credentials';
import type { Input } from '../../src/serialization/input';
import { NO_RIGHT } from '../inputs/toCase';
import { wrongCredential } from '../inputs/wrongCredentials';
import { broken, fullest, mistyped } from './chainBodies';

interface Refusal {
  readonly what: string;
  readonly input: Input | undefined;
  /** What stands in place of the credential; undefined where it goes with the request. */
  readonly authorisation?: Authorisation | undefined;
}

/** One request for each reason to refuse it. What lax services take comes first: what comes after it hides nothing. */
export function requestsToRefuse(operation: Operation, known: Known): readonly Refusal[] {
  const full = () => (isGuarded(operation.security) ? fullest(operation, known) : undefined);
  const wrong = isGuarded(operation.security) ? wrongCredential(operation, known) : undefined;
  const all: readonly Refusal[] = [
    { what: 'with content of a type that is not declared', input: mistyped(operation, known) },
    { what: 'with a member that is not valid', input: broken(operation, known) },
    { what: 'with a credential that is not valid', input: wrong && full(), authorisation: wrong },
    { what: 'without a credential', input: full(), authorisation: NO_RIGHT.authorisation },
  ];
  return all.filter(({ input }) => input);
}
