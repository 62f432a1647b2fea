/** Looks for things that one request has made, though it was to make one: a list shows two that are alike in all but their ids. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isEqual } from '../../src/json/equality';
import { isObject } from '../../src/json/value';
import { hasSureToken } from '../../src/resources/tokens';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { itemsIn } from '../chains/pageItems';
import { isItsOwn } from './shownMembers';

type Item = Readonly<Record<string, unknown>>;

/**
 * Returns the list that shows what was made and another one with the same text of its own, which no other request has sent. Dates of a series and
 * versions of a text are things of their own, and differ in more than their ids.
 * @param all the exchanges of the operation.
 */
export function listTwice(made: Exchange, chain: readonly Exchange[], all: readonly Exchange[]): Exchange | undefined {
  const id = made.content?.id?.wanted;
  const texts = textsOf(made).filter((text) => !all.some((each) => each !== made && textsOf(each).includes(text)));
  // What was sent more than once may have been made as often.
  if (id === undefined || texts.length === 0 || made.failedBefore || made.sentBefore) return undefined;
  return chain.find((list) => {
    if (list.index < made.index || !isOfList(list)) return false;
    const shown = (itemsIn(list) ?? []).filter(isObject).filter((item) => isShown(item, texts));
    const own = shown.find((item) => Object.values(item).some((value) => String(value) === id));
    return own !== undefined && shown.some((other) => isAlike(own, other, id));
  });
}

/** Returns the texts that no other thing has, as a request sent them. */
function textsOf({ case: { request } }: Exchange): readonly string[] {
  return Object.values(request.input.like ?? {}).filter(hasSureToken);
}

const isOfList = ({ case: { chain } }: Exchange) => chain?.step === 'list' || chain?.step === 'page';

const isShown = (item: Item, texts: readonly string[]) =>
  Object.values(item).some((value) => typeof value === 'string' && texts.includes(value));

/** Tells whether another item has another id, and else the same, but for what services set by themselves. */
function isAlike(one: Item, other: Item, id: string): boolean {
  const names = Object.keys(one).filter((name) => String(one[name]) === id && isIdName(name));
  const isOther = names.length > 0 && names.every((name) => name in other && other[name] !== one[name]);
  const rest = (item: Item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name) && !isItsOwn(name)));
  return isOther && isEqual(rest(one), rest(other));
}
