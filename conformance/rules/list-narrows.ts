import type { Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { valueAt } from '../../src/json/pointer';
import { type ListNarrowing, listChoicesOf } from '../chains/listChoices';
import { itemsIn } from '../chains/pageItems';
import { wherePossible } from '../judging/chainRules';
import { isDone } from '../judging/chainSteps';
import { isOnlyChoice, textsAsked } from '../judging/listsAsked';
import { isPlainValue } from '../judging/shownMembers';

const UNSEEN = 'no list that was asked for by two values that exclude each other showed anything';

/** "The GET method requests transfer of a current selected representation for the target resource." RFC 9110 §9.3.1 */
export const listNarrows: Rule = {
  id: 'list-narrows',
  level: 'should',
  statement: 'Two values of a parameter that exclude each other do not show each other’s items.',
  reference: 'RFC 9110 §9.3.1',
  advice: 'Pass each parameter of the query on to what looks things up.',
  probes: ['state'],
  across: true,
  bind: (operation, operations) =>
    operation.method === 'GET' && listChoicesOf(operation).narrowings.length > 0
      ? wherePossible(operation, operations, UNSEEN)
      : [],
  judge(exchange, { operation }, { chain }) {
    if (!isAsked(exchange, operation)) return undefined;
    for (const narrowing of listChoicesOf(operation).narrowings) {
      const { name } = narrowing.parameter;
      if (!isOnlyChoice(exchange, name)) continue;
      const asked = textsAsked(exchange, name);
      const before = chain.find(
        (each) =>
          each.index < exchange.index &&
          isAsked(each, operation) &&
          isOnlyChoice(each, name) &&
          textsAsked(each, name).join() !== asked.join(),
      );
      if (before) return judgeBoth(narrowing, before, exchange);
    }
    return undefined;
  },
};

function isAsked(each: Exchange, operation: Operation): boolean {
  const { chain, request } = each.case;
  return chain?.step === 'chosen' && request.operation === operation && isDone(each) && itemsIn(each) !== undefined;
}

type Shown = string | number | boolean;

function judgeBoth(narrowing: ListNarrowing, one: Exchange, other: Exchange): readonly Breach[] | undefined {
  const { member, parameter } = narrowing;
  const { name, clause } = parameter;
  const [[a = ''], [b = '']] = [textsAsked(one, name), textsAsked(other, name)];
  const [first, second] = [valuesShown(one, member), valuesShown(other, member)];
  if (first.length + second.length === 0) return undefined;
  const [ofOne, ofOther] = [
    first.find((value) => isExcluded(narrowing, value, a, b)),
    second.find((value) => isExcluded(narrowing, value, b, a)),
  ];
  if (ofOne === undefined || ofOther === undefined) return [];
  const shown = [`${name}=${a}: ${JSON.stringify(ofOne)}`, `${name}=${b}: ${JSON.stringify(ofOther)}`].join(', ');
  return [
    {
      message: `a list shows the same for each ${name}: what is asked for by one shows what only another may show`,
      kind: 'narrowing',
      names: [name],
      expected: `other items for ${name}=${a} than for ${name}=${b}`,
      actual: shown,
      clause,
    },
  ];
}

/**
 * Tells whether a value that is shown where one was asked for speaks against that one, unless the order of the values is such that it speaks for it.
 * Where the same is so the other way round, no order explains both: of "at least 1" and "at least 80" only the first shows 5.
 */
function isExcluded({ by }: ListNarrowing, shown: Shown, asked: string, other: string): boolean {
  const text = String(shown).toLowerCase();
  if (by === 'listed') return text === other.toLowerCase();
  // A text may be asked for by a part of it.
  if (by === 'chance') return ![asked, other].some((each) => text.includes(each.toLowerCase()));
  const [value, own, opposite] = [shown, asked, other].map(Number) as [number, number, number];
  return own < opposite ? value > own : value < own;
}

function valuesShown(each: Exchange, member: readonly string[]): Shown[] {
  const pointer = member.map((name) => `/${name}`).join('');
  return (itemsIn(each) ?? [])
    .map((item): unknown => valueAt(item, pointer))
    .map((value) => (Array.isArray(value) ? value.filter(isPlainValue).join('\n') : value))
    .filter((value): value is Shown => isPlainValue(value) && value !== null);
}
