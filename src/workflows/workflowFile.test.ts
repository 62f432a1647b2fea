import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import { head, load } from '../contract/contract.testing';
import { readWorkflows } from './workflowFile';

const contract = load({
  ...head('3.1'),
  paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'ok' } } } } },
});

async function read(text: string): Promise<string> {
  const folder = folderOf({ 'flows.yaml': text });
  try {
    const { workflows } = readWorkflows(join(folder, 'flows.yaml'), await contract);
    return [...workflows.keys()].join();
  } catch (error) {
    return (error as Error).message.replace(/^.*flows\.yaml/, 'flows.yaml');
  }
}

const later = (more: string) => step(more).replace('1.0.0', '1.1.0');
const step = (more: string, name = 'one') => `arazzo: 1.0.0
sourceDescriptions: [{ name: shop, url: openapi.yaml, type: openapi }]
workflows:
  - workflowId: flow
    steps:
      - stepId: ${name}
        ${more}
`;

test.each([
  ['openapi: 3.1.0', 'flows.yaml:1:1: this is no Arazzo document: it should start with `arazzo: 1.0.1`.'],
  ['arazzo: 2.0.0', 'flows.yaml:1:9: Arazzo 2.0.0 is not supported. Espalier reads 1.0 and 1.1.'],
  ['arazzo: 1.0.0\nworkflows: []', 'flows.yaml:2:12: `workflows` must have at least one workflow.'],
  [
    step('description: none'),
    'flows.yaml:6:9: a step must have one of `operationId`, `operationPath` and `workflowId`.',
  ],
  [step('operationId: listPet'), 'flows.yaml:7:22: the contract has no operation "listPet". Did you mean "listPets"?'],
  [step('operationPath: "#/paths/~1pets/put"'), 'flows.yaml:7:24: the contract has no operation PUT /pets.'],
  [
    step(
      'operationId: listPets\n        outputs: { id: "$response.body#/0/id", a.b: $statusCode }\n        successCriteria: [{ condition: $steps.one.outputs.di == 1 }]',
    ),
    'flows.yaml:9:40: the step "one" has no output "di". Did you mean "id"?',
  ],
  [
    step('operationId: listPets\n        parameters: [{ name: a, in: query, value: "of {$steps.tow.outputs.id}" }]'),
    'flows.yaml:8:51: the workflow has no step "tow".',
  ],
  [
    step(
      'operationId: listPets\n        outputs: { a.b: $response.body }\n        successCriteria: [{ condition: $steps.one.outputs.a.b.c == 1 }]\n        description: of $steps.two.outputs.x',
    ),
    'flow',
  ],
  [step('workflowId: other'), 'flows.yaml:7:21: there is no workflow "other".'],
  [
    step(
      'operationId: listPets\n        successCriteria: [{ condition: "//a[", type: xpath, context: $response.body }]',
    ),
    'flows.yaml:8:27: the condition is no XPath.',
  ],
  [
    step('operationId: listPets\n        successCriteria: [{ condition: //a, type: xpath, context: $response.body }]'),
    'flow',
  ],
  [
    step('operationId: listPets\n        successCriteria:\n          - condition: $statusCode == '),
    'flows.yaml:9:13: the condition cannot be read: it ends where a value should stand.',
  ],
  [
    step('operationId: listPets\n        successCriteria: [{ condition: "(", type: regex, context: $statusCode }]'),
    'flows.yaml:8:27: the condition is no regular expression.',
  ],
  [
    step('operationId: listPets\n        onFailure: [{ name: x, type: goto, stepId: nowhere }]'),
    'flows.yaml:6:9: an action leads to the step "nowhere", which the workflow does not have.',
  ],
  [
    step('operationId: listPets\n        onFailure: [{ name: x, type: retry, retryAfter: 1e9 }]'),
    'flows.yaml:8:57: `retryAfter` must be a number of seconds, at most 300.',
  ],
  [
    step('operationId: listPets\n        onFailure: [{ name: x, type: retry, retryLimit: often }]'),
    'flows.yaml:8:57: `retryLimit` must be a whole number that is not negative.',
  ],
  [
    step('operationId: listPets\n        onFailure: [{ name: x, type: retry, stepId: one, workflowId: flow }]'),
    'flows.yaml:8:21: an action must not have both a `stepId` and a `workflowId`.',
  ],
  [
    step('operationId: listPets\n        parameters: [{ reference: $components.parameters.page }]'),
    'flows.yaml:8:35: there is no $components.parameters.page.',
  ],
  [
    step('operationId: listPets\n        succesCriteria: [{ condition: $statusCode == 200 }]'),
    'flows.yaml:8:9: a step has no member `succesCriteria`. Did you mean `successCriteria`?',
  ],
  [
    step('operationId: listPets\n        successCriteria: [{ condtion: $statusCode == 200 }]'),
    'flows.yaml:8:29: a criterion has no member `condtion`. Did you mean `condition`?',
  ],
  [
    step('operationId: listPets\n        onSuccess: [{ name: x, type: end, retryLimit: 2 }]'),
    'flows.yaml:8:43: a success action has no member `retryLimit`.',
  ],
  [
    `${step('operationId: listPets')}components:\n  parameters: { page: { name: page, in: query, valeu: 1 } }`,
    'flows.yaml:9:48: a parameter has no member `valeu`. Did you mean `value`?',
  ],
  [
    step('operationId: listPets\n        timeout: 5'),
    'flows.yaml:8:9: a step has no member `timeout` before Arazzo 1.1.',
  ],
  [step('operationId: listPets\n        x-succesCriteria: []'), 'flow'],
  [
    step('operationId: listPets\n        onSuccess: [{ name: x, type: retry }]'),
    'flows.yaml:8:21: the `type` of such an action must be end or goto.',
  ],
  [step('operationId: listPets\n    dependsOn: other'), 'flows.yaml:8:16: `dependsOn` must be a list of workflows.'],
  [
    step("operationPath: '{$sourceDescriptions.shp.url}#/paths/~1pets/get'"),
    'flows.yaml:7:24: `sourceDescriptions` has no source "shp".',
  ],
  [later('operationId: listPets'), 'flow'],
  [`$self: https://x.test/flows.yaml\n${later('operationId: listPets\n        outputs: { a: $self }')}`, 'flow'],
  [later('operationId: listPets\n        dependsOn: [two]'), 'flows.yaml:8:21: the workflow has no step "two".'],
  [later('channelPath: "#/channels/a"'), 'flows.yaml:7:9: `channelPath` of a step is not supported.'],
  [later('operationId: listPets\n        timeout: 5'), 'flows.yaml:8:9: `timeout` of a step is not supported.'],
  [
    later('operationId: listPets\n        parameters: [{ name: a, in: channel, value: 1 }]'),
    'flows.yaml:8:37: `in` must be path, query, header, cookie or querystring.',
  ],
  [
    step('operationId: listPets\n        parameters: [{ name: a, in: querystring, value: 1 }]'),
    'flows.yaml:8:37: `in` must be path, query, header or cookie.',
  ],
  [
    later('operationId: listPets\n        outputs: { a: $message.payload }'),
    'flows.yaml:8:23: `$message.payload` is of a message of AsyncAPI, which is not supported.',
  ],
  [
    later('operationId: listPets\n        outputs: { a: { context: $response.body, selector: //a, type: xpath } }'),
    'flows.yaml:8:18: selectors are supported of the types jsonpath and jsonpointer.',
  ],
  [
    later(
      "operationId: listPets\n        outputs: { a: { context: $response.body, selector: '$..a', type: jsonpath } }",
    ),
    'flows.yaml:8:18: the JSONPath `$..a` is not supported; it must name one place: `$.pets[0].id`.',
  ],
  [
    later('operationId: listPets\n        outputs: { a: { context: $respons.body, selector: /a, type: jsonpointer } }'),
    'flows.yaml:8:23: `$respons.body` is no runtime expression. Did you mean "$response.body"?',
  ],
  [
    step('operationId: listPets\n        outputs: { a: { context: $response.body, selector: /a, type: jsonpointer } }'),
    'flows.yaml:8:18: `outputs` must give each name an expression.',
  ],
  [step('operationId: shop.listPets'), 'flow'],
  [step('operationId: $sourceDescriptions.shop.listPets'), 'flow'],
  [step("operationPath: '{$sourceDescriptions.shop.url}#/paths/~1pets/get'"), 'flow'],
])('%j is read, or refused in one sentence with its place', async (text, said) => {
  expect(await read(text)).toBe(said);
});
