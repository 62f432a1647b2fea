import type { Operation } from '../../contract/contract';
import type { Case } from '../model/case';
import { disturbancesIn, ListedOthers, membersListed } from './listedOthers';

const listed = (...items: readonly { readonly id: string; readonly [name: string]: unknown }[]) =>
  membersListed(
    items,
    items.map(({ id }) => [id]),
  );

const isKnown = () => false;

test.each([
  ['is as it was', { id: '1', current: true }, []],
  ['has lost what it had', { id: '1', current: false }, [{ member: 'current', from: 'true', to: 'false' }]],
  ['has another member beside it', { id: '1', current: true, views: 3 }, []],
  ['does not show the member', { id: '1' }, []],
])('a thing of somebody else %s', (_, item, expected) => {
  const found = disturbancesIn(listed({ id: '1', current: true }), listed(item), new Set());
  expect(found).toEqual(expected.map((each) => ({ is: 'changed', name: '1', ...each })));
});

test('a thing of somebody else is gone', () => {
  expect(disturbancesIn(listed({ id: '1' }, { id: '2' }), listed({ id: '2' }), new Set())).toEqual([
    { is: 'gone', name: '1' },
  ]);
});

test('a member that changes by itself tells nothing, and neither does a moment', () => {
  const [before, now] = [
    listed({ id: '1', uptime: 3, seen: '2026-01-01T00:00:00Z' }),
    listed({ id: '1', uptime: 4, seen: '2026-01-01T00:00:01Z' }),
  ];
  expect(disturbancesIn(before, now, new Set())).toHaveLength(1);
  expect(disturbancesIn(before, now, new Set(['uptime']))).toEqual([]);
});

test('what another run has made comes and goes', () => {
  expect(listed({ id: '1', name: 'soil-1a2b3c4d' }, { id: '2', name: 'fern' })).toEqual(
    new Map([['2', new Map(Object.entries({ id: '2', name: 'fern' }))]]),
  );
});

test('a look is due after the first request of an operation, and the more seldom the more of them did nothing', () => {
  const thing = { item: '/beds/{}', ids: [''] };
  const place = new ListedOthers().at(thing);
  const maker = { name: 'POST /beds' } as Operation;
  const list = listed({ id: '1' });
  place.noteList(list, isKnown, 0);
  const looks: number[] = [];
  for (let at = 1; at <= 12; at++) {
    if (place.isDue(maker)) {
      looks.push(at);
      place.noteLooked();
    }
    const each = { request: { operation: maker } } as Case;
    place.begin(each);
    place.noteTaken(maker, at, at);
    place.end(each, true);
  }
  expect(looks).toEqual([2, 3, 5, 9]);
});

test('a list that is not as it was makes a look due at once', () => {
  const place = new ListedOthers().at({ item: '/beds/{}', ids: [''] });
  const maker = { name: 'POST /beds' } as Operation;
  const [before, now] = [listed({ id: '1', rank: 1 }), listed({ id: '1', rank: 2 })];
  place.noteList(before, isKnown, 0);
  place.noteList(now, isKnown, 1);
  // Nothing was sent by then.
  expect(place.isDue(maker)).toBe(false);
  place.noteTaken(maker, 1, 2);
  place.noteList(now, isKnown, 3);
  expect(place.isDue(maker)).toBe(true);
});
