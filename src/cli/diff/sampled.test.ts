/**
 * Of pairs of schemas that chance makes: what a change of a contract does to values is known by sampling both with ajv. What a value shows is told,
 * and what is told is so.
 */

import fc from 'fast-check';
import { createGenerator, type MutableJson, writeJson } from '../../../conformance/values/generator';
import { accepts, judgeByAjv } from '../../../proof/bench/diff/judgeByAjv';
import { mutantsOf } from '../../../proof/mutants/changeClause';
import { memberArbitrary } from '../../../proof/worlds/shapes/arbitrary';
import { namedMembers, objectSchema } from '../../../proof/worlds/shapes/index';
import { componentSchemaOf } from '../../contract/schema/schema.testing';
import { anySchema, anyValue, hasCrossedBounds } from '../../contract/schema/schemas.testing';
import { runsOf } from '../../support/testing/cases.testing';
import { closed, closedSchemas, schemasWithin } from './closed.testing';
import { compared, contractFrom, withAnswer, withBody } from './diff.testing';

type Members = Readonly<Record<string, unknown>>;

/** The schemas of a contract, of which `S` is that of the body and of the answer. */
type Schemas = Readonly<Record<'S' | 'T', unknown>>;

/** Ajv keeps what it compiles by the object that it is, so that each contract has its own. */
const toS = () => ({ $ref: '#/components/schemas/S' });
const contractOf = (schemas: Schemas): Members =>
  contractFrom({ ...withBody(toS()), ...withAnswer(toS()) }, { components: { schemas } });

/** What is done to one of the schemas within a schema: it gets other keywords, or loses one. */
function changedWithin(whole: unknown, other: unknown, at: number, how: 'replaced' | 'joined' | 'loosened'): unknown {
  const copy = { S: structuredClone(whole) };
  const places = schemasWithin(copy);
  const place = places[at % places.length];
  if (!place) return other;
  const { holder, key } = place;
  const own = holder[key];
  if (how === 'replaced' || typeof own !== 'object' || own === null) holder[key] = other;
  else if (how === 'joined') holder[key] = { ...own, ...(typeof other === 'object' ? other : { not: {} }) };
  else {
    const names = Object.keys(own);
    delete (own as Record<string, unknown>)[names[at % Math.max(1, names.length)] ?? ''];
  }
  return copy.S;
}

const how = fc.constantFrom('replaced' as const, 'joined' as const, 'loosened' as const);
const ofAnyKeywords = fc
  .tuple(anySchema, anySchema, anySchema, fc.nat({ max: 50 }), how)
  .map(([own, T, other, at, done]): readonly [Schemas, Schemas] => [
    { S: own, T },
    { S: changedWithin(own, other, at, done), T },
  ]);

/** What a world has as one kind of things, and the same with one clause changed as a mutant has it. */
const ofWorlds = fc
  .tuple(fc.array(memberArbitrary, { minLength: 1, maxLength: 3 }), fc.nat({ max: 100 }))
  .map(([members, at]): readonly [Schemas, Schemas] => {
    const shown = members.map(({ writeOnly: _, ...member }) => member);
    const schemas = { S: objectSchema(namedMembers(shown)), T: {} };
    const mutants = mutantsOf(contractOf(schemas)).filter(({ pointer }) =>
      pointer.startsWith('#/components/schemas/S'),
    );
    const made = mutants[at % Math.max(1, mutants.length)]?.make() as { components: { schemas: Schemas } } | undefined;
    return [schemas, made?.components.schemas ?? schemas];
  });

/** Ajv takes no two values with a member `constructor` for the same. */
function isBeyondAjv(schemas: unknown): boolean {
  const text = JSON.stringify(schemas);
  return text.includes('"constructor":') && /"(enum|const|uniqueItems)":/.test(text);
}

/** Values that may show how two schemas differ. Ajv says whether they do. */
function valuesOf(sides: readonly Schemas[]): MutableJson[] {
  return sides.flatMap(({ S: own, T }) => {
    const schema = componentSchemaOf(own, { T });
    const generator = createGenerator({ direction: 'request', seed: 1 });
    return [...generator.valid(schema), ...generator.violations(schema).violations].map(({ value }) => value);
  });
}

/** Returns a value that one side allows and describes, and that the other side refuses. */
function shownBy(values: readonly unknown[], allowing: Schemas, refusing: Schemas): unknown {
  const [wide, narrow] = [contractOf(allowing), contractOf(refusing)];
  const described = { components: { schemas: closedSchemas(allowing) } };
  const inside = closed(toS(), allowing);
  const [own, theirs] = [toS(), toS()];
  return values.find((value) => {
    try {
      return (
        accepts([wide, own], value, 'request') &&
        !accepts([narrow, theirs], value, 'request') &&
        accepts([described, inside], value, 'request')
      );
    } catch {
      // Ajv fails on some schemas, and on what refers to itself before it says anything.
      return false;
    }
  });
}

/** Returns what is wrong with the comparison of two contracts, as sentences; empty if nothing is. */
async function wrongOf(before: Schemas, now: Schemas, some: readonly unknown[]): Promise<string[]> {
  const [old, current] = [contractOf(before), contractOf(now)];
  const { causes, harmless, unproven, notCompared, notes } = await compared(old, current);
  const judged = [
    ...causes.flatMap(({ breaks }) => breaks.map((each) => [each, judgeByAjv(each, old, current)] as const)),
    ...harmless.flatMap(({ breaks }) => breaks.map((each) => [each, judgeByAjv(each, current, old)] as const)),
  ];
  const refuted = judged.flatMap(([{ kind, message, witness }, second]) =>
    second !== 'wrong' ? [] : [`${kind} is ${second} by ajv: ${message}, shown by ${witness.value}`],
  );
  // What is told without a value is told, too.
  if (notCompared.length > 0 || unproven.length > 0 || notes.length > 0) return refuted;
  const values = [...some, ...valuesOf([before, now]).map((value) => JSON.parse(writeJson(value)) as unknown)];
  const [gone, come] = [shownBy(values, before, now), shownBy(values, now, before)];
  const kinds = new Set(causes.map(({ first }) => first.kind));
  return [
    ...refuted,
    ...(gone === undefined || kinds.has('body-narrowed') ? [] : [`a request is lost in silence: ${toText(gone)}`]),
    ...(come === undefined || kinds.has('answer-widened') ? [] : [`an answer is new in silence: ${toText(come)}`]),
  ];
}

const toText = (value: unknown) => JSON.stringify(value);

const RUNS = { numRuns: Number(process.env['RUNS'] ?? runsOf(10, 60)), seed: Number(process.env['SEED'] ?? 1) };

test.each([
  ['of a world, and the same with one clause changed', ofWorlds],
  ['of any keywords, and the same with one schema changed within', ofAnyKeywords],
])('of schemas %s: what a value shows is told, and what is told is so', async (_, pairs) => {
  await fc.assert(
    fc.asyncProperty(pairs, fc.array(anyValue, { minLength: 20, maxLength: 20 }), async ([before, now], some) => {
      fc.pre(!hasCrossedBounds([before, now]) && !isBeyondAjv([before, now]));
      expect(await wrongOf(before, now, some)).toEqual([]);
    }),
    RUNS,
  );
});

test('sampling shows what is lost and what is new, also where a schema refers to another one', async () => {
  const [before, now] = [
    { S: { type: 'object', properties: { a: { $ref: '#/components/schemas/T' } } }, T: { maxLength: 3 } },
    { S: { type: 'object', properties: { a: { $ref: '#/components/schemas/T' } } }, T: { maxLength: 2 } },
  ];
  const values = [{ a: 'abc' }, { b: 'abc' }, { a: 'a', b: 'abc' }];
  expect(shownBy(values.slice(1), before, now)).toBeUndefined();
  expect(shownBy(values, before, now)).toEqual({ a: 'abc' });
  // No client sends what its contract does not describe, though that allows it.
  const named = { S: { properties: { a: {}, b: { type: 'integer' } } }, T: {} };
  expect(shownBy(values, { S: { properties: { a: {} } }, T: {} }, named)).toBeUndefined();
});
