import { rules } from '../../conformance/rules';
import { readContract } from '../../src/contract/load';
import { services } from '.';

describe('the catalogue', () => {
  test.each(services)('touches no operation that the $name does not have', async ({ contract, ...service }) => {
    const known = (await readContract(contract)).operations.map(({ operationId }) => operationId);
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
