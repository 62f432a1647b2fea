import { resolve } from 'node:path';
import { rules } from '../../conformance/rules';
import type { Contract } from '../../src/contract/contract';
import { loadContract } from '../../src/contract/load';
import { faults, variants } from '.';
import { drawnRules, verifyFault } from './verifyFault';

jest.setTimeout(60_000);

let contract: Contract;

beforeAll(async () => {
  contract = await loadContract(resolve(__dirname, '../../openapi.yaml'));
});

describe('a fault draws exactly its rules', () => {
  test.concurrent.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const report = await verifyFault(contract, fault);
    expect(drawnRules(report).sort()).toEqual([...fault.draws].sort());
    expect(report.outcome).not.toBe('error');
  });
});

describe('a variant draws nothing', () => {
  test.concurrent.each(variants.map((variant) => [variant.name, variant] as const))('%s', async (_name, variant) => {
    const report = await verifyFault(contract, variant);
    expect(drawnRules(report)).toEqual([]);
    expect(['conforms', 'incomplete']).toContain(report.outcome);
  });
});

describe('the catalogue', () => {
  test('has at least 70 faults and 25 variants, each with a name of its own', () => {
    const names = [...faults, ...variants].map(({ name }) => name);
    expect(faults.length).toBeGreaterThanOrEqual(70);
    expect(variants.length).toBeGreaterThanOrEqual(25);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(rules.map(({ id }) => id))('has at least three faults that draw %s', (id) => {
    expect(faults.filter(({ draws }) => draws.includes(id)).length).toBeGreaterThanOrEqual(3);
  });
});
