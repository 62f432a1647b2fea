import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from '../../../../conformance/suite';
import { deskFile } from '../../../../proof/faults/desk/document';
import { readContract } from '../../../contract/load';
import { UsageError } from '../../../support/errors';
import { parseTarget } from '../../../wire/target';
import type { Exchange } from '../../model/exchange';
import type { CallbackOptions } from '../../model/settings';
import { aimedAt, settingsOf } from '../../settingsOf';
import { isUrlOfReceiver, openCallbacks, plannedCallbacks, type ReceivedCallbacks } from './callbacks';

const contract = readContract(deskFile('courier.yaml', 'courier'));
const never = new AbortController().signal;
let opened: ReceivedCallbacks | undefined;

afterEach(() => opened?.close());

async function open(callbacks: CallbackOptions = {}, target = 'http://localhost:1', rules = suite.rules) {
  const settings = aimedAt(settingsOf({ seed: 7, callbacks }), parseTarget(target));
  opened = await openCallbacks(await contract, suite, rules, settings);
  return opened;
}

/** An exchange that named a URL of ours. */
async function named(status = 201): Promise<Exchange> {
  const [operation] = (await contract).operations;
  const request = { operation, namesUs: true };
  return { index: 3, case: { request, claim: {} }, response: { status }, error: null } as unknown as Exchange;
}

async function urlOf(callbacks: ReceivedCallbacks | undefined): Promise<string> {
  const [operation] = (await contract).operations;
  if (!callbacks || !operation) throw new Error('nothing listens');
  return callbacks.urlFor(operation, 0);
}

const put = (url: string, body = '{}') => fetch(url, { method: 'PUT', body });

test('what comes is answered as the contract declares, and belongs to the request that asked for it', async () => {
  const callbacks = await open();
  const url = await urlOf(callbacks);
  expect(isUrlOfReceiver(new URL(url))).toBe(true);
  callbacks?.note(await named());
  const answer = await put(url, '{"delivery":"d1"}');
  expect([answer.status, await answer.json()]).toEqual([200, { heard: expect.any(Boolean) }]);
  await fetch(`${url}/delivered`, { method: 'POST', body: 'x' });
  await callbacks?.settle(never);
  let index = 50;
  const [exchange] = callbacks?.end(() => ++index) ?? [];
  expect(exchange?.index).toBe(3);
  expect(exchange?.called).toMatchObject([
    { index: 51, request: { method: 'PUT' }, response: { status: 200 }, calledBack: { below: '', isWhole: true } },
    { index: 52, request: { method: 'POST' }, response: { status: 204 }, calledBack: { below: '/delivered' } },
  ]);
  expect(exchange?.called?.[0]?.received.toString()).toMatch(/^PUT \/[0-9a-f]{16}\/1\/1 HTTP\/1\.1\r\n[\s\S]*d1"}$/);
});

test('nothing waits where nothing was asked for, was refused, or has come; else it waits so long and no longer', async () => {
  const callbacks = await open({ patienceMs: 5 });
  await callbacks?.settle(never);
  callbacks?.note(await named(422));
  await callbacks?.settle(never);
  callbacks?.note(await named());
  await callbacks?.settle(never);
  expect(callbacks?.end(() => 1)).toEqual([]);
  callbacks?.close();
  const patient = await open({ patienceMs: 600_000 });
  patient?.note(await named());
  await patient?.settle(AbortSignal.abort());
  const coming = patient?.settle(never);
  await put(await urlOf(patient));
  await coming;
  expect(patient?.end(() => 1)).toHaveLength(1);
});

test('others find nothing there, and too much is not kept', async () => {
  const callbacks = await open();
  const url = await urlOf(callbacks);
  callbacks?.note(await named());
  const strange = [new URL('/', url).href, url.replace(/1$/, '9'), url.replace(/[0-9a-f]{16}/, '0'.repeat(16))];
  expect(await Promise.all(strange.map(async (each) => (await put(each)).status))).toEqual([404, 404, 404]);
  expect((await put(url, 'x'.repeat(1024 * 1024 + 1))).status).toBe(200);
  for (let sent = 1; sent <= 25; sent++) await (await put(url)).text();
  const [{ called = [] } = {}] = callbacks?.end(() => 1) ?? [];
  expect(called).toHaveLength(20);
  expect(called[0]).toMatchObject({ calledBack: { isWhole: false } });
  expect(called[0]?.request.body?.length).toBeLessThanOrEqual(1024 * 1024);
});

test('it opens only where something can come', async () => {
  expect(await open({}, 'http://192.0.2.7')).toBeUndefined();
  expect(
    await open(
      {},
      'http://localhost:1',
      suite.rules.filter(({ id }) => id !== 'callback'),
    ),
  ).toBeUndefined();
});

test('the URL that the user names is given, and its port has to be free', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const at = `http://tunnel.example.com/espalier`;
  await expect(open({ at, port })).rejects.toThrow(UsageError);
  await new Promise((closed) => taken.close(closed));
  const callbacks = await open({ at, port }, 'https://shop.example.com');
  const url = await urlOf(callbacks);
  expect(url).toMatch(/^http:\/\/tunnel\.example\.com\/espalier\/[0-9a-f]{16}\/1\/1$/);
  expect(isUrlOfReceiver(new URL(url))).toBe(false);
  // A tunnel may keep the path of its URL, or not.
  for (const kept of ['/espalier', '']) {
    const { status } = await put(`http://127.0.0.1:${port}${kept}${new URL(url).pathname.slice('/espalier'.length)}`);
    expect(status).toBe(200);
  }
});

test.each([
  ['a target on this machine', 'localhost', {}, /^http:\/\/127\.0\.0\.1:\d+\/1\/1$/],
  ['a target elsewhere', 'shop.example.com', {}, undefined],
  ['a target elsewhere that reaches us', 'shop.example.com', { at: 'http://us.example.com' }, /^http:\/\/us\.example/],
])('a plan for %s has a URL where a run gives one', async (_, hostname, callbacks, expected) => {
  const { selection } = settingsOf({});
  const callbackUrl = plannedCallbacks(await contract, suite.rules, {
    selection,
    target: { at: { hostname }, callbacks },
  });
  const [operation] = (await contract).operations;
  const url = operation && callbackUrl?.(operation, 0);
  if (expected) expect(url).toMatch(expected);
  else expect(url).toBeUndefined();
});
