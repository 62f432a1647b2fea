/** Services in which what an answer says, or that none comes, does not tell what was made or removed. */

import { INTEGER, objectOf, operation, TEXT } from '../contracts';
import type { Call, Reply, Steps, StrangerChanges } from '../store';
import { orderStore, type Stranger } from '../stranger';
import { DONE, desk, makes } from './parts';

/** What POST makes is made, and another answer is given. @param which whether this is so for the POST of this number. */
function madeBut(reply: Reply, which: (number: number) => boolean = () => true): StrangerChanges {
  return (good) => {
    let number = 0;
    return {
      create(call) {
        const made = good.create(call);
        return which(number++) ? reply : made;
      },
    };
  };
}

const refusal = (status: number): Reply => ({ status, body: { message: 'It did not work.' } });

/** Does something some requests later. */
function later(
  requests: number,
  what: (good: Steps, call: Call) => { readonly reply: Reply; readonly effect: () => void },
  step: 'create' | 'remove',
): StrangerChanges {
  return (good) => {
    const waiting: { at: number; effect: () => void }[] = [];
    let now = 0;
    return {
      [step](call: Call) {
        const { reply, effect } = what(good, call);
        waiting.push({ at: now + requests, effect });
        return reply;
      },
      first() {
        now++;
        for (const each of waiting.splice(0)) {
          if (each.at <= now) each.effect();
          else waiting.push(each);
        }
        return undefined;
      },
    };
  };
}

export const strangersUnheard: readonly Stranger[] = [
  orderStore(
    'conflict-but-made',
    'POST answers 409 and makes the thing all the same; the list shows it.',
    madeBut(refusal(409)),
  ),
  orderStore(
    'refused-once-but-made',
    'The first POST answers 400 to what is valid, and makes the thing; the list shows it.',
    madeBut(refusal(400), (number) => number === 0),
  ),
  orderStore(
    'broken-but-made',
    'POST answers 500 after it has made the thing; the list shows it.',
    madeBut(refusal(500)),
  ),
  orderStore(
    'gateway-but-made',
    'Every second POST answers 503 with Retry-After after it has made the thing.',
    madeBut({ ...refusal(503), headers: { 'Retry-After': '0' } }, (number) => number % 2 === 1),
  ),
  orderStore(
    'dropped-but-made',
    'The connection ends after POST has made the thing, and before its answer.',
    madeBut({ status: 201, drops: true }),
  ),
  orderStore(
    'dropped-once-but-made',
    'The connection ends after the second POST has made a thing.',
    madeBut({ status: 201, drops: true }, (number) => number === 1),
  ),
  {
    ...orderStore(
      'hangs-once-but-made',
      'The second POST makes a thing, and is never answered.',
      madeBut({ status: 201, hangs: true }, (number) => number === 1),
    ),
    hangs: true,
  },
  orderStore(
    'dropped-and-unlisted',
    'The connection ends after POST has made the thing, and nothing lists it.',
    madeBut({ status: 201, drops: true }),
    {
      verbs: ['create', 'read', 'remove'],
    },
  ),
  orderStore(
    'invalid-but-made',
    'A body that the contract does not allow is answered 400, and is kept all the same if it has a code; the list shows it.',
    (good) => ({
      refuse(wrong, call) {
        const { code } = call.content;
        if (call.method === 'POST' && typeof code === 'string' && code.length >= 12) good.create(call);
        return good.refuse(wrong, call);
      },
    }),
    { members: { code: { type: 'string', minLength: 12, maxLength: 80 } }, required: ['name', 'code'] },
  ),
  orderStore('removal-that-lies', 'DELETE answers 204, and the thing stays.', () => ({ remove: () => DONE })),
  orderStore('removal-refused', 'DELETE answers 409: what was ordered is not removed.', () => ({
    remove: () => refusal(409),
  })),
  orderStore(
    'removed-later',
    'DELETE answers 202, and the thing is gone three requests later.',
    later(3, (_, { store, path }) => ({ reply: { status: 202 }, effect: () => store.remove(path) }), 'remove'),
  ),
  orderStore(
    'read-later',
    'POST answers 201 with the thing, which is there three requests later.',
    later(
      3,
      (good, call) => {
        const id = good.newId(call);
        return {
          reply: good.created(call, id, call.content),
          // After a reset the id may be somebody's.
          effect: () => call.store.at(`/orders/${id}`) ?? call.store.set(`/orders/${id}`, call.content, call.owner),
        };
      },
      'create',
    ),
  ),
  orderStore(
    'listed-later',
    'POST answers 201 without a body; the list shows the thing three requests later, and nothing else names it.',
    (good) => {
      let now = 0;
      const since = new Map<string, number>();
      return {
        first() {
          now++;
          return undefined;
        },
        created(_, id) {
          since.set(id, now + 3);
          return { status: 201 };
        },
        list: (call) => ({
          status: 200,
          body: (good.list(call).body as { readonly id: number }[]).filter(
            ({ id }) => (since.get(String(id)) ?? 0) <= now,
          ),
        }),
      };
    },
    { created: null },
  ),
  desk({
    name: 'job-that-makes',
    sentence:
      'POST /orders answers 202 with {"jobId"}; GET /jobs/{jobId} says at the second reading that it is done, and which order it has made.',
    shape: { verbs: ['list', 'read', 'remove'] },
    paths: [
      operation('POST /orders', { sent: objectOf({ name: TEXT }), answers: { 202: objectOf({ jobId: INTEGER }) } }),
      operation('GET /jobs/{jobId}', { answers: { 200: objectOf({ state: TEXT, orderId: INTEGER }) } }),
    ],
    answers: () => {
      const readings = new Map<string, number>();
      const asked = new Map<string, Call>();
      const orders = new Map<string, number>();
      return {
        'POST /orders'(call) {
          const jobId = String(100 + asked.size);
          asked.set(jobId, call);
          return { status: 202, headers: { Location: `/jobs/${jobId}` }, body: { jobId: Number(jobId) } };
        },
        'GET /jobs/{jobId}'(_, jobId = '') {
          const posted = asked.get(jobId);
          if (!posted) return undefined;
          const count = (readings.get(jobId) ?? 0) + 1;
          readings.set(jobId, count);
          if (count < 2) return { status: 200, body: { state: 'running' } };
          const orderId = orders.get(jobId) ?? Number(makes(posted, '/orders', posted.content).id);
          orders.set(jobId, orderId);
          return { status: 200, body: { state: 'done', orderId } };
        },
      };
    },
  }),
  orderStore(
    'two-for-one',
    'Each POST makes two things, and answers with the second one; the list shows both.',
    (good) => ({
      create(call) {
        good.create(call);
        return good.create(call);
      },
    }),
  ),
  orderStore(
    'put-of-nothing-makes',
    'PUT on what is not there answers 404, and makes it under the next number; the list shows it.',
    (good) => ({
      put(call, found) {
        if (!found) call.store.set(`/orders/${call.store.nextId()}`, call.content, call.owner);
        return good.put(call, found);
      },
    }),
  ),
  orderStore('put-moves', 'PUT gives a thing a new id, answers 200 with it, and the old one is gone.', (good) => ({
    put(call, found) {
      if (!found) return good.put(call, found);
      const kept = call.store.at(call.path);
      if (kept?.owner !== call.owner) return good.put(call, found);
      call.store.remove(call.path);
      const id = call.store.nextId();
      call.store.set(`/orders/${id}`, call.content, call.owner);
      return { status: 200, body: { id: Number(id), ...call.content } };
    },
  })),
];
