import { isSchema } from '../../src/contract/schema/schema';

/** `false`, as dialects write it: nothing is allowed there. */
export function isForbidding(value: unknown): boolean {
  return value === false || (isSchema(value) && value.keywords === false);
}
