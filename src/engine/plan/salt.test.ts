/** What a run calls its own comes of the run: of its seed and of its salt. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import type { GivenSettings } from '../model/settings';
import { toRequest } from '../request/toRequest';
import { settingsOf } from '../settingsOf';
import { plan } from './plan';

const NAMED = {
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', minLength: 1, maxLength: 40 } },
      },
    },
  },
};
const SHOWN = { responses: { 200: { description: 'ok', ...NAMED }, 201: { description: 'ok', ...NAMED } } };
const KEY = { name: 'key', in: 'path', required: true, schema: { type: 'string' } };
const paths = {
  '/things': { post: { ...SHOWN, requestBody: { required: true, ...NAMED } } },
  '/things/{key}': {
    parameters: [KEY],
    get: SHOWN,
    put: { ...SHOWN, requestBody: { required: true, ...NAMED } },
    delete: { responses: { 204: { description: 'gone' } } },
  },
};

async function sentBy(options: GivenSettings): Promise<string[]> {
  const { cases } = plan(
    await load({ ...head('3.1'), paths }),
    suite,
    settingsOf({ seed: 7, writes: 'own', ...options }),
  );
  return cases.map((each) => {
    const { method, path, body } = toRequest(each, { basePath: '' }, []);
    return `${method} ${path} ${body?.toString() ?? ''}`;
  });
}

/** The names that requests with a body give, and those that a PUT has in its path. */
function namesIn(requests: readonly string[]): Set<string> {
  return new Set(
    requests.flatMap((each) => {
      const [, inPath = ''] = /^PUT \/things\/(\S+)/.exec(each) ?? [];
      const [, inBody = ''] = /"name":("(?:[^"\\]|\\.)*")/.exec(each) ?? [];
      return [inPath, inBody].filter((name) => name !== '' && name !== '""');
    }),
  );
}

test('the same seed and the same salt send the same, byte for byte', async () => {
  expect(await sentBy({ salt: 'k3f9' })).toEqual(await sentBy({ salt: 'k3f9' }));
});

test('two runs with one seed never give the same name', async () => {
  const [one, other] = [namesIn(await sentBy({ salt: 'k3f9' })), namesIn(await sentBy({ salt: 'p0q1' }))];
  expect(one.size).toBeGreaterThan(3);
  expect([...one].filter((name) => other.has(name))).toEqual([]);
});

test('parts of a run never give the same name either', async () => {
  const part = (index: number) => sentBy({ salt: 'k3f9', shard: { index, of: 1 } });
  const [one, other] = [namesIn(await part(1)), namesIn(await sentBy({ salt: 'k3f9' }))];
  expect([...one].filter((name) => other.has(name))).toEqual([]);
});

test('a mock has no salt', async () => {
  const mock = { everythingExists: true, writes: 'any' } as const;
  expect(await sentBy({ ...mock, salt: 'k3f9' })).toEqual(await sentBy(mock));
});

test('what only asks for nothing depends on the seed alone', async () => {
  const removals = async (salt: string) =>
    (await sentBy({ salt, writes: 'handed-over' })).filter((each) => /^(DELETE|GET)/.test(each));
  expect(await removals('k3f9')).toEqual(await removals('p0q1'));
});
