/** Services whose lists do not show what exists. */

import type { Reply } from './store';
import { addAnothers, newestOfAll, orderStore, type Stranger, withoutBody } from './stranger';
import type { StrangerThing } from './things';

const LIST_ONLY = { created: null } as const;

export const strangersWhoseListsMislead: readonly Stranger[] = [
  orderStore(
    'last-comment',
    'The list shows with each thing what was said of it last: our text stands in the thing of a stranger.',
    (good) => ({
      created: () => withoutBody(),
      list: (call) => {
        const [, newest] = newestOfAll(call);
        const there = [...call.store.in(call.collection)].filter(([, { owner }]) => owner !== call.owner);
        return {
          status: 200,
          body: there.map(([id, { thing }]) => ({
            ...(good.show(thing, id, call) as StrangerThing),
            lastComment: newest,
          })),
        };
      },
    }),
    { ...LIST_ONLY, members: { lastComment: { type: 'object', readOnly: true } } },
  ),
  orderStore(
    'quoted',
    'A stranger answers each thing at once, and quotes its name in a note.',
    (good) => ({
      create(call) {
        const reply = good.create(call);
        addAnothers(call.store, call.collection, { name: 'An answer', note: String(call.content['name']) });
        return { ...reply, headers: {}, body: undefined };
      },
    }),
    LIST_ONLY,
  ),
  orderStore(
    'copied',
    'A stranger copies each new thing at once, text by text; only the list tells of both.',
    (good) => ({
      create(call) {
        good.create(call);
        addAnothers(call.store, call.collection, call.content);
        return withoutBody();
      },
    }),
    LIST_ONLY,
  ),
  orderStore(
    'copied-alone',
    'The list shows the copies that a stranger makes of each new thing, and not the things themselves.',
    (good) => ({
      create(call) {
        good.create(call);
        addAnothers(call.store, call.collection, { ...call.content, note: 'copied' });
        return withoutBody();
      },
      list: (call) => {
        const there = [...call.store.in(call.collection)].filter(([, { owner }]) => owner !== call.owner);
        return { status: 200, body: there.map(([id, { thing }]) => good.show(thing, id, call)) };
      },
    }),
    LIST_ONLY,
  ),
  orderStore(
    'busy',
    'A stranger makes a thing after each of ours; only the list tells ids.',
    () => ({
      created(call) {
        addAnothers(call.store, call.collection, { name: 'What Gil has just made' });
        return withoutBody();
      },
    }),
    LIST_ONLY,
  ),
  orderStore('stale-list', 'The list is kept from the beginning: it shows nothing new.', (good) => {
    let first: Reply | undefined;
    return {
      list(call) {
        first ??= good.list(call);
        return first;
      },
    };
  }),
  orderStore(
    'stale-list-only',
    'The list is kept from the beginning, and nothing else tells what was made.',
    (good) => {
      let first: Reply | undefined;
      return {
        created: () => withoutBody(),
        list(call) {
          first ??= good.list(call);
          return first;
        },
      };
    },
    LIST_ONLY,
  ),
  orderStore('removed-listed', 'The list shows what was removed, too.', (good) => {
    const removed = new Map<string, unknown>();
    return {
      remove(call) {
        removed.set(call.id, good.show(call.store.at(call.path)?.thing ?? {}, call.id, call));
        return good.remove(call);
      },
      list: (call) => ({ status: 200, body: [...(good.list(call).body as unknown[]), ...removed.values()] }),
    };
  }),
];
