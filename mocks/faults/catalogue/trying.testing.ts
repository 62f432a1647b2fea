import type { Contract } from '../../../src/contract/contract';
import { readContract } from '../../../src/contract/load';
import type { Service } from './service';
import { drawnRules, verifyFault } from './verifyFault';

/** Defines the tests of a service. Each service has a file of its own, so that the tests run in parallel. */
export function tryService(service: Service): void {
  jest.setTimeout(60_000);
  let contract: Promise<Contract> | undefined;
  const verified = async (entry: (typeof service.faults)[number]) => {
    contract ??= readContract(service.contract);
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
}
