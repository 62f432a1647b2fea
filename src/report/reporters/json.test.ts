import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { suite } from '../../../conformance/suite';
import { behaveAsStore, type StoreBehaviour, sendBody, startStore } from '../../../proof/faults/plantStore/plantStore';
import { readContract } from '../../contract/load';
import { type GivenRun, verifyTarget } from '../../engine/verify';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import type { OutcomeName, Report } from '../report';
import schema from '../report.schema.json';
import { json } from './json';
import { wholeText } from './reporter';

lingerFor(10);

const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: true }));
const validate = ajv.compile(schema);

function mistakesIn(report: unknown): unknown {
  validate(report);
  return validate.errors ?? [];
}

const TOKEN = 'a-token-of-the-store';

/** Verifies a store with the deviations, and gives back what the reporter makes of it. */
async function reportOf(changes: Partial<StoreBehaviour>, options: Partial<GivenRun> = {}): Promise<Report> {
  const store = await startStore(
    behaveAsStore(() => changes),
    { plants: [1n, 2n, 3n], token: TOKEN },
  );
  try {
    const contract = await readContract('openapi.yaml');
    const target = parseTarget(store.url);
    const params = { id: ['1', '2', '3'] };
    return JSON.parse(
      wholeText(
        json(await verifyTarget(contract, suite, { target, token: TOKEN, params, concurrency: 8, ...options })),
      ),
    );
  } finally {
    await store.close();
  }
}

const runs: readonly [OutcomeName, Partial<StoreBehaviour>, Partial<GivenRun>][] = [
  ['conforms', {}, {}],
  ['violates', { deleted: ({ response }) => response.destroy(), malformed: (call) => sendBody(call, 'no') }, {}],
  [
    'violates',
    { refused: ({ response }) => response.end() },
    {
      waivers: [
        { rule: 'bearer-required', reason: 'until the gateway is there' },
        { rule: 'responds', operation: 'DELETE /plants/{id}', reason: 'it was slow', until: '2020-02-29' },
      ],
    },
  ],
  ['incomplete', {}, { params: {} }],
  ['error', {}, { target: parseTarget('http://127.0.0.1:1') }],
  ['error', {}, { token: 'another' }],
  ['error', {}, { signal: AbortSignal.abort() }],
];

test.each(runs)('a report of a run that %s is as its schema says (%#)', async (outcome, changes, options) => {
  const report = await reportOf(changes, options);
  expect(report.outcome).toBe(outcome);
  expect(mistakesIn(report)).toEqual([]);
});

test('the report that has everything is as its schema says, and with anything more it is not', () => {
  const report: Report = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8'));
  expect(mistakesIn(report)).toEqual([]);
  expect(mistakesIn({ ...report, more: 1 })).not.toEqual([]);
  expect(mistakesIn({ ...report, durationMs: '1 s' })).not.toEqual([]);
});

test('a finding brings the lines of its clause along', async () => {
  const { requirements } = await reportOf({ deleted: (call) => sendBody(call, 'x', 'text/plain', 200) });
  const [failed] = requirements.filter(({ verdict }) => verdict === 'fail');
  expect(failed?.clause.excerpt).toBe("        '204':\n          description: The plant is deleted.");
});

test('no text holds what a terminal would obey, wherever a target put it', async () => {
  const command = '\u009b31m';
  const report = await reportOf({ malformed: ({ response }) => response.writeHead(500, command).end() });
  expect(report.outcome).toBe('violates');
  expect(JSON.stringify(report.requirements)).toContain('u009b31m');
  expect(JSON.stringify(report)).not.toContain(command);
});

test('every member is described', () => {
  const silent: string[] = [];
  const look = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      const described = path.endsWith('/properties') && !('description' in child) && !('$ref' in child);
      if (described) silent.push(`${path}/${key}`);
      look(child, `${path}/${key}`);
    }
  };
  look(schema, '#');
  expect(silent).toEqual([]);
});
