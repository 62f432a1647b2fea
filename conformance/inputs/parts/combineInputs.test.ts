import type { Clause } from '../../../src/contract/clause';
import { combine, type Slot } from './combineInputs';

const clause: Clause = { pointer: '#', file: 'f', line: 1, column: 1 };

/** A part of a query with these values, of which those with a clause stand at its end. */
function slot(
  name: string,
  values: readonly (readonly [value: string, clauseText?: string])[],
  required = false,
): Slot {
  return {
    label: name,
    required,
    clause,
    handedOver: false,
    valid: values.map(([value, clauseText]) => ({
      shows: clauseText === undefined ? '' : `${name} is at ${clauseText}`,
      ...(clauseText === undefined ? {} : { edges: [{ clauseText, subject: name, sent: value, clause }] }),
      part: { query: [{ name, value }] },
    })),
    examples: () => [],
    invalid: () => [],
    *invalidAhead() {
      // There is nothing to make.
    },
    missing: undefined,
  };
}

const PAGE = [['7'], ['1', 'minimum: 1'], ['900', 'maximum: 900']] as const;
const SIZE = [['30'], ['50', 'maximum: 50']] as const;
const KIND = [['a'], ['b', 'enum: a or b'], ['c', 'enum: a or b']] as const;

const queries = (slots: readonly Slot[]) =>
  combine(slots, false).map(({ input }) => input.query.map(({ name, value }) => `${name}=${value}`).join('&'));

test('the greatest numbers stand beside the defaults of the others, and beside each other', () => {
  const sent = queries([slot('kind', KIND), slot('page', PAGE), slot('size', SIZE)]);
  expect(sent).toEqual(expect.arrayContaining(['page=900', 'size=50', 'page=900&size=50']));
});

test('one number stands beside what is required anyway', () => {
  const sent = queries([slot('kind', KIND, true), slot('page', PAGE)]);
  expect(sent).toEqual(['kind=a', 'kind=a&page=7', 'kind=b&page=1', 'kind=c&page=900']);
});
