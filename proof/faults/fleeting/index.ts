/** The services in which things come and go: what each keeps, and how it deviates. */

import type { Service } from '../catalogue/service';
import { boxFaults, boxVariants } from './boxes';
import { fleetingService } from './fleeting';

const ONE = [{ id: 7, sku: '0007' }];

export const fleetingServices: readonly Service[] = [
  fleetingService(
    'shelf of things',
    {
      file: 'things',
      collection: '/things',
      member: 'id',
      isGuarded: false,
      invalid: 400,
      missing: 404,
      isNumbered: true,
      start: ONE,
    },
    {
      variants: {
        'things-one': {
          summary: 'has one thing, and takes no other of its four digits',
          draws: [],
          open: () => ({ refuses: ({ method }) => (method === 'POST' ? 409 : undefined) }),
        },
        'things-one-unique': {
          summary: 'has one thing, and no two of the same four digits',
          draws: [],
          open: () => ({
            refuses: ({ method, kept, content: { sku } }) =>
              method === 'POST' && [...kept.values()].some((each) => each['sku'] === sku) ? 409 : undefined,
          }),
        },
        'things-two': {
          summary: 'has two things, and takes no other',
          draws: [],
          start: [...ONE, { id: 8, sku: '0008' }],
          open: () => ({ refuses: ({ method }) => (method === 'POST' ? 409 : undefined) }),
        },
        'things-listed-late': {
          summary: 'lists for a while what was removed, and takes no other',
          draws: [],
          start: [...ONE, { id: 8, sku: '0008' }],
          open: () => {
            const gone = new Map<string, number>();
            return {
              refuses({ method, id }) {
                if (method === 'POST') return 409;
                return gone.has(id) ? 404 : undefined;
              },
              removes({ id }) {
                gone.set(id, Date.now());
                return 204;
              },
            };
          },
        },
      },
    },
  ),
  fleetingService(
    'items of an application',
    {
      file: 'items',
      collection: '/items/',
      member: 'id',
      isGuarded: true,
      invalid: 422,
      missing: 404,
      isNumbered: true,
      start: [
        { id: 1, title: 'Foo', description: null, owner_id: 1 },
        { id: 2, title: 'Bar', description: 'bar', owner_id: 1 },
      ],
    },
    {
      variants: {
        'items-of-one-owner': {
          summary: 'takes items of its first owner alone',
          draws: [],
          open: () => ({
            refuses: ({ method, content }) =>
              (method === 'POST' || method === 'PUT') && content['owner_id'] !== 1 ? 404 : undefined,
          }),
        },
        'items-plain': { summary: 'takes and keeps all items', draws: [] },
      },
    },
  ),
  fleetingService(
    'management of users',
    {
      file: 'users',
      collection: '/users',
      member: 'id',
      wrapper: 'userList',
      isGuarded: false,
      invalid: 400,
      missing: 404,
      isNumbered: true,
      start: [{ id: 1, username: 'admin', email: 'a@example.com', name: 'A' }],
    },
    {
      variants: {
        'users-by-rules': {
          summary: 'takes only users with rules that its contract does not have',
          draws: [],
          open: () => ({
            refuses: ({ method, content: { password, email } }) =>
              method === 'POST' &&
              !(typeof password === 'string' && /[A-Z].*\d|\d.*[A-Z]/.test(password) && /@/.test(String(email)))
                ? 400
                : undefined,
          }),
        },
        'users-none-new': {
          summary: 'takes no users',
          draws: [],
          open: () => ({ refuses: ({ method }) => (method === 'POST' ? 400 : undefined) }),
        },
      },
    },
  ),
  fleetingService(
    'desk of one customer',
    {
      file: 'orders',
      collection: '/orders',
      member: 'orderId',
      isGuarded: true,
      invalid: 400,
      missing: 404,
      isNumbered: false,
      start: [
        { orderId: 'o-1', customer: 'acme', articles: 3 },
        { orderId: 'o-2', customer: 'acme', articles: 4 },
      ],
    },
    {
      variants: {
        'orders-of-one-customer': {
          summary: 'takes orders of one customer alone',
          draws: [],
          open: () => ({
            refuses: ({ method, content: { customer } }) =>
              (method === 'POST' || method === 'PUT') && customer !== 'acme' ? 422 : undefined,
          }),
        },
        'orders-one-left': {
          summary: 'takes no orders, and has one',
          draws: [],
          start: [{ orderId: 'o-1', customer: 'acme', articles: 3 }],
          open: () => ({ refuses: ({ method }) => (method === 'POST' ? 422 : undefined) }),
        },
      },
    },
  ),
  fleetingService(
    'room of boxes',
    {
      file: 'boxes',
      collection: '/boxes',
      member: 'boxId',
      isGuarded: true,
      invalid: 400,
      missing: 404,
      isNumbered: true,
      start: [{ boxId: 1, name: 'First', litres: 5 }],
    },
    { variants: boxVariants, faults: boxFaults },
  ),
];
