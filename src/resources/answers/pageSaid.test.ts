import { type PageSaid, pageSaidBy } from './pageSaid';

type Row = readonly [body: unknown, said: PageSaid, fields?: Readonly<Record<string, string>>];

const ROWS: readonly Row[] = [
  [[], {}],
  [{ items: [{ total: 7 }], total: 40 }, { total: 40 }],
  [{ items: [], count: 3 }, {}],
  [
    { data: [], meta: { page: 2, totalPages: 5, offset: 10 } },
    { page: 2, pages: 5, offset: 10 },
  ],
  [
    { items: [], next: 'c2', hasMore: true },
    { cursor: 'c2', more: true },
  ],
  [{ items: [], nextOffset: 20 }, { cursor: '20' }],
  [{ items: [], next: null }, { more: false }],
  [{ items: [], isLast: true }, { more: false }],
  [{ results: [], next: 'http://here/things?page=2' }, { link: 'http://here/things?page=2' }],
  [{ _embedded: {}, _links: { next: { href: '/things?page=2' } } }, { link: '/things?page=2' }],
  [[], { link: '/t?page=2' }, { Link: '</t?page=9>; rel="last", </t?page=2>; rel="next"' }],
  [[], { link: '/t?p=2,3' }, { Link: '</t?p=2,3>; title="a; b"; rel=next' }],
  [[], {}, { Link: '</t?page=1>; rel=prev' }],
  [[], { total: 12, more: false }, { 'X-Total-Count': '12', 'X-Next-Page': '' }],
  [[], { isCached: true }, { Age: '7' }],
];

test.each(ROWS.map(([body, said, fields]) => ({ body, said, fields })))(
  '$body says of pages $said',
  ({ body, said, fields = {} }) => {
    const response = {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: Object.entries({ 'Content-Type': 'application/json', ...fields }),
      interim: [],
      body: Buffer.from(JSON.stringify(body)),
      afterHead: Buffer.alloc(0),
    };
    expect(pageSaidBy(response)).toEqual(said);
  },
);
