import { head, load } from '../../src/contract/contract.testing';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

const done = { responses: { 200: { description: 'ok' } } };

function named(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

test.each([
  ['t_aB3dE5gH7jK9', /^t_a[0-9a-f]{11}$/],
  ['default', /^[0-9a-f-]{36}$/],
])('what a PUT makes has a name of the form of %s, which was handed over', async (handed, form) => {
  const paths = {
    '/queues/{queue}/tasks': { parameters: [named('queue')], get: done },
    '/queues/{queue}/tasks/{task}': {
      parameters: [named('queue'), named('task')],
      get: done,
      put: done,
      delete: done,
    },
  };
  const params = { queue: ['q1'], task: [handed] };
  const { cases } = plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ seed: 1, writes: 'own', params }));
  const made = cases.flatMap(({ chain, request }) => (chain?.step === 'make' ? (request.values['task'] ?? []) : []));
  expect(made.length).toBeGreaterThan(0);
  expect(made.filter((name) => !form.test(name))).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});

const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };

/** What is put into patients that the run makes. @param put what the contract says of the PUT. */
const putInto = (collection: string, name: string, pattern: string, put: object = { requestBody: body }) => ({
  '/patients': {
    post: {
      requestBody: body,
      responses: { 201: { description: 'made', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  },
  '/patients/{id}': { parameters: [named('id')], get: done, delete: done },
  [`/patients/{id}/${collection}/{${name}}`]: {
    parameters: [named('id'), { ...named(name), schema: { type: 'string', pattern } }],
    get: done,
    put: { ...done, ...put },
    delete: done,
  },
});

test.each<[string, object, RegExp | undefined]>([
  [
    'is short where that is all that fits',
    putInto('allergies', 'code', '^[a-z][a-z0-9]{2,11}$'),
    /^[a-z][a-z0-9]{2,11}$/,
  ],
  ['has a listed form', putInto('allergies', 'key', '^[A-Z]{2}-[0-9]{3}$'), /^[A-Z]{2}-[0-9]{3}$/],
  ['is long where it may be', putInto('allergies', 'code', '^[a-z0-9-]+$'), /[0-9a-f]{4}-?[0-9a-f]{12}/],
  ['is not made up where it may be that of a person', putInto('members', 'name', '^[a-z]{3,12}$'), undefined],
  ['is not made up where it is called as another thing', putInto('drugs', 'drugId', '^[a-z]{3,12}$'), undefined],
  ['is not made up where it is all that is sent', putInto('drugs', 'code', '^[a-z]{3,12}$', {}), undefined],
])('the name of what is put into a thing of the run %s', async (_, paths, form) => {
  const { cases } = plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ seed: 1, writes: 'own' }));
  const [name = ''] = Object.keys(paths)
    .flatMap((path) => /\{(\w+)\}$/.exec(path)?.[1] ?? [])
    .slice(-1);
  const put = cases.filter(({ chain, request }) => chain?.step === 'make' && request.operation.method === 'PUT');
  const made = put.flatMap(({ request }) => request.values[name] ?? []);
  expect(made.length > 0).toBe(form !== undefined);
  expect(made.filter((each) => !form?.test(each))).toEqual([]);
});

/** Documents of claims, which nothing removes alone. */
const claims = {
  '/claims': { post: putInto('', '', '')['/patients'].post },
  '/claims/{claim}': { parameters: [named('claim')], get: done, delete: done },
  '/claims/{claim}/documents': { parameters: [named('claim')], post: putInto('', '', '')['/patients'].post },
  '/claims/{claim}/documents/{id}': { parameters: [named('claim'), named('id')], get: done },
};

test.each<[string, object, 'own' | 'handed-over', Record<string, string[]>, boolean]>([
  ['is made in what the run makes', claims, 'own', {}, true],
  ['is not made without leave', claims, 'handed-over', {}, false],
  ['is not made in what was handed over, where it would stay', claims, 'own', { claim: ['c1'] }, false],
  [
    'is not made in what nothing removes',
    { ...claims, '/claims/{claim}': { parameters: [named('claim')], get: done } },
    'own',
    {},
    false,
  ],
])('what goes away with what it lies in %s', async (_, paths, writes, params, isMade) => {
  const { cases } = plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ seed: 1, writes, params }));
  const made = cases.filter(
    ({ chain, request }) => chain?.step === 'make' && request.operation.name === 'POST /claims/{claim}/documents',
  );
  expect(made.length > 0).toBe(isMade);
});

test.each([
  ['stands by itself', '/trips/{tripId}'],
  ['stands in it', '/vehicles/{vehicleId}/trips/{tripId}'],
])('a PUT in place of a POST below something has a name of its own, where what it makes %s', async (_, path) => {
  const thing = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
  const content = { 'application/json': { schema: thing } };
  const shown = { responses: { 200: { description: 'ok', content } } };
  const made = { requestBody: { required: true, content }, responses: { 201: { description: 'made', content } } };
  const vehicle = named('vehicleId');
  const paths = {
    '/vehicles': { post: made },
    '/vehicles/{vehicleId}': { parameters: [vehicle], get: shown, delete: done },
    '/vehicles/{vehicleId}/trips': { parameters: [vehicle], get: done, post: made },
    [path]: {
      parameters: [...(path.includes('vehicleId') ? [vehicle] : []), named('tripId')],
      get: shown,
      put: { ...made, ...shown },
      delete: done,
    },
  };
  const { cases } = plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ seed: 1, writes: 'own' }));
  const seconds = cases.flatMap(({ request: { operation, values }, waitsFor }) =>
    operation.method === 'PUT' && waitsFor?.unless ? [{ values, needs: Object.keys(waitsFor.needs ?? {}) }] : [],
  );
  expect(seconds.length).toBeGreaterThan(0);
  for (const { values, needs } of seconds) {
    expect(values['tripId']).toMatch(/[0-9a-f]{12}/);
    expect(needs).not.toContain('tripId');
  }
});
