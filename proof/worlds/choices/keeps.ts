import fc from 'fast-check';
import { kindChoice } from './choice';

export const keeps = kindChoice<boolean>({
  about: 'Whether a thing cannot be removed while there is something below it; otherwise that is removed with it.',
  plain: false,
  others: fc.constant(true),
  apply(value, kind) {
    kind.keepsChildren = value;
  },
});
