import { rules } from '../../conformance/rules';
import type { Contract } from '../../src/contract/contract';
import { loadContract } from '../../src/contract/load';
import { services } from '.';
import { drawnRules, verifyFault } from './verifyFault';

jest.setTimeout(60_000);

describe.each(services.map((service) => [service.name, service] as const))('the %s', (_name, service) => {
  let contract: Promise<Contract> | undefined;
  const verified = async (entry: (typeof service.faults)[number]) => {
    contract ??= loadContract(service.contract);
    return verifyFault(await contract, entry);
  };

  test.concurrent.each(service.faults.map((fault) => [fault.name, fault] as const))(
    '%s draws exactly its rules',
    async (_fault, fault) => {
      const report = await verified(fault);
      expect(drawnRules(report).sort()).toEqual([...fault.draws].sort());
      expect(report.outcome).not.toBe('error');
    },
  );

  test.concurrent.each(service.variants.map((variant) => [variant.name, variant] as const))(
    '%s draws nothing',
    async (_variant, variant) => {
      const report = await verified(variant);
      expect(drawnRules(report)).toEqual([]);
      expect(['conforms', 'incomplete']).toContain(report.outcome);
    },
  );
});

describe('the catalogue', () => {
  test.each(services)('touches no operation that the $name does not have', async ({ contract, ...service }) => {
    const known = (await loadContract(contract)).operations.map(({ operationId }) => operationId);
    const touched = [...service.faults, ...service.variants].flatMap(({ operations = [] }) => operations);
    expect(touched.filter((each) => !known.includes(each))).toEqual([]);
  });

  const faults = services.flatMap((service) => service.faults);
  const variants = services.flatMap((service) => service.variants);

  test('has at least 200 faults and 75 variants, each with a name of its own', () => {
    const names = [...faults, ...variants].map(({ name }) => name);
    expect(faults.length).toBeGreaterThanOrEqual(200);
    expect(variants.length).toBeGreaterThanOrEqual(75);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(rules.map(({ id }) => id))('has at least three faults that draw %s', (id) => {
    expect(faults.filter(({ draws }) => draws.includes(id)).length).toBeGreaterThanOrEqual(3);
  });
});
