/**
 * Services in which what a run makes or does takes something from those who were there before, though nothing that it sends says so. Of the first
 * request nobody can know; the list shows it then, and a second one does harm.
 */

import { type Call, NONE } from '../store';
import { putStore, type Stranger } from '../stranger';
import { desk, idsWhere, touch } from './parts';

/** Counts the requests of each run that are taken. From the second one on, it changes what strangers have. */
function overtaking(collection: string) {
  const counts = new Map<string, number>();
  return {
    /** How many requests were taken in all. */
    all: () => [...counts.values()].reduce((sum, each) => sum + each, 0),
    take(call: Call) {
      const before = counts.get(call.owner) ?? 0;
      counts.set(call.owner, before + 1);
      if (before > 0)
        for (const id of idsWhere(call, collection, () => true))
          touch(call, `${collection}/${id}`, { overtaken: true });
    },
  };
}

const newestIn = ({ store, collection }: Call): string | undefined => [...store.in(collection).keys()].at(-1);

export const strangersOvertaken: readonly Stranger[] = [
  desk({
    name: 'newest-is-current',
    sentence: 'The newest order is the current one, as the list shows; a second one ends what strangers have.',
    shape: { members: { current: { type: 'boolean', readOnly: true } }, verbs: ['list', 'create', 'read', 'remove'] },
    changes: (good) => {
      const taking = overtaking('/orders');
      return {
        show: (thing, id, call) => ({
          ...(good.show(thing, id, call) as object),
          current: newestIn({ ...call, collection: '/orders' }) === id,
        }),
        create(call) {
          taking.take(call);
          return good.create(call);
        },
      };
    },
  }),
  putStore(
    'cache-is-full',
    'PUT makes, and the oldest slot of a stranger is hidden then; a second one ends what strangers have.',
    { type: 'string', pattern: '^[a-z0-9-]{3,60}$' },
    ['of-ada', 'of-bela', 'of-cleo'],
    () => {
      const taking = overtaking('/slots');
      const isHidden = (id: string) => id === 'of-ada' && taking.all() > 0;
      return {
        list(call) {
          const shown = [...call.store.in('/slots')].filter(([id]) => !isHidden(id));
          return { status: 200, body: shown.map(([id, { thing }]) => ({ key: id, ...thing })) };
        },
        read: (call, found) => (isHidden(call.id) ? NONE : { status: 200, body: { key: call.id, ...found } }),
        put(call, found) {
          if (!found) taking.take(call);
          call.store.set(call.path, call.content, call.owner);
          return { status: found ? 200 : 201, body: { key: call.id, ...call.content } };
        },
      };
    },
  ),
];
