import fc from 'fast-check';
import { worldChoice } from './choice';

export const prefix = worldChoice<string>({
  about: 'What comes before all paths.',
  plain: '',
  others: fc.constantFrom('/api', '/shop/v2'),
  apply(value, design) {
    design.prefix = value;
  },
});
