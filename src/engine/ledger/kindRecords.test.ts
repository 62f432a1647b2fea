import type { Items } from '../../resources/kinds';
import { KindRecords } from './kindRecords';

const record = () => new KindRecords().of({} as Items);

test.each<[string, readonly (readonly [number, boolean])[], number, boolean, boolean]>([
  ['before any look', [], 201, false, true],
  ['of a status that was proven', [[201, true]], 201, true, false],
  ['of another one', [[201, true]], 200, false, false],
  [
    'where one answer named something else',
    [
      [201, true],
      [201, false],
    ],
    201,
    false,
    true,
  ],
  [
    'where an answer that named something else came first',
    [
      [200, false],
      [201, true],
    ],
    201,
    false,
    true,
  ],
])('whether answers are trusted, %s', (_, looks, status, isTrusted, isOnTrial) => {
  const kind = record();
  for (const [shown, isOwn] of looks) kind.noteNamed(shown, isOwn);
  expect([kind.isTrusted(status), kind.isOnTrial]).toEqual([isTrusted, isOnTrial]);
});

test('it is looked three times at most where nothing is proven, and for ever where an answer was wrong', () => {
  const kind = record();
  const tried = Array.from({ length: 4 }, () => {
    const { isOnTrial } = kind;
    kind.noteTrial();
    return isOnTrial;
  });
  expect(tried).toEqual([true, true, true, false]);
  kind.noteNamed(201, false);
  expect(kind.isOnTrial).toBe(true);
});

test.each<[string, readonly (readonly [readonly string[], boolean])[], readonly string[], boolean]>([
  ['nobody has seen one', [], ['id', 'name'], false],
  ['it has all that is shown', [[['id', 'name'], true]], ['id', 'name', 'note'], true],
  ['a member is missing that is shown', [[['id', 'name'], true]], ['id'], false],
  [
    'a member is missing that is shown at times',
    [
      [['id', 'name'], true],
      [['id'], true],
    ],
    ['id'],
    true,
  ],
  ['a GET showed something else than the answer', [[['id'], false]], ['id'], false],
  [
    'a GET showed something else than the answer, and another did not',
    [
      [['id'], false],
      [['id'], true],
    ],
    ['id'],
    false,
  ],
  [
    'nothing is shown of all of them',
    [
      [['id'], true],
      [['name'], true],
    ],
    ['id', 'name'],
    false,
  ],
])('an answer needs no look after it where %s', (_, seen, answered, expected) => {
  const kind = record();
  for (const [names, isAlike] of seen) kind.noteMembers(new Set(names), isAlike);
  expect(kind.isShownBy(new Set(answered))).toBe(expected);
});

test.each<[string, readonly (readonly [made: string, sent: number])[], boolean]>([
  ['nothing was made since', [], false],
  ['the next number is given after it is free', [['8', 6]], true],
  ['the next number was asked for before', [['8', 4]], false],
  ['a number further on is given, behind one of somebody else', [['12', 6]], false],
  ['it is given again', [['7', 6]], false],
  [
    'it is given again at another time',
    [
      ['8', 6],
      ['7', 9],
    ],
    false,
  ],
  ['names are no numbers', [['fern', 6]], false],
])('that names are not given again is shown where %s', (_, made, expected) => {
  const kind = record();
  kind.noteRemoved(['7'], 5);
  for (const [name, sent] of made) kind.noteGiven([name], sent);
  expect(kind.givesNewNames).toBe(expected);
});

test.each([
  ['ORD-0007', 'ORD-0008'],
  ['r9', 'r10'],
  ['99', '100'],
  ['a-099', 'a-100'],
])('after %s comes %s', (removed, next) => {
  const kind = record();
  kind.noteRemoved([removed], 1);
  kind.noteGiven([next], 2);
  expect(kind.givesNewNames).toBe(true);
});

test('what lies in another thing is counted by itself', () => {
  const kind = record();
  kind.noteRemoved(['shelf-1', '7'], 1);
  kind.noteGiven(['shelf-2', '8'], 2);
  expect(kind.givesNewNames).toBe(false);
  kind.noteGiven(['shelf-2', '7'], 2);
  kind.noteGiven(['shelf-1', '8'], 2);
  expect(kind.givesNewNames).toBe(true);
});

test.each<[string, given: number, missing: readonly string[], at: number, standing: readonly string[], may: boolean]>([
  ['nothing stands at a smaller one', 3, ['7'], 5, ['8'], false],
  ['nothing stands at a larger one', 3, ['9'], 5, ['8'], true],
  ['nothing stood at a smaller one before it was given', 6, ['7'], 5, ['8'], true],
  ['nothing stands at a smaller one in another thing', 3, ['shelf-2', '7'], 5, ['shelf-1', '8'], true],
  ['nothing stands at a smaller one in the same thing', 3, ['shelf-1', '7'], 5, ['shelf-1', '8'], false],
  ['what is missing has no number', 3, ['fern'], 5, ['8'], true],
])('whether a number that stays may be a position, where %s', (_, given, missing, at, standing, may) => {
  const kind = record();
  kind.noteGiven(standing, given);
  kind.noteStanding(standing);
  expect(kind.mayCountPlaces).toBe(true);
  kind.noteMissing(missing, at);
  kind.noteStanding(standing);
  expect(kind.mayCountPlaces).toBe(may);
});

test('what was given no name by an answer shows nothing of positions', () => {
  const kind = record();
  kind.noteMissing(['7'], 5);
  kind.noteStanding(['8']);
  expect(kind.mayCountPlaces).toBe(true);
});

test('each kind has a record of its own', () => {
  const records = new KindRecords();
  const [one, other] = [{} as Items, {} as Items];
  records.of(one).removals++;
  expect([records.of(one).removals, records.of(other).removals]).toEqual([1, 0]);
});
