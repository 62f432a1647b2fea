import fc from 'fast-check';
import { worldChoice } from './choice';

interface Limits {
  readonly each?: number;
  /** Default: 429. */
  readonly status?: 503;
}

export const limits = worldChoice<Limits>({
  about:
    'Whether one in so many requests is refused with 429 or 503, and may be sent again at once (RFC 6585 §4, RFC 9110 §15.6.4).',
  plain: {},
  others: fc.record({ each: fc.constantFrom(7, 30), status: fc.constant(503 as const) }, { requiredKeys: ['each'] }),
  apply({ each = 0, status }, design) {
    // What no contract declares of a 5xx is an error of the service, however often it is asked again.
    const isDeclared = design.manners.declared !== 'none';
    design.limitedBy = each;
    design.limitStatus = (isDeclared ? status : undefined) ?? 429;
  },
});
