import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Rule } from '../../src/engine/model/rule';
import { isObject } from '../../src/json/value';
import { remembered } from '../../src/support/caching';
import { isDone } from '../judging/chainSteps';
import { isJson } from '../judging/declaredMedia';
import { defaultsOf } from '../judging/defaults';
import { describeKept, type KeptMember, namesOf } from '../judging/keptMembers';
import { type Members, type PlainValue, sentBy, shownMembers } from '../judging/shownMembers';
import { answeredTo, isOfClient } from '../judging/shownOtherwise';

const UNSEEN = 'no answer showed a member with a default that its request had left out';

/** So many answers have to show another value: one may have had a reason in the other members. */
const OFTEN = 2;

/**
 * "The default value represents what would be assumed by the consumer of the input as the value of the schema if one is not provided."
 * OpenAPI 3.0.3 §4.7.24.1
 */
export const defaultShown: Rule = {
  id: 'default-shown',
  level: 'should',
  statement:
    'What a request that makes or replaces something leaves out is shown with the default that the contract gives it.',
  reference: ['Schema Object'],
  advice: 'Set the default that the contract declares, or declare the one that is set.',
  probes: ['valid', 'state'],
  across: true,
  bind: (operation) =>
    showsWhatItSets(operation) && assumedBy(operation).size > 0
      ? [{ operation, clause: operation.clause, optional: () => UNSEEN }]
      : [],
  judge(exchange, _subject, { all }) {
    const assumed = assumedIn(exchange);
    if (!assumed) return undefined;
    const others = all.flatMap((each) => assumedIn(each) ?? []);
    const wrong = assumed.filter(({ name }) => {
      const shown = others.filter((each) => each.name === name);
      return shown.length >= OFTEN && shown.every(isOther);
    });
    if (wrong.length === 0) return [];
    const expected = wrong.map(({ name, sent }) => `/${name} ${JSON.stringify(sent)}`).join(', ');
    const message = `what was left out is shown with another value than its default: ${namesOf(wrong)}`;
    return [{ message, names: wrong.map(({ name }) => name), expected, actual: describeKept(wrong) }];
  },
};

/** Whether a request sets all that a thing is, and its answer may show that. A PATCH leaves what it does not have as it is. */
function showsWhatItSets(operation: Operation): boolean {
  const isShown = declaredSuccesses(operation).some(({ media }) => media.some(({ type }) => isJson(type)));
  return (operation.method === 'POST' || operation.method === 'PUT') && isShown;
}

/** Returns the defaults of what clients decide on. */
const assumedBy = remembered((operation: Operation): ReadonlyMap<string, PlainValue> => {
  return new Map([...defaultsOf(operation)].filter(([name]) => isOfClient(name)));
});

/** Returns what the answer to a request shows of the members that were left out of it; `sent` is the default. Each exchange is compared with all. */
const assumedIn = remembered((exchange: Exchange): KeptMember[] | undefined => {
  if (!isDone(exchange) || exchange.case.chain?.step === 'reuse' || exchange.case.chain?.step === 'assign')
    return undefined;
  const { sent } = exchange.content ?? {};
  if (!isObject(sent) || !answeredTo(exchange)) return undefined;
  const shown: Members = shownMembers(exchange, sentBy(exchange)) ?? {};
  const assumed = [...assumedBy(exchange.case.request.operation)].filter(
    ([name]) => !Object.hasOwn(sent, name) && (shown[name] ?? null) !== null,
  );
  return assumed.length === 0 ? undefined : assumed.map(([name, value]) => ({ name, sent: value, shown: shown[name] }));
});

function isOther({ sent, shown }: KeptMember): boolean {
  return String(sent).toLowerCase() !== String(shown).toLowerCase();
}
