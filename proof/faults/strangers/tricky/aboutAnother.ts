/** Services in which a request is about a thing, or a person, that no path names: by a member, by a key that it repeats, by what it lies in. */

import {
  contractOf,
  INTEGER,
  listOf,
  objectOf,
  objectWith,
  operation,
  resource,
  type SchemaLiteral,
  TEXT,
} from '../contracts';
import { type Call, NONE } from '../store';
import { type Stranger, thingsOfPeople } from '../stranger';
import { DONE, desk, idsWhere, touch, withThing } from './parts';

const ORDER = objectOf({ id: INTEGER, name: TEXT });
const ZONE = { ...TEXT, example: 'example.org' };
const NUMBER = { ...INTEGER, minimum: 1, example: 3 };

const USERS = resource('/users/{login}', {
  ids: { login: TEXT },
  idMember: 'login',
  required: [],
  verbs: ['list', 'read'],
});

const USERS_BEFORE = { '/users': { ada: { mail: 'ada@example.com' }, bela: { mail: 'bela@example.com' } } };

/** Shows users with their login, and orders with their number. */
const shown = (thing: object, id: string, { collection }: Call) =>
  collection === '/users' ? { ...thing, login: id } : { id: Number(id), ...thing };

/** A store in which POST tells the users that a member names of the new order. */
function telling(
  member: string,
  schema: SchemaLiteral,
  named: (value: unknown) => readonly string[] = (value) => [value].flat().map(String),
): Stranger {
  return desk({
    name: `tells-${member}`,
    sentence: `POST /orders writes to the users that \`${member}\` names; the example names strangers.`,
    shape: { members: { [member]: schema }, required: ['name', member] },
    paths: [USERS],
    before: USERS_BEFORE,
    changes: () => ({ show: shown }),
    answers: {
      'POST /orders'(call) {
        const names = named(call.content[member]);
        for (const login of idsWhere(
          call,
          '/users',
          (user, id) => names.includes(id) || names.includes(`${user['mail']}`),
        ))
          touch(call, `/users/${login}`, { told: true });
        return undefined;
      },
    },
  });
}

export const strangersAboutAnother: readonly Stranger[] = [
  telling('reviewers', { ...listOf(TEXT), minItems: 1, example: ['ada', 'bela'] }),
  telling('cc', { ...listOf({ type: 'string', format: 'email', example: 'bela@example.com' }), minItems: 1 }),
  telling('text', { ...TEXT, example: 'Hello @ada' }, (value) =>
    [...String(value).matchAll(/@(\w+)/g)].map(([, login = '']) => login),
  ),
  desk({
    name: 'members-of-an-order',
    sentence: 'PUT /orders/{id}/members names users, who are told; its body is a list of their logins.',
    paths: [
      USERS,
      operation('PUT /orders/{id}/members', { sent: { ...listOf({ ...TEXT, example: 'ada' }), minItems: 1 } }),
    ],
    before: USERS_BEFORE,
    changes: () => ({ show: shown }),
    answers: {
      'PUT /orders/{id}/members': withThing('/orders', (call) => {
        for (const login of call.content as unknown as readonly string[])
          touch(call, `/users/${login}`, { told: true });
        return DONE;
      }),
    },
  }),
  desk({
    name: 'id-in-the-body-counts',
    sentence: 'PUT and PATCH of an order change the one whose id the body has; the example is a stranger’s.',
    shape: { verbs: ['list', 'create', 'read', 'remove'] },
    paths: [
      operation('PUT /orders/{id}', { sent: objectWith({ id: NUMBER, name: TEXT }), answers: { 200: ORDER } }),
      operation('PATCH /orders/{id}', { sent: objectOf({ id: NUMBER, name: TEXT }), answers: { 200: ORDER } }),
    ],
    answers: { 'PUT /orders/{id}': changesNamed, 'PATCH /orders/{id}': changesNamed },
  }),
  desk({
    name: 'key-used-before',
    sentence: 'POST answers as it did to the same Idempotency-Key; the example is what a stranger has sent.',
    shape: { verbs: ['list', 'read', 'replace', 'remove'] },
    paths: [
      operation('POST /orders', {
        parameters: [
          { in: 'header', name: 'Idempotency-Key', required: true, schema: { ...TEXT, example: 'key-of-ada' } },
        ],
        sent: objectWith({ name: TEXT }),
        answers: { 201: ORDER },
      }),
    ],
    answers: {
      'POST /orders'({ headers, store }) {
        if (headers['idempotency-key'] !== 'key-of-ada') return undefined;
        return {
          status: 201,
          headers: { Location: '/orders/3' },
          body: { id: 3, ...store.at('/orders/3')?.thing },
        };
      },
    },
  }),
  {
    name: 'serial-of-a-zone',
    sentence: 'POST /zones/{zone}/records raises the serial of the zone, which is a stranger’s; nobody can make one.',
    contract: contractOf(
      resource('/zones/{zone}', {
        ids: { zone: ZONE },
        idMember: 'zone',
        required: [],
        members: { serial: INTEGER },
        verbs: ['list', 'read'],
      }),
      resource('/zones/{zone}/records/{id}', { ids: { zone: ZONE }, verbs: ['list', 'create', 'read', 'remove'] }),
    ),
    before: {
      '/zones': { 'example.org': { serial: 1 }, 'example.net': { serial: 1 } },
      '/zones/example.org/records': thingsOfPeople(),
    },
    changes: () => ({
      show: (thing, id, { collection }) =>
        collection === '/zones' ? { zone: id, ...thing } : { id: Number(id), ...thing },
      first(call) {
        const [, zone] = /^\/zones\/([^/]+)\/records/.exec(call.path) ?? [];
        if (zone !== undefined && call.method !== 'GET') touch(call, `/zones/${zone}`, { serial: 2 });
        return undefined;
      },
    }),
  },
];

function changesNamed(call: Call) {
  const id = String(call.content['id'] ?? call.id);
  const item = `/orders/${id}`;
  if (!call.store.at(item)) return NONE;
  touch(call, item, { name: call.content['name'] ?? 'none' });
  return { status: 200, body: { id: Number(id), ...call.store.at(item)?.thing } };
}
