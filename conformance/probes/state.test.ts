import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';
import { linesOfPlan, probeTable } from './operation.testing';
import { state } from './state';

const ok = { responses: { 200: { description: 'd' } } };
const gone = { responses: { 204: { description: 'd' } } };
const LEFT_OUT = 'it may change anything: no part of its path names a thing that you handed over';
const FOR_GOOD = 'what it makes could not be removed again: the contract has no operation for that';

function body(schema: object, type = 'application/json') {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

const person = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { enum: ['Ada', 'Bo'] }, age: { type: 'integer', minimum: 0, maximum: 120, example: 36 } },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const people = {
  '/people': { post: { ...body(person), responses: { 201: { description: 'd' } } } },
  '/people/{id}': { parameters: [id], get: ok, put: { ...body(person), ...ok }, delete: gone },
};

const READ = 'GET /people/<id>';
const OTHER = `other, another one, of which nothing was asked: ${READ}`;
const OTHER_GIVEN = 'other, another one, of which nothing was asked: GET /people/bo';
const PUT = 'PUT /people/<id>';

const chain = [
  'make, to have one to ask about: POST /people, {"name":"Ada"}',
  'located, what its Location names: GET /people',
  `read, what was made: ${READ}`,
  'make, to have one to ask about: POST /people, {"name":"Ada"}',
  OTHER,
  `put, with all that there is: ${PUT}, {"name":"Ada","age":36}`,
  `read, what was put: ${READ}`,
  OTHER,
  `again, the same again: ${PUT}, {"name":"Ada","age":36}`,
  `read, what was put twice: ${READ}`,
  `bare, with what is required alone: ${PUT}, {"name":"Ada"}`,
  `read, what was put in its place: ${READ}`,
  `put, with other values: ${PUT}, {"name":"Bo","age":0}`,
  `read, what was put: ${READ}`,
  `bare, with what is required alone: ${PUT}, {"name":"Ada"}`,
  `read, what was put in its place: ${READ}`,
  `refused, with content of a type that is not declared: ${PUT}, Content-Type: application/x-undeclared, {"name":"Ada","age":36}`,
  `refused, with a member that is not valid: ${PUT}, {"name":"Ada","age":1.5}`,
  `read, what a refused request left: ${READ}`,
  `read, what is there still: ${READ}`,
  OTHER,
  'remove, what is there: DELETE /people/<id>',
  `read, what was removed: ${READ}`,
  OTHER,
];

/** The same steps on what was handed over: nothing is made or removed. */
const handedOver = [
  'read, what was handed over: GET /people/ada',
  ...chain.slice(4, -5).map((line) => line.replace(OTHER, OTHER_GIVEN).replaceAll('/people/<id>', '/people/ada')),
];

probeTable(state, contractWith(people), [
  {
    when: 'the run may make people and remove them again',
    about: 'POST /people',
    given: { writes: 'own' },
    asks: chain,
  },
  { when: 'the service is a throw-away', about: 'POST /people', given: { writes: 'any' }, asks: chain },
  { when: 'nothing says that people may be made', about: 'POST /people', asks: [], leftOut: LEFT_OUT },
  {
    when: 'a person is handed over, who is not to be changed for the sake of the chain',
    about: 'PUT /people/{id}',
    given: { params: { id: ['ada'] } },
    asks: [],
  },
  {
    when: 'everything exists, as on the mock, which keeps nothing',
    about: 'POST /people',
    given: { writes: 'any', everythingExists: true },
    asks: [],
  },
]);

probeTable(state, contractWith({ '/people/{id}': people['/people/{id}'] }), [
  {
    when: 'a person is handed over, whom no run could make, and another one, of whom nothing is asked',
    about: 'PUT /people/{id}',
    given: { params: { id: ['ada', 'bo'] } },
    asks: handedOver,
  },
]);

const { delete: _, ...kept } = people['/people/{id}'];

probeTable(state, contractWith({ ...people, '/people/{id}': kept }), [
  {
    when: 'what is made could not be removed again',
    about: 'POST /people',
    given: { writes: 'own' },
    asks: [],
    leftOut: FOR_GOOD,
  },
]);

const settings = {
  type: 'object',
  required: ['theme'],
  properties: { theme: { enum: ['dark', 'light'] }, size: { const: 12 } },
};
const single = contractWith({ '/settings': { get: ok, put: { ...body(settings), ...ok }, delete: gone } });

probeTable(state, single, [
  {
    when: 'there is one thing at the path, on a throw-away',
    about: 'PUT /settings',
    given: { writes: 'any' },
    asks: [
      'read, what is there: GET /settings',
      'put, with all that there is: PUT /settings, {"theme":"dark","size":12}',
      'read, what was put: GET /settings',
      'again, the same again: PUT /settings, {"theme":"dark","size":12}',
      'read, what was put twice: GET /settings',
      'bare, with what is required alone: PUT /settings, {"theme":"dark"}',
      'read, what was put in its place: GET /settings',
      'put, with other values: PUT /settings, {"theme":"light","size":12}',
      'read, what was put: GET /settings',
      'bare, with what is required alone: PUT /settings, {"theme":"dark"}',
      'read, what was put in its place: GET /settings',
      'refused, with content of a type that is not declared: PUT /settings, Content-Type: application/x-undeclared, {"theme":"dark","size":12}',
      'refused, with a member that is not valid: PUT /settings, {"theme":"dark","size":13}',
      'read, what a refused request left: GET /settings',
      'remove, what is there: DELETE /settings',
      'read, what was removed: GET /settings',
    ],
  },
  {
    when: 'there is one thing at the path, which the run did not make',
    about: 'PUT /settings',
    given: { writes: 'own' },
    asks: [],
    leftOut: LEFT_OUT,
  },
]);

const note = {
  type: 'object',
  additionalProperties: false,
  properties: { colour: { enum: ['red', 'blue'] }, due: { enum: ['now', null] } },
};
const merging = contractWith({
  '/note': { get: ok, patch: { ...body(note, 'application/merge-patch+json'), ...ok } },
});
const PATCH = 'PATCH /note, Content-Type: application/merge-patch+json';

probeTable(state, merging, [
  {
    when: 'a merge patch sets all members, one, and takes one away',
    about: 'PATCH /note',
    given: { writes: 'any' },
    asks: [
      'read, what is there: GET /note',
      `patch, some members: ${PATCH}, {"colour":"red","due":"now"}`,
      'read, what was changed: GET /note',
      `patch, some members: ${PATCH}, {"colour":"red"}`,
      'read, what was changed: GET /note',
      `patch, some members: ${PATCH}, {"due":null}`,
      'read, what was changed: GET /note',
      'refused, with content of a type that is not declared: PATCH /note, Content-Type: application/x-undeclared, {"colour":"red","due":"now"}',
      `refused, with a member that is not valid: ${PATCH}, {"colour":"redx","due":"now"}`,
      'read, what a refused request left: GET /note',
    ],
  },
]);

const labels = {
  type: 'object',
  required: ['high'],
  additionalProperties: false,
  properties: { high: { const: 3 }, due: { enum: ['now', null] } },
};
const owner = { type: 'object', properties: { id: { const: 7 }, name: { enum: ['Ada', null] } } };
const nested = contractWith({
  '/note': {
    get: ok,
    patch: { ...body({ type: 'object', properties: { labels, owner } }, 'application/merge-patch+json'), ...ok },
  },
});

test('a merge patch has a part of an object, and takes nothing of one that stands for another thing', async () => {
  const { asks } = linesOfPlan(state, await readOnce(nested), 'PATCH /note', { writes: 'any' });
  const sent = asks.filter((each) => each.startsWith('patch')).map((each) => each.slice(each.indexOf('{')));
  expect(sent).toEqual(['{"labels":{"high":3,"due":"now"},"owner":{"id":7,"name":"Ada"}}', '{"labels":{"high":3}}']);
});

const login = contractWith({ '/tokens': { post: { ...body(person), ...ok } } });

probeTable(state, login, [
  {
    when: 'what is posted can be read nowhere',
    about: 'POST /tokens',
    given: { writes: 'any' },
    asks: ['post, something new: POST /tokens, {"name":"Ada","age":36}'],
  },
]);

const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const guarded = contractWith(
  {
    '/shelves': { get: ok, post: { ...body(named), responses: { 201: { description: 'd' } } } },
    '/shelves/{id}': { parameters: [id], get: ok, delete: gone },
  },
  { security: [{ key: [] }], components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } },
);
const MAKE = 'make, to have one to ask about: POST /shelves, Authorization: Bearer t, {"name":"#-#"}';
const LOOKS = [
  MAKE,
  'located, what its Location names: GET /shelves, Authorization: Bearer t',
  'read, what was made: GET /shelves/<id>, Authorization: Bearer t',
  MAKE,
  'other, another one, of which nothing was asked: GET /shelves/<id>, Authorization: Bearer t',
  'list, what was made: GET /shelves, Authorization: Bearer t',
  'read, what is there still: GET /shelves/<id>, Authorization: Bearer t',
  'other, another one, of which nothing was asked: GET /shelves/<id>, Authorization: Bearer t',
  'refused, with a credential that is not valid: DELETE /shelves/<id>, Authorization: Bearer not-valid-#',
  'refused, without a credential: DELETE /shelves/<id>',
  'other, another one, of which nothing was asked: GET /shelves/<id>, Authorization: Bearer t',
  'read, what a refused request left: GET /shelves/<id>, Authorization: Bearer t',
  'remove, what is there: DELETE /shelves/<id>, Authorization: Bearer t',
  'read, what was removed: GET /shelves/<id>, Authorization: Bearer t',
  'other, another one, of which nothing was asked: GET /shelves/<id>, Authorization: Bearer t',
  'list, what was removed: GET /shelves, Authorization: Bearer t',
];
const LIST = 'GET /shelves, Authorization: Bearer t';
const REFUSED = [
  'refused, with content of a type that is not declared: POST /shelves, Content-Type: application/x-undeclared, Authorization: Bearer t, {"name":"#-#"}',
  'refused, with a credential that is not valid: POST /shelves, Authorization: Bearer not-valid-#, {"name":"#-#"}',
  'refused, without a credential: POST /shelves, {"name":"#-#"}',
  `list, what a refused request left: ${LIST}`,
];

probeTable(state, guarded, [
  {
    when: 'what is refused would show in the list',
    about: 'POST /shelves',
    given: { writes: 'own', token: 't' },
    asks: [...LOOKS, ...REFUSED],
  },
  {
    when: 'nobody else writes, so that the length of the list tells something',
    about: 'POST /shelves',
    given: { writes: 'any', token: 't' },
    asks: [
      ...LOOKS,
      `list, what was made: ${LIST}`,
      ...Array<string>(4).fill(`list, what was made, once more: ${LIST}`),
      ...REFUSED,
    ],
  },
]);

const profile = {
  type: 'object',
  required: ['name', 'joined'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { enum: ['Ada'] },
    joined: { type: 'string', format: 'date', readOnly: true },
    verified: { type: 'boolean', readOnly: true },
    status: { type: 'string', readOnly: true },
    visits: { type: 'integer', readOnly: true },
    pin: { type: 'integer', maximum: 999, readOnly: true },
  },
};
const profiles = contractWith({ '/profile': { get: ok, put: { ...body(profile), ...ok } } });
const READ_ONLY = '{"name":"Ada","joined":"2001-02-03","verified":true,"visits":1%}';

test('members that are only read are sent last, but ids, states, and those of which no value tells anything', async () => {
  const contract = await readOnce(profiles);
  const { cases } = plan(contract, { ...suite, probes: [state] }, settingsOf({ seed: 1, writes: 'any' }));
  const [asked, look, ...more] = cases.slice(-2);
  expect(asked?.chain?.step).toBe('assign');
  expect(asked?.request.input.body?.bytes.toString().replace(/1\d{6}/, '1%')).toBe(READ_ONLY);
  expect(look?.chain?.step).toBe('read');
  expect(more).toEqual([]);
});

const weight = { type: 'integer', readOnly: true };
const holding = (members: object) => ({ type: 'object', required: Object.keys(members), properties: members });
const parcel = holding({
  name: { enum: ['Ada'] },
  box: { allOf: [holding({ size: { const: 3 }, weight })] },
  owner: holding({ size: { const: 3 }, weight }),
  sender: holding({ email: { const: 'a@b.example' }, weight }),
});
const parcels = contractWith({ '/parcel': { get: ok, put: { ...body(parcel), ...ok } } });

test('members that are only read are sent in objects, too, but in none that may stand for another thing', async () => {
  const { asks } = linesOfPlan(state, await readOnce(parcels), 'PUT /parcel', { writes: 'any' });
  const [asked = ''] = asks.filter((each) => each.startsWith('assign'));
  expect(asked.replace(/1\d{6}/, '%')).toBe(
    'assign, with members that are only read: PUT /parcel, {"name":"Ada","box":{"size":3,"weight":%},"owner":{"size":3},"sender":{"email":"a@b.example"}}',
  );
});

test('what a POST names in its path is refused before it is removed: a lax service would make it anew', async () => {
  const post = { ...body(named), ...ok };
  const paths = { '/tags': { get: ok }, '/tags/{id}': { parameters: [id], get: ok, post, delete: gone } };
  const { cases } = plan(
    await readOnce(contractWith(paths)),
    { ...suite, probes: [state] },
    settingsOf({ seed: 1, writes: 'any' }),
  );
  const steps = cases.flatMap(({ chain }) => chain?.step ?? []);
  expect(steps.lastIndexOf('refused')).toBeGreaterThan(0);
  expect(steps.lastIndexOf('refused')).toBeLessThan(steps.indexOf('remove'));
});

const tagged = { responses: { 200: { description: 'd', headers: { ETag: { schema: { type: 'string' } } } } } };
const match = { parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }] };
const OLD = 'with an ETag that it had before';
const isOfTags = /ETag/;

test('asks by ETags where the contract speaks of them, and nowhere else', async () => {
  const items = { parameters: [id], get: tagged, put: { ...body(person), ...ok }, delete: { ...match, ...gone } };
  const post = people['/people'];
  const casesOf = async (paths: object) => {
    const { cases } = plan(await readOnce(contractWith(paths)), suite, settingsOf({ writes: 'own' }));
    return cases.filter(({ claim }) => claim.probe === 'state' && isOfTags.test(claim.name));
  };
  const asked = await casesOf({ '/people': post, '/people/{id}': items });
  expect(
    asked.map(({ request, claim, chain }) => [
      chain?.step,
      request.operation.method,
      claim.name,
      request.input.condition,
    ]),
  ).toEqual([
    ['refused', 'PUT', OLD, { field: 'If-Match', state: 'other', isNeeded: true }],
    ['put', 'PUT', 'with its ETag', { field: 'If-Match', state: 'current', isNeeded: true }],
    [
      'conditional',
      'GET',
      'unless it has its ETag still',
      { field: 'If-None-Match', state: 'current', isNeeded: true },
    ],
    [
      'conditional',
      'GET',
      'unless it has the ETag of before',
      { field: 'If-None-Match', state: 'other', isNeeded: true },
    ],
    ['refused', 'DELETE', OLD, { field: 'If-Match', state: 'other', isNeeded: true }],
  ]);
  expect(await casesOf(people)).toEqual([]);
});

test('asks for what was changed since a date long ago where the contract has that condition', async () => {
  const since = { name: 'If-Modified-Since', in: 'header', schema: { type: 'string' } };
  const planned = async (reader: object) => {
    const item = { parameters: [id], get: { ...tagged, ...reader }, put: { ...body(person), ...ok }, delete: gone };
    const contract = contractWith({ '/people': people['/people'], '/people/{id}': item });
    const { cases } = plan(await readOnce(contract), suite, settingsOf({ writes: 'own' }));
    const asked = cases.filter(
      ({ chain, request: { input } }) => input.condition?.isDate && chain?.step === 'conditional',
    );
    return asked.flatMap(({ request: { input } }) => input.headers);
  };
  expect(await planned({ parameters: [since] })).toEqual([['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT']]);
  expect(await planned({ parameters: [{ ...since, schema: { type: 'integer' } }] })).toEqual([]);
  expect(await planned({})).toEqual([]);
});

test('what no GET asks for is changed, and seen in its list before it is removed and after refusals', async () => {
  const content = { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } };
  const responses = { 200: { description: 'ok', content }, 201: { description: 'made', content } };
  const sends = { requestBody: { content }, responses };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const jars = contractWith({
    '/jars': { get: { responses }, post: sends },
    '/jars/{id}': { parameters: [id], patch: sends, delete: { responses: { 204: { description: 'gone' } } } },
  });
  const { cases } = plan(await readOnce(jars), suite, settingsOf({ writes: 'own' }));
  const steps = cases.filter(({ touches, chain }) => touches.thing.endsWith(' state') && chain?.step);
  expect(steps.map(({ chain, request: { operation } }) => `${chain?.step} ${operation.method}`)).toEqual([
    'make POST',
    'located POST',
    'patch PATCH',
    'list GET',
    'refused PATCH',
    'list GET',
    'remove DELETE',
    'list GET',
  ]);
});

const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
const onceOnly = (said: string) =>
  contractWith({
    '/people': {
      post: {
        parameters: [key],
        ...body(named),
        responses: { 200: { description: 'd' }, 422: { description: said } },
      },
    },
    '/people/{id}': { parameters: [id], get: ok, delete: gone },
  });
const BY_KEY = 'POST /people, Idempotency-Key: #, {"name":"#-#"}';
const BY_MINE = 'POST /people, Idempotency-Key: mine, {"name":"#-#"}';
const repeated = [
  `make, to have one to ask about: ${BY_KEY}`,
  `read, what was made: ${READ}`,
  'make, to have one to ask about: POST /people, {"name":"#-#"}',
  OTHER,
  `repeat, the same request with the same key: ${BY_KEY}`,
  `repeated, what the same request made: ${READ}`,
  `read, what the first one made: ${READ}`,
];
const ending = [
  `read, what is there still: ${READ}`,
  OTHER,
  'remove, what is there: DELETE /people/<id>',
  `read, what was removed: ${READ}`,
  OTHER,
];

probeTable(state, onceOnly('not valid'), [
  {
    when: 'a request with a key is sent twice',
    about: 'POST /people',
    given: { writes: 'own' },
    asks: [...repeated, ...ending],
  },
  {
    when: 'the key is handed over',
    about: 'POST /people',
    given: { writes: 'own', params: { 'header.Idempotency-Key': ['mine'] } },
    asks: [
      `make, to have one to ask about: ${BY_MINE}`,
      `read, what was made: ${READ}`,
      `make, to have one to ask about: ${BY_MINE}`,
      OTHER,
      ...ending,
    ],
  },
]);

probeTable(state, onceOnly('The key was used before'), [
  {
    when: 'the contract says that another request with the key is refused',
    about: 'POST /people',
    given: { writes: 'own' },
    asks: [...repeated, `reuse, another request with the same key: ${BY_KEY}`, ...ending],
  },
]);

const trip = { type: 'object', required: ['goal'], properties: { id: { type: 'string' }, goal: { enum: ['Riga'] } } };
const sentTrip = { type: 'object', required: ['goal'], properties: { goal: { enum: ['Riga'] } } };
const answered = (status: number, schema: object) => ({
  responses: { [status]: { description: 'd', content: { 'application/json': { schema } } } },
});
const inOuter = (what: string) => ({
  [`/${what}`]: {
    post: { ...body(person), ...answered(201, { type: 'object', properties: { id: { type: 'string' } } }) },
  },
  [`/${what}/{id}`]: { parameters: [id], get: ok, delete: gone },
  [`/${what}/{id}/trips`]: {
    parameters: [id],
    get: answered(200, { type: 'array', items: trip }),
    post: { ...body(sentTrip), ...answered(201, trip) },
  },
});
const trips = {
  '/trips': { get: answered(200, { type: 'array', items: trip }) },
  '/trips/{id}': {
    parameters: [id],
    get: answered(200, trip),
    put: { ...body(sentTrip), ...answered(200, trip) },
    delete: gone,
  },
};

const shallow = contractWith({ ...inOuter('vehicles'), ...inOuter('drivers'), ...trips });

test('where one list shows all that is made below others, it is no list of another one', async () => {
  const { '/vehicles/{id}/trips': below, ...paths } = inOuter('vehicles');
  const all = { ...paths, '/vehicles/{id}/trips': { ...below, get: undefined }, ...trips };
  const contract = JSON.parse(JSON.stringify(contractWith(all)));
  const { asks } = linesOfPlan(state, await readOnce(contract), 'POST /vehicles/{id}/trips', { writes: 'own' });
  expect(asks.filter((each) => /^(list, what was made|elsewhere)/.test(each))).toEqual([
    'list, what was made: GET /trips',
  ]);
});

test('what two requests make is changed where it is made first, and looked for in its lists where it is made then', async () => {
  const { asks } = linesOfPlan(state, await readOnce(shallow), 'POST /vehicles/{id}/trips', { writes: 'own' });
  const first = asks.findIndex((each) => each.includes('POST /vehicles/<id>/trips'));
  const second = asks.findIndex((each) => each.includes('POST /drivers/<id>/trips'));
  const steps = (from: number, to: number) =>
    asks.slice(from, to).map((each) => each.replace(/, \{.*$/, '').replace(/, [^:]*:/, ''));
  expect(steps(first, second).filter((each) => each.startsWith('put'))).toEqual(['put PUT /trips/<id>']);
  expect(steps(second, asks.length)).toEqual([
    'make POST /drivers/<id>/trips',
    'located GET /drivers/<id>/trips',
    'read GET /trips/<id>',
    'make POST /drivers/<id>/trips',
    'other GET /trips/<id>',
    'list GET /drivers/<id>/trips',
    'list GET /trips',
    'make POST /drivers',
    'elsewhere GET /drivers/<id>/trips',
    'remove DELETE /trips/<id>',
    'read GET /trips/<id>',
    'other GET /trips/<id>',
    'list GET /drivers/<id>/trips',
    'list GET /trips',
    'remove DELETE /drivers/<id>',
    'look GET /drivers/<id>',
    'below POST /drivers/<id>/trips',
    'look GET /drivers/<id>',
  ]);
});

const counting = (members: object, sets: object = {}) => ({
  '/wards': {
    post: {
      ...body({ type: 'object', properties: { name: { type: 'string' }, ...sets } }),
      responses: { 201: { description: 'd' } },
    },
  },
  '/wards/{id}': {
    parameters: [id],
    get: {
      responses: {
        200: { description: 'd', content: { 'application/json': { schema: { type: 'object', properties: members } } } },
      },
    },
    delete: gone,
  },
  // Each path may have another name for the same thing.
  '/wards/{w}/people': { parameters: [{ ...id, name: 'w' }], post: people['/people'].post },
  '/wards/{ward}/people/{p}': {
    parameters: ['ward', 'p'].map((name) => ({ ...id, name })),
    get: ok,
    delete: gone,
  },
});
const integer = { type: 'integer' };

test.each<[string, object, number]>([
  ['has such a member', counting({ people_count: integer }), 4],
  ['has one in what wraps it', counting({ data: { type: 'object', properties: { peopleCount: integer } } }), 4],
  ['has a number of something else', counting({ bed_count: integer }), 0],
  ['has a number that clients set', counting({ people_count: integer }, { people_count: integer }), 0],
])('what things lie in is asked how many there are where it %s', async (_, paths, count) => {
  const { cases } = plan(await readOnce(contractWith(paths)), suite, settingsOf({ seed: 1, writes: 'own' }));
  expect(cases.filter(({ chain: place }) => place?.step === 'count')).toHaveLength(count);
});
