import { join } from 'node:path';
import { whyFailed } from './usersFailure';

const OURS = join(__dirname, 'verdict/judge.ts');
const HERE = process.cwd();

function thrown(message: string, ...frames: readonly string[]): Error {
  return Object.assign(new Error(message), {
    stack: [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n'),
  });
}

test.each<[string, unknown, string]>([
  ['a line of a file', thrown('no', `f (${HERE}/rules/house.ts:8:16)`, `g (${OURS}:1:2)`), 'no (rules/house.ts:8)'],
  ['no name of a function', thrown('no', `${HERE}/house.ts:8:16`), 'no (house.ts:8)'],
  ['a function that was waited for', thrown('no', `async Object.setUp (${HERE}/a b.ts:3:1)`), 'no (a b.ts:3)'],
  ['nothing but a wait', thrown('no', `async ${HERE}/house.ts:3:1`), 'no (house.ts:3)'],
  ['a module', thrown('no', `f (file://${HERE}/my%20rules/house.mjs:3:1)`), 'no (my rules/house.mjs:3)'],
  [
    'what Node and a package threw',
    thrown('no', 'node:internal/a/b:1:2', `f (${HERE}/node_modules/a/b.js:9:9)`, `g (${HERE}/house.ts:2:2)`),
    'no (house.ts:2)',
  ],
  ['what Espalier threw', thrown('no.', `f (${OURS}:9:9)`, `g (${HERE}/house.ts:2:2)`), 'no'],
  ['no place at all', thrown('no', 'node:internal/a/b:1:2'), 'no'],
  ['another text', 'a text', 'a text'],
  [
    'a syntax that the loader cannot read',
    thrown(`ParseError: no  \n ${HERE}/house.ts:4:10`),
    'ParseError: no (house.ts:4:11)',
  ],
  [
    'a syntax that Node cannot read',
    Object.assign(new SyntaxError('no'), {
      stack: `${HERE}/house.ts:2\nawait 1\n^^^^^\n\nSyntaxError: no\n    at node:vm:1:2`,
    }),
    'no (house.ts:2)',
  ],
])('%s', (_name, error, told) => expect(whyFailed(error)).toBe(told));
