/** Services that check neither credentials nor bodies. */

import { contractOf, guarded, resource, TEXT, textLike } from './contracts';
import type { Reply, StrangerChanges } from './store';
import { asHonest, CODES, getOrCreates, keyedStore, orderStore, putStore, type Stranger } from './stranger';

const TOKEN = 'green-thumb-44d1';

export const carelessStrangers: readonly Stranger[] = [
  {
    ...asHonest(
      orderStore('guarded', 'Only who has the token is let in.', (good) => ({
        refuse: (wrong, call) => (call.token === TOKEN ? good.refuse(wrong, call) : UNKNOWN),
        first: ({ token }) => (token === TOKEN ? undefined : UNKNOWN),
      })),
    ),
    contract: guarded(contractOf(resource('/orders/{id}'))),
    token: TOKEN,
  },
  {
    ...orderStore(
      'open-door',
      'A token is declared and never looked at; POST answers 201 with what was there.',
      getOrCreates(201),
    ),
    contract: guarded(contractOf(resource('/orders/{id}'))),
    token: TOKEN,
  },
  {
    ...orderStore('open-door-plain', 'A token is declared and never looked at; all else is honest.', () => ({})),
    contract: guarded(contractOf(resource('/orders/{id}'))),
    token: TOKEN,
  },
  orderStore('lax', 'Whatever is sent is accepted and kept, also what the contract does not allow.', acceptsAll),
  lax(
    keyedStore(
      'lax-key-of-an-enum',
      'POST upserts, also what the contract does not allow.',
      { enum: ['small', 'medium'] },
      ['small', 'medium'],
    ),
  ),
  lax(
    keyedStore(
      'lax-key-of-three-letters',
      'POST upserts a code, also what the contract does not allow.',
      textLike('^[A-Z]{3}$', 'EUR'),
      CODES,
    ),
  ),
  lax(
    putStore('lax-put', 'PUT makes and overwrites, also what the contract does not allow.', TEXT, [
      'front-door',
      'string',
      'a',
    ]),
  ),
];

const UNKNOWN: Reply = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { message: 'Who are you?' } };

function acceptsAll(): ReturnType<StrangerChanges> {
  return { refuse: () => undefined };
}

function lax(stranger: Stranger): Stranger {
  return { ...stranger, changes: (good) => ({ ...stranger.changes?.(good), ...acceptsAll() }) };
}
