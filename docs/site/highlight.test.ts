/** Which parts of a code are coloured, and that all of it stays as it is. */

import { highlight } from './highlight';

/** The coloured parts as `kind:text`. */
function parts(code: string, language: string): string[] {
  return [...highlight(code, language).matchAll(/<span class="code-(\w+)">(.*?)<\/span>/gs)].map(
    ([, kind, text]) => `${kind}:${text}`,
  );
}

test.each<[string, string, readonly string[]]>([
  [
    'sh',
    'npx espalier verify --token "$T" # why',
    ['keyword:npx', 'option:--token', 'string:&quot;$T&quot;', 'comment:# why'],
  ],
  ['sh', 'curl http://localhost/#top', ['keyword:curl']],
  ['yaml', 'target: http://localhost:8080 # here', ['name:target', 'comment:# here']],
  ['yaml', 'token: { env: NAME, wait: 3 }', ['name:token', 'name:env', 'name:wait', 'number:3']],
  [
    'json',
    '{ "a": "b", "c": [1, true] }',
    ['name:&quot;a&quot;', 'string:&quot;b&quot;', 'name:&quot;c&quot;', 'number:1', 'keyword:true'],
  ],
  ['ts', "const a = 'if'; // else", ['keyword:const', "string:'if'", 'comment:// else']],
  [
    'python',
    '@app.get("/a")\ndef a(): return None',
    ['name:@app.get', 'string:&quot;/a&quot;', 'keyword:def', 'keyword:return', 'keyword:None'],
  ],
  ['text', 'FAIL /error must be integer', ['bad:FAIL']],
  ['unknown', 'const <a>', []],
])('%s: %s', (language, code, expected) => {
  expect(parts(code, language)).toEqual(expected);
});

test('the text of the code stays as it is', () => {
  const code = 'const a = "<b>" & `c`; // "d"\n';
  const shown = highlight(code, 'ts').replace(/<\/?span[^>]*>/g, '');
  expect(shown).toBe(
    code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  );
});
