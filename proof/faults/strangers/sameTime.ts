/** Services that strangers use at the same time. */

import { TEXT } from './contracts';
import { addAnothers, orderStore, putStore, type Stranger } from './stranger';

export const strangersAtTheSameTime: readonly Stranger[] = [
  orderStore(
    'ids-reused',
    'An id that is free is given to the next thing: a stranger makes one after each DELETE.',
    (good) => ({
      remove(call) {
        const reply = good.remove(call);
        addAnothers(call.store, call.collection, { name: 'What Hal has made at once' }, call.id);
        return reply;
      },
    }),
  ),
  putStore('names-reused', 'A name that is free is taken by a stranger at once.', TEXT, ['front-door'], (good) => ({
    remove(call) {
      const reply = good.remove(call);
      addAnothers(call.store, call.collection, { name: 'What Hal has made at once' }, call.id);
      return reply;
    },
  })),
];
