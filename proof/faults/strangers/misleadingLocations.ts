/** Services whose `Location` leads to another thing, or to another place. */

import type { Call } from './store';
import { locatedAt, noteStore, orderStore, type Stranger } from './stranger';

export const strangersWhoseLocationsMislead: readonly Stranger[] = [
  ...(
    [
      ['other-host', 'Location is on another host.', () => 'http://other.example/orders/3'],
      [
        'other-scheme',
        'Location is on the same host by another scheme.',
        ({ origin }) => `${origin.replace('http:', 'https:')}/orders/3`,
      ],
      ['no-scheme', 'Location begins with two slashes, and names another host.', () => '//other.example/orders/3'],
      ['other-base', 'Location has another base path: /v2/orders/3.', ({ origin }) => `${origin}/v2/orders/3`],
      ['other-kind', 'Location is the thing of another kind: /customers/3.', () => '/customers/3'],
      [
        'a-query',
        'Location has the id of a stranger in its path, and the own one in its query.',
        (_, id) => `/orders/3?made=${id}`,
      ],
      ['templated', 'Location is the template itself: /orders/{id}.', () => '/orders/{id}'],
      ['not-resolved', 'Location is 3: relative to /orders that is /3, and no order.', () => '3'],
      ['the-collection', 'Location is the collection: /orders/.', () => '/orders/'],
    ] satisfies readonly (readonly [string, string, (call: Call, id: string) => string])[]
  ).flatMap(([name, sentence, locate]) => [
    orderStore(`location-${name}`, sentence, locatedAt(locate), { created: null }),
  ]),
  orderStore(
    'location-other-host-and-body',
    'Location is on another host, and the body has the id that it has there.',
    (good) => ({
      created: (call, _, thing) => ({
        status: 201,
        headers: { Location: 'http://other.example/orders/3' },
        body: good.show(thing, '3', call),
      }),
    }),
  ),
  noteStore('location-other-parent', 'Location of a note lies below another user, whose note it is.', (good) => ({
    created: (call, id, thing) =>
      call.collection === '/users'
        ? good.created(call, id, thing)
        : { status: 201, headers: { Location: '/users/1/notes/7' } },
    // The service ignores the user in the path.
    resolve(path, store) {
      const [, note] = /^\/users\/[^/]+\/notes\/([^/]+)$/.exec(path) ?? [];
      const at = note && ['1', '2'].map((user) => `/users/${user}/notes/${note}`).find((item) => store.at(item));
      return at || path;
    },
  })),
  noteStore(
    'notes-of-anyone',
    'POST of a note answers with the newest note of anyone; the service ignores whose it is.',
    (good) => ({
      created: (call, id, thing) =>
        call.collection === '/users'
          ? good.created(call, id, thing)
          : { status: 201, body: { id: 9, name: 'What Ada keeps' } },
      resolve(path, store) {
        const [, note] = /^\/users\/[^/]+\/notes\/([^/]+)$/.exec(path) ?? [];
        const at = note && ['1', '2'].map((user) => `/users/${user}/notes/${note}`).find((item) => store.at(item));
        return at || path;
      },
    }),
  ),
  noteStore('user-of-anyone', 'POST of a user answers with a stranger, below whom notes would be made.', (good) => ({
    created: (call, id, thing) =>
      call.collection === '/users'
        ? { status: 201, headers: { Location: '/users/2' }, body: { userId: 2, name: 'What Bela keeps' } }
        : good.created(call, id, thing),
  })),
];
