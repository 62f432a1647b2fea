import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { asMadeAt, placesAbove } from '../../src/resources/kinds';
import { listAsking } from '../chains/askForList';
import { makerCase, placesFor, resourceAt } from '../chains/makeResources';
import { mayMake } from '../chains/mayMake';
import { MOST_TURNS, pageParametersOf, wholeQuery } from '../chains/pageTurns';
import { existing, likely } from '../chains/resources';
import { chainNamed, type Resource, toCase } from '../inputs/toCase';

/** Below what the run made, so many things are made to be listed. */
const MADE = 3;

/**
 * Reads a list in pages, and as a whole before and after that: together the pages show what the whole shows. It comes after all that changes
 * something, since what changes meanwhile is not on the same pages. A list that lies below what the run made is filled first.
 */
export const pages: Probe = {
  name: 'pages',
  plan(operation, known) {
    const asking = pageParametersOf(operation) && !known.wanted.everythingExists && listAsking(operation, known);
    const list = asking && listOf(operation, known);
    if (!asking || !list) return { cases: [], missing: [] };
    const { resource, makers, when } = list;
    const input = { ...asking.input, query: wholeQuery(operation, asking.input.query) };
    const asked = { ...asking, ...when, input, step: 'page' } as const;
    const next = Array.from({ length: MOST_TURNS }, () =>
      toCase('pages', 'the next page', operation, resource, { ...asked, turn: 'next' }),
    );
    const cases = [
      ...makers,
      toCase('pages', 'as much of the list as there is', operation, resource, asked),
      toCase('pages', 'the first page', operation, resource, { ...asked, turn: 'first' }),
      ...next,
      toCase('pages', 'as much of the list, once more', operation, resource, { ...asked, turn: 'once more' }),
    ];
    return { cases, missing: [] };
  },
};

interface List {
  readonly resource: Resource;
  /** What makes the things that it lists. */
  readonly makers: readonly Case[];
  readonly when: { readonly changes?: true };
}

function listOf(operation: Operation, known: Known): List | undefined {
  const name = chainNamed(`${operation.name} pages`);
  const [there] = existing(operation, known).filter(({ made }) => !made);
  if (there)
    return {
      resource: { ...there, made: { needs: {}, name, chain: 'listed' } },
      makers: [],
      when: { changes: true },
    };
  const items = known.contract.kinds.listedBy(operation);
  const all = items && known.contract.kinds.at(items.item);
  const kind = all && asMadeAt(all, operation);
  if (kind && mayMake(kind, known)) {
    const above = placesFor(kind.maker, known, name, { most: placesAbove(kind) });
    const makers = above && Array.from({ length: MADE }, () => makerCase(kind, known, name, above));
    const all = makers?.flatMap((each) => each ?? []) ?? [];
    if (above && all.length === MADE) return { resource: resourceAt(operation, above, name), makers: all, when: {} };
  }
  const [listed] = likely(operation, known).filter(({ made }) => made?.chain === 'listed');
  return listed && { resource: listed, makers: [], when: {} };
}
