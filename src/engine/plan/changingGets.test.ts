/** A GET whose name says that it takes something away is asked as unsafe requests are. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import type { GivenSettings } from '../model/settings';
import { settingsOf } from '../settingsOf';
import { plan } from './plan';

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } };
const DONE = { responses: { 200: { description: 'ok' } } };

/** What is planned of a path: method and path of each request that does not read from the item itself. */
async function askedOf(path: string, method: string, options: GivenSettings): Promise<string[]> {
  const operation = path.includes('{') ? { ...DONE, parameters: [ID] } : DONE;
  const paths = { [path]: { [method]: operation } };
  const { cases } = plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ seed: 1, ...options }));
  return cases.map(({ request }) => `${request.method ?? method.toUpperCase()} ${request.values['id'] ?? ''}`.trim());
}

test.each(['/orders/purge', '/cache/clear-all', '/db/reset', '/bulk-delete'])(
  'GET %s waits for consent',
  async (path) => {
    const reading = /^(GET|HEAD|QUERY)/;
    expect((await askedOf(path, 'get', {})).filter((each) => reading.test(each))).toEqual([]);
    expect((await askedOf(path, 'get', { writes: 'own' })).filter((each) => reading.test(each))).toEqual([]);
    expect((await askedOf(path, 'get', { writes: 'any' })).filter((each) => reading.test(each))).not.toEqual([]);
  },
);

test('a POST that purges is not asked for by GET, which nobody declared', async () => {
  const asked = await askedOf('/orders/purge', 'post', { thorough: true });
  expect(asked.filter((each) => /^(GET|HEAD|QUERY)/.test(each))).toEqual([]);
});

test('GET /orders/{id}/delete names what was handed over, or nothing', async () => {
  const asked = await askedOf('/orders/{id}/delete', 'get', {});
  const ids = asked.map((each) => each.split(' ')[1] ?? '').filter((id) => /^\d+$/.test(id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => BigInt(id) < 2n ** 28n)).toEqual([]);
  expect(await askedOf('/orders/{id}/delete', 'get', { params: { id: ['7'] } })).toContain('GET 7');
});
