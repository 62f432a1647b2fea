/** `verify` and `amend`, one after the other, make a drifted contract what a careful person makes of it, and no defect of the service goes into it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderOf, runCli } from '../../../src/cli/tests/cli.testing';
import type { Report } from '../../../src/report/report';
import { services } from '..';
import { optionsOf } from '../catalogue/handedOver';
import { drawnRules } from '../catalogue/verifyFault';
import { DRIFTS } from './drifts';

const MOST_ROUNDS = 4;

test.each(DRIFTS.map((drift) => [drift.service, drift.entry, drift] as const))(
  'the contract of the %s becomes true to %s',
  async (_name, _entry, drift) => {
    const service = services.find(({ name }) => name === drift.service);
    const entry = [...(service?.faults ?? []), ...(service?.variants ?? [])].find(({ name }) => name === drift.entry);
    if (!service || !entry) throw new Error(`The catalogue has no ${drift.entry} of the ${drift.service}.`);
    const text = readFileSync(service.contract, 'utf8');
    const drifted = drift.places.reduce((whole, [was, now]) => replaced(whole, was, now), text);
    const mended = drift.places.reduce((whole, [was, , then = was]) => replaced(whole, was, then), text);

    const folder = folderOf({ 'openapi.yaml': drifted });
    const contract = join(folder, 'openapi.yaml');
    let report: Report | undefined;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { url, handOver, close } = await entry.start();
      const options = ['--contract', contract, '--seed', '5', ...optionsOf(handOver), '--report', 'json=report.json'];
      await runCli(['verify', url, ...options], { cwd: folder });
      await close();
      report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
      const before = readFileSync(contract, 'utf8');
      await runCli(['amend', 'report.json', '--contract', contract, '--write'], { cwd: folder });
      if (readFileSync(contract, 'utf8') === before) break;
    }
    expect(parse(readFileSync(contract, 'utf8'))).toEqual(parse(mended));
    expect(new Set(report && drawnRules(report))).toEqual(new Set(drift.left));
  },
);

function replaced(text: string, was: string, now: string): string {
  if (text.split(was).length !== 2) throw new Error(`The contract does not have once what has drifted: ${was}`);
  return text.replace(was, () => now);
}
