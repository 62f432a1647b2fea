import type { Operation } from '../../src/contract/contract';
import { facets } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Rule } from '../../src/engine/model/rule';
import { isClientError } from '../../src/http/statuses';
import { unescapePointer } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { readOnlyMembers } from '../chains/readOnlyMembers';
import { isReadable, makesReadable, wherePossible } from '../judging/chainRules';
import { around, isDone } from '../judging/chainSteps';
import { describeKept, describeSent, type KeptMember, namesOf } from '../judging/keptMembers';
import { isFound, isPlainValue, type PlainValue, sentBy, shownMembers, unwrapped } from '../judging/shownMembers';
import { isWitnessed } from '../judging/witness';

const UNSEEN = 'no GET showed what became of members that are only read';

/**
 * "… the value of the instance is managed exclusively by the owning authority, and attempts by an application to modify the value of this property
 * are expected to be ignored or rejected by that owning authority." JSON Schema Validation §9.4. OpenAPI 3.0.3 §4.7.24.2: it "SHOULD NOT be sent as
 * part of the request".
 */
export const readOnlyKept: Rule = {
  id: 'read-only-kept',
  level: 'should',
  statement: 'What is only read (`readOnly`) keeps its value when a request sends another one.',
  reference: ['Schema Object'],
  advice: 'Take from a request only the members that clients may set.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    const isSeen = operation.method === 'POST' ? makesReadable(operation, operations) : isReadable(operation);
    return isSeen && readOnlyMembers(operation).size > 0 && !operation.safe
      ? wherePossible(operation, operations, UNSEEN)
      : [];
  },
  judge(exchange, _subject, context) {
    const { chain } = context;
    if (exchange.case.chain?.step !== 'assign' || !exchange.response) return undefined;
    if (isClientError(exchange.response.status)) return [];
    const { operation } = exchange.case.request;
    const after =
      operation.method === 'POST'
        ? chain.find(({ index, case: each }) => index > exchange.index && each.chain?.step === 'assigned')
        : around(exchange, chain).after;
    const shown = after && shownMembers(after, sentBy(exchange)) ? wholeIn(after, exchange) : undefined;
    if (!isDone(exchange) || !after || !shown) return undefined;
    const taken = takenMembers(operation, exchange, shown, chain);
    if (taken.length === 0) return [];
    const message = `what is only read was set by a request: ${namesOf(taken)}`;
    const names = taken.map(({ name }) => name);
    // What a POST has made is looked at for the first time.
    const before = operation.method === 'POST' ? exchange : (around(exchange, chain).before ?? exchange);
    if (!isWitnessed({ by: exchange, before, after, names }, context)) return undefined;
    return [
      { message, names, expected: `not what was sent: ${describeSent(taken)}`, actual: describeKept(taken), at: after },
    ];
  },
};

/** Returns the members that are only read, and show what was sent. What the service would have shown anyway is none of them. */
function takenMembers(
  { requestBody, method }: Operation,
  exchange: Exchange,
  shown: unknown,
  chain: readonly Exchange[],
): KeptMember[] {
  const reads = chain.filter(
    ({ index, case: each }) =>
      index < exchange.index && (each.chain?.step === 'read' || (method === 'POST' && each.chain?.step === 'other')),
  );
  const others = reads.filter(({ response }) => isFound(response)).map((each) => wholeIn(each, exchange));
  return [...readOnlyMembers({ requestBody })].flatMap(([name, schemas]) => {
    const [value] = valuesAt(exchange.content?.sent, name);
    const now = valuesAt(shown, name).find((each) => isSame(value, each));
    if (value === undefined || now === undefined) return [];
    const before = others.flatMap((each) => valuesAt(each, name));
    if (before.some((each) => isSame(value, each))) return [];
    // Of few values, the service may have chosen this one for its own reasons, unless it chose others before.
    if (isOneOfFew(value, schemas) && before.length < 2) return [];
    return [{ name, sent: value, shown: now }];
  });
}

/** Returns the thing that an answer shows, without what it is wrapped in. */
function wholeIn({ content }: Exchange, write: Exchange): unknown {
  return unwrapped(content?.shown, isObject(write.content?.sent) ? Object.keys(write.content.sent) : []);
}

/** Returns the values at a place: one in a list may be in any item of it, since a service may sort them. */
function valuesAt(whole: unknown, place: string): PlainValue[] {
  let here: readonly unknown[] = [whole];
  for (const token of place.split('/').map(unescapePointer))
    here = here.flatMap((each) => {
      if (Array.isArray(each)) return each as readonly unknown[];
      return isObject(each) && Object.hasOwn(each, token) ? [each[token]] : [];
    });
  return here.filter(isPlainValue);
}

function isSame(sent: unknown, shown: unknown): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string') return sent === shown;
  const [one, other] = [sent, shown].map((text) => (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN));
  return sent.toLowerCase() === shown.toLowerCase() || one === other;
}

function isOneOfFew(value: unknown, schemas: readonly Schema[]): boolean {
  return typeof value === 'boolean' || schemas.some((schema) => facets(schema, true).some((each) => 'enum' in each));
}
