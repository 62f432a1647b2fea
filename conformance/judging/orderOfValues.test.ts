import { type Input, NO_INPUT } from '../../src/serialization/input';
import { isOrderedOtherwise } from './orderOfValues';

const sends = (content: unknown): Input => ({
  ...NO_INPUT,
  body: { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(content)) } as NonNullable<Input['body']>,
});
const asks = (query: Readonly<Record<string, string>>): Input => ({
  ...NO_INPUT,
  query: Object.entries(query).map(([name, value]) => ({ name, value })) as unknown as Input['query'],
});

const both = (least: unknown, most: unknown) => sends({ least, most });

const cases: readonly (readonly [string, string, Input, readonly Input[], boolean])[] = [
  ['it is more, and was less', '/least', both(1000, 121), [both(3, 121)], true],
  ['it is less, and was more', '/most', both(3, 0), [both(3, 121)], true],
  ['it is equal, and was less', '/least', both(121, 121), [both(3, 121)], true],
  ['it is more, as it once was', '/least', both(1000, 121), [both(3, 121), both(9, 5)], false],
  ['it is still less', '/least', both(0, 121), [both(3, 121)], false],
  ['nothing else is a number', '/least', both(1000, 'a'), [both(3, 'a')], false],
  ['the other one was never accepted', '/least', both(1000, 121), [sends({ least: 3 })], true],
  ['one lies deeper', '/least', sends({ least: 9, to: { most: 5 } }), [sends({ least: 3, to: { most: 5 } })], true],
  ['the other one is an id', '/least', sends({ least: 9, roomId: 5 }), [sends({ least: 3, roomId: 5 })], false],
  ['numbers of a query', 'low in the query', asks({ low: '9', high: '5' }), [asks({ low: '3', high: '5' })], true],
  [
    'a day is after the other one',
    '/least',
    both('2030-02-01', '2030-01-01'),
    [both('2029-02-01', '2030-01-01')],
    true,
  ],
  [
    'two offsets of the same order',
    '/least',
    both('2030-01-01T00:00:00+02:00', '2030-01-01T00:00:00Z'),
    [both('2029-12-31T00:00:00Z', '2030-01-01T00:00:00Z')],
    false,
  ],
  [
    'a time of day is after the other one',
    '/least',
    both('23:59:60Z', '08:00:00Z'),
    [both('07:00:00Z', '08:00:00Z')],
    true,
  ],
  ['a number and a day', '/least', both(2031, '2030-01-01'), [both(3, '2030-01-01')], false],
];

test.each(cases)('%s', (_, subject, refused, accepted, expected) => {
  expect(isOrderedOtherwise(subject, refused, accepted)).toBe(expected);
});
