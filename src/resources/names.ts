import type { Parameter } from '../contract/contract';

/** What tells how an item is named. */
export interface Named {
  /** The path of an item, without the names of its parameters: `/users/{}/plants/{}`. */
  readonly item: string;
  /** The last parameter of that path, which tells one from another. */
  readonly parameter: Parameter;
}

/**
 * Names of members of a body that can be meant for the name of an item: `customerId` and `customer_id` for `/customers/{}`, whatever that calls
 * its parameter; and the parameter's own name, where it speaks of the thing. Each as `plain` gives it.
 */
export function namesFor({ item, parameter }: Named): string[] {
  const [own, thing] = [plain(parameter.name), singular(item)];
  if (thing === '') return [];
  const speaks = own === thing || /.(id|uuid|guid)$/.test(own);
  return [`${thing}id`, `${thing}uuid`, thing + own, ...(speaks ? [own] : [])];
}

/** `plant_id`, `plant-id` and `plantId` are one name. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `/store/plants/{}` → `plant`. */
export function singular(item: string): string {
  const segment = plain(item.split('/').at(-2) ?? '');
  return segment
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}
