/** Services in which an id that does not exist, or that is no id at all, is taken for that of somebody else's thing. GET shows it. */

import { contractOf, INTEGER, resource, type SchemaLiteral, TEXT } from '../contracts';
import { NONE, type StrangerChanges } from '../store';
import { type Stranger, thingsOfPeople } from '../stranger';
import type { Store } from '../things';

/** Makes a store of orders, of which these are there at first. */
function ordersStore(
  { name, sentence }: Pick<Stranger, 'name' | 'sentence'>,
  schema: SchemaLiteral,
  ids: readonly string[],
  changes: StrangerChanges,
): Stranger {
  const contract = contractOf(resource('/orders/{id}', { ids: { id: schema } }));
  return { name, sentence, contract, before: { '/orders': thingsOfPeople(ids) }, changes };
}

/** Makes a store in which what a function says of an id that does not exist is that of another thing. */
function misread(
  name: string,
  sentence: string,
  schema: SchemaLiteral,
  ids: readonly string[],
  meant: (id: string, store: Store) => string,
): Stranger {
  return ordersStore({ name, sentence }, schema, ids, () => ({
    resolve(path, store) {
      const [, id] = /^\/orders\/([^/]+)$/.exec(path) ?? [];
      return id === undefined || store.at(path) ? path : `/orders/${meant(id, store)}`;
    },
  }));
}

/** Makes a store in which GET reads an id as it is, and DELETE, PUT and PATCH read in one that is not there what a function says. */
function misreadWhereChanged(
  name: string,
  sentence: string,
  ids: readonly string[],
  meant: (id: string) => string,
  schema: SchemaLiteral = INTEGER,
): Stranger {
  return ordersStore({ name, sentence }, schema, ids, (good) => ({
    first(call) {
      const { method, id, store } = call;
      if (id === '' || !['DELETE', 'PUT', 'PATCH'].includes(method) || store.at(call.path)) return undefined;
      const other = { ...call, id: meant(id), path: `/orders/${meant(id)}` };
      const thing = store.at(other.path)?.thing;
      if (!thing) return NONE;
      return method === 'DELETE' ? good.remove(other) : good.change(other, thing);
    },
  }));
}

const numbersIn = (store: Store) => [...store.in('/orders').keys()].map(Number);

export const strangersWhoMisreadIds: readonly Stranger[] = [
  misread(
    'clamped',
    'An id that is too large or too small is that of the last or the first thing; GET answers 200 there.',
    INTEGER,
    ['1', '2', '3', '4', '5'],
    (id, store) => {
      const numbers = numbersIn(store);
      if (Number.isNaN(Number(id))) return 'none';
      return String(Number(id) > Math.max(...numbers) ? Math.max(...numbers) : Math.min(...numbers));
    },
  ),
  misread(
    'catch-all',
    'An id that is not there is that of the first thing; GET answers 200 there.',
    TEXT,
    ['home', 'about'],
    () => 'home',
  ),
  misread(
    'of-32-bits',
    'Of an id, the service reads 32 bits, and leaves out the sign.',
    INTEGER,
    ['0', '1', '2', '3', '2147483647', '2147483648'],
    (id) => (/^-?\d+$/.test(id) ? String(Math.abs(Number(BigInt.asIntN(32, BigInt(id))))) : 'none'),
  ),
  misread(
    'nearest',
    'An id that is not there is that of the nearest one before it.',
    INTEGER,
    ['1', '2', '3', '1000000'],
    (id, store) =>
      Number.isNaN(Number(id)) ? 'none' : String(Math.max(1, ...numbersIn(store).filter((each) => each <= Number(id)))),
  ),
  misread(
    'like',
    'In an id, % and * stand for any text, as in SQL and in shells.',
    TEXT,
    ['home', 'about', 'a'],
    (id, store) => {
      const pattern = new RegExp(`^${id.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replace(/[%*]/g, '.*')}$`);
      return [...store.in('/orders').keys()].find((each) => pattern.test(each)) ?? 'none';
    },
  ),
  misread(
    'by-prefix',
    'An id may be shortened; and what is longer is cut to what begins it.',
    TEXT,
    ['0', '1', '7', 'e', 'n', 'u'],
    (id, store) => [...store.in('/orders').keys()].find((each) => each.startsWith(id) || id.startsWith(each)) ?? 'none',
  ),
  misread(
    'aliases',
    'me, self, current, latest, new, null, 0, -1 and what is no number stand for the first thing.',
    TEXT,
    ['1', '2'],
    (id) => (/^([a-z]+|0|-1)$/i.test(id) || Number.isNaN(Number(id)) ? '1' : 'none'),
  ),
  misreadWhereChanged(
    'cut-to-32-bits',
    'DELETE reads the lowest 32 bits of an id without their sign.',
    ['0', '1', '2'],
    (id) => (/^-?\d+$/.test(id) ? String(Math.abs(Number(BigInt.asIntN(32, BigInt(id))))) : 'none'),
  ),
  misreadWhereChanged(
    'at-most-32-bits',
    'DELETE takes an id that is too large for the largest that it knows.',
    ['1', '2147483647'],
    (id) => (Number(id) >= 2 ** 31 ? '2147483647' : 'none'),
    { type: 'integer', format: 'int32' },
  ),
  misreadWhereChanged('no-number-is-zero', 'DELETE reads what is no number as 0.', ['0', '1'], (id) =>
    String(Number.parseInt(id, 10) || 0),
  ),
  misreadWhereChanged(
    'digits-before-letters',
    'DELETE reads the digits with which an id begins: 7abc is 7.',
    ['1', '2', '3', '7', '9'],
    (id) => /^\s*\+?0*(\d+)/.exec(id)?.[1] ?? 'none',
  ),
  {
    ...misread(
      'catch-all-of-uuids',
      'A UUID that is not there is that of the first thing; GET answers 200 there.',
      { type: 'string', format: 'uuid' },
      ['11111111-1111-4111-8111-111111111111'],
      () => '11111111-1111-4111-8111-111111111111',
    ),
  },
];
