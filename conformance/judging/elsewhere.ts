/** Tells whether what was made in one thing is listed in another one of the same kind: a sheet of one drawer in the list of the next drawer. */

import type { Exchange } from '../../src/engine/model/exchange';
import { isObject } from '../../src/json/value';
import { withoutNames } from '../../src/routing/pathTemplate';
import { itemsIn } from '../chains/pageItems';
import { isDone } from './chainSteps';
import { isInItsList } from './listed';
import { hasTextSent, isFound, plainMembers } from './shownMembers';

/**
 * Returns the list of another thing that shows what was made in the first one; `none` where it does not. Things may be in several at once, so only
 * this tells: the item says itself that it is in the first one, or the list of the first one does not show it.
 * @returns undefined if nobody can tell.
 */
export function listElsewhere(made: Exchange, chain: readonly Exchange[]): Exchange | 'none' | undefined {
  const id = made.content?.id?.wanted;
  const list = chain.find(({ case: { chain: place }, index }) => place?.step === 'elsewhere' && index > made.index);
  const items = list && isFound(list.response) ? itemsIn(list) : undefined;
  const within = placeIn(made);
  if (!list || !items || id === undefined || !isDone(made) || within === placeIn(list)) return undefined;
  // An id alone may be that of another thing.
  const shown = items.find((item) => showsId(item, id) && hasTextSent(JSON.stringify(item).toLowerCase(), made));
  if (shown === undefined) return 'none';
  const saysItself = isObject(shown) && Object.values(plainMembers(shown)).some((value) => String(value) === within);
  const own = chain.find(
    ({ case: { chain: place }, index }) => place?.step === 'list' && index > made.index && index < list.index,
  );
  return saysItself || (own && isInItsList(own, chain) === false) ? list : undefined;
}

/** Returns the last value in the path of a request for a collection: `d7` of `/drawers/d7/sheets`. */
function placeIn({ request, case: { request: asked } }: Exchange): string | undefined {
  const template = withoutNames(asked.operation.path).split('/');
  const segments = (request.path.split('?')[0] ?? '').split('/').slice(-template.length);
  const value = segments[template.lastIndexOf('{}')];
  return value === undefined ? undefined : decodeURIComponent(value);
}

function showsId(item: unknown, id: string): boolean {
  return isObject(item) && Object.values(plainMembers(item)).some((value) => String(value) === id);
}
