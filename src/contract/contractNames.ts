/** The names that a contract gives to what it describes, which are no secret wherever they stand. */

import type { Contract } from './contract';

const known = new WeakMap<Contract, ReadonlySet<string>>();

/** Of the members of its schemas, and of its parameters. */
export function contractNames(contract: Contract): ReadonlySet<string> {
  const before = known.get(contract);
  if (before) return before;
  const names = new Set<string>();
  const seen = new Set<unknown>(contract.parsed().values());
  // What is added is come to, too.
  for (const value of seen) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'object' || item === null) {
        if (key === 'name' && typeof item === 'string') names.add(item);
        continue;
      }
      if (key === 'properties') for (const name of Object.keys(item)) names.add(name);
      seen.add(item);
    }
  }
  known.set(contract, names);
  return names;
}
