import { contractWith, readOnce } from '../contracts.testing';
import { linesOfPlan } from '../probes/operation.testing';
import { state } from '../probes/state';

const ok = { responses: { 200: { description: 'd' } } };
const inState = { responses: { 200: { description: 'd' }, 409: { description: 'd' } } };
const made = { responses: { 201: { description: 'd' }, 409: { description: 'd' } } };
const gone = { responses: { 204: { description: 'd' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const body = { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } };

/** The steps by which actions are tried on a ship, as `submit` or `submit, once more`, where the contract has these paths beside that of a ship. */
async function asked(actions: object, writes: 'own' | 'handed-over' = 'own', making: object = made) {
  const below = Object.entries(actions).map(([name, post]) => [`/ships/{id}/${name}`, { parameters: [id], post }]);
  const contract = contractWith({
    '/ships': { post: { ...body, ...making } },
    '/ships/{id}': { parameters: [id], get: ok, delete: gone },
    ...Object.fromEntries(below),
  });
  const { asks } = linesOfPlan(state, await readOnce(contract), 'POST /ships', { writes });
  return asks.flatMap((line) => {
    const [, more, action] = /^act, in turn(, once more)?: POST \/ships\/<id>\/(\w+)(?:, \{\})?$/.exec(line) ?? [];
    return action === undefined ? [] : [`${action}${more ?? ''}`];
  });
}

test('each action is tried on one thing, and then once more', async () => {
  const actions = { submit: inState, close: inState };
  expect(await asked(actions)).toEqual(['submit', 'close', 'submit, once more', 'close, once more']);
  expect(await asked(actions, 'handed-over')).toEqual([]);
});

test('of three actions, two may exclude each other, so another thing is asked in the opposite order', async () => {
  const all = ['submit', 'approve', 'reject'];
  const twice = (names: readonly string[]) => [...names, ...names.map((name) => `${name}, once more`)];
  expect(await asked(Object.fromEntries(all.map((name) => [name, inState])))).toEqual([
    ...twice(all),
    ...twice(all.toReversed()),
  ]);
});

test('where the contract declares no refusals, it does not say that none depends on a state', async () => {
  const actions = { submit: ok, close: ok };
  expect(await asked(actions, 'own', gone)).toEqual(['submit', 'close', 'submit, once more', 'close, once more']);
  expect(await asked({ submit: ok }, 'own', gone)).toEqual([]);
});

test('what needs content is tried with it', async () => {
  const actions = { lend: { ...body, ...inState }, return: inState };
  expect(await asked(actions)).toEqual(['lend', 'return', 'lend, once more', 'return, once more']);
});

test.each([
  ['one alone', { submit: inState }],
  ['none that may be refused for a state', { submit: ok, close: ok }],
  ['one that makes something', { submit: inState, copies: made }],
])('of %s nothing is tried', async (_, actions) => {
  expect(await asked(actions)).toEqual([]);
});
