/** Of schemas that lead to each other: how much of a comparison each of them costs, and what is said of what was too much. */

import { schemaOf } from '../../../conformance/values/values.testing';
import { load } from '../../contract/contract.testing';
import type { Schema } from '../../contract/schema/schema';
import { atOnce } from '../../support/letOthersRun';
import { comparisonInParts } from './compareContracts';
import { compared, contractFrom, withAnswer, withBody } from './diff.testing';
import { Narrowings } from './narrowings';
import { Purse } from './purse';
import { createSameMeaning } from './sameSchemas';
import { SchemaPair, SURE_CLAUSES } from './schemaPair';

/** A contract of so many schemas, each with members that refer to three others, and an operation that answers with each. */
function denseContract(count: number, longest: number): object {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const others = [1, 2, 3].map((step) => [`r${step}`, referTo((at * 3 + step * step) % count)] as const);
      const text = { type: 'string', maxLength: at === 0 ? longest : 40 };
      return [`M${at}`, { type: 'object', properties: { text, ...Object.fromEntries(others) } }] as const;
    }),
  );
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/p${at}`, { get: withAnswer(referTo(at)) }]),
  );
  return contractFrom({}, { paths, components: { schemas } });
}

function referTo(at: number): object {
  return { $ref: `#/components/schemas/M${at}` };
}

/** Compares two such contracts. @returns what it found, and in how many parts. */
async function comparedInParts(count: number) {
  const [before, now] = [await load(denseContract(count, 10)), await load(denseContract(count, 40))];
  const parts = comparisonInParts(before, now, { seed: 1 });
  let times = 0;
  for (let part = parts.next(); ; part = parts.next(), times++) if (part.done) return { comparison: part.value, times };
}

test('each pair of schemas is searched once, however many ways lead to it', async () => {
  const [few, many] = [await comparedInParts(10), await comparedInParts(40)];
  expect(many.times / few.times).toBeLessThan(6);
  const { causes, notCompared } = many.comparison;
  expect(
    causes.map(({ first, breaks }) => [first.path, new Set(breaks.map(({ operation }) => operation)).size]),
  ).toEqual([['/text', 40]]);
  expect(notCompared).toEqual([]);
});

test('schemas without an end are compared, and the nearest place is shown', async () => {
  const node = (longest: number) => ({
    type: 'object',
    properties: {
      next: { $ref: '#/components/schemas/Node' },
      all: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } },
      name: { type: 'string', maxLength: longest },
    },
  });
  const contract = (longest: number) =>
    contractFrom(withBody({ $ref: '#/components/schemas/Leaf' }), {
      components: {
        schemas: {
          Node: node(longest),
          Leaf: { type: 'object', properties: { node: { $ref: '#/components/schemas/Node' } } },
        },
      },
    });
  const { causes } = await compared(contract(40), contract(10));
  expect(causes.map(({ first }) => first.path)).toEqual(['/node/name']);
});

const wide = (members: number, longest: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: members }, (_, at) => [`m${at}`, { type: 'string', maxLength: longest }]),
  ),
});

test('each of very many members that changed is told, also within another object', async () => {
  const body = (longest: number) => withBody({ type: 'object', properties: { data: wide(110, longest) } });
  const { causes, notCompared } = await compared(contractFrom(body(40)), contractFrom(body(10)));
  expect(new Set(causes.map(({ first }) => first.path)).size).toBe(110);
  expect(notCompared).toEqual([]);
});

test('where no more may be told than what each pair has room for, the rest is told to be cut off', () => {
  const [allowing, refusing] = [schemaOf(wide(110, 40)), schemaOf(wide(110, 10))];
  const room = { left: 5 };
  const pair = new SchemaPair([allowing], [refusing], 'request', 'letter', room, new Purse());
  for (let at = 0; at < 110; at++) pair.judge({ [`m${at}`]: 'a text of 19 letters' });
  expect([pair.found().length, pair.isCut]).toEqual([SURE_CLAUSES + 5, true]);
});

test('of schemas that all change and lead to each other, as much is found as may be spent, and the rest is told to be cut off', async () => {
  const bodyOf = async (longest: number): Promise<Schema> => {
    const at = (each: number) => ({ $ref: `#/components/schemas/M${each % 30}` });
    const schemas = Array.from({ length: 30 }, (_, each) => {
      const text = { type: 'string', maxLength: longest };
      return [`M${each}`, { type: 'object', properties: { text, one: at(each + 1), other: at(each * 3 + 2) } }];
    });
    const components = { schemas: Object.fromEntries(schemas) };
    const { operations } = await load(contractFrom(withBody(at(0)), { components }));
    return operations[0]?.requestBody?.media[0]?.schema as Schema;
  };
  const [before, now] = [await bodyOf(40), await bodyOf(10)];
  const found = (purse: Purse) =>
    atOnce(new Narrowings('request', 1, createSameMeaning(), 'letter', purse).between(before, now));
  const all = found(new Purse());
  const few = found(new Purse({ sure: 2_000, ofOne: 20_000, ofAll: 20_000 }));
  expect([new Set(all.narrowings.map(({ broken }) => broken.schema)).size, all.isCut]).toEqual([30, false]);
  expect(few.isCut).toBe(true);
  expect(few.narrowings.length).toBeGreaterThan(0);
  expect(few.narrowings.length).toBeLessThan(all.narrowings.length);
});

test('what lies too deep is told as not compared', async () => {
  const deep = (longest: number) =>
    withBody(
      Array.from({ length: 45 }).reduce<object>((a) => ({ type: 'object', properties: { a } }), {
        type: 'string',
        maxLength: longest,
      }),
    );
  const { notCompared } = await compared(contractFrom(deep(40)), contractFrom(deep(10)));
  expect(notCompared).toMatchObject([
    {
      isMistake: false,
      operations: ['POST /things/{id}'],
      message: 'the body (application/json) leads to more than is compared, so that more may have changed there.',
    },
  ]);
});
