// Part of `npm run lint`: an exported name is unique in the repository, and somebody imports it.
// What the entry points of the package export is for others to import.

const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const ENTRY_POINTS = ['src/index.ts', 'src/jest.ts', 'src/vitest.ts', 'src/playwright.ts'];
// Examples that a reader copies: their runners call what they export.
const EXAMPLES = /^docs\/tests\//;
const EXPORT =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(src|conformance|mocks|docs|proof)\//.test(file) && !file.endsWith('.d.ts'));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** @type {Map<string, Set<string>>} */
const homes = new Map();
for (const [file, text] of texts) {
  if (/\.test\.ts$/.test(file) || EXAMPLES.test(file)) continue;
  for (const [, name] of text.matchAll(EXPORT)) homes.set(name, (homes.get(name) ?? new Set()).add(file));
}

const problems = [];
for (const [name, places] of homes) {
  if (places.size > 1)
    problems.push(`${name} is exported by ${[...places].join(' and ')}; give each a name of its own.`);
  const [home] = places;
  if (
    ENTRY_POINTS.includes(home) ||
    (/export default/.test(texts.get(home)) && texts.get(home).includes(`default async function ${name}`))
  )
    continue;
  const used = new RegExp(`\\b${name}\\b`);
  if (![...texts].some(([file, text]) => !places.has(file) && used.test(text)))
    problems.push(`${name} of ${home} is exported, and nobody imports it.`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
