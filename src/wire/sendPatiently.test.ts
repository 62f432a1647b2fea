import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from '../http/message';
import { LIMITS } from './send';
import { createPatientSender } from './sendPatiently';
import { parseTarget } from './target';

const REQUEST: Request = { method: 'GET', path: '/', headers: [] };

/** A service that asks for patience so many times, and then answers 204. */
async function asked(
  times: number,
  headers: Record<string, string>,
  requests = 1,
  status = 429,
  maySendAgain?: () => Promise<boolean>,
) {
  let count = 0;
  const server = createServer((_, response) => {
    count++;
    if (count <= times) response.writeHead(status, { ...headers, Connection: 'close' }).end();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = parseTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = createPatientSender();
  const statuses: (number | undefined)[] = [];
  for (let at = 0; at < requests; at++) {
    const { response } = await send(REQUEST, target, { ...LIMITS, lingerMs: 0 }, undefined, { maySendAgain });
    statuses.push(response?.status);
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { count, statuses };
}

test.each([
  ['a 429 that says when to come again', 2, { 'Retry-After': '0' }, 429],
  ['a 429 that does not', 1, {}, 429],
  ['a 503 that says when to come again', 1, { 'Retry-After': '0' }, 503],
  ['a 429 that says it so that nobody can read it', 1, { 'Retry-After': 'soon' }, 429],
  ['a date that has passed', 1, { 'Retry-After': 'Sat, 21 Nov 2020 10:00:00 GMT' }, 429],
])('waits for %s', async (_, times, headers, status) => {
  expect(await asked(times, headers, 1, status)).toEqual({ count: times + 1, statuses: [204] });
});

test.each([
  ['a 503 alone, which is an answer', {}, 503],
  ['longer than a few seconds', { 'Retry-After': '3600' }, 429],
  ['a date that is far away', { 'Retry-After': 'Sat, 21 Nov 2099 10:00:00 GMT' }, 503],
])('does not wait for %s', async (_, headers, status) => {
  expect(await asked(1, headers, 1, status)).toEqual({ count: 1, statuses: [status] });
});

test('waits no more where that was in vain', async () => {
  const { count, statuses } = await asked(1000, { 'Retry-After': '0' }, 5);
  expect(statuses).toEqual([429, 429, 429, 429, 429]);
  expect(count).toBe(4 + 4 + 3);
});

test('does not send again what may not be sent by then', async () => {
  const leave = [true, false];
  const maySendAgain = async () => leave.shift() ?? false;
  expect(await asked(1000, { 'Retry-After': '0' }, 1, 429, maySendAgain)).toEqual({ count: 2, statuses: [429] });
});
