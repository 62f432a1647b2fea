import { violableUses, violatedAmong } from './violatedUses';

const clause = (pointer: string) => ({ file: 'a.yaml', pointer, line: 1, column: 1 });
const CITY = clause('#/components/schemas/Address/properties/city/maxLength');
const REQUIRED = clause('#/components/schemas/Address/required');
const GRAMS = clause('#/components/schemas/Item/properties/grams/maximum');

const uses = violableUses([
  { clause: CITY, subject: '/billing/city' },
  { clause: CITY, subject: '/shipping/city' },
  { clause: REQUIRED, subject: '/billing' },
  { clause: REQUIRED, subject: '/shipping' },
  { clause: GRAMS, subject: '/gifts/0/grams' },
  { clause: GRAMS, subject: '/gifts/1/grams', unasked: 'not by default' },
]);

const named = (violated: Readonly<Record<string, string[]>>) => {
  const places = new Map(Object.entries(violated).map(([pointer, wheres]) => [`a.yaml ${pointer}`, new Set(wheres)]));
  return [...violatedAmong(uses, places)].map(({ subject }) => subject);
};

test('each place of a clause is a use of its own, and the items of one list are one place', () => {
  expect(uses.map(({ subject, at }) => [subject, at])).toEqual([
    ['/billing/city', undefined],
    ['/shipping/city', '/shipping/city'],
    ['/billing', undefined],
    ['/shipping', '/shipping'],
    ['/gifts/0/grams', undefined],
  ]);
});

test.each<[string, Readonly<Record<string, string[]>>, readonly string[]]>([
  ['nothing was broken', {}, []],
  ['what was broken at one place was not at the other', { [CITY.pointer]: ['/shipping/city'] }, ['/shipping/city']],
  ['another item of the list is the same place', { [GRAMS.pointer]: ['/gifts/*/grams'] }, ['/gifts/0/grams']],
  ['a recording names a member that is missing', { [REQUIRED.pointer]: ['/shipping/street'] }, ['/shipping']],
  ['a recording names a place that no run knows', { [CITY.pointer]: ['the body of another'] }, ['/billing/city']],
  ['a clause that no request can break', { '#/elsewhere': ['/a'] }, []],
])('%s', (_, violated, expected) => {
  expect(named(violated)).toEqual(expected);
});
