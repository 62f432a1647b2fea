import fc from 'fast-check';
import type { ServedMember } from '../design/design';
import { kindChoice } from './choice';

type Name = 'createdAt' | 'owner' | 'number';

const known: Readonly<Record<Name, ServedMember>> = {
  createdAt: {
    name: 'createdAt',
    shape: { type: 'moment' },
    make: ({ chance }) => new Date(1_700_000_000_000 + chance.below(1_000_000_000)).toISOString(),
  },
  owner: { name: 'owner', shape: {}, make: ({ owner }) => owner },
  number: { name: 'serial', shape: { type: 'whole', min: 1 }, make: ({ chance }) => chance.int(1, 1_000_000) },
};

export const served = kindChoice<readonly Name[]>({
  about: 'What the service adds to what clients have set.',
  plain: [],
  others: fc.uniqueArray(fc.constantFrom<Name>('createdAt', 'owner', 'number'), { minLength: 1 }),
  apply(value, kind) {
    const isFree = (name: string) =>
      name !== kind.naming.member &&
      name !== kind.naming.before?.member &&
      !kind.members.some((each) => each.name === name);
    kind.served.push(...value.map((name) => known[name]).filter((each) => each && isFree(each.name)));
  },
});
