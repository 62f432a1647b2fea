/** By which values a request names what somebody has: lists and requests as literals. */

import type { FewName } from '../../resources/fewNames';
import { HeldKeys } from './heldKeys';

const sentAs = (members: Readonly<Record<string, unknown>>): FewName[] =>
  Object.entries(members).map(([name, value]) => ({ name, value, text: String(value), schemas: [] }));

const COLOURS = ['red', 'green', 'blue', 'white', 'black'];
const coloured = COLOURS.map((colour, at) => ({ id: at, colour }));
const PAIRS = ['EUR', 'USD', 'GBP'].flatMap((from) => ['EUR', 'USD'].map((to) => ({ from, to })));

test.each<[string, readonly unknown[], Readonly<Record<string, unknown>>, readonly string[]]>([
  ['a value of which each thing has another one', coloured, { colour: 'red' }, ['colour']],
  ['the same in other letters', coloured, { colour: 'Red' }, ['colour']],
  ['a value that nobody has', coloured, { colour: 'pink' }, []],
  ['a value of four things, which may differ by chance', coloured.slice(1), { colour: 'green' }, []],
  ['a value that two have', [...coloured, { colour: 'red' }], { colour: 'green' }, []],
  ['two values by which together things are told apart', PAIRS, { from: 'EUR', to: 'USD' }, ['from', 'to']],
  ['one of the two', PAIRS, { from: 'EUR', to: 'GBP' }, []],
  ['a value in a member', coloured.map(({ colour }) => ({ badge: { colour } })), { colour: 'blue' }, ['colour']],
  ['a value in a list', coloured.map(({ colour }) => ({ colours: [colour] })), { colours: 'blue' }, ['colours']],
  ['a number', COLOURS.map((_, at) => ({ gate: at * 7 })), { gate: 14 }, ['gate']],
  ['what is on or off', coloured.map((each, at) => ({ ...each, open: at === 0 })), { open: true }, []],
  ['a reference alone', COLOURS.map((_, at) => ({ customerId: at })), { customerId: 2 }, []],
  [
    'a reference and a value of which others have the same',
    COLOURS.map((_, at) => ({ customerId: at, state: 'new' })),
    { customerId: 2, state: 'new' },
    [],
  ],
  [
    'a reference and a value, which only together tell things apart',
    [1, 2].flatMap((roomId) => [8, 9, 10].map((hour) => ({ roomId, hour }))),
    { roomId: 2, hour: 9 },
    ['hour'],
  ],
])('of %s', (_, items, sent, names) => {
  expect(new HeldKeys(() => items).takenBy(sentAs(sent)).map(({ name }) => name)).toEqual(names);
});

test('what things have in members of a name', () => {
  expect([...new HeldKeys(() => coloured.slice(0, 2)).takenAt('Colour')]).toEqual(['red', 'green']);
});
