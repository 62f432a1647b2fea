import { suite } from '../../conformance/suite';
import type { Contract } from '../../src/contract/contract';
import type { Report } from '../../src/report';
import { verify } from '../../src/verify';
import { parseTarget } from '../../src/wire/target';
import { type Fault, PLANTS } from './fault';
import { behave, startStore } from './plantStore';

export const TOKEN = 'sesame-open-9b1f';

/** A fault that hangs is waited for as long as this; nothing that answers takes so long, in milliseconds. */
const TIMEOUT = 3000;

/** Starts a store with the fault, verifies it with its plants handed over, and ends it. */
export async function verifyFault(contract: Contract, fault: Fault): Promise<Report> {
  const plants = fault.plants ?? PLANTS;
  const store = await startStore(behave(fault.changes), { plants, token: TOKEN });
  try {
    return await verify(contract, suite, {
      target: parseTarget(store.url),
      token: TOKEN,
      params: { id: plants.map(String) },
      limits: { timeoutMs: TIMEOUT },
      concurrency: 16,
      closed: fault.closed === true,
    });
  } finally {
    await store.close();
  }
}

/** Ids of the rules with a failure or a warning, in the order of the report. */
export function drawnRules({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ rule }) => rule);
}
