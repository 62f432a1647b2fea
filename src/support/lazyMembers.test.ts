import { lazyMembers } from './lazyMembers';

const made: string[] = [];
const withLength = lazyMembers<string, { readonly length: number }, { readonly upper: string }>(
  {
    length(text) {
      made.push(`length of ${text}`);
      return text.length;
    },
  },
  {
    upper(text) {
      made.push(`upper case of ${text}`);
      return text.toUpperCase();
    },
  },
);

test('members are made when they are read, and what is kept is made once', () => {
  const one = withLength({ name: 'one' }, 'abc');
  expect(made).toEqual([]);
  expect([one.length, one.length, one.upper, one.upper]).toEqual([3, 3, 'ABC', 'ABC']);
  expect(made).toEqual(['length of abc', 'upper case of abc', 'upper case of abc']);
});

test('they are listed and copied as any others, and what they are made of is not', () => {
  const one = withLength({ name: 'one' }, 'abc');
  expect(Object.keys(one)).toEqual(['name', 'length', 'upper']);
  expect({ ...one }).toEqual({ name: 'one', length: 3, upper: 'ABC' });
  expect(JSON.parse(JSON.stringify(one))).toEqual({ name: 'one', length: 3, upper: 'ABC' });
});

test('objects share their getters', () => {
  const getterOf = (object: object) => Object.getOwnPropertyDescriptor(object, 'length')?.get;
  expect(getterOf(withLength({}, 'a'))).toBe(getterOf(withLength({}, 'b')));
});

test('what throws is tried again', () => {
  let isBroken = true;
  const object = lazyMembers<undefined, { readonly value: number }, object>(
    {
      value() {
        if (isBroken) throw new Error('broken');
        return 1;
      },
    },
    {},
  )({}, undefined);
  expect(() => object.value).toThrow('broken');
  isBroken = false;
  expect(object.value).toBe(1);
});
