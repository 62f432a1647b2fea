import { rules } from '../../conformance/rules';
import { readContract } from '../../src/contract/load';
import { lazy } from '../../src/support/caching';
import { services } from '.';
import { isAsItShouldBe } from './catalogue/expected';
import { drawnRules, verifyFault } from './catalogue/verifyFault';

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

/** The first fault of each rule, the first fault and the first variant of each service, and all variants of the plant store, which are quick. */
describe('a whole run, as `npm run faults` makes it of every fault and every variant', () => {
  const ofRules = new Set(rules.map(({ id }) => faults.find(({ draws }) => draws.includes(id))));
  const chosen = services.flatMap(({ contract: file, ...service }) => {
    const contract = lazy(() => readContract(file));
    const some = service.faults.filter((fault, at) => at === 0 || ofRules.has(fault));
    const few = service.variants.slice(0, service.name === 'plant store' ? undefined : 1);
    return [...some, ...few].map(
      (entry) => [entry.name, entry.draws.join(' and ') || 'nothing', entry, contract] as const,
    );
  });

  test.concurrent.each(chosen)('%s draws exactly %s', async (_name, _draws, entry, contract) => {
    const report = await verifyFault(await contract(), entry);
    expect(drawnRules(report).sort()).toEqual([...entry.draws].sort());
    expect({ outcome: report.outcome, isAsItShouldBe: isAsItShouldBe(entry, report) }).toMatchObject({
      isAsItShouldBe: true,
    });
  });
});
