/** Says how a list is asked for what has a text of its own, where it may be too long to be read to its end. */

import type { Operation, Parameter } from '../contract/contract';
import { surelySatisfies } from '../contract/schema/evaluate';
import type { Pair } from '../http/uri';
import { hasToken } from './tokens';
import { isSearch } from './vocabulary/paging';

/**
 * Returns the pair of a query for which a list shows what has these texts: a member that the list is filtered by (`name=soil-7f3e91c2`), or words
 * that it is searched for (`q=soil-7f3e91c2`).
 * @param like the texts, by the names of the members that hold them. One that nobody else has is needed.
 * @returns undefined where no parameter takes such a text.
 */
export function queryFor({ parameters }: Operation, like: Readonly<Record<string, string>>): Pair | undefined {
  const taking = (each: Parameter, text: string | undefined) =>
    each.in === 'query' && text !== undefined && (!each.schema || surelySatisfies(each.schema, text, 'request'));
  const own = Object.entries(like).filter(([, text]) => hasToken(text));
  for (const [name, value] of own)
    if (parameters.some((each) => each.name === name && taking(each, value))) return { name, value };
  const [longest] = own.map(([, text]) => text).sort((one, other) => other.length - one.length);
  const search = parameters.find((each) => isSearch(each.name) && taking(each, longest));
  return search && longest !== undefined ? { name: search.name, value: longest } : undefined;
}
