import fc from 'fast-check';
import { worldChoice } from './choice';

export const limits = worldChoice<number>({
  about: 'Whether one in so many requests is refused with 429, and may be sent again at once (RFC 6585 §4).',
  plain: 0,
  others: fc.constantFrom(7, 30),
  apply(value, design) {
    design.limitedBy = value;
  },
});
