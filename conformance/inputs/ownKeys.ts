/**
 * Keys that tell one request from all others, so that a service does once what is asked for twice: "The idempotency key … MUST NOT be reused with
 * another request with a different request payload" (draft-ietf-httpapi-idempotency-key-header §2.2).
 */

import type { Operation, Parameter } from '../../src/contract/contract';
import { nearestKeyword } from '../../src/contract/schema/facets';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { type Scalar, toText } from '../../src/json/value';
import { isIdempotencyKey, mayBeOnceKey } from '../../src/resources/vocabulary/onceKeys';
import { withField } from '../../src/serialization/input';
import { createRandom } from '../../src/support/random';
import { unlikeOthers } from '../sparing/uniqueTexts';
import { usersValues } from '../sparing/usersValues';
import { improbableValue } from '../values/pathValues';

/**
 * Tells whether each request has another value in a parameter: it is such a key by its name, or a POST requires it, and the contract gives no value
 * for it.
 */
export function isOwnKey(parameter: Parameter, operation: Pick<Operation, 'method' | 'safe'>): boolean {
  const { name, in: where, required, schema, examples } = parameter;
  if (where !== 'header' || operation.safe) return false;
  if (isIdempotencyKey(name)) return true;
  const isGiven = examples.length > 0 || (schema && GIVING.some((each) => nearestKeyword(schema, each) !== undefined));
  return required && operation.method === 'POST' && mayBeOnceKey(name) && !isGiven;
}

/** Keywords by which a contract gives values. */
const GIVING = ['enum', 'const', 'default'] as const;

/** Returns a case with a key that no other request of any run has, where it is to have one. @param number of the request. */
export function withOwnKey(each: Case, number: number, known: Known): Case {
  const { operation, input } = each.request;
  const { ownKey } = input;
  const parameter = operation.parameters.find(({ in: where, name }) => where === 'header' && name === ownKey);
  const usual = input.headers.find(([name]) => name === ownKey)?.[1];
  if (ownKey === undefined || !parameter || usual === undefined) return each;
  const random = createRandom(known.chance.own, `the key of request ${number}, ${operation.name}`);
  const accepts = (text: string) => parameter.accepts(text);
  const fresh =
    usersValues(operation, known).anew(ownKey, usual, (value) => accepts(toText(value as Scalar)), random) ??
    unlikeOthers(known.chance, random)(usual, accepts) ??
    improbableValue(parameter, random);
  if (fresh === undefined) return each;
  return { ...each, request: { ...each.request, input: withField(input, ownKey, fresh) } };
}
