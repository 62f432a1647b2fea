/** What the head of the page says, and the contract to download. */

import { readFileSync } from 'node:fs';
import supertest from 'supertest';
import { parse } from 'yaml';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type MockOptions, serveMock } from '../server';

const CONTRACT = `# A comment
openapi: 3.1.0
info:
  title: Woods
  version: '1'
  description: About **trees**
  contact: { name: Us, url: 'https://us.example' }
  license: { name: MIT }
webhooks: { fallen: { post: { responses: { '204': { description: none } } } } }
paths:
  /trees: { get: { responses: { '200': { $ref: 'others.yaml#/Trees' } } } }
`;
const OTHERS = 'Trees: { description: All trees }\n';
const OVERLAY = `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: $.info, update: { title: More woods } }]
`;

async function asked(options: MockOptions, path: string): Promise<{ text: string; body: unknown }> {
  const mock = await serveMock({ port: 0, ...options });
  try {
    return await supertest(mock.url).get(`/_espalier/${path}`).expect(200);
  } finally {
    await mock.close();
  }
}

const folder = folderOf({ 'woods.yaml': CONTRACT, 'others.yaml': OTHERS, 'more.yaml': OVERLAY });

test('says what the API is about, and which webhooks there are', async () => {
  const { body } = await asked({ contract: `${folder}/woods.yaml` }, 'about.json');
  expect(body).toEqual({
    description: 'About **trees**',
    dialect: 'OpenAPI 3.1',
    links: [{ text: 'Us', url: 'https://us.example' }],
    webhooks: [{ name: 'fallen', method: 'POST' }],
    files: [
      { href: 'contract.yaml', name: 'woods.yaml' },
      { href: 'contract.json', name: 'woods.json' },
    ],
  });
});

test('a contract of one file is given as it is written, and in the other syntax', async () => {
  const file = 'openapi.yaml';
  expect((await asked({ contract: file }, 'contract.yaml')).text).toBe(readFileSync(file, 'utf8'));
  const { body } = await asked({ contract: file }, 'contract.json');
  expect(body).toEqual(parse(readFileSync(file, 'utf8')));
});

test('a contract with overlays and other files is given as one document', async () => {
  const { text } = await asked(
    { contract: `${folder}/woods.yaml`, overlays: [`${folder}/more.yaml`] },
    'contract.yaml',
  );
  const document = parse(text);
  expect(document.info.title).toBe('More woods');
  expect(text).not.toContain('others.yaml');
  expect(document.paths['/trees'].get.responses['200'].description).toBe('All trees');
});
