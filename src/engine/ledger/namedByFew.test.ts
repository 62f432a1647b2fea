/** Whether something is there that a value of which there are few names: lists and answers as literals. */

import { seenAmong } from './namedByFew';

const VALIDITY = [{ name: 'type', text: 'VALIDITY' }];
const BOTH = [...VALIDITY, { name: 'public', text: 'true' }];
const noneIsOwn = () => false;

test.each<[string, readonly unknown[], typeof VALIDITY, 'there' | 'nothing' | 'unseen']>([
  ['an empty list', [], VALIDITY, 'nothing'],
  ['one that has it', [{ type: 'VALIDITY' }], VALIDITY, 'there'],
  ['one that has it in other letters', [{ ruleType: 'validity' }], VALIDITY, 'there'],
  ['one that has another', [{ type: 'INTEGRITY' }], VALIDITY, 'nothing'],
  ['names alone', ['INTEGRITY', 'VALIDITY'], VALIDITY, 'there'],
  ['other names alone', ['INTEGRITY'], VALIDITY, 'nothing'],
  ['things of which each has its own', [{ type: 'INTEGRITY' }, { type: 'VALIDITY' }], VALIDITY, 'there'],
  ['things that share one', [{ type: 'VALIDITY' }, { type: 'VALIDITY' }, { type: 'INTEGRITY' }], VALIDITY, 'nothing'],
  ['things that show none', [{ id: 1 }], VALIDITY, 'there'],
  ['one that has one of two', [{ type: 'INTEGRITY', public: true }], BOTH, 'there'],
  [
    'things of which both have one of two',
    [
      { type: 'INTEGRITY', public: true },
      { type: 'SYNTAX', public: true },
    ],
    BOTH,
    'nothing',
  ],
  [
    'things that both values together tell apart',
    [
      { type: 'VALIDITY', public: true },
      { type: 'VALIDITY', public: false },
      { type: 'SYNTAX', public: true },
    ],
    BOTH,
    'there',
  ],
])('in %s', (_, items, names, seen) => {
  expect(seenAmong(items, names, noneIsOwn, false)).toBe(seen);
});

test('what the run has made is nobody else’s', () => {
  expect(seenAmong([{ type: 'VALIDITY' }], VALIDITY, () => true, false)).toBe('nothing');
});

test('of a list that goes on nobody can tell, unless what it shows shares the value', () => {
  expect(seenAmong([{ type: 'INTEGRITY' }], VALIDITY, noneIsOwn, true)).toBe('unseen');
  expect(seenAmong([{ type: 'INTEGRITY' }, { type: 'INTEGRITY' }], VALIDITY, noneIsOwn, true)).toBe('nothing');
});
