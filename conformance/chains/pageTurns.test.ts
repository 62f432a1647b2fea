import type { PageSaid } from '../../src/resources/answers/pageSaid';
import { readOnce } from '../contracts.testing';
import { toExchange } from '../rules/exchange.testing';
import { nextQuery, walkOf, wholeQuery } from './pageTurns';

const query = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });
const whole = { type: 'integer' };
const lists = (path: string, ...parameters: object[]) => ({
  [`/${path}`]: { get: { parameters, responses: { 200: { description: 'a page' } } } },
});

const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1.0.0' },
  paths: {
    ...lists('offsets', query('limit', { ...whole, minimum: 2, maximum: 200 }), query('offset', whole)),
    ...lists('pages', query('per_page', { ...whole, enum: [5, 10, 100] }), query('page', { ...whole, default: 1 })),
    ...lists('spring', query('size', whole), query('page', { ...whole, minimum: 0 })),
    ...lists('starts', query('limit', whole), query('startIndex', whole)),
    ...lists('cursors', query('limit', whole), query('cursor', { type: 'string' })),
    ...lists('required', query('pageSize', whole, true), query('pageNumber', { ...whole, minimum: 1 }, true)),
    ...lists('shoes', query('size', whole)),
  },
};

async function operationAt(path: string) {
  const found = (await readOnce(CONTRACT)).operations.find((each) => each.path === `/${path}`);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
}

test.each([
  ['offsets', 'limit=50'],
  ['pages', 'per_page=10'],
  ['spring', 'size=50'],
  ['required', 'pageSize=50&pageNumber=1'],
])('as much as one answer shows of %s is asked for by %s', async (path, asked) => {
  const made = wholeQuery(await operationAt(path), [{ name: 'offset', value: '7' }]);
  const kept = path === 'offsets' ? made : made.filter(({ name }) => name !== 'offset');
  expect(kept.map(({ name, value }) => `${name}=${value}`).join('&')).toBe(asked);
});

interface PageRow {
  readonly list: string;
  /** What the last page was asked by. */
  readonly by: string;
  readonly ids?: string;
  readonly said?: PageSaid;
  readonly leadsTo: string | undefined;
}

const ROWS: readonly PageRow[] = [
  { list: 'offsets', by: 'limit=2', leadsTo: 'limit=2&offset=2' },
  { list: 'offsets', by: 'limit=2', ids: '', leadsTo: undefined },
  { list: 'offsets', by: 'limit=2', said: { total: 2 }, leadsTo: undefined },
  { list: 'offsets', by: 'limit=2', said: { more: false }, leadsTo: undefined },
  { list: 'offsets', by: 'limit=1', leadsTo: undefined },
  { list: 'pages', by: 'per_page=5', leadsTo: 'per_page=5&page=2' },
  { list: 'pages', by: 'per_page=5', said: { pages: 1 }, leadsTo: undefined },
  { list: 'spring', by: 'size=2', leadsTo: 'size=2&page=1' },
  { list: 'spring', by: 'size=2', said: { page: 1 }, leadsTo: 'size=2&page=2' },
  { list: 'starts', by: 'limit=2', leadsTo: undefined },
  { list: 'starts', by: 'limit=2', said: { offset: 1 }, leadsTo: 'limit=2&startIndex=3' },
  { list: 'cursors', by: 'limit=2', leadsTo: undefined },
  { list: 'cursors', by: 'limit=2', said: { cursor: 'c2' }, leadsTo: 'limit=2&cursor=c2' },
  { list: 'cursors', by: 'limit=2', said: { link: '/cursors?after=9' }, leadsTo: 'after=9' },
  { list: 'cursors', by: 'limit=2', said: { link: 'https://inside.example/cursors/?after=9' }, leadsTo: 'after=9' },
  { list: 'cursors', by: 'limit=2', said: { link: '/others?after=9' }, leadsTo: undefined },
];

test.each(ROWS)('the first page of $list by $by, which says $said, leads to $leadsTo', async (row) => {
  const { list, by, ids = 'ab', said = {}, leadsTo } = row;
  const contract = await readOnce(CONTRACT);
  const asked = (sent: string, shown: string, index: number, turn?: 'first') => {
    const literal = {
      ask: `GET /${list}`,
      path: `/${list}?${sent}`,
      probe: 'pages',
      step: 'page',
      status: 200,
    } as const;
    const json = { items: [...shown].map((id) => ({ id })) };
    const more = { json, page: said, ...(turn ? { turn } : {}) };
    const exchange = toExchange(contract, { ...literal, ...more }, index);
    const pairs = [...new URLSearchParams(sent)].map(([name, value]) => ({ name, value }));
    const { case: each } = exchange;
    const input = { ...each.request.input, query: pairs };
    return { ...exchange, case: { ...each, request: { ...each.request, input } } };
  };
  const walk = walkOf(await operationAt(list), [asked('x=1', 'abc', 1), asked(by, ids, 2, 'first')]);
  const next = walk && nextQuery(walk);
  expect(next?.map(({ name, value }) => `${name}=${value}`).join('&')).toBe(leadsTo);
});
