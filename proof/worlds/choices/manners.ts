import fc from 'fast-check';
import type { Manners } from '../design/design';
import { worldChoice } from './choice';

export const manners = worldChoice<Partial<Manners>>({
  about: 'How requests are refused: with which status, body and order of checks, and what the contract says of it.',
  plain: {},
  others: fc.record(
    {
      invalid: fc.constant(422 as const),
      refusesOddIds: fc.constant(true),
      body: fc.constantFrom<Manners['body']>('problem', 'none'),
      declared: fc.constantFrom<Manners['declared']>('default', 'range', 'none'),
      inputFirst: fc.constant(true),
      head: fc.constant(405 as const),
    },
    { requiredKeys: [] },
  ),
  apply(value, design) {
    Object.assign(design.manners, value);
    // OpenAPI 2.0 has no ranges of statuses.
    if (design.dialect === '2.0' && design.manners.declared === 'range') design.manners.declared = 'each';
    // A `default` answer without content would say that answers of success have none.
    if (design.manners.body === 'none' && design.manners.declared === 'default') design.manners.declared = 'each';
  },
});
