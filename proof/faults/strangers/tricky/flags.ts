/** Services in which a flag of a request turns it into another one, or makes it about everything. */

import { INTEGER, objectOf, operation, type SchemaLiteral } from '../contracts';
import type { Call } from '../store';
import type { Stranger } from '../stranger';
import { desk, idsWhere, touch, withThing } from './parts';

const inQuery = (name: string, schema: SchemaLiteral) => ({ in: 'query', name, schema });
const MODE: SchemaLiteral = { enum: ['append', 'replace'] };
const FLAG: SchemaLiteral = { type: 'boolean', default: false };
const ORDER = objectOf({ id: INTEGER, name: { type: 'string' } });

function removeAll(call: Call): void {
  for (const id of idsWhere(call, '/orders', () => true)) call.store.remove(`/orders/${id}`);
}

/** GET of one order, or of all, that does something else where a flag says so. */
function getWith(name: string, sentence: string, parameter: SchemaLiteral, isSet: (call: Call) => boolean): Stranger {
  return desk({
    name,
    sentence,
    shape: { verbs: ['create', 'replace', 'remove'] },
    paths: [
      operation('GET /orders', { parameters: [parameter], answers: { 200: { type: 'array', items: ORDER } } }),
      operation('GET /orders/{id}', { parameters: [parameter], answers: { 200: ORDER } }),
    ],
    answers: {
      'GET /orders'(call) {
        if (!isSet(call)) return undefined;
        removeAll(call);
        return { status: 200, body: [] };
      },
      'GET /orders/{id}': (call, id) => {
        if (!isSet(call)) return undefined;
        return withThing('/orders', ({ store }, thing, item) => {
          store.remove(item);
          return { status: 200, body: { id: Number(id), ...thing } };
        })(call, id);
      },
    },
  });
}

const isTrue = (name: string) => (call: Call) => call.query.get(name) === 'true';

export const strangersWithFlags: readonly Stranger[] = [
  getWith(
    'read-and-consume',
    'GET /orders/{id}?consume=true takes an order out of the queue.',
    inQuery('consume', FLAG),
    isTrue('consume'),
  ),
  getWith(
    'read-and-mark',
    'GET /orders/{id}?markAsRead=true takes an order out of what is new.',
    inQuery('markAsRead', FLAG),
    isTrue('markAsRead'),
  ),
  getWith(
    'read-and-ack',
    'GET /orders/{id}?auto_ack=true takes an order out of the queue.',
    inQuery('auto_ack', FLAG),
    isTrue('auto_ack'),
  ),
  ...['propagate', 'globally'].map((flag) =>
    desk({
      name: `change-with-${flag}`,
      sentence: `PUT /orders/{id}?${flag}=true gives all orders the name that is sent.`,
      shape: { verbs: ['list', 'create', 'read', 'remove'] },
      paths: [
        operation('PUT /orders/{id}', {
          parameters: [inQuery(flag, FLAG)],
          sent: { ...objectOf({ name: { type: 'string', minLength: 1, maxLength: 80 } }), required: ['name'] },
          answers: { 200: ORDER },
        }),
      ],
      answers: {
        'PUT /orders/{id}'(call) {
          if (isTrue(flag)(call))
            for (const id of idsWhere(call, '/orders', () => true))
              touch(call, `/orders/${id}`, { name: call.content['name'] });
          return undefined;
        },
      },
    }),
  ),
  desk({
    name: 'change-with-reach',
    sentence: 'PATCH /orders/{id}?applyTo=all gives all orders what is sent.',
    paths: [
      operation('PATCH /orders/{id}', {
        parameters: [inQuery('applyTo', { enum: ['one', 'all'] })],
        sent: objectOf({ name: { type: 'string', minLength: 1, maxLength: 80 } }),
        answers: { 200: ORDER },
      }),
    ],
    answers: {
      'PATCH /orders/{id}': withThing('/orders', (call, thing, item) => {
        const { content, id, query } = call;
        const others = query.get('applyTo') === 'all' ? idsWhere(call, '/orders', () => true) : [];
        for (const each of [...others.map((other) => `/orders/${other}`), item]) touch(call, each, content);
        return { status: 200, body: { id: Number(id), ...thing, ...content } };
      }),
    },
  }),
  ...(['query', 'body'] as const).map((where) =>
    desk({
      name: `made-in-place-of-all-by-${where}`,
      sentence: `POST /orders with \`mode: replace\` in its ${where} removes all other orders.`,
      shape: { verbs: ['list', 'read', 'remove'] },
      paths: [
        operation('POST /orders', {
          parameters: where === 'query' ? [inQuery('mode', MODE)] : [],
          sent: {
            ...objectOf({ name: { type: 'string', minLength: 1 }, ...(where === 'body' ? { mode: MODE } : {}) }),
            required: ['name'],
          },
          answers: { 201: ORDER },
        }),
      ],
      answers: {
        'POST /orders'(call) {
          if ((call.query.get('mode') ?? call.content['mode']) === 'replace') removeAll(call);
          return undefined;
        },
      },
    }),
  ),
];
