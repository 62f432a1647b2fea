/** Which members of a body refer to things that the run makes for it. */

import { head, load } from '../../src/contract/contract.testing';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const handle = { type: 'string', pattern: '^[a-z][a-z0-9_]{2,19}$' };
const uuid = { type: 'string', format: 'uuid' };

/** The operations on things of one kind, whose ids have a form. */
function kind(collection: string, name: string, form: object, body: object) {
  const made = { 201: { description: 'made', ...json({ type: 'object', properties: { [name]: form } }) } };
  const responses = { 200: { description: 'ok' } };
  const schema = { type: 'object', required: Object.keys(body), properties: body };
  return {
    [collection]: { post: { requestBody: { required: true, ...json(schema) }, responses: made } },
    [`${collection}/{${name}}`]: {
      parameters: [{ name, in: 'path', required: true, schema: form }],
      get: { responses },
      delete: { responses },
    },
  };
}

test.each([
  ['a member called as a thing, with the pattern of its name', 'handle', handle, 'player', handle, ['/player']],
  ['one with the format of its id', 'key', uuid, 'player', uuid, ['/player']],
  ['a list of such', 'handle', handle, 'players', { type: 'array', minItems: 1, items: handle }, ['/players/0']],
  ['one that may be any text', 'handle', { type: 'string' }, 'player', { type: 'string' }, []],
  ['one of another form', 'handle', handle, 'player', { type: 'string', pattern: '^[A-Z]{9,40}$' }, []],
  ['one of the same form, called otherwise', 'handle', handle, 'nickname', handle, []],
])('%s', async (_, name, form, member, schema, pointers) => {
  const paths = {
    ...kind('/players', name, form, { label: { type: 'string' } }),
    ...kind('/entries', 'entryId', { type: 'string' }, { [member]: schema, remark: { type: 'string' } }),
  };
  const { cases } = await plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ writes: 'own', seed: 7 }));
  const made = cases.find(({ request, chain }) => request.operation.name === 'POST /entries' && chain?.step === 'make');
  expect(made?.waitsFor?.fills?.map(({ pointer }) => pointer) ?? []).toEqual(pointers);
});
