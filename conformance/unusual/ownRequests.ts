/** Makes the inputs of requests that the user has thought of: a valid one with other members of the query, or other header fields. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { plainInput } from '../inputs/inputs';
import type { UnusualInput } from './unusualInputs';

/** @throws UsageError where the user's own code fails. */
export function ownRequests(operation: Operation, known: Known): UnusualInput[] {
  return known.handedOver.ownProbes.flatMap((probe) =>
    probe.requests(operation).flatMap(({ name, query = {}, headers = {} }) => {
      const base = plainInput(operation, known);
      if (!base) return [];
      const replaced = new Set(Object.keys(headers).map((field) => field.toLowerCase()));
      const input = {
        ...base,
        query: [
          ...base.query.filter((pair) => !Object.hasOwn(query, pair.name)),
          ...Object.entries(query).flatMap(([member, values]) =>
            [values].flat().map((value) => ({ name: member, value })),
          ),
        ],
        headers: [...base.headers.filter(([field]) => !replaced.has(field.toLowerCase())), ...Object.entries(headers)],
      };
      return [{ name: `${probe.name}: ${name}`, input }];
    }),
  );
}
