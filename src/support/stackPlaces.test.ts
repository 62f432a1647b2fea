import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namePlaces } from './stackPlaces';

const dist = mkdtempSync(join(tmpdir(), 'espalier-dist-'));
const folder = join(dist, 'src/cli/start');
mkdirSync(folder, { recursive: true });
const HEAD = ': (function (exports, require, module, __filename, __dirname) {';
const PACKED = [
  'module.exports = {',
  `"src/a.js"${HEAD}`,
  'one',
  'two',
  '},',
  `"src/b/c.js"${HEAD.replace('(', '')}`,
  'three',
  '},',
  '};',
];
writeFileSync(join(folder, 'packedRest.js'), PACKED.join('\n'));
afterAll(() => rmSync(dist, { recursive: true }));

test.each([
  ['a line of the first module', `at f (${folder}/packedRest.js:4:7)`, `at f (${dist}/src/a.js:2:7)`],
  ['a line of the second', `at async ${folder}/packedRest.js:7:1`, `at async ${dist}/src/b/c.js:1:1`],
  ['a file that is not there', `at f (${folder}/packedFirst.js:4:7)`, `at f (${folder}/packedFirst.js:4:7)`],
  ['another file', `at f (${dist}/src/b/c.js:9:9)`, `at f (${dist}/src/b/c.js:9:9)`],
  ['a line above all modules', `at f (${folder}/packedRest.js:1:7)`, `at f (${folder}/packedRest.js:1:7)`],
])('%s', (_, line, named) => expect(namePlaces(`Error: no\n    ${line}`)).toBe(`Error: no\n    ${named}`));
