import fc from 'fast-check';
import { worldChoice } from './choice';

export const busy = worldChoice<number>({
  about: 'Whether others use the service, too: with each so many requests, somebody else makes one thing of each kind.',
  plain: 0,
  others: fc.constantFrom(3, 10, 25),
  apply(value, design) {
    design.busy = value;
  },
});
