import { readJson } from '../../json/exactJson';
import { coveredBranches } from './coveredBranches';
import { evaluate } from './evaluate';
import { createJudges } from './judge';
import { keywordsOf, type Schema } from './schema';
import { componentSchemaOf } from './schema.testing';

const PET = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const DOG = { allOf: [{ $ref: '#/components/schemas/Pet' }, { required: ['tail'] }] };
const OTHERS = { Pet: PET, Dog: DOG };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function branchesOf(oneOf: readonly unknown[]): readonly Schema[] {
  const keywords = keywordsOf(componentSchemaOf({ oneOf }, OTHERS));
  return typeof keywords === 'boolean' ? [] : (keywords['oneOf'] as Schema[]);
}

test.each<[string, readonly unknown[], readonly (readonly [number, number])[]]>([
  ['an integer is a number', [{ type: 'integer' }, { type: 'number' }], [[0, 1]]],
  ['the same twice', [ref('Pet'), ref('Pet')], [[1, 0]]],
  [
    'the same words twice',
    [
      { type: 'string', maxLength: 3 },
      { type: 'string', maxLength: 3 },
    ],
    [[1, 0]],
  ],
  ['a date is a text', [{ type: 'string', format: 'date' }, { type: 'string' }], [[0, 1]]],
  ['two texts are texts', [{ enum: ['a', 'b'] }, { type: 'string' }], [[0, 1]]],
  ['one number is a number', [{ type: ['number', 'null'] }, { const: 3 }], [[1, 0]]],
  ['a text and a number are not only texts', [{ enum: ['a', 3] }, { type: 'string' }], []],
  ['fewer of the same texts', [{ enum: ['a', 'b'] }, { enum: ['b', 'a', 'c'] }], [[0, 1]]],
  ['some of the same texts, and others', [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }], []],
  ['a dog is a pet', [ref('Pet'), ref('Dog')], [[1, 0]]],
  ['a number of at least 5 is not every integer', [{ type: 'integer' }, { type: 'number', minimum: 5 }], []],
  ['texts and numbers have nothing in common', [{ type: 'string' }, { type: 'number' }], []],
  ['what is empty is often meant as anything else', [{ type: 'string' }, {}], []],
  ['of objects nobody can tell', [PET, { type: 'object', required: ['name', 'tail'] }], []],
  ['a type may be missing', [{ minimum: 3 }, { type: 'number' }], []],
])('%s', (_, oneOf, expected) => {
  expect(coveredBranches(branchesOf(oneOf)).map(({ at, by }) => [at, by])).toEqual(expected);
});

test.each<[string, readonly unknown[], unknown, boolean]>([
  ['an integer, which integer and number both take', [{ type: 'integer' }, { type: 'number' }], 5, true],
  ['a fraction, which number takes', [{ type: 'integer' }, { type: 'number' }], 1.5, true],
  ['a text, which neither takes', [{ type: 'integer' }, { type: 'number' }], 'five', false],
  ['a pet, where the branch stands twice', [ref('Pet'), ref('Pet')], { name: 'Rex' }, true],
  ['no pet, where the branch stands twice', [ref('Pet'), ref('Pet')], {}, false],
  ['what two branches take that do not cover each other', [{ minimum: 1 }, { maximum: 3 }], 2, false],
])('judged is %s', (_, oneOf, value, expected) => {
  const schema = componentSchemaOf({ oneOf }, OTHERS);
  const broken = evaluate(schema, value, { direction: 'response' });
  const judged = createJudges().judge(schema, 'response')(readJson(JSON.stringify(value)));
  expect([broken.length === 0, judged?.length === 0]).toEqual([expected, expected]);
});
