import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, WorkflowReport } from '../report';
import { reporters } from '.';
import { wholeText } from './reporter';

const place = (pointer: string, line: number, column: number) => ({ pointer, file: 'flow.yaml', line, column });
const workflows: readonly WorkflowReport[] = [
  {
    id: 'remove',
    clause: place('#/workflows/0', 4, 5),
    steps: [
      {
        id: 'look',
        clause: place('#/workflows/0/steps/0', 6, 9),
        operation: 'GET /plants/{id}',
        verdict: 'pass',
        exchange: 1,
        status: 200,
        criteria: [{ condition: '$statusCode == 200 || $statusCode == 304', clause: place('#/x', 8, 9), kept: true }],
        outputs: [{ name: 'name', value: `"${'<b> | `x`'}"` }],
      },
      {
        id: 'remove',
        clause: place('#/workflows/0/steps/1', 10, 9),
        operation: 'DELETE /plants/{id}',
        verdict: 'fail',
        exchange: 2,
        status: 500,
        criteria: [
          { condition: '$statusCode == 204', clause: place('#/x', 12, 9), kept: false },
          { condition: '$response.header.ETag', clause: place('#/x', 13, 9), kept: true },
        ],
        outputs: [],
      },
      {
        id: 'again',
        clause: place('#/workflows/0/steps/2', 14, 9),
        workflow: 'other',
        verdict: 'skip',
        reason: 'the workflow ended before',
        criteria: [],
        outputs: [],
      },
    ],
    outputs: [{ name: 'plant', value: '{"id":101}' }],
  },
];

const golden = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8')) as Report;

function written(format: string, more: Partial<Report> = {}): string {
  const reporter = reporters[format];
  if (!reporter) throw new Error(`There is no ${format}.`);
  const report = { ...golden, requirements: [], workflows, ...more };
  return wholeText(reporter(report, { color: false, width: 80, verbose: false }));
}

test('the terminal has a row for each step, with its criteria and outputs', () => {
  expect(written('terminal')).toContain(`Workflows

  pass  remove/look    200  GET /plants/{id}
        kept  $statusCode == 200 || $statusCode == 304
        name = "<b> | \`x\`"
  FAIL  remove/remove  500  DELETE /plants/{id}
        not kept  $statusCode == 204
        kept  $response.header.ETag
  skip  remove/again   not run  workflow other
  outputs of remove
        plant = {"id":101}
`);
});

test('the terminal says how many more steps there are', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ ...workflows[0], id: `w${at}` }) as WorkflowReport);
  expect(written('terminal', { workflows: many })).toMatch(/^ {2}… 84 more steps \(--verbose\)$/m);
});

test.each([
  [
    'markdown',
    '| ✅ remove/look | GET /plants/\\{id\\}: 200 | kept `$statusCode == 200 \\|\\| $statusCode == 304` | name = `"<b> \\| \'x\'"` |',
  ],
  [
    'markdown',
    '| ❌ remove/remove | DELETE /plants/\\{id\\}: 500 | **not kept** `$statusCode == 204`<br>kept `$response.header.ETag` |  |',
  ],
  ['markdown', '| remove |  |  | plant = `{"id":101}` |'],
  [
    'html',
    '<td>DELETE /plants/{id}: 500 (exchange 2)</td><td><ul><li><b>not kept</b> <code>$statusCode == 204</code></li>',
  ],
  ['html', '<td>workflow other: not run, since the workflow ended before</td>'],
  ['html', '<td>name = <code>&quot;&lt;b&gt; | `x`&quot;</code></td>'],
  ['html', '<p>Outputs of remove: plant = <code>{&quot;id&quot;:101}</code></p>'],
])('%s has %s', (format, text) => {
  expect(written(format)).toContain(text);
});

test.each(['terminal', 'markdown', 'html'])('%s has no such part without workflows', (format) => {
  expect(written(format, { workflows: [] })).not.toContain('remove/look');
});
