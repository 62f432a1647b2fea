import { contractWith, readOnce } from '../../contracts.testing';
import { linesOfPlan } from '../../probes/operation.testing';
import { valid } from '../../probes/valid';

const ok = { responses: { 200: { description: 'd' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const steps = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} },
  },
};

/** A contract with a JSON Patch of roses, and what a rose has. */
function roses(properties: object, required: readonly string[] = []) {
  const rose = { type: 'object', required, properties };
  const body = (type: string, schema: object) => ({ requestBody: { required: true, content: { [type]: { schema } } } });
  return contractWith({
    '/roses/{id}': {
      parameters: [id],
      get: ok,
      put: { ...body('application/json', rose), ...ok },
      patch: { ...body('application/json-patch+json', steps), ...ok },
    },
  });
}

const text = { type: 'string', example: 'red' };

test.each([
  ['what is not required', { name: text, colour: text }, ['name'], '[{"op":"add","path":"/colour","value":"red"}]'],
  [
    'what is required, where there is nothing else',
    { name: text },
    ['name'],
    '[{"op":"add","path":"/name","value":"red"}]',
  ],
  [
    'nothing that names it, or something else',
    { id: text, ownerId: text, note: text },
    [],
    '[{"op":"add","path":"/note","value":"red"}]',
  ],
  [
    'nothing that is only read',
    { made: { ...text, readOnly: true }, note: text },
    [],
    '[{"op":"add","path":"/note","value":"red"}]',
  ],
])('a JSON Patch sets %s', async (_, properties, required, body) => {
  const { asks } = linesOfPlan(valid, await readOnce(roses(properties, required)), 'PATCH /roses/{id}', {
    params: { id: ['7'] },
  });
  expect(asks[0]).toContain(body);
});
