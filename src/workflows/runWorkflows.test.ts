import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import { head, load } from '../contract/contract.testing';
import type { Fields } from '../http/message';
import type { JsonValue } from '../json/value';
import type { Answered } from '../resources/answered';
import { scriptOf } from './runWorkflows';
import type { ScriptAnswer } from './script';
import { readWorkflows } from './workflowFile';

const responses = { 200: { description: 'ok' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const body = { content: { 'application/json': { schema: { type: 'object' } } } };
const contract = load({
  ...head('3.1'),
  paths: {
    '/pets': {
      get: { operationId: 'list', parameters: [{ name: 'tag', in: 'query', schema: { type: 'array' } }], responses },
      post: { operationId: 'make', requestBody: body, responses },
    },
    '/pets/{id}': { parameters: [id], get: { operationId: 'read', responses } },
  },
});

afterEach(() => jest.restoreAllMocks());

/** Carries out the workflows of a document by answers in their order, and tells what happens. */
async function play(
  workflows: string,
  answers: readonly (readonly [status: number, body: JsonValue, headers?: Fields])[],
  inputs = {},
  version = '1.0.1',
) {
  const folder = folderOf({ 'flows.yaml': `arazzo: ${version}\nworkflows:\n${workflows}` });
  const document = readWorkflows(join(folder, 'flows.yaml'), await contract);
  const script = scriptOf([...document.workflows.values()], inputs, (name) => `--input ${name}=…`);
  const events: string[] = [];
  const orders = script.orders();
  let answer: ScriptAnswer;
  let at = 0;
  for (let next = orders.next(); !next.done; next = orders.next(answer)) {
    const order = next.value;
    answer = undefined;
    if (order.kind === 'wait') events.push(`wait ${order.ms}`);
    if (order.kind === 'judged') events.push(order.unexpected?.map(({ actual }) => actual).join() ?? 'again');
    if (order.kind !== 'send') continue;
    const { operation, values, input } = order.request;
    const sent = [...Object.values(values), ...input.query.map((pair) => `${pair.name}=${pair.value}`)];
    events.push([operation.operationId, ...sent, ...(input.body ? [String(input.body.bytes)] : [])].join(' '));
    const [status, content, headers = []] = answers[at++] ?? [500, null];
    const response = { status, headers, body: Buffer.from(JSON.stringify(content)) };
    const request = { method: operation.method, path: operation.path, headers: [] };
    answer = { exchange: { case: { request: order.request }, request, response } as unknown as Answered };
  }
  const unsent = script.steps.flatMap((step) => {
    const why = step.whyUnsent();
    return why ? [`${step.name}: ${why.reason}`] : [];
  });
  return { events, unsent };
}

const MAKE_AND_READ = `
  - workflowId: flow
    inputs: { type: object, required: [name], properties: { name: { type: string }, tag: { default: [a, b] } } }
    steps:
      - stepId: make
        operationId: make
        requestBody:
          payload: { name: 'a {$inputs.name}', deep: { x: 1 } }
          replacements: [{ target: /deep/x, value: $inputs.name }]
        successCriteria: [{ condition: $statusCode == 201 }]
        outputs: { id: $response.body#/id }
      - stepId: read
        operationId: read
        parameters: [{ name: id, in: path, value: $steps.make.outputs.id }]
        successCriteria:
          - { context: $response.body, type: jsonpath, condition: "$[?@.name == 'x']" }
          - { context: $response.body, type: jsonpath, condition: "$.pet.name == 'x'" }
          - { context: $response.body, type: jsonpath, condition: "$[?@.pet.name == 'x']" }
          - { context: $response.body, type: jsonpath, condition: "$[?count(@.pet.*) == 1]" }
          - { context: $statusCode, type: regex, condition: ^2 }
      - stepId: list
        operationId: list
        parameters: [{ name: tag, in: query, value: $inputs.tag }]
`;

test('values go from inputs and answers into later requests', async () => {
  const answers = [
    [201, { id: 7 }],
    [200, { pet: { name: 'x' } }],
    [200, []],
  ] as const;
  const { events, unsent } = await play(MAKE_AND_READ, answers, { name: 'Ann' });
  expect(events).toEqual(['make {"name":"a Ann","deep":{"x":"Ann"}}', '', 'read 7', '', 'list tag=a tag=b', '']);
  expect(unsent).toEqual([]);
});

test.each([
  ['an input is missing', [], {}, [], 'its input `name` is missing; hand it over: --input name=…'],
  [
    'a step does not succeed',
    [[400, {}]],
    { name: 'A' },
    ['make {"name":"a A","deep":{"x":"A"}}', '$statusCode is 400'],
    'the workflow ended at the step make, which did not succeed',
  ],
  [
    'a value never came',
    [[201, {}]],
    { name: 'A' },
    ['make {"name":"a A","deep":{"x":"A"}}', ''],
    'the value of `id`, "$steps.make.outputs.id", never came',
  ],
] as const)('where %s, what is not sent says why', async (_, answers, inputs, events, why) => {
  const played = await play(MAKE_AND_READ, answers, inputs);
  expect(played.events).toEqual(events);
  expect(played.unsent.find((each) => each.endsWith(why))).toBeDefined();
});

test.each([
  [
    '{ name: r, type: retry, retryAfter: 0.5, retryLimit: 2 }',
    [503, 503, 200, 200],
    ['list', 'again', 'wait 500', 'list', 'again', 'wait 500', 'list', '', 'make', ''],
  ],
  ['{ name: r, type: retry, retryLimit: 1 }', [503, 503], ['list', 'again', 'list', 'the status 503']],
  [
    '{ name: r, type: retry, retryAfter: 1, stepId: second }',
    [503, 200, 200, 200],
    ['list', 'again', 'wait 1000', 'make', '', 'list', '', 'make', ''],
  ],
  [
    '{ name: r, type: retry, stepId: second }',
    [503, 400, 503],
    ['list', 'again', 'make', 'the status 400', 'list', 'the status 503'],
  ],
  [
    '{ name: r, type: retry, workflowId: other, retryLimit: 2 }',
    [503, 200, 503, 200, 200, 200],
    ['list', 'again', 'read 4', '', 'list', 'again', 'read 4', '', 'list', '', 'make', ''],
  ],
  ['{ name: g, type: goto, workflowId: other }', [503, 200], ['list', '', 'read 4', '']],
  ['{ name: g, type: goto, stepId: second }', [503, 200], ['list', '', 'make', '']],
  ['{ name: e, type: end }', [503], ['list', 'the status 503']],
  ['{ name: e, type: end, criteria: [{ condition: $statusCode == 404 }] }', [503], ['list', 'the status 503']],
])('after a failure %s', async (action, statuses, events) => {
  const other = `  - workflowId: other
    steps: [{ stepId: read, operationId: read, parameters: [{ name: id, in: path, value: 4 }] }]\n`;
  const text = `  - workflowId: flow
    steps:
      - { stepId: first, operationId: list, onFailure: [${action}] }
      - { stepId: second, operationId: make }\n${action.includes('other') ? other : ''}`;
  const answers = statuses.map((status) => [status, {}] as const);
  expect((await play(text, answers)).events).toEqual(events);
});

test.each([
  ['seconds', 503, '2', 'wait 2000'],
  ['more seconds than any other request of a run waits', 429, '30', 'wait 30000'],
  ['a date', 503, 'Sat, 21 Nov 2020 10:00:30 GMT', 'wait 30000'],
  ['a date that has passed', 503, 'Sat, 21 Nov 2020 09:00:00 GMT', 'wait 50'],
  ['longer than a workflow may say', 503, '3600', 'wait 300000'],
  ['a date that is longer away', 429, 'Sun, 22 Nov 2020 10:00:00 GMT', 'wait 300000'],
  ['more than a number holds', 503, '9'.repeat(400), 'wait 300000'],
  ['what nobody can read', 503, 'soon', 'wait 60000'],
  ['it of another status, too', 404, '7', 'wait 7000'],
])('before a retry is waited as the answer says: %s', async (_, status, after, wait) => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('Sat, 21 Nov 2020 10:00:00 GMT'));
  const text = `  - workflowId: flow
    steps: [{ stepId: first, operationId: list, onFailure: [{ name: r, type: retry, retryAfter: 60 }] }]\n`;
  const { events } = await play(text, [[status, {}, [['Retry-After', after]]] as const, [200, {}]]);
  expect(events).toEqual(['list', 'again', wait, 'list', '']);
});

test('a workflow that leads back without end is ended', async () => {
  const text = `  - workflowId: flow
    steps:
      - { stepId: first, operationId: list, onSuccess: [{ name: g, type: goto, stepId: first }] }
      - { stepId: second, operationId: make }\n`;
  const { events, unsent } = await play(text, Array(2000).fill([200, {}]));
  expect(events).toHaveLength(2000);
  expect(unsent).toEqual(['flow/second: the workflow had sent 1000 steps by then; it may lead back without end']);
});

test('workflows run others, and wait for those that they depend on', async () => {
  const text = `  - workflowId: main
    dependsOn: [first]
    steps:
      - { stepId: call, workflowId: called, parameters: [{ name: tag, value: x }], outputs: { id: $outputs.id } }
      - { stepId: read, operationId: read, parameters: [{ name: id, in: path, value: $steps.call.outputs.id }] }
  - workflowId: first
    steps: [{ stepId: make, operationId: make }]
  - workflowId: called
    steps:
      - { stepId: list, operationId: list, parameters: [{ name: tag, in: query, value: $inputs.tag }], outputs: { id: '$response.body#/0/id' } }
    outputs: { id: $steps.list.outputs.id }\n`;
  const { events } = await play(text, [
    [200, {}],
    [200, [{ id: 9 }]],
    [200, {}],
  ]);
  expect(events).toEqual(['make', '', 'list tag=x', '', 'read 9', '']);
});

test('of Arazzo 1.1 are understood whole queries, selectors, and what an action hands to a workflow', async () => {
  const text = `  - workflowId: main
    inputs: { properties: { tags: {}, prefix: {} } }
    steps:
      - stepId: list
        operationId: list
        parameters: [{ name: all, in: querystring, value: 'tag=a%20b&tag=c' }]
        outputs: { id: { context: $response.body, selector: '$.pets[1].id', type: jsonpath } }
        successCriteria: [{ context: $response.body#/name, type: regex, condition: '^{$inputs.prefix}' }]
      - stepId: more
        dependsOn: [list]
        operationId: list
        parameters: [{ name: all, in: querystring, value: { tag: $inputs.tags, n: { context: $steps.list.outputs.id, selector: '', type: jsonpointer } } }]
        onSuccess: [{ name: g, type: goto, workflowId: other, parameters: [{ name: pet, value: $steps.list.outputs.id }] }]
  - workflowId: other
    inputs: { required: [pet], properties: { pet: {} } }
    steps: [{ stepId: read, operationId: read, parameters: [{ name: id, in: path, value: $inputs.pet }] }]\n`;
  const answers = [[200, { name: 'Orca', pets: [{}, { id: 8 }] }] as const, [200, {}] as const, [200, {}] as const];
  const { events } = await play(text, answers, { tags: ['x', 'y'], prefix: 'Or' }, '1.1.0');
  expect(events.slice(0, 6)).toEqual(['list tag=a b tag=c', '', 'list tag=x tag=y n=8', '', 'read 8', '']);
});
