/** What a contract says of the states of things: whether they have ETags, and whether a change may be sent on the condition of one (RFC 9110 §13.1). */

import type { Operation } from '../contract/contract';

/**
 * Tells whether the contract says of a path that its states have ETags: it declares the field, a condition, or what answers one that does not
 * hold. Where it says nothing, an ETag comes from a framework or a cache, and promises nothing.
 * @param operations those of the path, and what makes the thing.
 */
export function speaksOfTags(operations: readonly (Operation | undefined)[]): boolean {
  return operations.some(
    (operation) =>
      operation !== undefined &&
      (declaresField(operation, 'if-match') ||
        declaresField(operation, 'if-none-match') ||
        operation.responses.some(
          ({ status, headers }) =>
            OF_CONDITIONS.has(status) || headers.some(({ name }) => name.toLowerCase() === 'etag'),
        )),
  );
}

const OF_CONDITIONS: ReadonlySet<string> = new Set(['304', '412', '428']);

/** @param field its name in lower case. */
export function declaresField({ parameters }: Pick<Operation, 'parameters'>, field: string): boolean {
  return parameters.some(({ in: where, name }) => where === 'header' && name.toLowerCase() === field);
}

/** Tells whether the contract says of an operation that a condition which does not hold is refused, or that one is needed. */
export function declaresLock({ parameters, responses }: Operation): boolean {
  const isNeeded = parameters.some(
    ({ in: where, name, required }) => where === 'header' && name.toLowerCase() === 'if-match' && required,
  );
  return isNeeded || responses.some(({ status }) => status === '412');
}
