import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { readContract } from '../../src/contract/load';
import { judge } from '../../src/index';
import { ALL_CASES, runsOf, testWide } from '../../src/support/testing/cases.testing';
import { type Mock, type MockOptions, serveMock } from '../server';

const SHOP = 'mocks/fixtures/shop.yaml';
const contract = readContract(SHOP);

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

async function start(options: Partial<MockOptions> = {}) {
  const mock = await serveMock({ contract: SHOP, port: 0, stateful: true, seed: 7, ...options });
  started.push(mock);
  return { mock, ask: supertest(mock.url) };
}

/** @returns its file. */
function contractOf(paths: object): string {
  const contract = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths };
  return join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
}

async function keepsContract(response: supertest.Response): Promise<void> {
  const { kept, message } = await judge(response, { contract: await contract, strict: true });
  if (!kept) throw new Error(message);
}

describe('things', () => {
  test('what was made is in the list and at its path, as it was sent, with what the service adds', async () => {
    const { mock, ask } = await start();
    const made = await ask.post('/orders').send({ customer: 'Eve', coupon: 'c', note: 'n' }).expect(201);
    expect(made.body).toEqual({
      ...{ id: 3, customer: 'Eve', note: 'n', priority: 'normal', status: 'open' },
      ...{ createdAt: expect.any(String), total: expect.any(Number) },
    });
    expect(made.headers['location']).toBe(`${mock.url}/orders/3`);
    await keepsContract(made);
    const { body } = await ask.get('/orders/3').expect(200);
    expect(body).toEqual(made.body);
    const list = await ask.get('/orders').expect(200).expect('x-total-count', '3');
    expect(list.body).toEqual({ data: [expect.anything(), expect.anything(), made.body], total: 3, next: null });
    expect((await ask.get('/orders/3').set('accept', 'application/xml').expect(200)).text).toContain('Eve');
  });

  test('what is not there is refused with an error of the contract that says so, of whichever thing', async () => {
    const json = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
    const text = { type: 'string' };
    const required = ['title', 'status', 'instance'];
    const problem = {
      type: 'object',
      required,
      properties: { title: text, status: { type: 'integer' }, instance: text },
    };
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const { ask } = await start({
      contract: contractOf({
        '/notes': { post: { requestBody: json(item), responses: { 201: json(item) } } },
        '/notes/{id}': { parameters, get: { responses: { 200: json(item), 404: json(problem) } } },
      }),
    });
    for (const instance of ['/notes/77', '/notes/78']) {
      const { body } = await ask.get(instance).expect(404);
      expect(body).toEqual({ title: 'Not Found', status: 404, instance });
    }
  });

  test('it starts with the examples, and has nothing else', async () => {
    const { ask } = await start();
    expect((await ask.get('/orders/2').expect(200)).body).toMatchObject({ id: 2, customer: 'Bob', status: 'paid' });
    await ask.get('/orders/7').expect(404);
    expect((await ask.get('/customers/bea@example.org').expect(200)).body.email).toBe('bea@example.org');
    await ask.post('/orders/7/cancel').expect(404);
    await ask.post('/orders/2/cancel').expect(204);
  });

  test('what was shown before is shown as it is now, and as it is asked for', async () => {
    const { mock, ask } = await start();
    const shown = async () => [
      (await ask.get('/orders/1').expect(200)).body.customer,
      (await ask.get('/orders/1').set('accept', 'application/xml').expect(200)).text.includes('<id>1</id>'),
      (await ask.get('/orders?limit=1').expect(200)).body.data[0].customer,
      (await ask.get('/settings').expect(200)).body.theme,
    ];
    for (const _ of [1, 2]) expect(await shown()).toEqual(['Ada', true, 'Ada', 'light']);
    await ask.put('/orders/1').send({ customer: 'Ida' }).expect(200);
    await ask.put('/settings').send({ theme: 'dark' }).expect(204);
    for (const _ of [1, 2]) expect(await shown()).toEqual(['Ida', true, 'Ida', 'dark']);
    const head = await ask.head('/orders/1').expect(200);
    expect([head.text, head.headers['content-length']]).toEqual([
      undefined,
      (await ask.get('/orders/1')).headers['content-length'],
    ]);
    mock.reset();
    for (const _ of [1, 2]) expect(await shown()).toEqual(['Ada', true, 'Ada', 'light']);
    await ask.delete('/orders/1').expect(204);
    await ask.get('/orders/1').expect(404);
  });

  test('PUT replaces', async () => {
    const { ask } = await start();
    const { body: before } = await ask.put('/orders/1').send({ customer: 'Ada', note: 'n' }).expect(200);
    await ask.put('/orders/1').send({ customer: 'Ida' }).expect(200);
    const { body } = await ask.get('/orders/1');
    expect(body).toMatchObject({ id: 1, customer: 'Ida', createdAt: '2026-01-01T10:00:00Z' });
    expect([before.note, body.note]).toEqual(['n', undefined]);
    await ask.put('/orders/9').send({ customer: 'Ida' }).expect(404);
  });

  test('PATCH merges, or does what a JSON Patch says, or nothing of it', async () => {
    const { ask } = await start();
    const patch = (type: string, body: unknown) =>
      ask.patch('/orders/1').set('content-type', type).send(JSON.stringify(body));
    await patch('application/json', { note: 'a', address: { street: 's', city: 'c' } }).expect(200);
    await patch('application/merge-patch+json', { note: null, address: { city: 'd' }, status: 'paid' }).expect(200);
    const { body } = await ask.get('/orders/1');
    expect(body).toMatchObject({ id: 1, status: 'paid', customer: 'Ada', address: { street: 's', city: 'd' } });
    expect(body).not.toHaveProperty('note');
    const operations = [
      { op: 'test', path: '/customer', value: 'Ada' },
      { op: 'replace', path: '/address/city', value: 'e' },
      { op: 'remove', path: '/address/street' },
      { op: 'replace', path: '/id', value: 77 },
    ];
    await patch('application/json-patch+json', operations).expect(200);
    expect((await ask.get('/orders/1')).body).toMatchObject({ id: 1, address: { city: 'e' } });
    await patch('application/json-patch+json', operations).expect(409);
    await patch('application/json-patch+json', [
      { op: 'remove', path: '/customer' },
      { op: 'test', path: '/x', value: 1 },
    ]).expect(409);
    expect((await ask.get('/orders/1')).body).toMatchObject({ customer: 'Ada' });
  });

  test('what a contract shows by examples alone is kept as they have it', async () => {
    const examples = { one: { value: { id: 'a1', name: 'Ada', tags: [] } } };
    const json = (content: object) => ({ description: 'd', content: { 'application/json': content } });
    const contract = contractOf({
      '/notes': {
        get: { responses: { 200: json({ example: [{ id: 'a1', name: 'Ada' }] }) } },
        post: { requestBody: json({}), responses: { 201: json({ examples }) } },
      },
      '/notes/{noteId}': {
        parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: json({ examples }), 404: { description: 'none' } } },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    });
    const { ask } = await start({ contract });
    const { body } = await ask.post('/notes').send({ name: 'Eve', more: true }).expect(201);
    expect(body).toMatchObject({ name: 'Eve', more: true });
    expect(body.id).not.toBe('a1');
    expect((await ask.get(`/notes/${body.id}`).expect(200)).body).toEqual(body);
    expect((await ask.get('/notes').expect(200)).body).toEqual([expect.objectContaining({ id: 'a1' }), body]);
    await ask.delete(`/notes/${body.id}`).expect(204);
    await ask.get(`/notes/${body.id}`).expect(404);
  });

  test('a patch under the plain type, and what a merge takes away that has to be there', async () => {
    const thing = {
      type: 'object',
      required: ['id', 'role'],
      properties: { id: { type: 'integer' }, role: { type: 'string', nullable: true }, title: { type: 'string' } },
    };
    const json = (type: string, schema: object = thing) => ({ description: 'd', content: { [type]: { schema } } });
    const contract = contractOf({
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: json('application/json') } },
        put: { requestBody: json('application/json'), responses: { 200: json('application/json') } },
        patch: {
          requestBody: {
            content: {
              'application/json': { schema: { type: 'array', items: { type: 'object' } } },
              'application/merge-patch+json': { schema: { type: 'object' } },
            },
          },
          responses: { 200: json('application/json') },
        },
      },
    });
    const { ask } = await start({ contract });
    await ask.put('/things/5').send({ id: 5, role: 'cook', title: 't' }).expect(200);
    await ask
      .patch('/things/5')
      .send([{ op: 'replace', path: '/title', value: 'u' }])
      .expect(200);
    expect((await ask.get('/things/5').expect(200)).body).toEqual({ id: 5, role: 'cook', title: 'u' });
    await ask.patch('/things/5').type('application/merge-patch+json').send('{"role":null}').expect(200);
    expect((await ask.get('/things/5').expect(200)).body).toEqual({ id: 5, role: null, title: 'u' });
  });

  test('DELETE removes, with all that lies below, as the contract says that it is gone', async () => {
    const { ask } = await start();
    await ask
      .put('/orders/1/lines/XYZ-9')
      .send({ quantity: 1 })
      .expect(201)
      .expect('location', '/orders/1/lines/XYZ-9');
    await ask.delete('/orders/1').expect(204);
    await ask.delete('/orders/1').expect(410);
    await ask.get('/orders/1').expect(404);
    await ask.get('/orders/1/lines/XYZ-9').expect(404);
    await ask.get('/orders/1/lines').expect(404);
    expect((await ask.get('/orders')).body).toMatchObject({ total: 1 });
  });

  test('a request that is refused, or prefers another answer, changes nothing', async () => {
    const { ask } = await start();
    await ask.post('/orders').send({ customer: '' }).expect(422);
    await ask.put('/orders/1').send({ customer: 1 }).expect(422);
    await ask.delete('/orders/1').set('prefer', 'code=410').expect(410);
    await ask.post('/orders').set('prefer', 'code=422').send({ customer: 'Eve' }).expect(422);
    expect((await ask.get('/orders')).body).toMatchObject({
      total: 2,
      data: [{ customer: 'Ada' }, { customer: 'Bob' }],
    });
    await ask.delete('/orders/1').set('prefer', 'code=204').expect(204);
    await ask.get('/orders/1').expect(200);
    await ask.delete('/orders/1').expect(204);
    await ask.get('/orders/1').set('prefer', 'code=200').expect(200);
  });

  test('things belong to what they lie in', async () => {
    const { ask } = await start();
    expect((await ask.get('/orders/2/lines').expect(200)).body).toEqual([{ sku: 'ABC-1', quantity: 2, orderId: 2 }]);
    await ask.post('/orders').send({ customer: 'Eve' }).expect(201);
    expect((await ask.get('/orders/3/lines').expect(200)).body).toEqual([]);
    await ask.put('/orders/3/lines/ABC-1').send({ quantity: 5 }).expect(201);
    expect((await ask.get('/orders/3/lines/ABC-1').expect(200)).body).toEqual({
      sku: 'ABC-1',
      quantity: 5,
      orderId: 3,
    });
    expect((await ask.get('/orders/2/lines/ABC-1').expect(200)).body.quantity).toBe(2);
  });

  test('an id is the client’s where it says it, else of the declared format', async () => {
    const { ask } = await start();
    const eve = { email: 'eve@example.org', name: 'Eve', password: 'p' };
    expect((await ask.post('/customers').send(eve).expect(201)).body).toEqual({
      email: 'eve@example.org',
      name: 'Eve',
    });
    await ask.post('/customers').send(eve).expect(409);
    expect((await ask.get('/customers/eve@example.org').expect(200)).body.name).toBe('Eve');
    // What the contract has as its example may be made.
    await ask.post('/customers').send({ email: 'ada@example.org', password: 'p' }).expect(201);
    const { body } = await ask.post('/tickets').send({ title: 't' }).expect(200);
    expect((await ask.get(`/tickets/${body.ticketId}`).expect(200)).body).toEqual({
      ticketId: body.ticketId,
      title: 't',
    });
  });

  test('of what nothing makes, anything is there until it is removed, under the id that is asked for', async () => {
    const { ask } = await start();
    expect((await ask.get('/products/9007199254740993').expect(200)).text).toBe(
      '{"id":9007199254740993,"name":"Spade"}',
    );
    await ask.patch('/products/8').send({ name: 'Hoe' }).expect(200);
    expect((await ask.get('/products/8').expect(200)).body).toEqual({ id: 8, name: 'Hoe' });
    await ask.delete('/products/8').expect(204);
    await ask.get('/products/8').expect(400);
    expect((await ask.get('/products/7').expect(200)).body).toEqual({ id: 7, name: 'Spade' });
  });

  test('a PUT may say in its body of which it is, and a list be found by what it asks for', async () => {
    const { ask } = await start();
    await ask.put('/products').send({ id: 8, name: 'Rake' }).expect(200);
    expect((await ask.get('/products/8').expect(200)).body).toEqual({ id: 8, name: 'Rake' });
    expect((await ask.get('/products/find?name=Rake').expect(200)).body).toEqual([{ id: 8, name: 'Rake' }]);
    expect((await ask.get('/products/find').expect(200)).body).toHaveLength(2);
  });

  test('several are made at once where the body is a list of them', async () => {
    const { ask } = await start();
    const sent = [{ name: 'new', colour: 'red' }, { name: 'old' }];
    const { body } = await ask.post('/tags').send(sent).expect(201);
    expect(body).toEqual([
      { id: 2, name: 'new', colour: 'red' },
      { id: 3, name: 'old' },
    ]);
    expect((await ask.get('/tags')).body).toEqual([expect.objectContaining({ id: 1 }), ...body]);
    expect((await ask.get('/tags/3').expect(200)).body).toEqual(body[1]);
    expect((await ask.post('/tags').send([]).expect(201)).body).toEqual([]);
    expect((await ask.get('/tags')).body).toHaveLength(3);
  });

  test('a list without paths for its items takes more', async () => {
    const { ask } = await start();
    await ask.post('/comments').send({ text: 'one' }).expect(201);
    await ask.post('/comments').send({ text: 'one' }).expect(201);
    expect((await ask.get('/comments')).body).toEqual([{ text: 'one' }, { text: 'one' }]);
    await ask.delete('/comments').expect(204);
    expect((await ask.get('/comments')).body).toEqual([]);
  });

  test('a thing with a list of its own is no list', async () => {
    const { ask } = await start();
    await ask.post('/account').send({ name: 'Ada' }).expect(201);
    await ask.delete('/account').expect(204);
    await ask.get('/account').expect(404);
  });

  test('what there is one of keeps what was put', async () => {
    const { ask } = await start();
    expect((await ask.get('/settings')).body).toEqual({ theme: 'light', version: 3 });
    await ask.put('/settings').send({ size: 2 }).expect(204);
    expect((await ask.get('/settings')).body).toEqual({ size: 2, version: 3 });
    await ask.delete('/settings').expect(204);
    await ask.get('/settings').expect(404);
    await ask.put('/settings').send({ theme: 'dark' }).expect(204);
    expect((await ask.get('/settings')).body).toEqual({ theme: 'dark', version: 3 });
  });
});

describe('lists', () => {
  test('are sorted where the contract says by what, and in which direction', async () => {
    const { ask } = await start();
    await ask
      .post('/tags')
      .send([{ name: 'b' }, { name: 'c' }, { name: 'a' }])
      .expect(201);
    const { body: all } = await ask.get('/tags');
    const names = async (path: string) =>
      (await ask.get(path).expect(200)).body.map((each: Record<string, unknown>) => each['name'] ?? each['text']);
    const expected = all.map(({ name }: { name: string }) => name).sort();
    expect(await names('/tags?sort=name')).toEqual(expected);
    expect(await names('/tags?sort=-name')).toEqual([...expected].reverse());
    for (const text of ['b', 'a', 'c']) await ask.post('/comments').send({ text }).expect(201);
    expect(await names('/comments')).toEqual(['b', 'a', 'c']);
    expect(await names('/comments?sort_by=text')).toEqual(['c', 'b', 'a']);
    expect(await names('/comments?sort_by=text&order=asc')).toEqual(['a', 'b', 'c']);
  });

  test('are paged and filtered as is declared, and say what follows', async () => {
    const { mock, ask } = await start();
    for (const customer of ['Eve', 'Eve', 'Dan']) await ask.post('/orders').send({ customer }).expect(201);
    const ids = async (query: string) => {
      const { body, headers } = await ask.get(`/orders?${query}`).expect(200);
      return [body.data.map(({ id }: { id: number }) => id), body.total, body.next, headers['link']];
    };
    const second = `${mock.url}/orders?limit=2&page=2`;
    expect(await ids('limit=2')).toEqual([[1, 2], 5, '/orders?limit=2&page=2', `<${second}>; rel="next"`]);
    expect(await ids('limit=2&page=3')).toEqual([[5], 5, null, undefined]);
    expect(await ids('customer=Eve')).toEqual([[3, 4], 2, null, undefined]);
    expect(await ids('status=paid&status=lost')).toEqual([[2], 1, null, undefined]);
    expect(await ids('page=9')).toEqual([[], 5, null, undefined]);
  });
});

describe('where it starts', () => {
  test('reset brings back what there was, by the function and by a request, but not for another origin', async () => {
    const { mock, ask } = await start();
    const remove = () => ask.delete('/orders/1');
    await remove().expect(204);
    mock.reset();
    await remove().expect(204);
    await ask.post('/_espalier/reset').set('origin', 'https://elsewhere.example').expect(403);
    await remove().expect(410);
    await ask.post('/_espalier/reset').expect(200);
    await remove().expect(204);
  });

  test('a file, which is kept up', async () => {
    const file = join(
      folderOf({
        'state.json':
          '{"/orders":[{"id":41,"customer":"Zoe","status":"paid","createdAt":"2026-01-01T10:00:00Z"}],"/settings":{"theme":"dark"},"/products/3":null,"/orders/41/lines":{"ABC-7":{"quantity":1}}}',
      }),
      'state.json',
    );
    const { mock, ask } = await start({ state: file, stateSave: true });
    expect((await ask.get('/orders')).body).toMatchObject({ total: 1, data: [{ id: 41, customer: 'Zoe' }] });
    expect((await ask.get('/settings')).body).toEqual({ theme: 'dark' });
    expect((await ask.get('/orders/41/lines')).body).toEqual([{ sku: 'ABC-7', quantity: 1 }]);
    await ask.get('/products/3').expect(400);
    await ask.post('/orders').send({ customer: 'Eve' }).expect(201);
    await mock.close();
    const { ask: again } = await start({ state: file, stateSave: true });
    expect((await again.get('/orders')).body).toMatchObject({
      total: 2,
      data: [{ id: 41 }, { id: 42, customer: 'Eve' }],
    });
    await again.get('/products/3').expect(400);
  });

  test('a file that is not there yet is made; without it, or with what has no place, there is no mock', async () => {
    const file = join(folderOf({}), 'state.json');
    const { mock, ask } = await start({ state: file, stateSave: true });
    await ask.delete('/orders/1').expect(204);
    await mock.close();
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual(['/orders']);
    await expect(start({ state: file, stateSave: false })).resolves.toBeDefined();
    await writeFile(file, '{"/ordres": []}');
    await expect(start({ state: file })).rejects.toThrow(
      'The state has "/ordres", where the contract keeps nothing. It keeps things at /orders,',
    );
    await writeFile(file, '{"/orders": [1]}');
    await expect(start({ state: file })).rejects.toThrow('The state has 1 at "/orders", where there are objects.');
    await writeFile(file, '{');
    await expect(start({ state: file })).rejects.toThrow(`The state in ${file} is no JSON`);
    await rm(file);
    await expect(start({ state: file })).rejects.toThrow(
      `The state cannot be read from ${file}: there is no such file.`,
    );
    const folder = dirname(file);
    await expect(start({ state: folder })).rejects.toThrow(
      `The state cannot be read from ${folder}: it is a folder; name the file in it.`,
    );
    await expect(start({ stateSave: true })).rejects.toThrow('There is no file to keep the state in');
  });

  test('a contract that is saved anew keeps the state, as far as it has a place for it', async () => {
    const text = await readFile(SHOP, 'utf8');
    const file = join(folderOf({ 'shop.yaml': text }), 'shop.yaml');
    const reloads: string[] = [];
    let reloaded = () => {};
    const onReload = (told: object) => {
      reloads.push(...Object.keys(told));
      reloaded();
    };
    const { ask } = await start({ contract: file, watch: true, onReload });
    await ask.post('/orders').send({ customer: 'Eve' }).expect(201);
    await ask.put('/settings').send({ theme: 'dark' }).expect(204);
    const again = new Promise<void>((resolve) => {
      reloaded = resolve;
    });
    await writeFile(file, text.replace('title: Shop', 'title: Store').replace('  /settings:', '  /preferences:'));
    await again;
    expect(reloads).toEqual(['contract']);
    expect((await ask.get('/orders/3').expect(200)).body.customer).toBe('Eve');
    expect((await ask.get('/preferences').expect(200)).body).toEqual({ theme: 'light', version: 3 });
  });

  test('says at its own path what it understood, and what it holds', async () => {
    const { mock, ask } = await start();
    await ask.get('/orders').expect(200);
    const { body } = await ask.get('/_espalier/state').expect(200);
    expect(await mock.state()).toEqual(body);
    expect(body).toMatchObject({ stateful: true, held: 2, things: { '/orders': [{ id: 1 }, { id: 2 }] } });
    const byPath = new Map(body.collections.map((each: { path: string }) => [each.path, each]));
    expect(byPath.get('/orders')).toMatchObject({ id: { parameter: 'orderId', member: 'id' }, others: 'not there' });
    expect(byPath.get('/orders/{orderId}/lines')).toMatchObject({ below: '/orders' });
    expect(byPath.get('/products')).toMatchObject({ others: 'there until removed' });
    expect(body.singles).toEqual([
      { path: '/account', operations: ['GET /account', 'DELETE /account'] },
      { path: '/settings', operations: ['GET /settings', 'PUT /settings', 'DELETE /settings'] },
    ]);
    const why = 'what it makes is neither listed nor at a path of its own';
    expect(body.notToldApart).toEqual([
      { operation: 'POST /orders/{orderId}/cancel', why },
      { operation: 'POST /account', why },
    ]);
  });
});

test('whatever is done, the list holds what there is, each thing is at its path, and every answer keeps the contract', async () => {
  const { mock, ask } = await start();
  const step = fc.oneof(
    fc.record({ act: fc.constant('make' as const), customer: fc.string({ minLength: 1, maxLength: 5 }) }),
    fc.record({ act: fc.constant('put' as const), at: fc.nat(9), customer: fc.string({ minLength: 1, maxLength: 5 }) }),
    fc.record({ act: fc.constant('patch' as const), at: fc.nat(9), status: fc.constantFrom('open', 'paid') }),
    fc.record({ act: fc.constant('remove' as const), at: fc.nat(9) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      mock.reset();
      const model = new Map<number, { customer: string; status: string }>([
        [1, { customer: 'Ada', status: 'open' }],
        [2, { customer: 'Bob', status: 'paid' }],
      ]);
      for (const each of steps) {
        const id = 'at' in each ? each.at + 1 : 0;
        const there = model.get(id);
        if (each.act === 'make') {
          const made = await ask.post('/orders').send({ customer: each.customer }).expect(201);
          expect(model.has(made.body.id)).toBe(false);
          model.set(made.body.id, { customer: each.customer, status: made.body.status });
          await keepsContract(made);
        } else if (each.act === 'put') {
          await ask
            .put(`/orders/${id}`)
            .send({ customer: each.customer })
            .expect(there ? 200 : 404);
          if (there) model.set(id, { ...there, customer: each.customer });
        } else if (each.act === 'patch') {
          await ask
            .patch(`/orders/${id}`)
            .send({ status: each.status })
            .expect(there ? 200 : 404);
          if (there) model.set(id, { ...there, status: each.status });
        } else {
          await ask.delete(`/orders/${id}`).expect(there ? 204 : 410);
          model.delete(id);
        }
      }
      const list = await ask.get('/orders?limit=50').expect(200);
      await keepsContract(list);
      const shown = list.body.data.map(({ id, customer, status }: Record<string, unknown>) => [
        id,
        { customer, status },
      ]);
      expect(new Map(shown)).toEqual(model);
      for (const [id, thing] of model) {
        const one = await ask.get(`/orders/${id}`).expect(200);
        await keepsContract(one);
        expect(one.body).toMatchObject({ id, ...thing });
      }
    }),
    { numRuns: ALL_CASES ? 15 : runsOf(2, 6), seed: 7 },
  );
});

testWide('one of very many things is found, listed and followed by the next', async () => {
  const many = ALL_CASES ? 100_000 : 20_000;
  const things = Array.from({ length: many }, (_, at) => ({
    id: at + 1,
    customer: `c${at}`,
    status: 'open',
    createdAt: '2026-01-01T10:00:00Z',
  }));
  const file = join(folderOf({ 'state.json': JSON.stringify({ '/orders': things }) }), 'state.json');
  const { ask } = await start({ state: file });
  expect((await ask.get(`/orders/${many - 1}`).expect(200)).body).toMatchObject({
    id: many - 1,
    customer: `c${many - 2}`,
  });
  expect((await ask.get(`/orders?limit=2&page=${many / 2}`).expect(200)).body).toMatchObject({
    total: many,
    data: [{ id: many - 1 }, { id: many }],
  });
  expect((await ask.post('/orders').send({ customer: 'Eve' }).expect(201)).body.id).toBe(many + 1);
});

test.each<readonly [string, object]>([
  ['members of any name', { properties: { name: { type: 'string' } }, additionalProperties: { readOnly: true } }],
  [
    'members by a pattern',
    { properties: { name: { type: 'string' } }, patternProperties: { '^s': { readOnly: true } } },
  ],
  [
    'a member of each branch',
    {
      properties: { name: { type: 'string' } },
      oneOf: [
        { properties: { seen: { readOnly: true } } },
        { allOf: [{ properties: { seen: { readOnly: true } } }], required: ['z'] },
      ],
    },
  ],
])('what is only read is not kept: %s', async (_, schema) => {
  const content = { 'application/json': { schema: { type: 'object', ...schema } } };
  const { ask } = await start({
    contract: contractOf({
      '/me': {
        get: { responses: { 200: { description: 'ok', content } } },
        put: { requestBody: { content }, responses: { 200: { description: 'ok', content } } },
      },
    }),
  });
  await ask.put('/me').send({ name: 'a', seen: 'set' }).expect(200);
  expect((await ask.get('/me').expect(200)).body).toMatchObject({ name: 'a' });
  expect((await ask.get('/me').expect(200)).body.seen).not.toBe('set');
});

describe('what nobody can keep is answered all the same, and logged', () => {
  const thing = {
    type: 'object',
    required: ['name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, more: {} },
  };
  const media = { schema: thing };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const answer = (description: string) => ({ description, content: { 'application/json': media } });
  const refused = (statuses: readonly number[]) =>
    Object.fromEntries(statuses.map((each) => [each, { description: 'no' }]));
  const file = (statuses: readonly number[]) =>
    contractOf({
      '/things': {
        post: {
          requestBody: { content: { 'application/json': media, 'application/xml': media } },
          responses: { 201: answer('made'), ...refused([400]) },
        },
      },
      '/things/{id}': {
        get: { parameters: [id], responses: { 200: answer('ok') } },
        patch: {
          parameters: [id],
          requestBody: { content: { 'application/json-patch+json': { schema: { type: 'array', items: {} } } } },
          responses: { 200: answer('ok'), ...refused(statuses) },
        },
      },
    });

  test.each([
    ['JSON 4,000 deep', 'application/json', `{"name":"x","more":${'['.repeat(4000)}${']'.repeat(4000)}}`],
    ['an element called constructor', 'application/xml', '<r><name>x</name><constructor>1</constructor></r>'],
    ['an element called __proto__', 'application/xml', '<r><name>x</name><__proto__>1</__proto__></r>'],
  ])('%s', async (_, type, body) => {
    const logged: unknown[] = [];
    const { ask } = await start({ contract: file([]), onRequest: ({ status }) => logged.push(status) });
    await ask.post('/things').type(type).send(body).expect(201);
    expect(logged).toEqual([201]);
  });

  test.each([
    [[400, 413, 422], 413],
    [[400, 422], 422],
    [[400], 400],
  ])('a patch that doubles, where %j are declared', async (statuses, status) => {
    const logged: unknown[] = [];
    const { ask } = await start({ contract: file(statuses), onRequest: ({ reasons }) => logged.push(reasons.join()) });
    const { body } = await ask
      .post('/things')
      .send({ name: 'x', more: ['x'] })
      .expect(201);
    const patch = Array.from({ length: 1000 }, () => ({ op: 'copy', from: '/more', path: '/more/-' }));
    await ask
      .patch(`/things/${body.id}`)
      .type('application/json-patch+json')
      .send(JSON.stringify(patch))
      .expect(status);
    expect(logged.at(-1)).toContain('what the patch makes is larger than 10 MB');
    expect((await ask.get(`/things/${body.id}`).expect(200)).body.more).toEqual(['x']);
  });
});
