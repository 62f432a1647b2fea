import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import { CredentialWatch } from './credentialWatch';

interface Asked {
  readonly index: number;
  readonly name: string;
  readonly status: number;
  readonly thing?: string;
  readonly chain?: 'own';
  readonly authorised?: boolean;
}

function exchange({ index, name, status, thing = name, chain, authorised = true }: Asked): Exchange {
  const [method = '', path = ''] = name.split(' ');
  const operation = { name, method, path, safe: method === 'GET' };
  const authorisation = authorised ? { headers: [['Authorization', 'Bearer t']] } : { headers: [] };
  const each = {
    request: { operation, authorisation, authorised, values: {} },
    claim: { probe: 'valid', name: 'a valid request', exists: true },
    touches: { thing, within: [] },
    ...(chain ? { chain: { kind: chain } } : {}),
  } as unknown as Case;
  return { index, case: each, response: { status, headers: [], body: Buffer.alloc(0) } } as unknown as Exchange;
}

const LIST = { name: 'GET /notes' };
const NOTE = { name: 'GET /notes/{id}' };
const ONE = { ...NOTE, thing: 'one', chain: 'own' } as const;
const NEVER = async () => Promise.reject(new Error('Nothing is to be asked.'));

/** Notes that the operations look at the credential, and what was let in. */
async function watching(...letIn: readonly Asked[]) {
  const watch = new CredentialWatch();
  const guarded = [LIST, NOTE].map(({ name }) => exchange({ index: 0, name, status: 401, authorised: false }));
  for (const each of [...guarded, ...letIn.map(exchange)]) await watch.note(each, NEVER);
  return watch;
}

const refused = exchange({ index: 9, ...NOTE, thing: 'gone', status: 403 });

test('a credential that is refused where it was let in is lost', async () => {
  const watch = await watching({ index: 1, ...LIST, status: 200 });
  expect(await watch.note(refused, async () => exchange({ index: 10, ...LIST, status: 403 }))).toBe(false);
  expect(watch.end()?.reason).toContain('stopped working');
});

test.each([
  ['is asked for again after a request was refused, which changed nothing', 400, false],
  ['is not asked for again once a request has changed it', 204, true],
])('what a credential was let in to %s', async (_, status, isUntold) => {
  const change = { name: 'DELETE /notes/{id}', thing: 'one', status };
  const watch = await watching({ index: 1, ...NOTE, thing: 'one', status: 200 }, { index: 2, ...change });
  const told = watch.note(refused, async () => exchange({ index: 10, ...NOTE, thing: 'one', status: 403 }));
  expect(await told).toBe(isUntold);
});

test('a credential that is let in still works, and is not asked about again for the same operation', async () => {
  const watch = await watching({ index: 1, ...LIST, status: 200 });
  expect(await watch.note(refused, async () => exchange({ index: 10, ...LIST, status: 200 }))).toBe(true);
  expect(await watch.note(refused, NEVER)).toBe(true);
  expect(watch.end()).toBeUndefined();
});

test('what the run made is asked for only where there is nothing else, since the run removes it', async () => {
  const watch = await watching({ index: 1, ...LIST, status: 200 }, { index: 2, ...ONE, status: 200 });
  const asked: string[] = [];
  await watch.note(refused, async ({ request }) => {
    asked.push(request.operation.name);
    return exchange({ index: 10, ...LIST, status: 200 });
  });
  expect(asked).toEqual(['GET /notes']);
});

test('what another request removes while it is asked for says nothing', async () => {
  const watch = await watching({ index: 2, ...ONE, status: 200 });
  const removal = exchange({ index: 3, ...ONE, name: 'DELETE /notes/{id}', status: 204 });
  const told = await watch.note(refused, async () => {
    await watch.note(removal, NEVER);
    return exchange({ index: 10, ...ONE, status: 403 });
  });
  expect(told).toBe(true);
  expect(watch.end()).toBeUndefined();
});

test('what another request has removed, and is not answered for yet, says nothing either', async () => {
  const watch = await watching({ index: 2, ...ONE, status: 200 });
  const removal = exchange({ index: 3, ...ONE, name: 'DELETE /notes/{id}', status: 204 });
  let asked = 0;
  await watch.note(refused, async () => {
    if (++asked === 2) await watch.note(removal, NEVER);
    return exchange({ index: 10, ...ONE, status: 403 });
  });
  expect(watch.end()).toBeUndefined();
});

test('a credential that is refused for what the run made, time after time, is lost', async () => {
  const watch = await watching({ index: 2, ...ONE, status: 200 });
  await watch.note(refused, async () => exchange({ index: 10, ...ONE, status: 401 }));
  expect(watch.end()?.reason).toContain('stopped working');
});
