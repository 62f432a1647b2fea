import type { Operation } from '../../src/contract/contract';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { valueAt } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { isDirection } from '../../src/resources/vocabulary/paging';
import { wordsIn } from '../../src/resources/vocabulary/words';
import { listIn } from '../../src/resources/wrappers';
import { type ListFilter, type ListOrder, listChoicesOf } from '../chains/listChoices';
import { isOnlyChoice, textsAsked } from '../judging/listsAsked';
import { contentsOf } from '../judging/responseContents';
import { isPlainValue } from '../judging/shownMembers';
import { outOfOrder } from '../judging/sureOrder';

const UNSEEN = 'no list that was asked for by a member, or in the order of one, showed anything';

/** "The GET method requests transfer of a current selected representation for the target resource." RFC 9110 §9.3.1 */
export const listAsAsked: Rule = {
  id: 'list-as-asked',
  level: 'should',
  statement:
    'A list that is asked for by the value of a member shows only what has it, and one that is asked for in the order of a member is in that order.',
  reference: 'RFC 9110 §9.3.1',
  advice: 'Pass each parameter of the query on to what looks things up.',
  probes: EVERY_PROBE,
  bind: (operation) => (isChosen(operation) ? [{ operation, clause: operation.clause, optional: () => UNSEEN }] : []),
  judge(exchange, { operation }) {
    const { claim } = exchange.case;
    if (claim.violation || exchange.case.request.method !== undefined) return undefined;
    if (!exchange.response || !isSuccess(exchange.response.status)) return undefined;
    const { filters, orders } = listChoicesOf(operation);
    const filter = filters.find(({ parameter }) => isOnlyChoice(exchange, parameter.name));
    const order = hasDirection(exchange)
      ? undefined
      : orders.find(({ parameter, value }) => textsAsked(exchange, parameter.name).join() === value);
    if (!filter && !order) return undefined;
    const items = itemsShown(exchange);
    if (!items || items.length === 0) return undefined;
    return [
      ...(filter ? othersThan(filter, textsAsked(exchange, filter.parameter.name), items) : []),
      ...(order ? notIn(order, items) : []),
    ];
  },
};

function isChosen(operation: Operation): boolean {
  if (operation.method !== 'GET') return false;
  const { filters, orders } = listChoicesOf(operation);
  return filters.length + orders.length > 0;
}

function hasDirection({ case: { request } }: Exchange): boolean {
  return request.input.query.some(({ name }) => isDirection(name));
}

function itemsShown(exchange: Exchange): readonly object[] | undefined {
  const [content] = contentsOf(exchange);
  const [body] = content?.values ?? [];
  const pointer = listIn(body, { item: `${exchange.case.request.operation.path}/{}` });
  const items = pointer === undefined ? undefined : valueAt(body, pointer);
  return Array.isArray(items) ? (items as unknown[]).filter(isObject) : undefined;
}

function othersThan(
  { parameter: { name, clause } }: ListFilter,
  asked: readonly string[],
  items: readonly object[],
): Breach[] {
  const wanted = new Set(asked.flatMap((text) => text.split(/[,|; ]/)).map((text) => text.toLowerCase()));
  const other = items
    .map((item): unknown => (item as Record<string, unknown>)[name])
    .find((value) => isPlainValue(value) && value !== null && !wanted.has(String(value).toLowerCase()));
  if (other === undefined) return [];
  const message = `a list that was asked for by ${name} shows items with another one`;
  const actual = `${name}: ${JSON.stringify(other)}`;
  return [{ message, kind: 'filter', names: [name], expected: `${name}: ${asked.join(', ')}`, actual, clause }];
}

/** What is put in front of all others, in whichever order they are. */
const IN_FRONT =
  /^(pin|pinned|featured?|sticky|favou?rites?|favou?rited|stars?|starred|promot(ed|ion)|default|sponsor(ed)?)$/;

function notIn({ parameter, value, member, direction }: ListOrder, items: readonly object[]): Breach[] {
  const isInFront = (name: string) => wordsIn(name).some((word) => IN_FRONT.test(word));
  if (items.some((item) => Object.keys(item).some(isInFront))) return [];
  const shown = items.map((item): unknown => (item as Record<string, unknown>)[member]);
  const pair = outOfOrder(shown, direction);
  if (!pair) return [];
  const message = `a list that was asked for in the order of ${member} is in another one`;
  const [expected, actual] = [
    `items as ${parameter.name}=${value} says`,
    pair.map((each) => JSON.stringify(each)).join(', then '),
  ];
  return [{ message, kind: 'order', names: [member], expected, actual, clause: parameter.clause }];
}
