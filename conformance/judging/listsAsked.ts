/** By what a list was asked for, for the rules that compare it with what is shown. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isOfPages } from '../../src/resources/vocabulary/paging';

/** Returns the values of a parameter in the query of a request. */
export function textsAsked({ case: { request } }: Exchange, name: string): string[] {
  return request.input.query.filter((pair) => pair.name === name).map(({ value }) => value);
}

/** Tells whether a request chooses by one parameter alone: with several, a service may show what any of them finds. */
export function isOnlyChoice({ case: { request } }: Exchange, name: string): boolean {
  const names = request.input.query.map((pair) => pair.name);
  return names.includes(name) && names.every((each) => each === name || isOfPages(each));
}
