/** Each way in which a schema says something of a member or an item × the search for things of others in a body. */

import { load } from '../../src/contract/contract.testing';
import {
  heldComponent,
  sayingOfItem,
  sayingOfMember,
  silentOfMember,
} from '../../src/contract/schema/applicators.testing';
import { satisfies } from '../../src/contract/schema/evaluate';
import { kindsOf } from '../../src/resources/kinds';
import { atOnce } from '../../src/support/letOthersRun';
import { nestedThings, ownKind } from './nestedThings';

const ROLE = { $ref: '#/components/schemas/Role' };

type Way = readonly [keyword: string, of: 'object' | 'array', written: object];

const HOLDING: readonly Way[] = [
  ...[...sayingOfMember(ROLE)].map(([keyword, written]) => [keyword, 'object', written] as const),
  ...[...sayingOfItem(ROLE), ['contains', { contains: ROLE }] as const].map(
    ([keyword, written]) => [keyword, 'array', written] as const,
  ),
];
const SILENT: readonly Way[] = [...silentOfMember(ROLE)]
  // These hold for other members than `a`.
  .filter(([keyword]) => !/other names|beside its name/.test(keyword))
  .map(([keyword, written]) => [keyword, 'object', written]);

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A contract in which a box is made of each of these. */
async function contractOf(ways: readonly Way[]) {
  const boxes = ways.map(([, type, written], at) => [
    `/boxes${at}`,
    {
      post: {
        requestBody: json({ type: 'object', properties: { name: {}, box: { type, ...written } } }),
        responses: {},
      },
    },
  ]);
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const ok = { 200: { description: 'd', ...json(ROLE) } };
  return load({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      ...Object.fromEntries(boxes),
      '/roles': { post: { requestBody: json(ROLE), responses: { 201: ok[200] } } },
      '/roles/{id}': { parameters: [id], get: { responses: ok }, delete: { responses: { 204: { description: 'd' } } } },
    },
    components: {
      schemas: { Role: { type: 'object', properties: { title: { type: 'string' } } }, ...heldComponent(ROLE) },
    },
  });
}

const holding = contractOf(HOLDING);
const silent = contractOf(SILENT);

async function nestedIn(contract: ReturnType<typeof contractOf>, at: number) {
  const { operations } = await contract;
  const kinds = kindsOf(operations);
  const operation = operations.find(({ path }) => path === `/boxes${at}`);
  const schema = operation?.requestBody?.media[0]?.schema;
  if (!operation || !schema) throw new Error('there is no such box');
  return atOnce(nestedThings(ownKind(operation, kinds), schema, kinds));
}

test.each(HOLDING.map(([keyword, of], at) => ({ keyword, of, at })))(
  'a role by $keyword is kept out of a body',
  async ({ of, at }) => {
    const { keeping } = await nestedIn(holding, at);
    const [role, id] = [{ title: 't' }, '7'];
    const boxOf = (value: unknown) => ({ name: 'n', box: of === 'object' ? { a: value } : [value] });
    expect(keeping && satisfies(keeping, boxOf(role), 'request')).toBe(false);
    // A part of a branch or under a condition is left out as a whole.
    if (keeping && !satisfies(keeping, boxOf(id), 'request'))
      expect(satisfies(keeping, { box: {} }, 'request')).toBe(true);
  },
);

test.each(SILENT.map(([keyword], at) => ({ keyword, at })))(
  'no role is put into a body by $keyword',
  async ({ at }) => {
    expect((await nestedIn(silent, at)).keeping).toBeUndefined();
  },
);
