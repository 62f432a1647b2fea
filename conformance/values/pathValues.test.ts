import type { Parameter } from '../../src/contract/contract';
import { createRandom } from '../../src/support/random';
import { improbableValue, invalidValues, valueAlike } from './pathValues';

const id = {
  name: 'id',
  in: 'path',
  types: ['integer'],
  format: 'int64',
  accepts: (text: string) => /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text),
} as unknown as Parameter;

test('no number that was made up leads to a real one where a target keeps its lowest 32 bits, whatever the seed', () => {
  const seeds = Array.from({ length: 2000 }, (_, seed) => createRandom(seed, 'GET /plants/{id}'));
  const real = seeds.flatMap((random) => {
    const improbable = improbableValue(id, random);
    const invalid = invalidValues(id, '101', improbable, random).map(({ text }) => text);
    return [improbable ?? '', ...invalid.filter((text) => text.length === 40)].filter((text) => {
      const kept = BigInt.asIntN(32, BigInt(text));
      return kept > 0n && kept < 100_000_000n;
    });
  });
  expect(real).toEqual([]);
});

test.each([undefined, 'int64'])('a number of the format %s that names nothing is far from usual ids', (format) => {
  const numbers = Array.from({ length: 200 }, (_, seed) =>
    Number(improbableValue({ ...id, format } as Parameter, createRandom(seed, 'GET /plants/{id}'))),
  );
  expect(numbers.filter((number) => number < 2 ** 48)).toEqual([]);
  // Without a format, a service may read the number as a double, and refuse what that does not hold.
  expect(numbers.every(Number.isSafeInteger)).toBe(format === undefined);
});

test.each(['5656033785360701945', '-5656033785360701945', '2251799813685249'])(
  'the fraction for the id %s is one that a double has, and its whole part names nothing',
  (base) => {
    const fractions = Array.from({ length: 200 }, (_, seed) =>
      invalidValues(id, base, undefined, createRandom(seed, 'GET /plants/{id}')).find(
        ({ why }) => why === 'a fraction',
      ),
    );
    const texts = fractions.map((fraction) => fraction?.text ?? '');
    expect(texts.filter((text) => Number.isInteger(Number(text)))).toEqual([]);
    expect(texts.filter((text) => Math.abs(Number(text)) < 2 ** 48)).toEqual([]);
  },
);

test('the fraction for a small id is one of this id', () => {
  const [fraction] = invalidValues(id, '101', undefined, createRandom(1, '')).filter(({ why }) => why === 'a fraction');
  expect(fraction?.text).toBe('101.25');
});

test.each([
  ['t_aB3dE5gH7jK9', /^t_a[0-9a-f]{11}$/],
  ['w-zq81aa0c44de91', /^w-z[0-9a-f]{13}$/],
  ['01HZX3KQ5T7WJ2M4N6P8R0S1V3', /^0[0-9A-F]{25}$/],
  ['ord_402881738291733', /^ord_4\d{14}$/],
  ['default', undefined],
  ['t_abcdefghijklm', undefined],
  ['ORD-0001', undefined],
])('a new name is of the form of %s', (known, form) => {
  const text = valueAlike(
    { types: ['string'], accepts: () => true } as unknown as Parameter,
    known,
    createRandom(7, 'PUT'),
  );
  if (form === undefined) expect(text).toBeUndefined();
  else expect(text).toMatch(form);
  expect(text).not.toBe(known);
});
