/**
 * The names that a contract gives to what it describes. They are never secret, wherever they stand. The whole document is looked through as it is
 * written, also what no operation uses.
 */

import { remembered } from '../support/caching';
import type { Contract } from './contract';

/** Returns the names of the members of all schemas, and of all parameters. */
export const contractNames = remembered((contract: Contract): ReadonlySet<string> => {
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
  return names;
});
