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
