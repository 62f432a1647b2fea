/** Services in which a change of what is one's own moves what is somebody else's. */

import { INTEGER, listOf, objectOf, objectWith, operation, type SchemaLiteral, TEXT } from '../contracts';
import { type Call, NONE } from '../store';
import { type Stranger, thingsOfPeople } from '../stranger';
import type { StrangerThing } from '../things';
import { DONE, desk, idsWhere, touch, withThing } from './parts';

const BOOLEAN: SchemaLiteral = { type: 'boolean' };

/** Whether what a request changes exists; POST changes nothing that has to. */
const isThere = ({ method, store, path }: Call) => method === 'POST' || store.at(path) !== undefined;

/** Five things of strangers, each with what a function says of its position. */
const withEach = (more: (at: number) => StrangerThing) =>
  Object.fromEntries(Object.entries(thingsOfPeople()).map(([id, thing], at) => [id, { ...thing, ...more(at) }]));

/** A store in which at most one thing has a value in a member: what is sent with it takes it from the one that had it. */
function exclusive(
  name: string,
  sentence: string,
  member: string,
  schema: SchemaLiteral,
  value: unknown,
  otherwise: unknown,
): Stranger {
  const moves = (call: Call) => {
    if (call.content[member] !== value || !isThere(call)) return undefined;
    for (const id of idsWhere(call, '/orders', (thing) => thing[member] === value)) {
      if (`/orders/${id}` !== call.path) touch(call, `/orders/${id}`, { [member]: otherwise });
    }
    return undefined;
  };
  return desk({
    name,
    sentence,
    shape: { members: { [member]: schema }, verbs: ['list', 'create', 'read', 'replace', 'change', 'remove'] },
    before: { '/orders': withEach((at) => ({ [member]: at === 0 ? value : otherwise })) },
    answers: { 'POST /orders': moves, 'PUT /orders/{id}': moves, 'PATCH /orders/{id}': moves },
  });
}

/** A store in which an action on a thing takes something from the one that had it. */
function claiming(action: string, method: string, member: string): Stranger {
  return desk({
    name: `claims-${action}`,
    sentence: `${method} /orders/{id}/${action} takes \`${member}\` from the thing that had it.`,
    shape: { members: { [member]: { ...BOOLEAN, readOnly: true } } },
    paths: [operation(`${method} /orders/{id}/${action}`)],
    before: { '/orders': withEach((at) => ({ [member]: at === 0 })) },
    answers: {
      [`${method} /orders/{id}/${action}`]: withThing('/orders', (call, _, item) => {
        for (const id of idsWhere(call, '/orders', (thing) => thing[member] === true))
          touch(call, `/orders/${id}`, { [member]: false });
        touch(call, item, { [member]: true });
        return DONE;
      }),
    },
  });
}

/** Moves all things of others at or behind a position by one. */
function shifts(member: string) {
  return (call: Call) => {
    const position = call.content[member];
    if (typeof position !== 'number' || !isThere(call)) return undefined;
    for (const id of idsWhere(call, '/orders', (thing) => Number(thing[member]) >= position)) {
      if (`/orders/${id}` === call.path) continue;
      touch(call, `/orders/${id}`, { [member]: Number(call.store.at(`/orders/${id}`)?.thing[member]) + 1 });
    }
    return undefined;
  };
}

function ordered(name: string, sentence: string, member: string): Stranger {
  const moves = shifts(member);
  return desk({
    name,
    sentence,
    shape: {
      members: { [member]: { type: 'integer', minimum: 1, maximum: 1000 } },
      verbs: ['list', 'create', 'read', 'replace', 'change', 'remove'],
    },
    before: { '/orders': withEach((at) => ({ [member]: at + 1 })) },
    answers: { 'POST /orders': moves, 'PUT /orders/{id}': moves, 'PATCH /orders/{id}': moves },
  });
}

export const strangersWhoAreMoved: readonly Stranger[] = [
  exclusive(
    'is-default',
    'One thing is the default: `isDefault: true` takes it from the one that was.',
    'isDefault',
    BOOLEAN,
    true,
    false,
  ),
  exclusive(
    'primary',
    'One thing is the primary one: `primary: true` takes it from the one that was.',
    'primary',
    BOOLEAN,
    true,
    false,
  ),
  exclusive(
    'only-one-is-pinned',
    'One thing is pinned, as the list tells: `pinned: true` takes it from the one that was.',
    'pinned',
    BOOLEAN,
    true,
    false,
  ),
  exclusive(
    'flagship',
    'One thing is the flagship, as the list alone tells: `flagship: true` takes it from the one that was.',
    'flagship',
    BOOLEAN,
    true,
    false,
  ),
  exclusive(
    'has-the-keys',
    'One thing has the keys, as the list alone tells, and a new one gets them unless it says no.',
    'hasKeys',
    { ...BOOLEAN, default: true },
    true,
    false,
  ),
  {
    ...ordered('seats', 'Each thing has a seat, as the list alone tells: who sits there and behind moves on.', 'seat'),
    isAlone: true,
  },
  {
    ...ordered(
      'bays',
      'Each thing has a bay, as the list alone tells: what is there and behind moves on.',
      'bayNumber',
    ),
    isAlone: true,
  },
  exclusive(
    'is-active',
    'One thing is active: `active: true` takes it from the one that was; the default is true.',
    'active',
    { ...BOOLEAN, default: true },
    true,
    false,
  ),
  exclusive(
    'role-of-one',
    'One thing has the role `leader`; who is sent with it takes it from the one that had it.',
    'role',
    { enum: ['member', 'leader'] },
    'leader',
    'member',
  ),
  ordered('position', '`position` puts a thing before those that are there, and shifts them.', 'position'),
  ordered('rank', '`rank` puts a thing before those that are there, and shifts them.', 'rank'),
  claiming('activate', 'POST', 'active'),
  claiming('primary', 'PUT', 'primary'),
  claiming('make-default', 'POST', 'isDefault'),
  claiming('move-to-top', 'POST', 'first'),
  desk({
    name: 'order-of-all',
    sentence: 'PUT /orders/order numbers all orders anew, those that its body lists first.',
    paths: [
      operation('PUT /orders/order', { sent: objectWith({ ids: { ...listOf(INTEGER), minItems: 1, maxItems: 5 } }) }),
    ],
    before: { '/orders': withEach((at) => ({ rank: at + 1 })) },
    answers: {
      'PUT /orders/order'(call) {
        const listed = (call.content['ids'] as readonly unknown[]).map(String);
        const all = [...call.store.in('/orders').keys()];
        if (!listed.every((id) => all.includes(id))) return NONE;
        const anew = [...listed, ...all.filter((id) => !listed.includes(id))];
        for (const [at, id] of anew.entries()) touch(call, `/orders/${id}`, { rank: at + 1 });
        return DONE;
      },
    },
  }),
  desk({
    name: 'selected',
    sentence: 'PUT /selection names the one order that all screens show.',
    paths: [
      operation('GET /selection', { answers: { 200: objectOf({ orderId: INTEGER }) } }),
      operation('PUT /selection', {
        sent: objectWith({ orderId: { ...INTEGER, minimum: 1 } }),
        answers: { 200: objectOf({ orderId: INTEGER }) },
      }),
    ],
    before: { '/selections': { all: { orderId: 1 } } },
    answers: {
      'GET /selection': ({ store }) => ({ status: 200, body: store.at('/selections/all')?.thing }),
      'PUT /selection'(call) {
        if (!call.store.at(`/orders/${String(call.content['orderId'])}`)) return NONE;
        touch(call, '/selections/all', call.content);
        return { status: 200, body: call.content };
      },
    },
  }),
  desk({
    name: 'note-to-all',
    sentence: 'POST /announcements writes a note into the orders of everyone.',
    paths: [
      operation('POST /announcements', {
        sent: objectWith({ text: TEXT }),
        answers: { 200: objectOf({ reached: INTEGER }) },
      }),
    ],
    answers: {
      'POST /announcements'(call) {
        const ids = idsWhere(call, '/orders', () => true);
        for (const id of ids) touch(call, `/orders/${id}`, { note: call.content['text'] });
        return { status: 200, body: { reached: ids.length } };
      },
    },
  }),
];
