import { readJson, wholeNumber } from './json';

describe('readJson', () => {
  test('gives the value as JSON.parse does', () => {
    expect(readJson('{"a":[1,2.5,"x",null,true]}').value).toEqual({ a: [1, 2.5, 'x', null, true] });
  });

  test('keeps the text of numbers', () => {
    const { written } = readJson('{"a":9007199254740993,"b":[1.00000000000000000001],"c":12,"d~/e":1e400}');
    expect(Object.fromEntries(written)).toEqual({
      '/a': '9007199254740993',
      '/b/0': '1.00000000000000000001',
      '/d~0~1e': '1e400',
    });
  });

  test('tells repeated member names, whatever stands between', () => {
    expect(readJson('{"a":1,"b":{"a":2,"a":3},"b":3}').repeated).toEqual(['a', 'b']);
  });

  test.each(['', 'NaN', "{'a':1}", '{"a":1}x', '{"a":1', '\ufeff{}', '01', '[1,]'])('%j is a SyntaxError', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  test('what nests too deep is a SyntaxError, not a crash', () => {
    expect(() => readJson('['.repeat(200_000) + ']'.repeat(200_000))).toThrow(SyntaxError);
  });
});

describe('wholeNumber', () => {
  test.each([
    ['1.0', 1n],
    ['1e3', 1000n],
    ['-0', 0n],
    ['0.5e1', 5n],
    ['1200e-2', 12n],
    ['9223372036854775808', 9223372036854775808n],
    ['1.5', undefined],
    ['1e-1', undefined],
    ['1e999999999', undefined],
  ])('%s is %s', (text, whole) => {
    expect(wholeNumber(text)).toBe(whole);
  });
});
