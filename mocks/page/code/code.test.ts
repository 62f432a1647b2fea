/** The literals of each language, and the code for a request, as texts. `code.slow.test.ts` runs the code. */

import { codeFor } from './code';
import { curl } from './curl';
import { goText, javaText, quotedText, shellWord } from './literals';
import type { SentRequest } from './sentRequest';

test.each([
  ["it's", `'it'\\''s'`],
  ['$HOME `id` "x"', `'$HOME \`id\` "x"'`],
  ['a\nb\\n', `'a\nb\\n'`],
  ['ü', `'ü'`],
  ['', `''`],
  ['http://127.0.0.1/a?b=c', `'http://127.0.0.1/a?b=c'`],
  ['plain-word', 'plain-word'],
])('the shell word of %j is %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test.each([
  ['a"b\\c', '"a\\"b\\\\c"', '"a\\"b\\\\c"', '`a"b\\c`'],
  ['a\r\nb\t', '"a\\r\\nb\\t"', '"a\\r\\nb\\t"', '"a\\r\\nb\\t"'],
  ['ü😀', '"ü😀"', '"\\u00fc\\ud83d\\ude00"', '"ü😀"'],
  ['\\u0041', '"\\\\u0041"', '"\\\\u0041"', '`\\u0041`'],
  ['"`"', '"\\"`\\""', '"\\"`\\""', '"\\"`\\""'],
  ['$x #{y} %s', '"$x #{y} %s"', '"$x #{y} %s"', '"$x #{y} %s"'],
  ['\ud800', '"\ufffd"', '"\\ufffd"', '"\ufffd"'],
  ['\x01\x7f\u2028', '"\\u0001\x7f\u2028"', '"\\u0001\\u007f\\u2028"', '"\\u0001\x7f\u2028"'],
])('%j is written for JavaScript and Python, for Java, and for Go', (text, usual, java, go) => {
  expect([quotedText(text), javaText(text), goText(text)]).toEqual([usual, java, go]);
  expect(JSON.parse(quotedText(text))).toBe(text.toWellFormed());
});

const ASKED: SentRequest = { method: 'GET', url: 'http://127.0.0.1:1/a', headers: [], body: { kind: 'none' } };
const code = (request: SentRequest, wanted: string) => codeFor(request).find(({ name }) => name === wanted)?.text;

test('there is code in each language', () => {
  expect(codeFor(ASKED).map(({ name }) => name)).toEqual(['curl', 'fetch', 'axios', 'Python', 'Java', 'Go']);
});

test.each([
  [{}, 'curl -i http://127.0.0.1:1/a'],
  [{ url: 'http://h/a?b[c]=d' }, `curl -i --globoff 'http://h/a?b[c]=d'`],
  [{ method: 'HEAD' }, 'curl -i --head http://127.0.0.1:1/a'],
  [{ headers: [['X-Empty', '']] as const }, `curl -i http://127.0.0.1:1/a -H 'X-Empty;'`],
  [{ method: 'POST' }, 'curl -i -X POST http://127.0.0.1:1/a'],
  [{ method: 'POST', body: { kind: 'text', text: '@a' } as const }, 'curl -i http://127.0.0.1:1/a --data-raw @a'],
  [
    {
      method: 'PUT',
      body: {
        kind: 'parts',
        parts: [
          { name: 'a', text: '@x;y', type: undefined, file: undefined },
          { name: 'b', text: '{"c":1}', type: 'application/json', file: undefined },
          { name: 'd', text: undefined, type: 'image/png', file: 'my "photo".png' },
        ],
      } as const,
    },
    `curl -i -X PUT http://127.0.0.1:1/a --form-string 'a=@x;y' -F 'b="{\\"c\\":1}";type=application/json' -F 'd=@"my \\"photo\\".png";type=image/png'`,
  ],
])('curl sends %j', (part, line) => {
  expect(curl({ ...ASKED, ...part })).toBe(line);
});

test.each([
  ['{"a": 1.50, "b": "it\'s"}', 'body: "{\\"a\\": 1.50, \\"b\\": \\"it\'s\\"}"'],
  ['{"a": 12345678901234567890}', 'body: "{\\"a\\": 12345678901234567890}"'],
  ['{"__proto__": {}}', 'body: "{\\"__proto__\\": {}}"'],
  ['{\n  "a": [1, "b c"]\n}', 'body: JSON.stringify({\n    "a": [\n      1,\n      "b c"\n    ]\n  })'],
  ['not JSON', 'body: "not JSON"'],
])('fetch sends %s as it is', (text, written) => {
  expect(code({ ...ASKED, method: 'POST', body: { kind: 'text', text } }, 'fetch')).toContain(written);
});

test('axios is not let make JSON of a text that is none', () => {
  const request: SentRequest = { ...ASKED, method: 'POST', body: { kind: 'text', text: '{"a":' } };
  expect(code(request, 'axios')).toContain('data: new TextEncoder().encode("{\\"a\\":")');
});
