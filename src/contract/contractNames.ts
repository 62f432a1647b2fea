/** The names that a contract gives to what it describes. They are never secret, wherever they stand. */

import type { Contract } from './contract';

const namesByContract = new WeakMap<Contract, ReadonlySet<string>>();

/** Returns the names of the members of all schemas, and of all parameters. */
export function contractNames(contract: Contract): ReadonlySet<string> {
  const cached = namesByContract.get(contract);
  if (cached) return cached;
  const names = new Set<string>();
  const values = new Set<unknown>(contract.parsed().values());
  // The loop also visits the values that it adds.
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'object' || item === null) {
        if (key === 'name' && typeof item === 'string') names.add(item);
        continue;
      }
      if (key === 'properties') for (const name of Object.keys(item)) names.add(name);
      values.add(item);
    }
  }
  namesByContract.set(contract, names);
  return names;
}
