import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import { head, load } from '../contract/contract.testing';
import { readWorkflows } from './workflowFile';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const responses = { 200: { description: 'ok' } };
const contract = load({
  ...head('3.1'),
  paths: {
    '/pets': { post: { operationId: 'make', responses } },
    '/pets/{id}': { parameters: [id], get: { operationId: 'read', responses } },
  },
});

/** Reads a workflow with an input `name`, a step `make`, which has an output `id`, and what is given: of the step `read`, and after it. */
async function told(step: string, after = '', inputs = '{ properties: { name: {} } }'): Promise<string> {
  const text = `arazzo: 1.0.1
workflows:
  - workflowId: flow
    inputs: ${inputs}
    steps:
      - { stepId: make, operationId: make, outputs: { id: $response.body#/id } }
      - stepId: read
        ${step}
${after}`;
  try {
    readWorkflows(join(folderOf({ 'flows.yaml': text }), 'flows.yaml'), await contract);
    return '';
  } catch (error) {
    return (error as Error).message.replaceAll(/^.*flows\.yaml:/gm, '');
  }
}

const BY_ID = 'operationId: read\n        parameters: [{ name: id, in: path, value: 1 }]\n        ';

test.each([
  ['$statusCode == 200 && $response.body#/a != null', ''],
  ["$response.body.a[0].b == 'x' || $response.header.X-Next == '$statusCod'", ''],
  ['$request.path.id == 1 && $request.query.q == 2 && $request.body#/x == 3 && $request.header.Accept', ''],
  ["$url != '' && $method == 'GET'", ''],
  ['$inputs.name#/first == $inputs.name.first && $steps.make.outputs.id > $inputs.name[0]', ''],
  ['$workflows.flow.inputs.name == 1 || $workflows.flow.outputs.all == 2', ''],
  ['$steps.read.outputs.own == 1', ''],
  ['$statusCod == 200', '`$statusCod` is no runtime expression. Did you mean "$statusCode"?'],
  ['$statusCode.x == 200', '`$statusCode.x` is no runtime expression. Nothing comes after `$statusCode`.'],
  ['$status == 200', '`$status` is no runtime expression.'],
  ['$response.status == 201', '`$response.status` is no runtime expression. The status of an answer is `$statusCode`.'],
  [
    '$response.bdy#/a == 1',
    '`$response.bdy#/a` is no runtime expression. After `$response.` can come header and body. Did you mean "$response.body#/a"?',
  ],
  [
    '$response.header == 1',
    '`$response.header` is no runtime expression. A dot and a name come after `$response.header`.',
  ],
  [
    '$response.query.q == 1',
    '`$response.query.q` is no runtime expression. After `$response.` can come header and body.',
  ],
  [
    '$response.body#id == 1',
    '`$response.body#id` is no runtime expression. A JSON Pointer comes after `#`; it begins with `/`.',
  ],
  ['$response == 1', '`$response` is no runtime expression. A dot and a name come after `$response`.'],
  ['$respons.body == 1', '`$respons.body` is no runtime expression. Did you mean "$response.body"?'],
  ['$request.path.idd == 1', 'the path of GET /pets/{id} has no parameter "idd". Did you mean "id"?'],
  ['$inputs.nam == 1', 'the workflow has no input "nam". Did you mean "name"?'],
  ['$inputs.names == 1', 'the workflow has no input "names". Did you mean "name"?'],
  [
    '$steps.make.id == 1',
    '`$steps.make.id` is no runtime expression. Outputs of steps are written as `$steps.STEP.outputs.NAME`.',
  ],
  [
    '$workflows.flow.id == 1',
    '`$workflows.flow.id` is no runtime expression. Values of workflows are written as `$workflows.WORKFLOW.outputs.NAME`.',
  ],
  ['$workflows.flwo.outputs.id == 1', 'the document has no workflow "flwo". Did you mean "flow"?'],
  ['$workflows.flow.outputs.al == 1', 'the workflow "flow" has no output "al". Did you mean "all"?'],
  [
    '$outputs.id == 1',
    '`$outputs.id` has no value there: the step runs no workflow. Name a step: `$steps.STEP.outputs.NAME`.',
  ],
  ['$components.parameters.x == 1', '`$components.parameters.x` is no value; a `reference` can name it.'],
  ['$sourceDescriptions.shop.url == 1', '`$sourceDescriptions.shop.url` is not supported as a value.'],
  ['$self == 1', 'the document has no `$self`.'],
])('of the condition %s is told: %s', async (condition, message) => {
  const criteria = `successCriteria: [{ condition: ${JSON.stringify(condition)} }]`;
  const said = await told(
    `${BY_ID}outputs: { own: $statusCode }\n        ${criteria}`,
    '    outputs: { all: $steps.read.outputs.own }',
  );
  expect(said).toBe(message === '' ? '' : `11:40: ${message}`);
});

test.each([
  ['1', ''],
  ['$5 off', ''],
  ['$set.x', ''],
  ['$.name', ''],
  ['$inputs.name', ''],
  ['of {$steps.make.outputs.id}', ''],
  ['{ "a": "$inputs.name", "b": "{$inputs.name}" }', ''],
  ['$input.name', '`$input.name` is no runtime expression. Did you mean "$inputs.name"?'],
  ['$steps.read.outputs.own', '`$steps.read.outputs.own` has no value there: the step "read" comes later.'],
  ['of {$response.body#/id}', '`$response.body#/id` has no value there: the step has not been sent by then.'],
  ['of {$foo}', '`$foo` is no runtime expression.'],
  ['{ "a": "$inputs.nam", "b": "{$inputs.name}" }', 'the workflow has no input "nam". Did you mean "name"?'],
])('of the value %s is told: %s', async (value, message) => {
  const body = `requestBody: { payload: { deep: [${JSON.stringify(value)}] } }`;
  expect(await told(`${BY_ID}outputs: { own: $statusCode }\n        ${body}`)).toBe(
    message === '' ? '' : `11:42: ${message}`,
  );
});

test.each([
  ['operationId: read', '7:9: the step has no value for `id` in the path of GET /pets/{id}.'],
  [
    'operationId: read\n        parameters: [{ name: idd, in: path, value: 1 }]',
    '9:30: the path of GET /pets/{id} has no parameter "idd". Did you mean "id"?',
  ],
  [
    `${BY_ID}parameters: [{ name: id, in: path, value: 1 }, { name: q, value: 1 }]`.replace(/\n.*\n/, '\n'),
    '9:56: a parameter of an operation must say where it is: `in`.',
  ],
  ['operationId: make\n        outputs: { a: done }', '9:23: `done` is no runtime expression.'],
  [
    'operationId: make\n        outputs: { "a b": $statusCode }',
    '9:27: the name of an output has letters, digits, `.`, `-` and `_` alone, not "a b".',
  ],
  [
    'operationId: make\n        successCriteria: [{ context: $respons.body, type: regex, condition: a }]',
    '9:38: `$respons.body` is no runtime expression. Did you mean "$response.body"?',
  ],
  [
    'operationId: make\n        onFailure: [{ name: e, type: end, criteria: [{ condition: $statusCod == 1 }] }]',
    '9:67: `$statusCod` is no runtime expression. Did you mean "$statusCode"?',
  ],
  [
    'operationId: make\n    outputs: { a: $statusCode }',
    '9:19: `$statusCode` has no value there: no answer belongs to the outputs of a workflow; name the output of a step.',
  ],
  [
    'operationId: make\n    parameters: [{ name: idd, in: path, value: 1 }]',
    '9:26: no step has a parameter "idd" in its path.',
  ],
  [
    'operationId: make\n    parameters: [{ name: x, in: header, value: $inputs.x }]',
    '9:48: the workflow has no input "x".',
  ],
  [
    'operationId: make\n    failureActions: [{ name: e, type: end, criteria: [{ condition: $x == 1 }] }]',
    '9:68: `$x` is no runtime expression.',
  ],
  [
    'operationId: make\n        successCriteria: [{ condition: $x }, { condition: $y }]',
    '9:40: `$x` is no runtime expression.\n9:59: `$y` is no runtime expression.',
  ],
  [
    'operationId: make\n        requestBody: { payload: { a: $inputs.name, b: {} }, replacements: [{ target: /a/x, value: 1 }, { target: /b/x, value: 1 }, { target: /b/x/y, value: 1 }] }',
    '9:142: the body has no place `/b/x/y`.',
  ],
])('of a workflow with %j is told: %s', async (step, message) => {
  expect(await told(step)).toBe(message);
});

const LATER = '- { stepId: last, operationId: make, outputs: { x: $statusCode } ACTION }';

test.each([
  ['', '9:51: `$steps.last.outputs.x` has no value there: the step "last" comes later.'],
  [', onFailure: [{ name: g, type: goto, stepId: read }]', ''],
  [', onFailure: [{ name: g, type: goto, stepId: make }]', ''],
])('a later step may have run before where an action leads back: %j', async (action, message) => {
  const step = 'operationId: read\n        parameters: [{ name: id, in: path, value: $steps.last.outputs.x }]';
  expect(await told(step, `      ${LATER.replace('ACTION', action)}`)).toBe(message);
});

test('a step that is run before another one is tried again has run by then', async () => {
  const step = `${BY_ID}onFailure: [{ name: r, type: retry, stepId: last }]\n        requestBody: { payload: $steps.last.outputs.x }`;
  expect(await told(step, `      ${LATER.replace('ACTION', '')}`)).toBe('');
});

test.each([
  ['{ additionalProperties: true }', ''],
  ['{ anyOf: [{ properties: { x: {} } }] }', ''],
  ['{ allOf: [{ $ref: "#/components/inputs/all" }] }', ''],
  ['{ allOf: [{ properties: { other: {} } }] }', '9:33: the workflow has no input "x".'],
  ['{ $ref: "#/components/inputs/none" }', '4:13: nothing stands at #/components/inputs/none in this document.'],
])('of inputs as %s is told: %s', async (inputs, message) => {
  const step = 'operationId: make\n        requestBody: { payload: $inputs.x }';
  const components = 'components: { inputs: { all: { $ref: "#/components/inputs/x" }, x: { properties: { x: {} } } } }';
  expect(await told(step, components, inputs)).toBe(message);
});

test('what stands in the components is told there, and a workflow that is run says which inputs it has', async () => {
  const step = `workflowId: other
        parameters: [{ name: tag, value: 1 }, { name: gat, value: 1 }]
        outputs: { own: $outputs.made, lost: $outputs.mad }`;
  const other = `  - workflowId: other
    inputs: { properties: { tag: {} } }
    steps: [{ stepId: make, operationId: make, parameters: [{ reference: $components.parameters.x }] }]
    outputs: { made: $steps.make.outputs.none }
components: { parameters: { x: { name: x, in: query, value: $inputs.gat } } }`;
  expect(await told(step, other)).toBe(
    [
      '9:55: the workflow that is run has no input "gat". Did you mean "tag"?',
      '10:46: the workflow that the step runs has no output "mad". Did you mean "made"?',
      '14:22: the step "make" has no output "none".',
      '15:61: the workflow has no input "gat". Did you mean "tag"?',
    ].join('\n'),
  );
});
