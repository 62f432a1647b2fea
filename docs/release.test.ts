/** What a release is made by: `.github/workflows/publish.yml`, and what its steps call. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '..');
const { bundledIn, dependenciesIn, sbomOf } = require('../.ci/sbom') as {
  bundledIn(text: string): string[];
  dependenciesIn(lock: object): string[];
  sbomOf(whole: object, shipped: readonly string[]): { readonly components: readonly { readonly purl: string }[] };
};

test('what each step of the workflow calls is there', () => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'publish.yml'), 'utf8');
  const { jobs } = parse(workflow) as {
    jobs: Record<string, { needs?: string | string[]; steps: { run?: string; uses?: string }[] }>;
  };
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
  expect(runs.length).toBeGreaterThan(8);
  for (const line of runs) {
    const [, script = /^npm test$/.test(line) ? 'test' : undefined] = /^npm run (\S+)/.exec(line) ?? [];
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    const [, file] = /^node (\.ci\S+)/.exec(line) ?? [];
    if (file !== undefined) expect(existsSync(join(ROOT, file))).toBe(true);
  }
  for (const { needs = [] } of Object.values(jobs))
    for (const name of [needs].flat()) expect(Object.keys(jobs)).toContain(name);
});

test('the bill of materials has what is installed, and what is in files of ours', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/@a/b': { version: '1.0.0' },
      'node_modules/tool': { version: '2.0.0', dev: true },
      'node_modules/@a/b/node_modules/c': { version: '3.0.0' },
    },
  };
  expect(dependenciesIn(lock)).toEqual(['@a/b@1.0.0', 'c@3.0.0']);
  expect(
    bundledIn('server.js hold the following packages.\n\n@d/e 4.0.0 (MIT)\nf 5.0.1 (Apache-2.0)\n\nA text (c) 2014\n'),
  ).toEqual(['@d/e@4.0.0', 'f@5.0.1']);
  const component = (name: string) => ({ 'bom-ref': `${name}|x`, purl: `pkg:npm/${name.replace('@', '%40')}` });
  const whole = {
    metadata: { component: { 'bom-ref': 'espalier@0.1.0' } },
    components: [component('@a/b@1.0.0'), component('tool@2.0.0')],
    dependencies: [],
  };
  expect(sbomOf(whole, ['@a/b@1.0.0']).components).toEqual([component('@a/b@1.0.0')]);
  expect(() => sbomOf(whole, ['gone@1.0.0'])).toThrow('npm sbom does not know gone@1.0.0');
});
