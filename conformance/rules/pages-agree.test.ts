import type { PageSaid } from '../../src/resources/answers/pageSaid';
import { type ExchangeLiteral, ruleTable, should } from './exchange.testing';
import { pagesAgree } from './pages-agree';

const RECORDS = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    total: { type: 'integer' },
    next: { type: 'string' },
  },
};

const answer = { 200: { description: 'a page', content: { 'application/json': { schema: RECORDS } } } };
const { next: _next, ...bare } = RECORDS.properties;
const bareAnswer = {
  200: { description: 'a page', content: { 'application/json': { schema: { ...RECORDS, properties: bare } } } },
};
const nullable = { ...RECORDS.properties, next: { type: ['string', 'null'] } };
const nullAnswer = {
  200: { description: 'a page', content: { 'application/json': { schema: { ...RECORDS, properties: nullable } } } },
};
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const LIMIT = query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 });

const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1.0.0' },
  paths: {
    '/records': {
      get: { parameters: [LIMIT, query('offset', { type: 'integer', minimum: 0, default: 0 })], responses: answer },
      post: { responses: { 201: { description: 'made' } } },
    },
    '/events': { get: { parameters: [LIMIT, query('cursor', { type: 'string' })], responses: answer } },
    '/bare': { get: { parameters: [LIMIT, query('cursor', { type: 'string' })], responses: bareAnswer } },
    '/pages': { get: { parameters: [LIMIT, query('page', { type: 'integer' })], responses: answer } },
    '/changes': { get: { parameters: [LIMIT, query('cursor', { type: 'string' })], responses: nullAnswer } },
    '/all': { get: { responses: answer } },
  },
};

/** Asks for a page, and is answered with the things that have these letters for ids. */
const asked =
  (list: string) =>
  (turn: ExchangeLiteral['turn'], path: string, ids: string | number, page: PageSaid = {}): ExchangeLiteral => ({
    ask: `GET /${list}`,
    path: `/${list}?${path}`,
    probe: 'pages',
    step: 'page',
    ...(turn ? { turn } : {}),
    page,
    ...(typeof ids === 'number' ? { status: ids } : { status: 200, json: { items: [...ids].map((id) => ({ id })) } }),
  });

/** Reads records with a limit and an offset: all of them, then each page of one, then all of them once more. */
function records(whole: string, pages: readonly (string | number)[], again = whole, said: PageSaid = {}) {
  const ask = asked('records');
  return [
    ask(undefined, 'limit=50', whole, said),
    ...pages.map((ids, at) => ask(at === 0 ? 'first' : 'next', `limit=1${at === 0 ? '' : `&offset=${at}`}`, ids, said)),
    ask('once more', 'limit=50', again, said),
  ];
}

function events(
  pages: readonly (readonly [ids: string | number, next?: string])[],
  whole = 'abc',
  list = 'events',
  said: PageSaid = {},
) {
  const ask = asked(list);
  return [
    ask(undefined, 'limit=50', whole, said),
    ...pages.map(([ids, cursor], at) =>
      ask(at === 0 ? 'first' : 'next', `limit=1&n=${at}`, ids, cursor === undefined ? {} : { ...said, cursor }),
    ),
    ask('once more', 'limit=50', whole, said),
  ];
}

/** Three pages with an item, and three without one, each of which leads on. */
const EMPTY_ON = ['a', 'b', 'c', '', '', ''].map((ids, at) => [ids, String(at)] as const);

const repeatedAfter = (index: number) =>
  should(
    'an item stands on two pages of a list',
    `other items than on the page before (#${index})`,
    'an item that was on it',
  );
const REPEATED = repeatedAfter(2);

ruleTable(pagesAgree, CONTRACT, [
  ['Pages that show each item once, and an empty one behind them', records('abc', ['a', 'b', 'c', '']), 'kept'],
  ['A page behind the last one is refused', records('abc', ['a', 'b', 'c', 404]), 'kept'],
  ['An item that is shown twice', records('abc', ['a', 'a']), REPEATED],
  ['The same, while the list changes', records('abc', ['a', 'a'], 'xabc'), 'silent'],
  [
    'The same, while the run makes something there',
    [
      ...records('abc', ['a', 'a']).slice(0, 2),
      { ask: 'POST /records', status: 201 },
      ...records('abc', ['a', 'a']).slice(2),
    ],
    'silent',
  ],
  [
    'The same, while something is under way that was accepted before',
    [{ ask: 'POST /records', status: 202 }, ...records('abc', ['a', 'a'])],
    repeatedAfter(3),
  ],
  [
    'An item that no page shows',
    records('abc', ['a', 'c', '']),
    should(
      'the pages of a list leave out what the list shows',
      'all 3 items of the list on its pages',
      '1 on none of 3 pages',
    ),
  ],
  [
    'An item that pages show and the list does not',
    records('ab', ['a', 'b', 'c', '']),
    should(
      'a list leaves out what its pages show',
      '3 items, as the 4 pages show',
      '2 items in one answer that was asked for more',
    ),
  ],
  ['The first pages of a list that is too long to be read whole', records('abcdefghij', ['a', 'b', 'c']), 'kept'],
  [
    'Pages in another order',
    records('abc', ['b', 'a', 'c', '']),
    should(
      'the pages of a list show its items in another order than the list',
      'the order of the list (#1)',
      'another order',
    ),
  ],
  [
    'A total that is not the number of the items',
    records('abc', ['a', 'b', 'c', ''], 'abc', { total: 4 }),
    should('a list says another number of items than its pages show', 'a total of 3', 'a total of 4'),
  ],
  [
    'A page that is too long',
    records('abc', ['ab']),
    should('a page shows more items than were asked for', '1 item at most, as limit=1 asks', '2 items'),
  ],
  ['A page that is answered by a server error', records('abc', ['a', 503]), 'silent'],
  ['The first page is refused', records('abc', [400]), 'silent'],
  ['An answer out of a cache', records('abc', ['a', 'a'], 'abc', { isCached: true }), 'silent'],
  ['Items that nothing tells apart', records('aa', ['a', 'a', '']), 'silent'],
  ['Cursors that lead to the end', events([['a', '1'], ['b', '2'], ['c']]), 'kept'],
  ['A cursor that leads to an empty page', events([['a', '1'], ['b', '2'], ['c', '3'], ['']]), 'kept'],
  [
    'A cursor that is refused',
    events([['a', '1'], [400]]),
    [
      should(
        'the next page, to which a page led, is refused',
        'success, since the page before (#2) led there',
        '400 Bad Request',
      ),
    ],
  ],
  ['A list that says nothing of what stands in its cursor', events([['a']], 'abc', 'bare'), 'silent'],
  [
    'A list that should say it, and ends too soon',
    events([['a']]),
    should(
      'the pages of a list leave out what the list shows',
      'all 3 items of the list on its pages',
      '2 on none of 1 page',
    ),
  ],
  ['A cursor, and the service has too much to do', events([['a', '1'], [429]]), 'silent'],
  [
    'Cursors that go on and on',
    events([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['', '4'],
      ['', '5'],
    ]),
    should('the pages of a list have no end', 'the end after 3 items', 'empty pages that lead to a next one'),
  ],
  [
    'Cursors that go on and on, from the whole list on',
    events(EMPTY_ON, 'abc', 'changes', { cursor: '9' }),
    should('the pages of a list have no end', 'the end after 3 items', 'empty pages that lead to a next one'),
  ],
  [
    'The same, and the contract has no value that ends a list',
    events(EMPTY_ON, 'abc', 'events', { cursor: '9' }),
    'kept',
  ],
  [
    'The same, and each page says that there are no more',
    events(EMPTY_ON, 'abc', 'changes', { cursor: '9', more: false }),
    'kept',
  ],
  [
    'A cursor that leads to two empty pages, and then to none',
    events([...EMPTY_ON.slice(0, 5), ['']], 'abc', 'changes', { cursor: '9' }),
    'kept',
  ],
  [
    'Pages that are counted from 1, as the page 1 shows',
    [
      asked('pages')(undefined, 'limit=50', 'ab'),
      asked('pages')('first', 'limit=1', 'a'),
      asked('pages')('next', 'limit=1&page=1', 'a'),
      asked('pages')('next', 'limit=1&page=2', 'b'),
      asked('pages')('next', 'limit=1&page=3', ''),
      asked('pages')('once more', 'limit=50', 'ab'),
    ],
    'kept',
  ],
  ['A list that is read in no pages', { ask: 'GET /all', status: 200, json: [] }, 'unbound'],
]);
