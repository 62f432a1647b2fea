import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { causesOf } from '../causes';
import type { Finding, Report, RequirementReport } from '../report';
import schema from '../report.schema.json';
import { json } from '../reporters/json';
import { wholeText } from '../reporters/reporter';
import type { FoldedReport } from './foldedReport';
import { foldReport } from './foldReport';
import { MissingItem, unfoldReport } from './unfoldReport';

const GOLDEN: Report & { readonly causes: unknown } = JSON.parse(
  readFileSync(join(__dirname, '../reporters/golden/report.json'), 'utf8'),
);

/** As a JSON report has it, with its causes. As in that of a run, a clause comes with its lines where there are findings. */
const WHOLE = {
  ...GOLDEN,
  requirements: GOLDEN.requirements.map((each) =>
    each.findings.length === 0 ? each : { ...each, clause: { ...each.clause, excerpt: '    delete:' } },
  ),
};
const { causes: _, ...REPORT } = WHOLE;

/** What a program reads of the report. */
function folded(report: Report): FoldedReport {
  return JSON.parse(
    JSON.stringify(foldReport(report, causesOf(report)), (_, value) => (isGenerator(value) ? [...value] : value)),
  );
}

function isGenerator(value: unknown): value is Generator<unknown> {
  return Object.prototype.toString.call(value) === '[object Generator]';
}

const validate = addFormats.default(new Ajv2020({ allErrors: true, strict: true })).compile(schema);

test('nothing of the report that has everything is lost, and its schema knows it', () => {
  const small = folded(REPORT);
  validate(small);
  expect(validate.errors ?? []).toEqual([]);
  expect(unfoldReport(small)).toEqual(WHOLE);
  validate({ ...small, more: 1 });
  expect(validate.errors).not.toEqual([]);
});

/** Returns the report with a change of its first requirement. */
function changed(change: (first: RequirementReport) => Partial<RequirementReport>): Report {
  const [first, ...more] = REPORT.requirements as [RequirementReport];
  return { ...REPORT, requirements: [{ ...first, ...change(first) }, ...more] };
}

const clause = { pointer: '#/paths/~1a~1b/get/responses/200', file: 'other.yaml', line: 7, column: 3 };
const finding: Finding = {
  ...{ message: 'm', expected: 'e', actual: 'a', level: 'should', exchange: 4, exchanges: [2, 4] },
  clause: { ...clause, excerpt: 'a line' },
};

test.each<[string, Report]>([
  ['an id of another form', changed(({ id }) => ({ id: `${id} of a later version`, findings: [] }))],
  ['words of its own, as a merged report may have', changed(() => ({ statement: 'Other words.', level: 'should' }))],
  [
    'a clause in another file, once with its lines and once without',
    changed(() => ({ clause: { ...clause, excerpt: 'a line' }, findings: [finding] })),
  ],
  ['a clause whose pointer is short', changed(() => ({ clause: { ...clause, pointer: '#' }, findings: [] }))],
  [
    'no reason but something to hand over',
    changed(() => ({ verdict: 'skip', findings: [], handOver: ['--param a=1'] })),
  ],
  [
    'a finding of another level, and one whose only exchange does not show it best',
    changed(() => ({
      clause: { ...clause, excerpt: 'a line' },
      findings: [{ ...finding, level: 'must', exchange: 3, exchanges: [2] }],
    })),
  ],
])('%s is as it was', (_, report) => {
  expect(unfoldReport(folded(report)).requirements).toEqual(report.requirements);
});

test('curl lines and messages with quotes come back, whatever the method', () => {
  const [exchange] = REPORT.exchanges as [Report['exchanges'][number]];
  const sent = (method: string, curl: string, body?: string) => ({
    ...exchange,
    curl,
    request: {
      ...{ method, url: "http://a/o'neil", headers: [['Content-Type', 'text/plain']] as const },
      ...(body === undefined ? {} : { body }),
    },
  });
  const url = "'http://a/o'\\''neil'";
  const exchanges = [
    sent('GET', `curl -i ${url}`),
    sent('HEAD', `curl -i --head ${url}`),
    sent('DELETE', `curl -i -X DELETE ${url}`),
    sent('PUT', `curl -i -X PUT ${url} -H 'Content-Type: text/plain' --data-raw 'a '\\''b'\\'''`, "a 'b'"),
    sent('PUT', `curl -i -X PUT ${url} -H "Authorization: Bearer $ESPALIER_TOKEN"`),
  ];
  const small = folded({ ...REPORT, exchanges });
  expect(Array.from(small.exchanges, ({ curl }) => curl !== undefined)).toEqual([false, false, false, false, true]);
  expect(unfoldReport(small).exchanges).toEqual(exchanges);
});

test('what names an item that is not there is no report', () => {
  const small = folded(REPORT);
  expect(() => unfoldReport({ ...small, clauses: [] })).toThrow(new MissingItem('clauses has no item 0'));
  expect(() => unfoldReport({ ...small, rules: {} })).toThrow(MissingItem);
});

test('a small report is whole, a large one folded, and has a line for each requirement', () => {
  const passed = REPORT.requirements.filter(({ verdict }) => verdict === 'pass').slice(0, 1);
  const many = Array.from({ length: 6000 }, () => passed).flat();
  const text = wholeText(json({ ...REPORT, requirements: many }));
  expect(JSON.parse(wholeText(json(REPORT))).schemaVersion).toBe(1);
  expect(JSON.parse(text).schemaVersion).toBe(2);
  expect(text.match(/^ +\{"operation":0,"rule"/gm)).toHaveLength(6000);
  expect(unfoldReport(JSON.parse(text)).requirements).toEqual(many);
});
