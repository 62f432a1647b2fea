/** Makes inputs with header fields that set conditions, or ask for a part (RFC 9110 §13.1, §14.2), where the contract declares them. */

import type { Operation } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import type { Known } from '../../src/engine/model/probe';
import { LONG_AGO } from '../chains/conditions';
import { baseOf } from './bodyLeaves';
import type { UnusualInput } from './unusualInputs';

/** Values that hold, that do not hold, and that cannot be read, by the names of the fields. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  'if-match': ['*', '"espalier-none"'],
  'if-none-match': ['*', 'W/"espalier-none"'],
  'if-modified-since': [LONG_AGO, 'no date'],
  'if-unmodified-since': [LONG_AGO, 'no date'],
  'if-range': ['"espalier-none"'],
  range: ['bytes=0-0', 'bytes=1000000000-', 'bytes=5-2'],
};

/** Returns an input for each value of each field that the operation declares. */
export function conditions(operation: Operation, known: Known): UnusualInput[] {
  return operation.parameters.flatMap(({ name, in: where, schema }) => {
    const field = name.toLowerCase();
    const values = where === 'header' && Object.hasOwn(CONDITIONS, field) ? (CONDITIONS[field] ?? []) : [];
    if (known.handedOver.headerNames.includes(field)) return [];
    return values.flatMap((value) => {
      const base = baseOf(operation, known);
      if (!base || (schema && !surelySatisfies(schema, value, 'request'))) return [];
      const headers = base.headers.filter(([each]) => each.toLowerCase() !== field);
      const { condition: _, ...rest } = base;
      return [{ name: `${name} is ${value}`, input: { ...rest, headers: [...headers, [name, value] as const] } }];
    });
  });
}
