/** Verifies the mock that keeps state, of the contract of a world: it is to conform as the service does. */

import { suite } from '../../../conformance/suite';
import { serveMock } from '../../../mocks/server';
import { readContract } from '../../../src/contract/load';
import { verifyTarget } from '../../../src/engine/verify';
import { parseTarget } from '../../../src/wire/target';
import { designOf } from '../design/designOf';
import type { World } from '../world';
import { type BrokenProperty, findingsOf } from './properties';
import { credentialsOf, fileOfDesign } from './verifyWorld';

/** It takes any credential by intent. */
const SKIPPED = ['credential-checked'];

export async function tryMock(world: World): Promise<BrokenProperty[]> {
  const design = designOf(world);
  const file = fileOfDesign(design);
  const mock = await serveMock({ contract: file, port: 0, stateful: true, docs: false, seed: 7 });
  try {
    const report = await verifyTarget(await readContract(file), suite, {
      target: parseTarget(`${mock.url}${design.prefix}`),
      writes: 'own',
      seed: 7,
      concurrency: 8,
      skip: SKIPPED,
      credentials: credentialsOf(design),
    });
    return findingsOf(report).map((each) => ({ ...each, property: 'the mock conforms', class: `mock: ${each.class}` }));
  } finally {
    await mock.close();
  }
}
