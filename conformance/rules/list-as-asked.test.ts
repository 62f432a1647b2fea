import { contractWith } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { listAsAsked } from './list-as-asked';

const colour = { type: 'string', enum: ['red', 'blue', 'green'] };
const level = { type: 'string', enum: ['warning', 'error'] };
const thing = {
  type: 'object',
  properties: { title: { type: 'string' }, width: { type: 'number' }, colour, level, shade: colour },
};
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const ok = { 200: { description: 'd', content: { 'application/json': { schema: { type: 'array', items: thing } } } } };
const list = {
  parameters: [
    query('colour', { type: 'array', items: colour }),
    query('level', level),
    query('title', { type: 'string' }),
    query('sort', { type: 'string', enum: ['title', '-title', 'width', 'width:desc', 'width:asc'] }),
    query('order', { type: 'string', enum: ['asc', 'desc'] }),
    query('limit', { type: 'integer' }),
  ],
  responses: ok,
};
const api = contractWith({ '/things': { get: list }, '/others': { get: { responses: ok } } });

const lists = (asked: string, ...json: readonly unknown[]) =>
  ({ ask: `GET /things?${asked}`, asked, status: 200, json }) as const;
const titles = (...all: readonly string[]) => all.map((title) => ({ title }));
const widths = (...all: readonly number[]) => all.map((width) => ({ width }));

const another = (asked: string, shown: string) =>
  should('a list that was asked for by colour shows items with another one', `colour: ${asked}`, `colour: "${shown}"`);
const unsorted = (member: string, asked: string, actual: string) =>
  should(
    `a list that was asked for in the order of ${member} is in another one`,
    `items as sort=${asked} says`,
    actual,
  );

ruleTable(listAsAsked, api, [
  [
    'a list shows an item with another value',
    lists('colour=red', { colour: 'red' }, { colour: 'blue' }),
    another('red', 'blue'),
  ],
  ['a list shows what was asked for', lists('colour=red', { colour: 'red' }, { colour: 'Red' }), 'kept'],
  ['a page is asked for', lists('colour=red&limit=1', { colour: 'blue' }), another('red', 'blue')],
  ['several values are asked for', lists('colour=red&colour=blue', { colour: 'red' }, { colour: 'blue' }), 'kept'],
  ['several values are asked for in one text', lists('colour=red,blue', { colour: 'blue' }), 'kept'],
  ['an item does not have the member', lists('colour=red', { shade: 'blue' }, { colour: null }), 'kept'],
  ['a list may show what either of two filters finds', lists('colour=red&title=a', { colour: 'blue' }), 'silent'],
  ['a level is the least one', lists('level=warning', { level: 'error' }), 'silent'],
  ['a title may be searched for by a part of it', lists('title=a', { title: 'banana' }), 'silent'],
  ['nothing is found', lists('colour=red'), 'silent'],
  ['titles rise', lists('sort=title', ...titles('ant', 'Bee', 'cat')), 'kept'],
  [
    'titles do not rise',
    lists('sort=title', ...titles('ant', 'cat', 'bee')),
    unsorted('title', 'title', '"cat", then "bee"'),
  ],
  [
    'titles rise where they are to fall',
    lists('sort=-title', ...titles('ant', 'bee')),
    unsorted('title', '-title', '"ant", then "bee"'),
  ],
  [
    'titles differ in what collations see in several ways',
    lists('sort=title', ...titles('a-z', 'ab', 'a2', 'a10', '\u00e4')),
    'kept',
  ],
  ['numbers fall', lists('sort=width%3Adesc', ...widths(9, 3, 3, -1)), 'kept'],
  [
    'numbers are sorted as texts',
    lists('sort=width%3Aasc', ...widths(10, 9)),
    unsorted('width', 'width:asc', '10, then 9'),
  ],
  ['numbers are in one order, and nobody says which', lists('sort=width', ...widths(9, 3)), 'kept'],
  [
    'numbers are in no order at all',
    lists('sort=width', ...widths(9, 3, 10)),
    unsorted('width', 'width', '3, then 10'),
  ],
  ['another parameter says the direction', lists('sort=title&order=desc', ...titles('b', 'a')), 'silent'],
  [
    'what has a start is not put in front for that',
    lists('sort=width%3Aasc', { width: 10, startsAt: 1 }, { width: 9, startsAt: 2 }),
    unsorted('width', 'width:asc', '10, then 9'),
  ],
  [
    'what is a favourite comes first',
    lists('sort=width%3Aasc', { width: 10, isFavorite: true }, { width: 9, isFavorite: false }),
    'kept',
  ],
  ['what is pinned comes first', lists('sort=title', { title: 'b', pinned: true }, { title: 'a' }), 'kept'],
  ['no parameter chooses', { ask: 'GET /others', status: 200, json: [] }, 'unbound'],
]);
