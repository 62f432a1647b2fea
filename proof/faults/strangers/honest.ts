/** Services that say correctly what they make, each in its own way. */

import { contractOf, listOf, objectOf, resource, type SchemaLiteral, TEXT } from './contracts';
import { type Call, NONE, type Reply, type StrangerChanges } from './store';
import {
  addAnothers,
  asHonest,
  FEW,
  keysTaken,
  locatedAt,
  noteStore,
  orderStore,
  postUpserts,
  putStore,
  type Stranger,
  withoutBody,
} from './stranger';

const ALL = [...FEW, 'change'] as const;

/** From this number on, a double can hold only every second whole number. */
const HUGE = 2n ** 53n;

const uuidOf = (number: number) => `7d4c3a10-52be-4c1f-9a5e-${String(number).padStart(12, '0')}`;

const UUID: SchemaLiteral = { type: 'string', format: 'uuid' };

/** Answers the first DELETE of a thing of the run in another way. */
function firstRemoval(answer: (call: Call, good: () => Reply) => Reply): StrangerChanges {
  return (good) => {
    let isFirst = true;
    return {
      remove(call) {
        if (!isFirst) return good.remove(call);
        isFirst = false;
        return answer(call, () => good.remove(call));
      },
    };
  };
}

export const honestStrangers: readonly Stranger[] = [
  asHonest(
    orderStore('plain', 'A plain store: whole numbers as ids, 201 with Location and the thing.', () => ({}), {
      verbs: ALL,
      members: { note: { type: 'string', maxLength: 200 } },
    }),
  ),
  asHonest(
    orderStore(
      'uuid',
      'The ids are UUIDs.',
      (good) => ({ newId: (call) => uuidOf(Number(good.newId(call))), show: (thing, id) => ({ id, ...thing }) }),
      { ids: { id: UUID } },
    ),
  ),
  asHonest(
    orderStore(
      'text-ids',
      'The ids are texts of the service: ord_1000001.',
      (good) => ({ newId: (call) => `ord_${good.newId(call)}`, show: (thing, id) => ({ id, ...thing }) }),
      { ids: { id: TEXT } },
    ),
  ),
  asHonest(
    orderStore(
      'wrapped',
      'Each thing is wrapped: {"data": {"id": 7}}.',
      (good) => ({
        show: (thing, id, call) => ({ data: good.show(thing, id, call) }),
        list: (call) => ({
          status: 200,
          body: { data: [...call.store.in(call.collection)].map(([id, { thing }]) => good.show(thing, id, call)) },
        }),
      }),
      { wrap: (data) => objectOf({ data }), listed: (thing) => objectOf({ data: listOf(thing) }) },
    ),
  ),
  asHonest(
    orderStore(
      'location-only',
      'POST answers with a Location, and no body.',
      locatedAt(({ collection }, id) => `${collection}/${id}`),
      { created: null },
    ),
  ),
  asHonest(
    orderStore(
      'location-absolute',
      'Location is an absolute address of the service.',
      locatedAt(({ collection, origin }, id) => `${origin}${collection}/${id}`),
      { created: null },
    ),
  ),
  asHonest(
    orderStore(
      'location-relative',
      'Location is relative to the path that was asked for: orders/7 at /orders.',
      locatedAt((_, id) => `orders/${id}`),
      { created: null },
    ),
  ),
  asHonest({
    ...orderStore(
      'list-only',
      'POST answers 201 and nothing else; only the list tells the id.',
      () => ({ created: () => withoutBody() }),
      {
        created: null,
        // Of a name of one letter nobody could tell whose it is.
        members: { name: { ...TEXT, minLength: 20 } },
      },
    ),
    before: {
      '/orders': { '1': { name: 'What Ada keeps in her shed' }, '2': { name: 'What Bela keeps in his shed' } },
    },
  }),
  asHonest(
    orderStore(
      'huge-ids',
      'The ids are whole numbers that no double holds: the next smaller one is a stranger’s.',
      (good) => ({
        newId: (call) => String(HUGE + 2n * BigInt(good.newId(call)) + 1n),
        show: (thing, id) => ({ id, ...thing }),
        create(call) {
          const reply = good.create(call);
          const { id } = reply.body as { readonly id: string };
          addAnothers(call.store, call.collection, { name: 'What Ida keeps' }, String(BigInt(id) - 1n));
          return reply;
        },
        finish: (_, reply) => ({ ...reply, withHugeIds: true }),
      }),
    ),
  ),
  asHonest(
    orderStore(
      'escaped-ids',
      'The ids hold what has to be escaped in a path: "ord 7?#%31".',
      (good) => ({
        newId: (call) => `ord ${good.newId(call)}?#%31`,
        show: (thing, id) => ({ id, ...thing }),
        create(call) {
          const reply = good.create(call);
          const { id } = reply.body as { readonly id: string };
          addAnothers(call.store, call.collection, { name: 'What Ida keeps' }, id.slice(0, id.indexOf('?')));
          addAnothers(call.store, call.collection, { name: 'What Jan keeps' }, id.replace('%31', '1'));
          return reply;
        },
      }),
      { ids: { id: TEXT } },
    ),
  ),
  // Of what nothing reads, one is made at a time, so that not all that is planned is sent.
  orderStore('unread', 'Nothing reads or lists what POST makes; its answer shows what was sent.', () => ({}), {
    verbs: ['create', 'replace', 'change', 'remove'],
  }),
  asHonest(
    putStore('put-maker', 'PUT makes what is not there, under a name that the client chooses.', TEXT, [
      'front-door',
      'back-door',
    ]),
  ),
  asHonest(noteStore('nested', 'Notes lie below their users; both have small numbers as ids.', () => ({}))),
  asHonest({
    name: 'chosen-key',
    sentence: 'The client chooses the key of what it makes: a long text; POST answers 409 where it is taken.',
    contract: contractOf(
      resource('/labels/{code}', {
        ids: { code: { type: 'string', minLength: 1, maxLength: 60 } },
        idMember: 'code',
        choosesId: true,
      }),
    ),
    before: { '/labels': keysTaken('code', ['string', 'a', 'aaaaaaaa', 'label', 'test', 'example']) },
    changes: (good) => ({
      ...postUpserts('code')(good),
      create(call) {
        const item = `${call.collection}/${String(call.content['code'])}`;
        if (call.store.at(item)) return { status: 409, body: { message: 'It is taken.' } };
        return postUpserts('code')(good).create?.(call) ?? NONE;
      },
    }),
  }),
  asHonest(
    orderStore('soft-deletion', 'What is deleted stays, with the date of its deletion, and can be read.', (good) => ({
      remove(call) {
        const { deletedAt: _, ...thing } = call.store.at(call.path)?.thing ?? {};
        call.store.set(call.path, { ...thing, deletedAt: '2026-11-21T10:00:00Z' }, call.owner);
        return { status: 204 };
      },
      list: (call) => {
        const there = [...call.store.in(call.collection)].filter(([, { thing }]) => !('deletedAt' in thing));
        return { status: 200, body: there.map(([id, { thing }]) => good.show(thing, id, call)) };
      },
    })),
  ),
  asHonest(
    orderStore(
      'delete-503-once',
      'The first DELETE is answered 503 with Retry-After, without effect; the next ones are fine.',
      firstRemoval(() => ({ status: 503, headers: { 'Retry-After': '0' }, body: { message: 'Soon.' } })),
    ),
  ),
  asHonest(
    orderStore(
      'delete-hangs-once',
      'The first DELETE comes to no answer, without effect; the next ones are fine.',
      firstRemoval(() => ({ status: 204, hangs: true })),
    ),
    { hangs: true },
  ),
  asHonest(
    orderStore(
      'delete-unheard-once',
      'The first DELETE removes, and comes to no answer.',
      firstRemoval((_, good) => ({ ...good(), hangs: true })),
    ),
    { hangs: true },
  ),
];
