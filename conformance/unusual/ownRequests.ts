/** Makes the inputs of requests that the user has thought of: a valid one with other members of the query, or other header fields. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { withField, withPairs } from '../../src/serialization/input';
import { plainInput } from '../inputs/inputs';
import type { UnusualInput } from './unusualInputs';

/** @throws UsageError where the user's own code fails. */
export function ownRequests(operation: Operation, known: Known): UnusualInput[] {
  return known.handedOver.ownProbes.flatMap((probe) =>
    probe.requests(operation).flatMap(({ name, query = {}, headers = {} }) => {
      let input = plainInput(operation, known);
      if (!input) return [];
      for (const [member, values] of Object.entries(query))
        input = { ...input, query: withPairs(input.query, member, [values].flat()) };
      for (const [field, value] of Object.entries(headers)) input = withField(input, field, value);
      return [{ name: `${probe.name}: ${name}`, input }];
    }),
  );
}
