import { readFileSync } from 'node:fs';
import type { Amendment } from '../../amend/amendment';
import type { NamedReport } from '../../amend/seenAnswers';
import type { Finding, Report } from '../../report/report';
import { folderOf } from '../tests/cli.testing';
import { choose, keepForLater } from './amendChoices';

const amendment = (seen: string, ...findings: string[]): Amendment => ({
  kind: 'nullable',
  operation: 'GET /beds',
  seen,
  shown: { report: 'r.json', exchange: 1 },
  edits: [],
  findings,
});

const finding = (id: string, kind: string): Finding => ({
  id,
  kind,
  message: '',
  expected: '',
  actual: '',
  level: 'must',
  exchange: 1,
  exchanges: [1],
});

const clause = { pointer: '#/a', file: 'openapi.yaml', line: 1, column: 1 };
const requirement = {
  id: 'GET /beds body-schema',
  rule: 'body-schema',
  operation: 'GET /beds',
  clause,
  findings: [finding('one', 'x'), finding('two', 'y'), finding('three', 'z')],
};
const report = { exchanges: [{ index: 1, curl: 'curl x' }], requirements: [requirement] } as unknown as Report;
const reports: NamedReport[] = [{ name: 'r.json', report }];

test('each change is asked for until an answer is one of those that there are', async () => {
  const answers = ['c', '?', 'l', 's', 'q', 'c'];
  const asked: string[] = [];
  const all = ['first', 'second', 'third', 'fourth', 'fifth'].map((seen) => amendment(seen));
  const { amend, later } = await choose(all, reports, async (question) => {
    asked.push(question);
    return answers.shift();
  });
  expect(amend.map(({ seen }) => seen)).toEqual(['first']);
  expect(later.map(({ seen }) => seen)).toEqual(['second']);
  expect(asked).toHaveLength(5);
  expect(asked[0]).toMatch(/^\n1 of 5 {2}nullable: first\n {2}curl x\n/);
});

test('each value of an enum is asked for by itself', async () => {
  const edits = ['peat', 'loam', 'moss'].map((append) => ({ file: 'a', tokens: ['enum'], change: { append } }));
  const [answers, asked] = [['c', 's', 'c'], [] as string[]];
  const { amend } = await choose([{ ...amendment('three'), kind: 'enum', edits }], reports, async (question) => {
    asked.push(question.split('\n')[1] ?? '');
    return answers.shift();
  });
  expect(asked).toEqual(['1 of 3  enum "peat": three', '2 of 3  enum "loam": three', '3 of 3  enum "moss": three']);
  expect(amend.flatMap((each) => each.edits)).toEqual([edits[0], edits[2]]);
});

test('what nobody answers is left as it is', async () => {
  expect(await choose([amendment('first')], reports, async () => undefined)).toEqual({ amend: [], later: [] });
});

test('what is for later is in the baseline, beside what it had', () => {
  const folder = folderOf({});
  const file = `${folder}/baseline.json`;
  const told: string[] = [];
  const stderr = { write: (text: string) => void told.push(text) };
  const keep = (later: readonly Amendment[]) =>
    keepForLater(later, reports, file, { stderr } as unknown as Parameters<typeof keepForLater>[3]);
  expect(keep([amendment('a', 'one')])).toBe(true);
  expect(keep([amendment('b', 'two'), amendment('c')])).toBe(true);
  expect(told).toEqual([
    expect.stringMatching(/has 1 finding now: 1 more, 0 removed\.\n$/),
    '1 of them fail no run, so a baseline need not know them.\n',
    expect.stringMatching(/has 2 findings now: 1 more, 0 removed\.\n$/),
  ]);
  const { findings } = JSON.parse(readFileSync(file, 'utf8')) as { findings: { kind: string }[] };
  expect(findings.map(({ kind }) => kind)).toEqual(['x', 'y']);
});
