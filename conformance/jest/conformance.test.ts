/**
 * The contract as Jest tests: describe = operation, test = requirement.
 * At ESPALIER_TARGET with ESPALIER_TOKEN and ESPALIER_PARAMS ("id=101"), or at the mock where there is no target.
 */

import { parseParams, splitParams } from '../../src/cli/settings/params';
import { contractFile } from '../../src/contract/contractFile';
import { readContract } from '../../src/contract/load';
import { verifyTarget } from '../../src/engine/verify';
import type { Report, RequirementReport } from '../../src/report/report';
import { groupBy } from '../../src/support/collections';
import { parseTarget } from '../../src/wire/target';
import { suite } from '../suite';
import type { NamedRequirement } from './globalSetup';

const { ESPALIER_TARGET, ESPALIER_MOCK, ESPALIER_TOKEN, ESPALIER_PARAMS, ESPALIER_CONTRACT } = process.env;
const requirements = JSON.parse(process.env['ESPALIER_REQUIREMENTS'] ?? '[]') as NamedRequirement[];

/** A target that hangs at everything takes a while to be found out, in milliseconds. */
const LONGEST_RUN = 300_000;

let report: Report;

beforeAll(async () => {
  const onMock = !ESPALIER_TARGET;
  report = await verifyTarget(await readContract(contractFile(ESPALIER_CONTRACT)), suite, {
    target: parseTarget(ESPALIER_TARGET || (ESPALIER_MOCK ?? '')),
    token: ESPALIER_TOKEN ?? (onMock ? 'any-token' : undefined),
    params: parseParams(splitParams(ESPALIER_PARAMS)),
    everythingExists: onMock,
  });
}, LONGEST_RUN);

test('the contract requires something', () => {
  expect(requirements).not.toHaveLength(0);
});

for (const [operation, group] of groupBy(requirements, (requirement) => requirement.operation)) {
  describe(operation, () => {
    test.each(group.map(({ id, statement }) => [`${id.slice(operation.length + 1)}: ${statement}`, id] as const))(
      '%s',
      (_, id) => {
        if (report.outcome === 'error') throw new Error(report.reason);
        const found = report.requirements.find((each) => each.id === id);
        if (!found) throw new Error(`The run did not report on ${id}.`);
        keepOrThrow(found);
      },
    );
  });
}

/** A broken requirement fails its test; so does one of the contract's own that nothing exercised. */
function keepOrThrow({ verdict, level, reason, handOver = [], findings, clause, advice }: RequirementReport): void {
  const place = `${clause.file}:${clause.line}:${clause.column}`;
  if (verdict === 'skip' && level === 'must') {
    throw new Error([`${place}: ${reason}`, ...handOver.map((each) => `hand over ${each}`)].join('\n'));
  }
  const told = findings.map(({ message, expected, actual, exchange }) => {
    const again = report.exchanges.find(({ index }) => index === exchange)?.curl;
    return [message, `  expected: ${expected}`, `  actual: ${actual}`, `  again: ${again}`].join('\n');
  });
  if (verdict === 'fail') throw new Error([place, ...told, advice].join('\n'));
}
