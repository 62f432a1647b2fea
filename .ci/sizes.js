// Part of `npm run lint`: no file of the product has more than 400 lines, and no function more than 60. The cases of a `switch` are a table, and
// do not count.

const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { parseSync } = require('@swc/core');

const MOST_LINES = 400;
const MOST_LINES_OF_FUNCTION = 60;

const FUNCTIONS = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodProperty', 'GetterProperty'],
  ...['ClassMethod', 'PrivateMethod', 'Constructor'],
]);

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts', 'conformance/*.ts', 'mocks/*.ts'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !/\.(test|testing)\.ts$/.test(file));

const problems = [];
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES)
    problems.push(`${file} has ${lines} lines; divide it by what its parts mean (${MOST_LINES} at most).`);
  // What stands first tells where the numbers of places begin, which the parser counts on from file to file.
  const source = Buffer.from(`0;${text.replace(/^#!.*/, '')}`);
  const program = parseSync(source.toString(), { syntax: 'typescript', target: 'es2022' });
  const [{ span: first }] = program.body;
  const lineAt = (place) =>
    source
      .subarray(0, place - first.start)
      .toString()
      .split('\n').length;
  visit(program.body, '', (node, name) => {
    const { start, end } = node.span ?? node.function.span;
    const line = lineAt(start);
    const length = lineAt(end) - line + 1;
    if (length <= MOST_LINES_OF_FUNCTION) return;
    const counted = length - linesOfTables(node, lineAt);
    if (counted > MOST_LINES_OF_FUNCTION)
      problems.push(`${file}:${line}: ${name} has ${counted} lines; divide it (${MOST_LINES_OF_FUNCTION} at most).`);
  });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Calls `found` for each function, with the nearest name. */
function visit(node, name, found) {
  if (typeof node !== 'object' || node === null) return;
  const own = node.identifier?.value ?? node.id?.value ?? node.key?.value ?? name;
  if (FUNCTIONS.has(node.type)) found(node, own);
  for (const [key, inner] of Object.entries(node)) if (key !== 'span') visit(inner, own, found);
}

/** Returns how many lines of a node are cases of a `switch`. */
function linesOfTables(node, lineAt) {
  if (typeof node !== 'object' || node === null) return 0;
  if (node.type === 'SwitchStatement') return lineAt(node.span.end) - lineAt(node.span.start);
  return Object.entries(node).reduce(
    (sum, [key, inner]) => sum + (key === 'span' ? 0 : linesOfTables(inner, lineAt)),
    0,
  );
}
