/** One report through every reporter, byte for byte. `UPDATE_GOLDEN=1 npx jest golden` writes the files anew; read them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeReport, Report, RequirementReport } from '../report';
import { reporters } from '.';
import { summary } from './markdown';
import { type RenderOptions, type Reporter, wholeText } from './reporter';

const OPERATION = 'DELETE /plants/{id}';
const FILE = 'openapi.yaml';
const place = (pointer: string, line: number, column: number) => ({ pointer, file: FILE, line, column });
const refused = '/ * \' " & < > ]]> %0A ::error:: `` | \u{1f331}';

const requirement = (rule: string, about: string, rest: Partial<RequirementReport>): RequirementReport => ({
  id: [OPERATION, about, rule].filter(Boolean).join(' '),
  rule,
  level: 'must',
  operation: OPERATION,
  statement: `What ${rule} requires, in a sentence that is long enough to need more than the one line.`,
  clause: place('#/paths/~1plants~1{id}/delete', 10, 5),
  reference: 'RFC 9110 §15.3.5',
  advice: `What to do where ${rule} is broken.`,
  verdict: 'pass',
  exchanges: 4,
  findings: [],
  ...rest,
});

const exchange = (index: number, rest: Partial<ExchangeReport>): ExchangeReport => ({
  index,
  case: 'as the contract says',
  probe: 'valid',
  operation: OPERATION,
  request: {
    method: 'DELETE',
    url: 'http://127.0.0.1:8080/plants/101',
    headers: [
      ['Accept', '*/*'],
      ['Authorization', 'Bearer $ESPALIER_TOKEN'],
    ],
  },
  response: null,
  error: null,
  raw: '',
  durationMs: 12.3,
  curl: `curl -i -X DELETE 'http://127.0.0.1:8080/plants/101' -H "Authorization: Bearer $ESPALIER_TOKEN"`,
  ...rest,
});

const report: Report = {
  schemaVersion: 1,
  tool: { name: 'espalier', version: '0.0.0' },
  contract: { title: 'Plants & <Stores>', version: '1.0.0', file: FILE, sha256: '0123456789abcdef'.repeat(4) },
  target: 'http://127.0.0.1:8080',
  seed: 7,
  startedAt: '2026-11-21T10:00:00.000Z',
  commit: '0123456789abcdef0123456789abcdef01234567',
  run: 'https://ci.example/runs/7',
  leftovers: [
    {
      operation: 'DELETE /plants/{id}',
      url: 'http://127.0.0.1:8080/plants/<7>',
      reason: 'DELETE /plants/{id} was answered 500',
      curl: `curl -i -X DELETE 'http://127.0.0.1:8080/plants/<7>' -H "Authorization: Bearer $ESPALIER_TOKEN"`,
    },
  ],
  outcome: 'violates',
  reason: 'the waiver of kept no longer lets anything pass: remove it',
  exitCode: 1,
  durationMs: 2345,
  counts: { pass: 2, fail: 2, warn: 1, skip: 3 },
  requirements: [
    requirement('kept', '', {}),
    requirement('kept', '400', { clause: place('#/components/schemas/Error', 48, 5), exchanges: 1 }),
    requirement('broken', '204', {
      clause: {
        ...place('#/paths/~1plants~1{id}/delete/responses/204', 21, 9),
        excerpt: "        '204':\n          description: The plant is deleted.",
      },
      verdict: 'fail',
      findings: [
        {
          message: 'a 204 is followed by content',
          expected: 'no byte after the header section',
          actual: `32 bytes: <script>alert(1)</script> ${refused}`,
          level: 'must',
          clause: { ...place('#/components/schemas/Plant/maxLength', 52, 7), excerpt: '      maxLength: 40' },
          exchange: 3,
          exchanges: [3, 5],
        },
        {
          message: 'a 204 has a Content-Length',
          expected: 'no such field',
          actual: 'Content-Length: 0',
          level: 'should',
          exchange: 3,
          exchanges: [3],
        },
      ],
    }),
    requirement('unanswered', '', {
      verdict: 'fail',
      clause: { ...place('#/paths/~1plants~1{id}/delete', 10, 5), excerpt: '    delete:' },
      findings: [
        {
          message: 'no complete response came',
          expected: 'one complete, well-formed HTTP response',
          actual: 'the target closed the connection in the header section',
          level: 'must',
          exchange: 4,
          after: 1,
          exchanges: [4],
        },
      ],
    }),
    requirement('advised', '', {
      level: 'should',
      verdict: 'warn',
      clause: { ...place('#/security/0/bearerAuth', 7, 5), excerpt: '  - bearerAuth: []' },
      findings: [
        {
          message: 'a 401 has no WWW-Authenticate',
          expected: 'WWW-Authenticate: Bearer …',
          actual: 'no such field',
          level: 'should',
          exchange: 1,
          exchanges: [1, 2],
        },
      ],
    }),
    requirement('unexercised', '400', {
      verdict: 'skip',
      reason: 'no response 400 came; tried: invalid → 404 ×9',
      handOver: ['a token (--token)', 'two values of "id" (--param id=VALUE)'],
      exchanges: 0,
    }),
    requirement('unexercised', '500', {
      verdict: 'skip',
      reason: 'no response 500 came, which nobody outside can draw at will',
      unreached: true,
      exchanges: 0,
    }),
    requirement('waived', '', {
      verdict: 'skip',
      waiver: { reason: 'the gateway answers first, see OPS-12', until: '2027-01-31' },
      findings: [
        {
          message: 'a waived finding',
          expected: 'this',
          actual: 'that',
          level: 'must',
          exchange: 1,
          exchanges: [1],
        },
      ],
    }),
  ],
  waivers: [
    {
      rule: 'waived',
      operation: OPERATION,
      reason: 'the gateway answers first, see OPS-12',
      until: '2027-01-31',
      state: 'applied',
    },
    { rule: 'kept', reason: 'it was broken until last week', state: 'unused' },
  ],
  observations: [
    {
      operation: OPERATION,
      message: 'without a valid credential: 401, which the contract does not declare',
      asked: 'without a valid credential',
      answered: '401',
      declared: false,
      exchanges: [1, 2],
    },
  ],
  coverage: {
    clauses: 8,
    exercised: 7,
    broken: 1,
    kinds: { operation: { clauses: 1, exercised: 1 }, status: { clauses: 2, exercised: 1 } },
    operations: [
      { operation: OPERATION, clauses: 8, exercised: 7, statuses: { '204': 'broken', '400': 'unexercised' } },
    ],
    unexercised: [
      {
        clause: place('#/paths/~1plants~1{id}/delete/responses/400', 23, 9),
        kind: 'status',
        reason: 'no response 400 came; tried: invalid → 404 ×9',
        operations: [0],
      },
    ],
    reached: [
      { clause: place('#/paths/~1plants~1{id}/delete', 10, 5), kind: 'operation', kept: [0] },
      { clause: place('#/paths/~1plants~1{id}/delete/parameters/0', 13, 11), kind: 'parameter', kept: [0] },
      {
        clause: place('#/paths/~1plants~1{id}/delete/responses/204', 21, 9),
        kind: 'status',
        kept: [],
        broken: [0],
      },
      { clause: place('#/components/schemas/Error/type', 49, 7), kind: 'judged', kept: [0] },
    ],
  },
  sent: 3,
  exchanges: [
    exchange(1, {
      case: 'no Authorization header',
      probe: 'anonymous',
      raw: 'HTTP/1.1 401 Unauthorized\nContent-Length: 0\n\n',
      response: {
        httpVersion: '1.1',
        status: 401,
        statusText: 'Unauthorized',
        headers: [['Content-Length', '0']],
        body: '',
        bodyBytes: 0,
      },
    }),
    exchange(2, { case: 'an empty Authorization header', probe: 'anonymous' }),
    exchange(3, {
      raw: `HTTP/1.1 204 No Content\nContent-Length: 0\n\n<script>alert(1)</script> ${refused}\n\\u001b[31m \ufffe`,
      response: {
        httpVersion: '1.1',
        status: 204,
        statusText: 'No Content',
        headers: [['Content-Length', '0']],
        body: '',
        bodyBytes: 0,
      },
    }),
    exchange(4, {
      raw: 'HTTP/1.1 204',
      error: { kind: 'truncated', message: 'closed the connection in the header section' },
    }),
    exchange(5, { durationMs: 1500 }),
  ],
};

const SOURCE = `${'\n'.repeat(9)}    delete: # <b>
      parameters:

        - name: id
          example: 'a < b'
      responses:




        '204':
          description: done
        '400':
          minimum: 1
`;

const goldens: Readonly<Record<string, [reporter: Reporter | undefined, options?: Partial<RenderOptions>]>> = {
  'terminal.txt': [reporters['terminal']],
  'terminal-verbose.txt': [reporters['terminal'], { verbose: true }],
  'report.json': [reporters['json']],
  'junit.xml': [reporters['junit']],
  'page.html': [reporters['html'], { readFile: () => SOURCE }],
  'github.txt': [reporters['github'], { nameFile: (file) => `contracts/${file}` }],
  'report.sarif': [reporters['sarif'], { nameFile: (file) => `contracts/${file}` }],
  'lcov.info': [reporters['lcov'], { nameFile: (file) => `contracts/${file}` }],
  'cobertura.xml': [reporters['cobertura']],
  'comment.md': [reporters['markdown'], { nameFile: (file) => `contracts/${file}` }],
  'summary.md': [summary, { nameFile: (file) => `contracts/${file}` }],
};

test.each(Object.entries(goldens))('%s', (name, [reporter, options]) => {
  const file = join(__dirname, 'golden', name);
  const text = wholeText(reporter?.(report, { color: false, width: 80, ...options }) ?? '');
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
});

test('every reporter has a golden file', () => {
  const covered = Object.values(goldens).map(([reporter]) => reporter);
  expect(covered).toEqual(expect.arrayContaining(Object.values(reporters)));
});
