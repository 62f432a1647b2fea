import { readFileSync } from 'node:fs';
import { rules } from '../../conformance/rules';
import { readContract } from '../../src/contract/load';
import { lazy } from '../../src/support/caching';
import { someOf } from '../../src/support/testing/cases.testing';
import { lingerFor } from '../../src/wire/lingering.testing';
import { services } from '.';
import { isAsItShouldBe } from './catalogue/expected';
import { drawnRules, verifyFault } from './catalogue/verifyFault';

lingerFor(10);

const faults = services.flatMap((service) => service.faults);
const variants = services.flatMap((service) => service.variants);

describe('the catalogue', () => {
  test.each(services)('touches no operation that the $name does not have', async ({ contract, ...service }) => {
    const known = (await readContract(contract)).operations.map(({ operationId }) => operationId);
    const touched = [...service.faults, ...service.variants].flatMap(({ operations = [] }) => operations);
    expect(touched.filter((each) => !known.includes(each))).toEqual([]);
  });

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

/** A fault that draws more rules than this is several faults at once. */
const MOST_DRAWN = 4;

/** The faults, each with the number of operations that its run asks. */
const sized = services.flatMap(({ contract, ...service }) => {
  const all = readFileSync(contract, 'utf8').match(/^ *operationId:/gm)?.length ?? 1;
  // Several faults at once are waited for one after another, and what never answers for longer than many runs take.
  const single = service.faults.filter(
    ({ name, draws }) => draws.length <= MOST_DRAWN && !/^(hang|trickle)/.test(name),
  );
  return single.map((fault) => ({ fault, asked: fault.operations?.length ?? all }));
});

/** Faults that draw every rule, in runs that are short: each next one draws the most further rules for what it asks. */
function faultsOfAllRules(): ReadonlySet<(typeof faults)[number]> {
  const found = new Set<(typeof faults)[number]>();
  const undrawn = new Set<string>(rules.map(({ id }) => id));
  const worth = ({ fault, asked }: (typeof sized)[number]) =>
    fault.draws.filter((id) => undrawn.has(id)).length / asked;
  while (undrawn.size > 0) {
    const next = sized.reduce((best, each) => (worth(each) > worth(best) ? each : best));
    // What no fault draws, the test above tells.
    if (worth(next) === 0) break;
    for (const id of next.fault.draws) undrawn.delete(id);
    found.add(next.fault);
  }
  return found;
}

/** Some of the faults that together draw every rule, and of the first variants of each service. `npm run faults` makes all these runs. */
describe('a whole run, as `npm run faults` makes it of every fault and every variant', () => {
  const ofRules = faultsOfAllRules();
  const chosen = services.flatMap(({ contract: file, ...service }) => {
    const contract = lazy(() => readContract(file));
    const some = service.faults.filter((fault) => ofRules.has(fault));
    const few = service.variants.filter((_, at) => at === 0 || (service.name === 'plant store' && at % 6 === 0));
    return [...some, ...few].map(
      (entry) => [entry.name, entry.draws.join(' and ') || 'nothing', entry, contract] as const,
    );
  });

  test.concurrent.each(someOf(chosen, 60))('%s draws exactly %s', async (_name, _draws, entry, contract) => {
    // None of them hangs. What is by chance is tried by `npm run faults`.
    const report = await verifyFault(await contract(), entry, { timeoutMs: 60_000, seed: 7, salt: 'k3f9' });
    expect(drawnRules(report).sort()).toEqual([...entry.draws].sort());
    expect({ outcome: report.outcome, isAsItShouldBe: isAsItShouldBe(entry, report) }).toMatchObject({
      isAsItShouldBe: true,
    });
  });
});
