/** Asks for a list by what its parameters choose, once there are things that it may show. */

import type { Operation } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { type Input, withPairs } from '../../src/serialization/input';
import { plainInput } from '../inputs/inputs';
import { improbableValue } from '../values/pathValues';
import { withMember } from './chainBodies';
import { type ListNarrowing, listChoicesOf } from './listChoices';
import { wholeQuery } from './pageTurns';

/** So many parameters of each sort are asked for; of those of which two values exclude each other, the second number. */
const MOST = 2;
const MOST_EXCLUDING = 3;

/**
 * Gives what is made the one or the other of two listed values that exclude each other, so that a list has things of both: `priority=low` and
 * `priority=high`.
 */
export function withListedValues(
  maker: Operation,
  lister: Operation | undefined,
  input: Input | undefined,
  which: 0 | 1,
  known: Known,
): Input | undefined {
  const listed = lister ? listChoicesOf(lister).narrowings.filter(({ by }) => by === 'listed') : [];
  const given = input ?? (listed.length > 0 ? plainInput(maker, known) : undefined);
  return listed.slice(0, MOST_EXCLUDING).reduce((changed, { parameter: { name }, values }) => {
    const text = values[which];
    const value = text === 'true' || text === 'false' ? text === 'true' : text;
    return (changed && value !== undefined && withMember(maker, changed, name, value, known)) || changed;
  }, given);
}

/** One way to ask for a list. */
interface ChosenList {
  readonly what: string;
  readonly input: Input;
}

/**
 * Returns inputs for a list that has what was made: by two values of each of the first filters, since a filter that is not looked at shows by one of
 * them; in the orders of two members; by a text that the thing was made with, where a parameter has the name of the member with that text; and by two
 * values that exclude each other.
 */
export function chosenLists(
  lister: Operation,
  { request: { input: sent } }: Case,
  known: Known,
): readonly ChosenList[] {
  const input = plainInput(lister, known);
  if (!input) return [];
  const asked = (name: string, value: string): ChosenList => ({
    what: `by ${name}=${value}`,
    input: { ...input, query: withPairs(wholeQuery(lister, input.query), name, [value]) },
  });
  const { filters, orders, narrowings } = listChoicesOf(lister);
  const random = known.chance.random(lister);
  const excluding = ({ parameter, values }: ListNarrowing) =>
    values.length > 0 ? values : [1, 2].flatMap(() => improbableValue(parameter, random) ?? []);
  const texts = Object.entries(sent.like ?? {}).flatMap(([name, text]) => {
    const parameter = lister.parameters.find((each) => each.in === 'query' && each.name === name);
    return parameter?.schema && surelySatisfies(parameter.schema, text, 'request') ? [asked(name, text)] : [];
  });
  const byMember = orders.filter(({ member }, at) => orders.findIndex((each) => each.member === member) === at);
  // Of each order, one whose greatest value comes first is asked for, too.
  const down = orders.filter(({ direction }) => direction === 'down').slice(0, 1);
  return [
    ...filters
      .slice(0, MOST)
      .flatMap(({ parameter: { name }, values }) => values.slice(0, MOST).map((each) => asked(name, each))),
    ...[...new Set([...byMember.slice(0, MOST), ...down, ...orders.slice(-1)])].map(({ parameter: { name }, value }) =>
      asked(name, value),
    ),
    ...texts.slice(0, 1),
    ...narrowings
      .slice(0, MOST_EXCLUDING)
      .flatMap((each) => excluding(each).map((value) => asked(each.parameter.name, value))),
  ];
}
