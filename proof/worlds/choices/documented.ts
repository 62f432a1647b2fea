import fc from 'fast-check';
import type { Documented } from '../design/design';
import { worldChoice } from './choice';

export const documented = worldChoice<Partial<Documented>>({
  about: 'How much the contract says, and how it is written.',
  plain: {},
  others: fc.record(
    {
      examples: fc.constant(false),
      operationIds: fc.constant(false),
      links: fc.constant(true),
      schemas: fc.constantFrom<Documented['schemas']>('one', 'composed'),
      json: fc.constant(true),
    },
    { requiredKeys: [] },
  ),
  apply(value, design) {
    Object.assign(design.documented, value);
    const { documented: says } = design;
    // Members that are only written, and links, are from OpenAPI 3.0 on; 2.0 has nothing readOnly that is required.
    if (design.dialect === '2.0' && says.schemas === 'one') says.schemas = 'two';
    if (design.dialect === '2.0') says.links = false;
  },
});
