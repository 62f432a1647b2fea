import fc from 'fast-check';
import { kindChoice } from './choice';

export const wrapper = kindChoice<'' | 'data' | 'own'>({
  about: 'Whether an answer holds the thing in a member: `data`, or one that is called like its kind.',
  plain: '',
  others: fc.constantFrom('data' as const, 'own' as const),
  apply(value, kind) {
    kind.wrapper = value === 'own' ? kind.singular : value || undefined;
  },
});
