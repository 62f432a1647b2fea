import { contractFile } from '../../src/contract/contractFile';
import { readContract } from '../../src/contract/load';
import { bindRequirements } from '../../src/engine/plan/requirements';
import { rules } from '../rules';

/** What `conformance.test.ts` needs before its tests can be named: Jest asks for the names at once. */
export interface NamedRequirement {
  readonly id: string;
  readonly operation: string;
  readonly statement: string;
}

/** Names the requirements of the contract and starts its mock, unless ESPALIER_TARGET names another target. */
export default async function startMockForSuites(): Promise<void> {
  const file = contractFile(process.env['ESPALIER_CONTRACT']);
  const contract = await readContract(file);
  const onMock = !process.env['ESPALIER_TARGET'];
  const required = rules.filter(({ onlyClosed, notOfMock }) => !onlyClosed && !(notOfMock && onMock));
  const named = bindRequirements(contract, contract.operations, required).map(
    ({ id, subject, rule }): NamedRequirement => ({ id, operation: subject.operation.name, statement: rule.statement }),
  );
  process.env['ESPALIER_REQUIREMENTS'] = JSON.stringify(named);
  if (!onMock) return;
  // As it is built: what is loaded later on, once this has ended, Jest would not compile.
  const { serveMock } = require('../../dist/mocks/server') as typeof import('../../mocks/server');
  const mock = await serveMock({ contract: file, port: 0, callbacks: false });
  process.env['ESPALIER_MOCK'] = mock.url;
  Object.assign(globalThis, { endMock: () => mock.close() });
}
