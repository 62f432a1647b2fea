/** What the head of the page says, and the contract to download. */

import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { bundle } from '../../src/contract/document/bundle';
import { readContract } from '../../src/contract/load';
import { aboutOf, contractText } from './about';

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

async function read(file: string, overlays: readonly string[] = []) {
  const contract = await readContract(file, overlays);
  return { contract, document: await bundle(contract) };
}

const folder = folderOf({ 'woods.yaml': CONTRACT, 'others.yaml': OTHERS, 'more.yaml': OVERLAY });

test('says what the API is about, and which webhooks there are', async () => {
  const { contract, document } = await read(`${folder}/woods.yaml`);
  expect(aboutOf(contract, document)).toEqual({
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
  const { contract, document } = await read('openapi.yaml');
  expect(await contractText(contract, document, '.yaml')).toBe(readFileSync('openapi.yaml', 'utf8'));
  expect(JSON.parse(await contractText(contract, document, '.json'))).toEqual(document);
});

test('a contract that was written again since is given as it is served', async () => {
  const file = `${folderOf({ 'a.yaml': CONTRACT.replace('others.yaml#/Trees', '#/components/responses/Trees') })}/a.yaml`;
  const { contract, document } = await read(file);
  writeFileSync(file, 'openapi: 3.1.0\n');
  expect(parse(await contractText(contract, document, '.yaml')).info.title).toBe('Woods');
});

test('a contract with overlays and other files is given as one document', async () => {
  const { contract, document } = await read(`${folder}/woods.yaml`, [`${folder}/more.yaml`]);
  const text = await contractText(contract, document, '.yaml');
  const given = parse(text);
  expect(given.info.title).toBe('More woods');
  expect(text).not.toContain('others.yaml');
  expect(given.paths['/trees'].get.responses['200'].description).toBe('All trees');
});
