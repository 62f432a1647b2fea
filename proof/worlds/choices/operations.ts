import fc from 'fast-check';
import type { KindDesign } from '../design/design';
import { addChange, addCreate, addList, addRead, addRemove, addReplace } from '../roles/roles';
import { kindChoice } from './choice';

const verbs = {
  list: addList,
  create: addCreate,
  read: addRead,
  replace: addReplace,
  merge: addChange,
  remove: addRemove,
} satisfies Record<string, (kind: KindDesign) => unknown>;

type Verb = keyof typeof verbs;

export const missing = kindChoice<readonly Verb[]>({
  about: 'Which of the usual operations there are not.',
  plain: [],
  others: fc.uniqueArray(fc.constantFrom<Verb>('replace', 'merge', 'list', 'remove', 'read', 'create'), {
    minLength: 1,
    maxLength: 3,
  }),
  apply(value, kind) {
    for (const verb of Object.keys(verbs) as Verb[]) if (!value.includes(verb)) verbs[verb](kind);
    // A contract has at least one operation of each kind.
    if (kind.operations.length === 0) addRead(kind);
  },
});
