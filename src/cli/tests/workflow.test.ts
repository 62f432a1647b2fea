import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

const ORDER = '{ $ref: "#/components/schemas/Order" }';
const CONTENT = `content: { application/json: { schema: ${ORDER} } }`;
const ID = '[{ name: id, in: path, required: true, schema: { type: integer } }]';
const CONTRACT = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    post:
      operationId: order
      requestBody: { required: true, ${CONTENT} }
      responses: { '201': { description: made, ${CONTENT} } }
  /orders/{id}:
    get: { operationId: see, parameters: ${ID}, responses: { '200': { description: ok, ${CONTENT} } } }
    delete: { operationId: cancel, parameters: ${ID}, responses: { '204': { description: gone } } }
components:
  schemas:
    Order:
      type: object
      required: [item]
      properties: { id: { type: integer, readOnly: true }, item: { type: string }, count: { type: integer } }
`;
const flow = (count: number) => `arazzo: 1.0.1
info: { title: Flow, version: '1' }
sourceDescriptions: [{ name: shop, url: shop.yaml, type: openapi }]
workflows:
  - workflowId: buy
    inputs: { type: object, required: [item], properties: { item: { type: string } } }
    steps:
      - stepId: make
        operationId: order
        requestBody: { contentType: application/json, payload: { item: $inputs.item, count: 2 } }
        successCriteria: [{ condition: $statusCode == 201 }]
        outputs: { id: $response.body#/id }
      - stepId: see
        operationId: see
        parameters: [{ name: id, in: path, value: $steps.make.outputs.id }]
        successCriteria: [{ condition: $response.body#/count == ${count} }, { condition: $response.body#/item == 'rose' }]
      - stepId: end
        operationId: cancel
        parameters: [{ name: id, in: path, value: $steps.make.outputs.id }]
        successCriteria: [{ condition: $statusCode == 204 }]
`;
const folder = (count = 2) => folderOf({ 'shop.yaml': CONTRACT, 'flow.yaml': flow(count) });

test('the steps alone are asked, of the contract that the document names, on a mock that remembers', async () => {
  const { exitCode, stdout } = await runHere(['workflow', 'flow.yaml', '--input', 'item=rose'], { cwd: folder() });
  expect(exitCode).toBe(0);
  expect(stdout.replace(/id = \d+/, 'id = 1')).toContain(`Workflows

  pass  buy/make  201  POST /orders
        kept  $statusCode == 201
        id = 1
  pass  buy/see   200  GET /orders/{id}
        kept  $response.body#/count == 2
        kept  $response.body#/item == 'rose'
  pass  buy/end   204  DELETE /orders/{id}
        kept  $statusCode == 204
`);
  expect(stdout).toContain('3 exchanges');
});

test('a step that does not succeed fails, with the line of its criterion; the steps after it are not sent', async () => {
  const { exitCode, stdout } = await runHere(['workflow', 'flow.yaml', '--input', 'item=rose'], { cwd: folder(3) });
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    `  FAIL  buy/see   200  GET /orders/{id}
        not kept  $response.body#/count == 3
        kept  $response.body#/item == 'rose'
  skip  buy/end   not sent  DELETE /orders/{id}
`,
  );
  expect(stdout).toMatch(/flow\.yaml:16:\d+ {2}GET \/orders\/\{id\}/);
});

test('what is missing is said before anything is sent', async () => {
  expect(await runHere(['workflow', 'none.yaml'], { cwd: folder() })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('none.yaml:1:1: the workflows cannot be read: there is no such file.'),
  });
  const unsafe = await runHere(['workflow', 'flow.yaml', 'http://127.0.0.1:9'], { cwd: folder() });
  expect(unsafe).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Say what it may touch: --writes own') });
  const { exitCode, stdout } = await runHere(['workflow', 'flow.yaml'], { cwd: folder() });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('its input `item` is missing; hand it over: --input item=…');
});

test('the report says what came of each step, without what the name of an output calls a secret', async () => {
  const text = flow(2).replace(
    'outputs: { id: $response.body#/id }',
    'outputs: { id: $response.body#/id, access_token: $response.body#/item, all: $response.body }',
  );
  const cwd = folderOf({
    'shop.yaml': CONTRACT,
    'flow.yaml': `${text}    outputs: { password: $steps.make.outputs.access_token }\n`,
  });
  const { stdout } = await runHere(['workflow', 'flow.yaml', '--input', 'item=rose', '--report', 'json'], { cwd });
  const [{ id, steps, outputs }] = JSON.parse(stdout).workflows;
  expect(id).toBe('buy');
  expect(steps[0]).toEqual({
    id: 'make',
    clause: expect.objectContaining({ file: 'flow.yaml', line: 8 }),
    operation: 'POST /orders',
    verdict: 'pass',
    exchange: 1,
    status: 201,
    criteria: [{ condition: '$statusCode == 201', clause: expect.objectContaining({ line: 11 }), kept: true }],
    outputs: [
      { name: 'id', value: expect.stringMatching(/^\d+$/) },
      { name: 'access_token', value: '"$ACCESS_TOKEN"' },
      { name: 'all', value: expect.stringContaining('"item":"rose"') },
    ],
  });
  expect(outputs).toEqual([{ name: 'password', value: '"$ACCESS_TOKEN"' }]);
});
