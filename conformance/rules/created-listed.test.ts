import { BED_NURSERY, contractWith } from '../contracts.testing';
import { createdListed } from './created-listed';
import { ruleTable, should } from './exchange.testing';

const COLLECTION = '/beds/1/seedlings';
const species = 'fern-0a1b2c3d';

const makes = (id: string, name = species) =>
  ({
    ask: `POST ${COLLECTION}`,
    step: 'make',
    sends: { species: name },
    unique: { species: name },
    id,
    status: 201,
  }) as const;
const reads = (id: string, shown: object = { species }, status = 200) =>
  ({ ask: `GET ${COLLECTION}/${id}`, step: 'other', status, json: { id: Number(id), ...shown } }) as const;
const removes = (id: string) => ({ ask: `DELETE ${COLLECTION}/${id}`, step: 'remove', status: 204 }) as const;
const lists = (...json: readonly unknown[]) => ({ ask: `GET ${COLLECTION}`, step: 'list', status: 200, json }) as const;

const elsewhere = (...json: readonly unknown[]) =>
  ({ ask: 'GET /beds/2/seedlings', step: 'elsewhere', status: 200, json }) as const;
const inAnother = should(
  'what was made is listed in another thing than the one that it was made in',
  'a list without it at /beds/2/seedlings',
  'a list with it',
);

const twice = should(
  'what was made is listed twice',
  'one thing, since one was asked for',
  'two that are alike in all but their ids',
);

const unlisted = (items: string) =>
  should('what was made is not listed', '7 in the list, since GET finds it', `a list of ${items} without it`);

ruleTable(createdListed, BED_NURSERY, [
  ['a list shows the text that a seedling was made with', [makes('7'), reads('7'), lists({ species })], 'kept'],
  ['a list shows the id alone', [makes('7'), reads('7'), lists(5, 7)], 'kept'],
  ['a list shows two of them', [makes('7'), reads('7'), lists({ id: 8, species }, { id: 7, species })], twice],
  [
    'a list shows two of them, made at two times',
    [makes('7'), reads('7'), lists({ id: 8, species, createdAt: 2 }, { id: 7, species, createdAt: 1 })],
    twice,
  ],
  [
    'a list shows each day of a series',
    [makes('7'), reads('7'), lists({ id: 8, species, day: 2 }, { id: 7, species, day: 1 })],
    'kept',
  ],
  [
    'the same was asked for twice',
    [makes('7'), { ...makes('8'), step: 'repeat' }, reads('7'), lists({ id: 8, species }, { id: 7, species })],
    'kept',
  ],
  [
    'a list shows one of them in two places',
    [makes('7'), reads('7'), lists({ id: 7, species }, { id: 7, species })],
    'kept',
  ],
  [
    'a list shows the id in times alone',
    [makes('7'), reads('7'), lists({ id: 3, at: '2026-11-07T07:07:07.000Z', day: '2026-07-07' })],
    unlisted('1 item'),
  ],
  [
    'a list shows a day, which is the id',
    [makes('2026-07-07'), { ...reads('7'), ask: `GET ${COLLECTION}/2026-07-07` }, lists({ day: '2026-07-07' })],
    'kept',
  ],
  ['a list shows the address', [makes('7'), reads('7'), lists({ href: 'https://x/seedlings/7' })], 'kept'],
  ['a list shows another seedling', [makes('7'), reads('7'), lists({ id: 17, species: 'moss' })], unlisted('1 item')],
  [
    'a list says how many there are, which is the id of what it leaves out',
    [
      makes('1'),
      reads('1'),
      { ...lists(), json: { meta: { total: 1 }, items: [{ id: 3 }] }, extent: { isWhole: true, total: 1 } },
    ],
    should('what was made is not listed', '1 in the list, since GET finds it', 'a list of 1 item without it'),
  ],
  [
    'a list says how many there are, and shows the seedling in an object beside its items',
    [
      makes('7'),
      reads('7'),
      { ...lists(), json: { total: 1, pages: { first: [{ id: 7 }] } }, extent: { isWhole: true, total: 1 } },
    ],
    'kept',
  ],
  ['a list is empty', [makes('7'), reads('7'), lists()], unlisted('0 items')],
  [
    'a list is empty, and the bed of the same id says in which state it is',
    [
      { ask: 'POST /beds', step: 'make', sends: {}, id: '7', status: 201, json: { bedId: 7, state: 'open' } },
      makes('7'),
      reads('7'),
      lists(),
      { ask: 'GET /beds/7', step: 'read', status: 200, json: { bedId: 7, state: 'open' } },
    ],
    unlisted('0 items'),
  ],
  [
    'a list is empty once the seedling is removed, and the bed of the same id is there',
    [
      makes('7'),
      reads('7'),
      removes('7'),
      { ask: 'GET /beds/7', step: 'read', status: 200, json: { bedId: 7 } },
      lists(),
    ],
    'silent',
  ],
  [
    'a list shows the one that was made before, and not the other',
    [makes('6', 'moss-1a2b3c4d'), makes('7'), reads('6'), reads('7', { species, status: 'new' }), lists({ id: 6 })],
    unlisted('1 item'),
  ],
  [
    'a list leaves a seedling out, and a bed is made before it that nobody looks at',
    [makes('7'), reads('7'), { ask: 'POST /beds', step: 'make', sends: {}, id: '9', status: 201 }, lists({ id: 3 })],
    unlisted('1 item'),
  ],
  [
    'a list leaves a seedling out, and a bed is made before it that is found',
    [
      makes('7'),
      reads('7'),
      { ask: 'POST /beds', step: 'make', sends: {}, id: '9', status: 201 },
      { ask: 'GET /beds/9', step: 'other', status: 200, json: { id: 9 } },
      lists({ id: 3 }),
    ],
    unlisted('1 item'),
  ],
  [
    'a list leaves out what is in another state',
    [makes('7'), reads('7', { species, status: 'draft' }), lists()],
    'silent',
  ],
  [
    'some things of a list are asked for',
    [
      makes('6', 'moss-1a2b3c4d'),
      makes('7'),
      reads('6'),
      reads('7'),
      { ...lists({ id: 6 }), path: `${COLLECTION}?kind=a` },
    ],
    'silent',
  ],
  ['what was made is removed', [makes('7'), reads('7'), removes('7'), lists()], 'silent'],
  ['what was made is not found either', [makes('7'), reads('7', {}, 404), lists()], 'silent'],
  ['it is made later', [{ ...makes('7'), status: 202 }, reads('7'), lists()], 'silent'],
  [
    'a list is one page',
    [makes('7'), reads('7'), { ...lists({ id: 3 }), extent: { isWhole: false, total: 9 } }],
    'silent',
  ],
  ['a list is refused', [makes('7'), reads('7'), { ...lists(), status: 403 }], 'silent'],
  [
    'the list of another bed is asked for',
    [makes('7'), reads('7'), { ...lists(), ask: 'GET /beds/2/seedlings' }],
    'silent',
  ],
  [
    'another bed lists a seedling that says in which bed it is',
    [makes('7'), reads('7'), elsewhere({ id: 7, bedNumber: 1, species })],
    inAnother,
  ],
  [
    'another bed lists a seedling that its own bed does not list',
    [makes('7'), reads('7'), lists({ id: 3, species: 'moss' }), elsewhere({ id: 7, species })],
    inAnother,
  ],
  [
    'two beds share a seedling',
    [makes('7'), reads('7'), lists({ id: 7, species }), elsewhere({ id: 7, species })],
    'kept',
  ],
  [
    'another bed lists another seedling',
    [makes('7'), reads('7'), lists({ id: 7, species }), elsewhere({ id: 8 })],
    'kept',
  ],
  [
    'another bed lists another seedling with the same number',
    [makes('7'), reads('7'), lists({ id: 7, species }), elsewhere({ id: 7, bedNumber: 1, species: 'moss' })],
    'kept',
  ],
  ['nothing is listed', [makes('7'), reads('7')], 'silent'],
  ['a label is put', { ask: 'PUT /labels/a', step: 'make', sends: { text: 'a' }, status: 201 }, 'unbound'],
]);

const beds = (...json: readonly unknown[]) => ({ ask: 'GET /beds', step: 'list', status: 200, json }) as const;

ruleTable(createdListed, BED_NURSERY, [
  [
    'the contract says how much of a list is shown, and the answer shows that it is all',
    [
      { ask: 'POST /beds', step: 'make', sends: { name: 'a', width: 3 }, id: '7', status: 201 },
      { ask: 'GET /beds/7', step: 'read', status: 200, json: { bedId: 7, name: 'a' } },
      beds({ bedId: 3 }),
    ],
    unlisted('1 item'),
  ],
]);

const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const RECORD = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const json = (schema: object) => ({ description: 'shown', content: { 'application/json': { schema } } });
const made = { requestBody: { content: { 'application/json': { schema: RECORD } } }, responses: { 201: json(RECORD) } };
const item = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  get: { responses: { 200: json(RECORD) } },
};
const paged = (...more: readonly object[]) => ({
  get: {
    parameters: [
      query('limit', { type: 'integer', maximum: 50 }),
      query('page', { type: 'integer', default: 1 }),
      ...more,
    ],
    responses: { 200: json({ type: 'array', items: RECORD }) },
  },
  post: made,
});

const PAGED = {
  openapi: '3.1.0',
  info: { title: 'Records in pages', version: '1.0.0' },
  paths: {
    '/records': paged(),
    '/records/{id}': item,
    '/notes': paged(query('kind', { type: 'string' })),
    '/notes/{id}': item,
  },
};

/** Makes b, of which a list is read: what as much of it as there is shows, and what is behind that. */
const pagesOf = (list: string, whole: string, behind: string | number | undefined, shown: object = {}) => {
  const page = (turn: 'behind' | undefined, asks: string, ids: string | number) =>
    ({
      ask: `GET /${list}`,
      path: `/${list}?${asks}`,
      step: 'page',
      ...(turn ? { turn } : {}),
      ...(typeof ids === 'number' ? { status: ids } : { status: 200, json: [...ids].map((id) => ({ id })) }),
    }) as const;
  return [
    { ask: `POST /${list}`, step: 'make', sends: { name: 'moss' }, id: 'b', status: 201 } as const,
    { ask: `GET /${list}/b`, step: 'read', status: 200, json: { id: 'b', name: 'moss', ...shown } } as const,
    page(undefined, 'limit=50', whole),
    ...(behind === undefined ? [] : [page('behind', 'limit=50&page=2', behind)]),
  ];
};

const onNoPage = should(
  'what was made is not listed',
  'b in the list, since GET finds it',
  'a list of 2 items without it',
);
const FIFTY = 'cdefghijklmnopqrstuvwxyzCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.slice(0, 50);

ruleTable(createdListed, PAGED, [
  ['all pages of a list are read, and one has it', pagesOf('records', 'abc', ''), 'kept'],
  ['all pages of a list are read, and none has it', pagesOf('records', 'ac', ''), onNoPage],
  ['there is no page behind the first', pagesOf('records', 'ac', 404), onNoPage],
  ['the page behind a short one has it', pagesOf('records', 'ac', 'b'), 'kept'],
  ['the page behind a short one has something else', pagesOf('records', 'ac', 'd'), 'silent'],
  ['the page behind was not asked for', pagesOf('records', 'ac', undefined), 'silent'],
  ['the page behind draws a server error', pagesOf('records', 'ac', 500), 'silent'],
  ['the first page is as long as it may be', pagesOf('records', FIFTY, ''), 'silent'],
  ['a parameter chooses what is listed', pagesOf('notes', 'ac', ''), 'silent'],
  ['what was made is in a state', pagesOf('records', 'ac', '', { status: 'draft' }), 'silent'],
]);

const one = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const answers = { 200: { description: 'ok' }, 201: { description: 'made' }, 204: { description: 'gone' } };
const UNREAD = contractWith({
  '/jars': { get: { responses: answers }, post: { responses: answers } },
  '/jars/{id}': { parameters: [one], patch: { responses: answers }, delete: { responses: answers } },
});

const jar = { ask: 'POST /jars', step: 'make', sends: { name: 'oak' }, id: 'b', status: 201 } as const;
const changes = (status: number) =>
  ({ ask: 'PATCH /jars/b', step: 'patch', id: 'b', status, json: { id: 'b' } }) as const;
const jars = (...ids: readonly string[]) =>
  ({ ask: 'GET /jars', step: 'list', status: 200, json: ids.map((id) => ({ id })) }) as const;

ruleTable(createdListed, UNREAD, [
  [
    'no GET asks for what was made, it can be changed, and the list has it',
    [jar, changes(200), jars('a', 'b')],
    'kept',
  ],
  [
    'no GET asks for what was made, it can be changed, and the list does not have it',
    [jar, changes(200), jars('a')],
    should('what was made is not listed', 'b in the list, since it can be changed', 'a list of 1 item without it'),
  ],
  ['what was made is not there to be changed', [jar, changes(404), jars('a')], 'silent'],
  ['nothing tells whether what was made is there', [jar, jars('a')], 'silent'],
  ['it is gone after the list', [jar, changes(200), jars('a'), changes(404)], 'silent'],
]);

const text = { type: 'string' };
const shelf = { type: 'object', properties: { slug: text, label: text } };
const shows = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
const paths = {
  '/shelves': { get: { responses: { 200: shows({ type: 'array', items: shelf }) } } },
  '/shelves/{slug}': {
    parameters: [{ name: 'slug', in: 'path', required: true, schema: text }],
    get: { responses: { 200: shows(shelf) } },
    put: {
      requestBody: { content: { 'application/json': { schema: shelf } } },
      responses: { 200: shows(shelf), 201: shows(shelf) },
    },
    delete: { responses: { 204: { description: 'd' } } },
  },
};
const named = contractWith(paths);
const put = { ask: 'PUT /shelves/a1', step: 'make', sends: { label: species }, id: 'a1', status: 201 } as const;
const shown = { ask: 'GET /shelves/a1', step: 'read', id: 'a1', status: 200, json: { slug: 'a1' } } as const;
const shelves = (...json: readonly unknown[]) => ({ ask: 'GET /shelves', step: 'list', status: 200, json }) as const;

ruleTable(createdListed, named, [
  ['what was made by a PUT is listed', [put, shown, shelves({ slug: 'b2' }, { slug: 'a1' })], 'kept'],
  [
    'it is not listed',
    [put, shown, shelves({ slug: 'b2' })],
    should('what was made is not listed', 'a1 in the list, since GET finds it', 'a list of 1 item without it'),
  ],
  ['it is not found either', [put, { ...shown, status: 404 }, shelves({ slug: 'b2' })], 'silent'],
]);

const keyed = contractWith(paths, {
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
});
const withKey = { shows: 'key' } as const;

ruleTable(createdListed, keyed, [
  [
    'it is not listed where a key stands in the query, which chooses nothing',
    [put, shown, shelves({ slug: 'b2' })].map((each) => ({ ...each, ...withKey })),
    should('what was made is not listed', 'a1 in the list, since GET finds it', 'a list of 1 item without it'),
  ],
]);
