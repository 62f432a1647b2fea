import fc from 'fast-check';
import type { JsonValue } from '../../src/json/value';
import { PatchTooLarge } from './extent';
import { jsonPatch, mergePatch } from './patch';

test.each([
  // RFC 7396, appendix A.
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'foo' }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('merges %j and %j', (target, patch, expected) => {
  expect(mergePatch(target, patch)).toEqual(expected);
});

test.each([
  // RFC 6902, appendix A.
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { baz: 'qux', foo: 'bar' }],
  [{ foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] }],
  [{ foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['abc'] }], { foo: ['bar', ['abc']] }],
  [{ foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
  [{ baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo' }],
  [{ a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
  [{ a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: [2, 3, 1] }],
  [{ a: 1 }, [{ op: 'copy', from: '/a', path: '/b' }], { a: 1, b: 1 }],
  [{ '~1': 10, '/': 9 }, [{ op: 'test', path: '/~01', value: 10 }], { '~1': 10, '/': 9 }],
  [{ a: null }, [{ op: 'test', path: '/a', value: null }], { a: null }],
  [{ a: 1 }, [{ op: 'replace', path: '', value: [] }], []],
  [{ a: 1 }, [{ op: 'test', path: '/a', value: '1' }], undefined],
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }], undefined],
  [{ foo: 'bar' }, [{ op: 'replace', path: '/baz', value: 1 }], undefined],
  [{ foo: 'bar' }, [{ op: 'remove', path: '/constructor' }], undefined],
  [{ a: [1] }, [{ op: 'add', path: '/a/2', value: 1 }], undefined],
  [{ a: [1] }, [{ op: 'add', path: '/a/01', value: 1 }], undefined],
  [{ a: 1 }, [{ op: 'add', path: '/b' }], undefined],
  [{ a: 1 }, { op: 'remove', path: '/a' }, undefined],
  [{ a: 1 }, [{ op: 'stir', path: '/a' }], undefined],
])('applies to %j %j', (target, patch, expected) => {
  const before = JSON.stringify(target);
  expect(jsonPatch(target as JsonValue, patch as JsonValue)).toEqual(expected);
  expect(JSON.stringify(target)).toBe(before);
});

test('a merge of the same patch again changes nothing more, and nobody’s prototype', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const once = mergePatch(target as JsonValue, patch as JsonValue);
      expect(mergePatch(once, patch as JsonValue)).toEqual(once);
    }),
  );
  mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}') as JsonValue);
  jsonPatch({}, [{ op: 'add', path: '/__proto__/polluted', value: true }]);
  expect({}).not.toHaveProperty('polluted');
});

describe('a document that grows without bounds under a patch is refused while it grows', () => {
  const steps = (length: number, step: (at: number) => JsonValue) => Array.from({ length }, (_, at) => step(at));
  test.each([
    ['a list that is copied into itself', steps(1000, () => ({ op: 'copy', from: '/a', path: '/a/-' }))],
    ['the whole that is copied into itself', steps(600, () => ({ op: 'copy', from: '', path: '/a/-' }))],
    [
      'a long text that is copied',
      [
        { op: 'add', path: '/t', value: 'x'.repeat(1_000_000) },
        ...steps(20, (at) => ({ op: 'copy', from: '/t', path: `/t${at}` })),
      ],
    ],
  ])('%s', (_, patch) => {
    expect(() => jsonPatch({ a: ['x'] }, patch as JsonValue)).toThrow(PatchTooLarge);
  });

  test('and one that stays small is not', () => {
    const patch = steps(1000, (at) => ({ op: at % 2 === 0 ? 'copy' : 'remove', from: '/a', path: '/b' }));
    expect(jsonPatch({ a: Array.from({ length: 1000 }, () => 'x') }, patch)).not.toHaveProperty('b');
  });
});
