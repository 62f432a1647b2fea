/** However the values and the order of a run are drawn, an unchanged service breaks nothing new. */

import { suite } from '../../conformance/suite';
import { services } from '../../proof/faults';
import type { CatalogueEntry, Service } from '../../proof/faults/catalogue/service';
import { behaveAsDesk, CREDENTIALS, type DeskBehaviour, startDesk } from '../../proof/faults/desk/desk';
import { withMembers } from '../../proof/faults/desk/deskFault';
import { ORDERS, orders } from '../../proof/faults/desk/orders';
import { readContract } from '../contract/load';
import { verifyTarget } from '../engine/verify';
import { parseTarget } from '../wire/target';
import { type Baseline, baselineText, parseBaseline } from './baseline';
import type { KnownFinding, Report } from './report';

/** How many runs one service has; a service that makes and removes many things has fewer. */
const SEEDS = 50;
const FEWER_SEEDS = 20;
const FILE = 'espalier.baseline.json';

/** Counts on, so that no two answers of all desks are alike. */
let requests = 0;

/** What old services do, all at once: they take what they should refuse, hide nothing, and put ids and times into whatever they say. */
function wretched(good: DeskBehaviour): Partial<DeskBehaviour> {
  const told = () => `request ${++requests} at ${new Date(requests * 1e6).toISOString()}`;
  return {
    forgives: (_, { what, keywords }) => what === 'schema' && !keywords.includes('required'),
    unknown: () => ({ status: 500, body: { code: 'failed', message: told() } }),
    invalid: (call, mistake) => withMembers(good.invalid(call, mistake), { [`trace-${++requests}`]: told() }),
    notAllowed: () => ({ status: 405, body: told() }),
    finish(call, reply) {
      if (reply.status !== 200 && reply.status !== 201) return reply;
      const headers = { ...reply.headers, 'X-Request-Id': String(++requests) };
      if (call.route.operationId === 'readOrder')
        return { ...withMembers(reply, { note: ++requests, debug: told(), lines: undefined }), headers };
      return call.route.operationId === 'listOrders' ? { ...reply, headers, body: { items: told() } } : reply;
    },
  };
}

const { keyInHeader = '', keyInQuery = '', clerk = '', oauth = '' } = CREDENTIALS;

const wretchedDesk: Pick<CatalogueEntry, 'start'> = {
  async start() {
    const handOver = {
      token: oauth,
      credentials: { keyInHeader, keyInQuery, clerk },
      params: { id: ORDERS.map(String) },
      writes: 'any' as const,
    };
    return { ...(await startDesk(behaveAsDesk(orders, wretched))), handOver };
  },
};

async function verify(
  contract: Awaited<ReturnType<typeof readContract>>,
  { start }: Pick<CatalogueEntry, 'start'>,
  seed: number,
  baseline: Baseline,
): Promise<{ report: Report; known: readonly KnownFinding[] }> {
  const { url, handOver, close } = await start();
  let known: readonly KnownFinding[] = [];
  try {
    const report = await verifyTarget(contract, suite, {
      ...handOver,
      target: parseTarget(url),
      seed,
      baseline,
      onBaseline(findings) {
        known = findings;
      },
    });
    return { report, known };
  } finally {
    await close();
  }
}

function entryOf(name: string): [Service, CatalogueEntry] {
  const found = services.flatMap((service) =>
    [...service.faults, ...service.variants].map((each) => [service, each] as const),
  );
  const [pair] = found.filter(([, each]) => each.name === name);
  if (!pair) throw new Error(`There is no service ${name}.`);
  return [...pair];
}

async function tellsNothingNew(file: string, entry: Pick<CatalogueEntry, 'start'>, seeds: number): Promise<void> {
  const contract = await readContract(file);
  const first = await verify(contract, entry, 1, { file: FILE, findings: [], isUpdated: true });
  expect(first.known.length).toBeGreaterThan(0);
  const baseline = { file: FILE, findings: parseBaseline(baselineText(first.known), FILE) };
  const strange: unknown[] = [];
  for (let seed = 2; seed <= seeds; seed++) {
    const { report } = await verify(contract, entry, seed, baseline);
    for (const { id, verdict, findings } of report.requirements)
      if (verdict === 'fail' || verdict === 'warn')
        strange.push(...findings.filter(({ known }) => !known).map((each) => ({ seed, id, ...each })));
    strange.push(...(report.baseline?.gone ?? []).map((gone) => ({ seed, gone })));
    if (report.exitCode !== 0) strange.push({ seed, exitCode: report.exitCode, reason: report.reason });
  }
  expect(strange).toEqual([]);
}

test('a wretched desk, whose answers hold ids and times', () => tellsNothingNew(orders.file, wretchedDesk, SEEDS));

test.each(['shelf-takes-null-counts', 'parcels-shipping-unchecked', 'nursery-patch-ignored'])('%s', (name) => {
  const [service, entry] = entryOf(name);
  return tellsNothingNew(service.contract, entry, FEWER_SEEDS);
});

test.each(['kiosk-good', 'harbour-good', 'courier-good'])(
  '%s, to which nothing is handed over: what is missing is known',
  (name) => {
    const [service, { start }] = entryOf(name);
    return tellsNothingNew(service.contract, { start: async () => ({ ...(await start()), handOver: {} }) }, SEEDS);
  },
);
