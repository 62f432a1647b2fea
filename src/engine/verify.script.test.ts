/** A run with workflows: what their steps draw, make, and may touch. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from '../../conformance/suite';
import { readScript } from '../cli/settings/workflows';
import { folderOf } from '../cli/tests/cli.testing';
import { head, load } from '../contract/contract.testing';
import { serve } from '../support/testing/serving.testing';
import { parseTarget } from '../wire/target';
import type { Writes } from './model/probe';
import { verifyTarget } from './verify';

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const content = { 'application/json': { schema } };
const named = { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } };
const list = { 'application/json': { schema: { type: 'array', items: schema } } };
const item = { 200: { description: 'ok', content }, 404: { description: 'none' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const contract = load({
  ...head('3.1'),
  paths: {
    '/pets': {
      get: { operationId: 'list', responses: { 200: { description: 'ok', content: list } } },
      post: {
        operationId: 'make',
        requestBody: { content: named },
        responses: { 201: { description: 'made', content } },
      },
    },
    '/pets/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: item },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: { description: 'none' } } },
    },
  },
});

const WORKFLOW = `arazzo: 1.0.0
workflows:
  - workflowId: flow
    inputs: { type: object, properties: { word: { type: string, format: password } } }
    steps:
      - stepId: make
        operationId: make
        requestBody: { payload: { name: $inputs.word } }
        outputs: { id: $response.body#/id }
      - stepId: read
        operationId: read
        parameters: [{ name: id, in: path, value: $steps.make.outputs.id }]
        successCriteria:
          - condition: $response.body#/name == 'other'
      - { stepId: remove, operationId: remove, parameters: [{ name: id, in: path, value: 1 }] }
`;

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

async function run(text: string, writes: Writes) {
  const pets = new Map<string, string>([['1', '{"id":1}']]);
  const asked: string[] = [];
  let last = 100;
  const url = await serve((request, response) => {
    const { method, url: path = '' } = request;
    const key = path.slice('/pets/'.length);
    let sent = '';
    request.on('data', (part) => {
      sent += part;
    });
    request.on('end', () => {
      asked.push(`${method} ${path}`);
      response.setHeader('Content-Type', 'application/json');
      if (method === 'POST') {
        const made = String(++last);
        pets.set(made, JSON.stringify({ ...parsed(sent), id: last }));
        response.writeHead(201).end(pets.get(made));
      } else if (path === '/pets') response.end(`[${[...pets.values()].join()}]`);
      else if (!pets.has(key)) response.writeHead(404).end();
      else if (method === 'DELETE') response.writeHead(pets.delete(key) ? 204 : 500).end();
      else response.end(pets.get(key));
    });
  });
  const file = join(folderOf({}), 'flows.yaml');
  writeFileSync(file, text);
  const loaded = await contract;
  const flags = { workflow: [file], workflowInput: ['word=xyzzy-plugh'] };
  const report = await verifyTarget(loaded, suite, {
    target: parseTarget(url),
    seed: 1,
    salt: 'k3f9',
    limits: { lingerMs: 10 },
    only: ['workflow', 'body-schema'],
    writes,
    script: readScript(flags, loaded, { writes }),
  });
  const steps = report.requirements.filter(({ rule }) => rule === 'workflow');
  return { report, steps, asked, pets };
}

test('a step that does not succeed is found at its criterion, its secret is not shown, and what it made is removed', async () => {
  const { report, steps, pets } = await run(WORKFLOW, 'any');
  expect(steps.map(({ id: name, verdict }) => `${verdict} ${name}`)).toEqual([
    'pass POST /pets flow/make workflow',
    'fail GET /pets/{id} flow/read workflow',
    'skip DELETE /pets/{id} flow/remove workflow',
  ]);
  const [finding] = steps[1]?.findings ?? [];
  expect(finding?.clause?.line).toBe(14);
  expect(finding?.message).toBe(
    'the step "read" did not succeed: its criterion `$response.body#/name == \'other\'` is not met',
  );
  expect(steps[2]?.reason).toBe('the workflow ended at the step read, which did not succeed');
  expect(JSON.stringify(report)).not.toContain('xyzzy');
  expect([...pets.values()].join()).not.toContain('xyzzy');
});

test('an answer to a step is judged by the contract, and a step leaves alone what the run did not make', async () => {
  const { steps, asked, pets } = await run(WORKFLOW.replace("'other'", "'xyzzy-plugh'"), 'own');
  expect(asked).not.toContain('DELETE /pets/1');
  expect([...pets.keys()]).toEqual(['1']);
  expect(steps.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'skip']);
  // What the run has removed is not asked to go a second time, either: nothing shows whose its name is by then.
  expect(steps[2]?.reason).toBe(
    'it would go to a thing that the run did not make; --writes any sends it; a request was not sent, since it could have touched something else: the run has removed it, and nothing shows that its name is not given to somebody else',
  );
});

test('without consent nothing is run that may change something', async () => {
  await expect(run(WORKFLOW, 'handed-over')).rejects.toThrow(
    'The step flow/make may change something: POST /pets. Say what it may touch: --writes own for what the run made itself, --writes any for a throw-away service.',
  );
});
