import { head, load } from '../../contract/contract.testing';
import type { Answered } from '../answered';
import { fitOf, fitOfItem, namedValues } from './foundValues';

test('what a parameter is called is likelier than the name of the thing', async () => {
  const parameters = [{ name: 'collection', in: 'path', required: true, schema: { type: 'string' } }];
  const get = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { '/fields/{collection}': { get } } });
  const [parameter] = operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('There is no parameter.');
  const fit = (own: string) => fitOfItem({ own, within: 'field' }, { item: '/fields/{}', parameter }) ?? 9;
  expect(fit('collection')).toBeLessThan(fit('field'));
});

test('a long name that says its kind is no secret', () => {
  const body = Buffer.from(
    JSON.stringify({ memos: [{ name: 'memos/k2zuPHxEBZ4wQEYwzDriwY', note: 'k2zuPHxEBZ4wQEYwzDriwY77' }] }),
  );
  const exchange = {
    case: { request: { operation: { responses: [], path: '/v1/memos' } } },
    response: { status: 200, headers: [], body },
  };
  const values = namedValues(exchange as unknown as Answered);
  expect(values.map(({ own, within, value }) => [own, within, value])).toEqual([
    ['name', 'memo', 'memos/k2zuPHxEBZ4wQEYwzDriwY'],
  ]);
});

test.each<[string, string, (readonly [string, string])[]]>([
  ['Location', '/jobs/7', [['job', '7']]],
  [
    'Operation-Location',
    'https://api.example.org/v1/jobs/c2ff02e1-6e7a-4c09-a673-ea12398bef48?wait=1',
    [['job', 'c2ff02e1-6e7a-4c09-a673-ea12398bef48']],
  ],
  [
    'Location',
    '/rooms/a%20b/books/3/',
    [
      ['room', 'a b'],
      ['book', '3'],
    ],
  ],
  ['Location', '/reset/eyJhbGciOiJIUzI1NiJ9.e30.x', []],
  ['Location', '/jobs', []],
  ['Location', 'http://[', []],
  ['Link', '</jobs/7>; rel="next"', []],
])('%s: %s names %j', (field, url, expected) => {
  const exchange = {
    case: { request: { operation: { responses: [], path: '/orders' } } },
    response: { status: 202, headers: [[field, url]], body: Buffer.from('') },
  };
  const values = namedValues(exchange as unknown as Answered);
  expect(values.map(({ own, within, value }) => [own, within, value])).toEqual(
    expected.map(([kind, id]) => ['id', kind, id]),
  );
});

test('of an object with tens of thousands of members the first ones are looked at', () => {
  const namesOf = (before: number) => {
    const members = Array.from({ length: before }, (_, at) => [`empty${at}`, null] as const);
    const exchange = {
      case: { request: { operation: { responses: [], path: '/things' } } },
      response: {
        status: 200,
        headers: [],
        body: Buffer.from(JSON.stringify(Object.fromEntries([...members, ['last', 1]]))),
      },
    };
    return namedValues(exchange as unknown as Answered).map(({ own }) => own);
  };
  expect(namesOf(1000)).toEqual(['last']);
  expect(namesOf(5000)).toEqual([]);
});

test.each<[string, string, object, (readonly [string, string])[]]>([
  [
    'results of a list',
    '/events',
    { next: null, results: [{ id: 'a', event_id: 'b' }] },
    [
      ['event', 'id'],
      ['event', 'eventid'],
    ],
  ],
  ['a list in two of them', '/events', { data: { items: [{ id: 'a' }] } }, [['event', 'id']]],
  ['one thing', '/events/{id}', { data: { id: 'a' } }, [['event', 'id']]],
  [
    'JSON:API',
    '/events',
    { data: [{ id: 'a', attributes: { name: 'b' } }] },
    [
      ['event', 'id'],
      ['attributes', 'name'],
    ],
  ],
  ['things by their own name', '/search', { _embedded: { events: [{ id: 'a' }] } }, [['event', 'id']]],
  ['what a thing has as its items', '/events/{id}', { items: [{ id: 'a' }] }, [['item', 'id']]],
  ['what an item of a list has', '/events', [{ results: [{ id: 'a' }] }], [['result', 'id']]],
  ['texts', '/events', { values: ['a'] }, [['event', 'value']]],
])('what a wrapper holds is of what the path names: %s', (_, path, shown, expected) => {
  const exchange = {
    case: { request: { operation: { responses: [], path } } },
    response: { status: 200, headers: [], body: Buffer.from(JSON.stringify(shown)) },
  };
  const values = namedValues(exchange as unknown as Answered);
  expect(values.map(({ own, within }) => [within, own])).toEqual(expected);
});

test('the id of a thing is likelier than what is called like its id', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const get = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { '/events/{id}': { get } } });
  const [parameter] = operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('There is no parameter.');
  const fit = (own: string) => fitOfItem({ own, within: 'event' }, { item: '/events/{}', parameter }) ?? 9;
  expect(fit('id')).toBeLessThan(fit('eventid'));
});

test.each([
  ['eventid', 'event', 'id'],
  ['issueid', 'issue', 'id'],
  ['ordernumber', 'order', 'number'],
])('what is called %s is likelier than the %s with its %s', (wanted, within, own) => {
  const fit = (name: string) => fitOf({ own: name, within }, wanted) ?? 9;
  expect(fit(wanted)).toBeLessThan(fit(own));
  expect(fit(own)).toBeLessThan(1);
});

test.each<[string, string, unknown, (readonly [string, string])[]]>([
  [
    'one',
    '/register',
    { id: 7, name: 'Ada' },
    [
      ['register', 'id'],
      ['register', 'name'],
      ['user', 'id'],
      ['userout', 'id'],
    ],
  ],
  [
    'a list',
    '/everybody',
    [{ id: 7 }],
    [
      ['everybody', 'id'],
      ['user', 'id'],
      ['userout', 'id'],
    ],
  ],
  [
    'what is called so anyway',
    '/users',
    [{ id: 7 }],
    [
      ['user', 'id'],
      ['userout', 'id'],
    ],
  ],
  ['what lies in them', '/register', { role: { id: 3 } }, [['role', 'id']]],
])('the ids that an answer shows are those of what its schema is called: %s', async (_, path, shown, expected) => {
  const one = { $ref: '#/components/schemas/UserOut' };
  const schema = Array.isArray(shown) ? { type: 'array', items: one } : one;
  const get = { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } };
  const components = { schemas: { UserOut: { type: 'object' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [path]: { get } }, components });
  const body = Buffer.from(JSON.stringify(shown));
  const exchange = { case: { request: { operation: operations[0] } }, response: { status: 200, headers: [], body } };
  const values = namedValues(exchange as unknown as Answered);
  expect(values.map(({ own, within }) => [within, own])).toEqual(expected);
});
