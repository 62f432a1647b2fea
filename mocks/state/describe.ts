/** Describes what the mock understood of its contract, and what its state holds. The mock serves this at a path of its own. */

import { pointerTokens } from '../../src/json/pointer';
import { type Collection, canonicalOf, type Single } from './collections';
import { isAlike } from './knowledge';
import type { Saved } from './saved';
import { MOST_HELD } from './store';
import type { Understanding } from './understand';

export interface StateShown {
  /** Whether the mock keeps changes at the moment. */
  readonly stateful: boolean;
  /** How many things the state holds, and how many it can hold. */
  readonly held: number;
  readonly most: number;
  readonly collections: readonly CollectionShown[];
  readonly singles: readonly { readonly path: string; readonly operations: readonly string[] }[];
  /** The operations that are answered as without state, and why. */
  readonly notToldApart: readonly { readonly operation: string; readonly why: string }[];
  /** The state as a state file has it, with the first hundred things of each collection. */
  readonly things: Saved;
}

export interface CollectionShown {
  readonly path: string;
  /** The path parameter that names a thing, and the member that shows its id; absent if a thing has no path of its own. */
  readonly id?: { readonly parameter: string; readonly member?: string };
  /** The path of the collection whose things these belong to. */
  readonly below?: string;
  readonly operations: Readonly<Record<string, string>>;
  /** Whether a thing that was never made exists. */
  readonly others: 'not there' | 'there until removed';
}

type Understood = Pick<StateShown, 'collections' | 'singles' | 'notToldApart'>;

/** How many things of each collection are shown. */
export const MOST_SHOWN = 100;

export function describeUnderstood({ collections, singles, untold, at }: Understanding): Understood {
  const kept = singles.filter(isAlike);
  const unlike = singles.filter((single) => !kept.includes(single));
  return {
    collections: collections.map((of) => describeCollection(of, at)),
    singles: kept.map((single) => ({ path: single.template, operations: namesOf(single) })),
    notToldApart: [
      ...untold,
      ...unlike.flatMap((single) =>
        namesOf(single).map((operation) => ({ operation, why: 'what is put there is not what is shown there' })),
      ),
    ],
  };
}

export function describeState(understood: Understood, stateful: boolean, held: number, things: Saved): StateShown {
  return { stateful, held, most: MOST_HELD, ...understood, things };
}

function describeCollection(of: Collection, at: Understanding['at']): CollectionShown {
  const { template, isNamed, isClosed, parameter, item } = of;
  const {
    lister: list,
    maker: make,
    reader: read,
    replacer: replace,
    patcher: patch,
    remover: remove,
    clearer: clear,
  } = of;
  const operations = Object.entries({ list, make, read, replace, patch, remove, clear });
  const member = canonicalOf(of)?.view.id;
  const above = /^(.*\/\{\})\/[^{}]+\/\{\}$/.exec(item)?.[1];
  const below = above === undefined ? undefined : at(above)?.template;
  return {
    path: template,
    ...(isNamed
      ? {
          id: {
            parameter: parameter.name,
            ...(member === undefined ? {} : { member: pointerTokens(member).join('.') }),
          },
        }
      : {}),
    ...(below === undefined ? {} : { below }),
    operations: Object.fromEntries(operations.flatMap(([act, each]) => (each ? [[act, each.name]] : []))),
    others: isClosed ? 'not there' : 'there until removed',
  };
}

function namesOf({ reader, replacer, patcher, remover }: Single): string[] {
  return [reader, replacer, patcher, remover].flatMap((each) => (each ? [each.name] : []));
}
