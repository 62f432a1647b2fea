/** Names for workflows and their steps, as a person would choose them: `special-event`, `read-special-event`. */

import type { Operation } from '../contract/contract';
import type { Kind } from '../resources/kinds';
import { singularOf } from '../resources/names';

export interface KindName {
  /** `special-event` */
  readonly one: string;
  /** `special-events` */
  readonly many: string;
}

/** Names kinds of things after their collections, and after what these lie in where two have one name: `user-order`. */
export function kindNames(kinds: readonly Kind[]): ReadonlyMap<Kind, KindName> {
  const names = new Map<Kind, KindName>();
  const taken = new Set<string>();
  for (const kind of kinds) {
    const [collection = 'thing', ...above] = kind.item
      .split('/')
      .filter((segment) => /[a-z]/i.test(segment) && !segment.includes('{}'))
      .reverse();
    const possible = [[], above.slice(0, 1), above.toReversed()].map((outer) => nameOf(collection, outer));
    const free = possible.find(({ one }) => !taken.has(one)) ?? numbered(possible[0] ?? nameOf(collection, []), taken);
    taken.add(free.one);
    names.set(kind, free);
  }
  return names;
}

function nameOf(collection: string, outer: readonly string[]): KindName {
  const before = outer.map((segment) => singularWords(segment));
  return {
    one: [...before, singularWords(collection)].join('-'),
    many: [...before, words(collection).join('-')].join('-'),
  };
}

function numbered({ one, many }: KindName, taken: ReadonlySet<string>): KindName {
  let number = 2;
  while (taken.has(`${one}-${number}`)) number++;
  return { one: `${one}-${number}`, many: `${many}-${number}` };
}

/** `special-events`, `specialEvents` → `special-event`. */
function singularWords(segment: string): string {
  const parts = words(segment);
  return [...parts.slice(0, -1), singularOf(parts.at(-1) ?? '')].join('-') || 'thing';
}

function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** `cancelOrder` → `cancel-order`; without an id, `POST /orders/{id}/cancel` → `post-orders-id-cancel`. */
export function operationWords({ operationId, name }: Operation): string {
  return words(operationId ?? name).join('-');
}

const PASSIVE = { list: 'listed', read: 'read', replace: 'replaced', change: 'changed', delete: 'deleted' } as const;

/** What a workflow may do with a thing besides making it, in the order in which it does. */
export const ROLES = ['list', 'read', 'replace', 'change', 'delete'] as const;

/** Those that change nothing. */
export const LOOKS: readonly LifeStep[] = ['list', 'read'];

export type LifeStep = (typeof ROLES)[number];

/** `A special event is created, read and deleted.` */
export function sentenceOf({ one }: KindName, roles: readonly LifeStep[]): string {
  const done = ['created', ...(roles.length > 0 ? roles.map((role) => PASSIVE[role]) : ['looked at'])];
  const thing = one.replaceAll('-', ' ');
  return `${/^[aeio]/.test(thing) ? 'An' : 'A'} ${thing} is ${done.slice(0, -1).join(', ')} and ${done.at(-1)}.`;
}
