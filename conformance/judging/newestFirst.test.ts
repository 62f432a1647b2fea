import { BED_NURSERY } from '../contracts.testing';
import { createdListed } from '../rules/created-listed';
import { type ExchangeLiteral, ruleTable, should } from '../rules/exchange.testing';

const OWN = { id: 31, species: 'fern-0a1b2c3d' };
const IDS = [30, 29, 28, 26, 22, 21, 20];

const made: ExchangeLiteral = {
  ask: 'POST /beds/1/seedlings',
  step: 'make',
  sends: { species: OWN.species },
  unique: { species: OWN.species },
  id: '31',
  status: 201,
};

/** A thing that is made and read, and a page that does not show it. @param more members of the thing. */
function page(items: readonly object[], more: object = {}, given: Partial<ExchangeLiteral> = {}): ExchangeLiteral[] {
  const read = { ask: 'GET /beds/1/seedlings/31', step: 'other', status: 200, json: { ...OWN, ...more } } as const;
  const list = { ask: 'GET /beds/1/seedlings', step: 'list', status: 200, json: items } as const;
  return [made, read, { ...list, extent: { isWhole: false, total: 90 }, ...given }];
}

/** Seven items with falling ids, each with what `more` gives it. */
const items = (more: (at: number) => object = () => ({})) => IDS.map((id, at) => ({ id, ...more(at) }));
const with7 = <T>(name: string, ...values: readonly T[]) => items((at) => ({ [name]: values[at] }));

const unlisted = should(
  'what was made is not listed',
  '31 in the list, since GET finds it',
  'a list without it, which begins with the newest and goes on to older ones',
);

const rows: readonly (readonly [string, ExchangeLiteral[], typeof unlisted | 'silent'])[] = [
  ['the ids fall', page(items()), unlisted],
  [
    'ids that are texts fall',
    page(
      items().map(({ id }) => ({ id: String(id) })),
      { id: '31' },
    ),
    unlisted,
  ],
  ['the times fall, too', page(with7('made', ...times(9, 8, 7, 6, 5, 4, 4)), { made: time(10) }), unlisted],
  ['the names are in no order', page(with7('name', 'd', 'a', 'c', 'f', 'b', 'e', 'g'), { name: 'z' }), unlisted],
  ['there are others of its kind', page(with7('kind', 'a', 'a', 'b', 'b', 'c', 'c', 'c'), { kind: 'b' }), unlisted],
  ['it has a text that lists do not show', page(items(), { about: 'moss' }), unlisted],
  ['the page was asked for by its size', page(items(), {}, { path: '/beds/1/seedlings?limit=7' }), unlisted],

  ['there are few items', page(items().slice(1)), 'silent'],
  ['an old one is pinned before them', page([{ id: 3 }, ...items()]), 'silent'],
  ['the ids rise', page(items().reverse()), 'silent'],
  ['all of them are newer', page(items().map(({ id }) => ({ id: id + 20 }))), 'silent'],
  ['all of one state are listed', page(with7('open', ...Array(7).fill(true)), { open: false }), 'silent'],
  ['its state is not among them', page(with7('status', ...'abababa'), { status: 'c' }), 'silent'],
  ['it has a state that lists do not show', page(items(), { approved: false }), 'silent'],
  ['it has a number that lists do not show', page(items(), { rank: 4 }), 'silent'],
  ['all are of another kind', page(with7('kind', ...'aaaaaaa'), { kind: 'b' }), 'silent'],
  ['they may go by a rank', page(with7('kind', ...'aabbbbb'), { kind: 'c' }), 'silent'],
  ['they go by a number, too', page(with7('score', 9, 8, 7, 6, 5, 4, 3), { score: 1 }), 'silent'],
  ['they go by a number with ties', page(with7('score', 9, 9, 7, 7, 5, 4, 3), { score: 1 }), 'silent'],
  ['they go by a date that was sent', page(with7('due', ...times(9, 8, 7, 6, 5, 4, 3)), { due: time(1) }), 'silent'],
  [
    'they go by the date within',
    page(
      items((at) => ({ on: { day: time(9 - at) } })),
      { on: { day: time(1) } },
    ),
    'silent',
  ],
  ['they go by their names', page(with7('name', ...'abcdefg'), { name: 'z' }), 'silent'],
  ['a cache may answer', page(items(), {}, { fields: { 'Cache-Control': 'max-age=60' } }), 'silent'],
  ['a page was asked for', page(items(), {}, { path: '/beds/1/seedlings?page=1' }), 'silent'],
  ['an item has no id', page([...items(), { species: 'moss' }]), 'silent'],
  ['the items are names', page(IDS.map(String) as never), 'silent'],
];

function time(day: number): string {
  return `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`;
}

function times(...days: readonly number[]): string[] {
  return days.map(time);
}

ruleTable(createdListed, BED_NURSERY, rows);

ruleTable(createdListed, BED_NURSERY, [
  [
    'a later list shows it',
    [...page(items()), { ask: 'GET /beds/1/seedlings', step: 'list', status: 200, json: [OWN, ...items()] }],
    'kept',
  ],
]);
