import { suite } from '../../../conformance/suite';
import type { Contract } from '../../../src/contract/contract';
import { verifyTarget } from '../../../src/engine/verify';
import type { Report } from '../../../src/report/report';
import { parseTarget } from '../../../src/wire/target';
import { scriptOf } from '../../../src/workflows/runWorkflows';
import { readWorkflows } from '../../../src/workflows/workflowFile';
import type { CatalogueEntry } from './service';

/** How long to wait for an answer, in milliseconds. A fault that hangs takes this long, and every answer comes much sooner, unless the machine is slow. */
const TIMEOUT = 3000;

interface FaultOptions {
  readonly concurrency?: number | undefined;
  readonly timeoutMs?: number;
  readonly seed?: number;
  readonly salt?: string | undefined;
}

/**
 * Starts a service with the fault, verifies the operations that the fault changes, and ends the service. Its resources are handed over.
 * @param concurrency how many requests may be under way at once.
 * @param chance the seed and the salt of the run; by chance where there are none. The report says which.
 * @param timeoutMs how long to wait for an answer, in milliseconds.
 */
export async function verifyFault(
  contract: Contract,
  { start, operations }: Pick<CatalogueEntry, 'start' | 'operations'>,
  { concurrency = 16, timeoutMs = TIMEOUT, ...chance }: FaultOptions = {},
): Promise<Report> {
  const { url, handOver, close } = await start();
  try {
    const { workflow, ...options } = handOver;
    const workflows = workflow === undefined ? [] : [...readWorkflows(workflow, contract).workflows.values()];
    return await verifyTarget(contract, suite, {
      ...options,
      ...(workflows.length > 0 ? { script: scriptOf(workflows, {}, (name) => name) } : {}),
      selection: ({ operationId = '' }) => operations?.includes(operationId) ?? true,
      target: parseTarget(url),
      limits: { timeoutMs },
      concurrency,
      ...chance,
    });
  } finally {
    await close();
  }
}

/**
 * Returns the ids of the rules with a failure or a warning, each once, in the order of the report. What is only the echo of another finding is
 * not counted: the fault is the other one's.
 */
export function drawnRules({ requirements }: Report): string[] {
  const drawn = requirements.filter(
    ({ verdict, findings }) =>
      (verdict === 'fail' || verdict === 'warn') && !findings.every(({ echoOf }) => echoOf !== undefined),
  );
  return [...new Set(drawn.map(({ rule }) => rule))];
}
