import fc from 'fast-check';
import { kindChoice } from './choice';

export const lags = kindChoice<number>({
  about: 'How long a list does not show what was made, in milliseconds: it is a copy that follows.',
  plain: 0,
  others: fc.constantFrom(50, 400),
  apply(value, kind) {
    kind.lagMs = value;
  },
});
