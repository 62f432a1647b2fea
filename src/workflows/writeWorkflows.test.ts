import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import { head, load } from '../contract/contract.testing';
import type { Answered } from '../resources/answered';
import { NO_INPUT } from '../serialization/input';
import { readChain } from './chainsMade';
import { readWorkflows } from './workflowFile';
import { workflowsText, writeWorkflows } from './writeWorkflows';

const responses = { 200: { description: 'ok' }, 201: { description: 'made' }, 204: { description: 'done' } };
const idOf = (name: string) => ({ name, in: 'path', required: true, schema: {} });
const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
const op = (operationId: string, more = {}) => ({ operationId, responses, ...more });
const contract = load({
  ...head('3.1'),
  paths: {
    '/customers': { post: op('addCustomer', { requestBody }) },
    '/customers/{id}': { parameters: [idOf('id')], delete: op('dropCustomer') },
    '/plant-orders': {
      get: op('listOrders', { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] }),
      post: op('addOrder', { requestBody }),
    },
    '/plant-orders/{orderId}': {
      parameters: [idOf('orderId')],
      get: { responses },
      put: op('putOrder', { requestBody }),
      delete: op('dropOrder'),
    },
    '/plant-orders/{orderId}/pay': { parameters: [idOf('orderId')], post: op('payOrder') },
    '/plant-orders/{orderId}/label': { parameters: [idOf('orderId')], get: op('showLabel') },
    '/labels/{code}': { parameters: [idOf('code')], get: op('readLabel'), put: op('putLabel', { requestBody }) },
    '/stores/{store}/beds': { parameters: [idOf('store')], post: op('addBed', { requestBody }) },
    '/stores/{store}/beds/{bed}': { parameters: [idOf('store'), idOf('bed')], get: op('readBed') },
  },
});

type Told = readonly [request: string, body: object | undefined, status: number, answer: object | undefined];

/** Writes workflows of chains, and tells of each its steps with what they send. */
async function written(...chains: readonly (readonly Told[])[]) {
  const { operations } = await contract;
  const answered = ([asked, body, status, answer]: Told): Answered => {
    const [method = '', path = ''] = asked.split(' ');
    const [segments, templateOf] = [path.split(/[/?]/), (each: string) => each.split('/')];
    const operation = operations.find(
      (each) =>
        each.method === method &&
        templateOf(each.path).length === path.split('?')[0]?.split('/').length &&
        templateOf(each.path).every((part, at) => part.startsWith('{') || part === segments[at]),
    );
    if (!operation) throw new Error(`no operation ${asked}`);
    const named = templateOf(operation.path).flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), segments[at] ?? ''] as const] : [],
    );
    const bytes = (value: object | undefined) => Buffer.from(value === undefined ? '' : JSON.stringify(value));
    const headers = [['Content-Type', 'application/json']] as const;
    return {
      case: { request: { operation, values: Object.fromEntries(named), input: NO_INPUT } },
      request: { method, path, headers, ...(body ? { body: bytes(body) } : {}) },
      response: { status, headers, body: bytes(answer) } as unknown as NonNullable<Answered['response']>,
    };
  };
  const source = { name: 'shop', url: 'openapi.yaml', title: 'Shop', operations };
  const read = chains.map((chain) => readChain(chain.map(answered), operations, 'http://x'));
  const document = writeWorkflows(read, source);
  const text = workflowsText(document, source, 'espalier verify');
  const file = join(folderOf({}), 'w.yaml');
  writeFileSync(file, text);
  // What is written can be read.
  if (document.workflows.length > 0) readWorkflows(file, await contract);
  const told = document.workflows.map(({ workflowId, steps }) => [
    workflowId,
    ...steps.map(({ stepId, parameters = [], requestBody: body }) =>
      [stepId, ...parameters.map(({ value }) => String(value)), ...(body ? [JSON.stringify(body.payload)] : [])].join(
        ' ',
      ),
    ),
  ]);
  return { told, left: document.left, text, document };
}

const ORDER: readonly Told[] = [
  ['POST /customers', { name: 'Ann' }, 201, { id: 7 }],
  ['POST /plant-orders', { customerId: 7, pieces: 7 }, 201, { orderId: 'o-12345678' }],
  ['GET /plant-orders?limit=7', undefined, 200, undefined],
  ['GET /plant-orders/o-12345678', undefined, 200, undefined],
];

test('what a chain made is made, used and removed in the order of its life, and ids are handed over', async () => {
  const later: readonly Told[] = [
    ['POST /customers', { name: 'Ben' }, 201, { id: 8 }],
    ['POST /plant-orders', { customerId: 8 }, 201, { orderId: 'o-2' }],
    ['DELETE /plant-orders/o-2', undefined, 204, undefined],
    ['POST /plant-orders/o-2/pay', undefined, 200, undefined],
    ['GET /plant-orders/o-2/label', undefined, 200, undefined],
    ['PUT /plant-orders/o-2', { orderId: 'o-2', customerId: 8 }, 200, undefined],
    ['DELETE /customers/8', undefined, 204, undefined],
  ];
  const { told, left, document, text } = await written(ORDER, later);
  const [customer, order] = ['$steps.create-customer.outputs.id', '$steps.create-plant-order.outputs.orderId'];
  const made = ['create-customer {"name":"Ann"}', `create-plant-order {"customerId":"${customer}","pieces":7}`];
  expect(told).toEqual([
    [
      'plant-order-lifecycle',
      ...made,
      'list-plant-orders 7',
      `read-plant-order ${order}`,
      `show-label ${order}`,
      `replace-plant-order ${order} {"orderId":"${order}","customerId":"${customer}"}`,
      `delete-plant-order ${order}`,
      `delete-customer ${customer}`,
    ],
    [
      'pay-order',
      'create-customer {"name":"Ben"}',
      `create-plant-order {"customerId":"${customer}"}`,
      `pay-order ${order}`,
    ],
    ['customer-lifecycle', 'create-customer {"name":"Ben"}', `delete-customer ${customer}`],
  ]);
  expect(left).toEqual([]);
  const [create, makeOrder, , read] = document.workflows[0]?.steps ?? [];
  expect(create?.outputs).toEqual({ id: '$response.body#/id' });
  expect(makeOrder?.successCriteria).toEqual([{ condition: '$statusCode == 201' }]);
  expect(read?.operationPath).toBe('{$sourceDescriptions.shop.url}#/paths/~1plant-orders~1{orderId}/get');
  expect(text).toContain(`summary: A plant order is created, listed, read, replaced and deleted.\n`);
});

test('what a client names itself is made under that name, and what was handed over is an input', async () => {
  const { told, document } = await written(
    [
      ['PUT /labels/a-1', { text: 'x' }, 201, undefined],
      ['GET /labels/a-1', undefined, 200, undefined],
      ['PUT /labels/a-1', { text: 'y' }, 200, undefined],
    ],
    [
      ['POST /stores/3/beds', { name: 'b' }, 201, { id: 9 }],
      ['GET /stores/3/beds/9', undefined, 200, undefined],
    ],
  );
  const [code, bed] = ['$steps.create-label.outputs.code', '$steps.create-bed.outputs.id'];
  expect(told).toEqual([
    ['label-lifecycle', 'create-label a-1 {"text":"x"}', `read-label ${code}`, `replace-label ${code} {"text":"y"}`],
    ['bed-lifecycle', 'create-bed $inputs.store {"name":"b"}', `read-bed $inputs.store ${bed}`],
  ]);
  expect(document.workflows[1]?.inputs?.properties).toEqual({ store: { type: 'string', default: '3' } });
});

const USED: Told = ['GET /plant-orders/1', undefined, 200, undefined];

test.each<[string, object, object | undefined, readonly string[]]>([
  ['has a secret in it', { key: '$ESPALIER_TOKEN' }, { id: 1 }, [expect.stringContaining('it has a secret in it')]],
  ['would be an expression', { text: '$url' }, { id: 1 }, [expect.stringContaining('as an expression')]],
  [
    'has no name that an expression gives',
    { text: 'x' },
    undefined,
    ['POST /plant-orders: no expression gives the name of what it made'],
  ],
])('what is made by what %s is left out', async (_, body, answer, left) => {
  const chain: Told[] = [['POST /plant-orders', body, 201, answer], USED];
  const { told, left: actual } = await written(chain);
  expect(told).toEqual([]);
  expect(actual).toEqual(left);
});

test('what only belongs to a thing is looked at, too', async () => {
  const { told, text } = await written([
    ['POST /plant-orders', { a: 1 }, 201, { id: 1 }],
    ['GET /plant-orders/1/label', undefined, 200, undefined],
  ]);
  expect(told[0]?.at(-1)).toBe('show-label $steps.create-plant-order.outputs.id');
  expect(text).toContain('summary: A plant order is created and looked at.\n');
});

test('a step that cannot be written leaves the others', async () => {
  const { told, left } = await written([
    ['POST /plant-orders', { a: 1 }, 201, { id: 1 }],
    ['PUT /plant-orders/1', { key: '$ESPALIER_TOKEN' }, 200, undefined],
    USED,
  ]);
  expect(told[0]?.map((step) => step.split(' ')[0])).toEqual([
    'plant-order-lifecycle',
    'create-plant-order',
    'read-plant-order',
  ]);
  expect(left).toEqual(['PUT /plant-orders/{orderId}: it has a secret in it, which the report does not show']);
});
