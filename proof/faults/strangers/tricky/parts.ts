/** What several tricky services have in common. */

import { type ContractShape, contractOf, type Paths, resource } from '../contracts';
import { type Call, NONE, type Reply, type StrangerChanges } from '../store';
import { FEW, ORDERS_OF_PEOPLE, type Stranger } from '../stranger';
import type { Before, StrangerThing } from '../things';

/** Answers a request. @param names the values of the path parameters. */
type Answerer = (call: Call, ...names: readonly string[]) => Reply | undefined;

/** Answers to single operations, by names such as `POST /orders/{id}/copy`. One that gives no answer leaves it to the store. */
export type Answers = Readonly<Record<string, Answerer>>;

/** Answers single operations in a way of their own. @param answers a function if the answers remember something. */
export function answeredBy(answers: Answers | (() => Answers)): StrangerChanges {
  return () => {
    const all = Object.entries(typeof answers === 'function' ? answers() : answers).map(([operation, answer]) => {
      const [method = '', path = ''] = operation.split(' ');
      return { method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+?)')}$`), answer };
    });
    return {
      first(call) {
        for (const { method, path, answer } of all) {
          const [whole, ...names] = (call.method === method && path.exec(call.path)) || [];
          const reply = whole === undefined ? undefined : answer(call, ...names);
          if (reply) return reply;
        }
        return undefined;
      },
    };
  };
}

/** Joins changes. Of two that replace the same step, the later one counts. */
export function both(...all: readonly StrangerChanges[]): StrangerChanges {
  return (good) => Object.assign({}, ...all.map((each) => each(good)));
}

interface OrderDesk {
  readonly name: string;
  readonly sentence: string;
  /** The operations beside those of the orders. */
  readonly paths?: readonly Paths[];
  readonly shape?: ContractShape;
  readonly answers?: Answers | (() => Answers);
  readonly changes?: StrangerChanges;
  /** What strangers have beside their orders. */
  readonly before?: Before;
  readonly isAlone?: true;
  readonly hangs?: true;
}

/** Makes a store of orders with further operations. */
export function desk({
  name,
  sentence,
  paths = [],
  shape,
  answers = {},
  changes,
  before,
  ...more
}: OrderDesk): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(resource('/orders/{id}', { verbs: FEW, ...shape }), ...paths),
    before: { ...ORDERS_OF_PEOPLE, ...before },
    changes: both(answeredBy(answers), changes ?? (() => ({}))),
    ...more,
  };
}

/** Makes a thing with the next number, and answers 201 with its address and with all that it is. */
export function makes(
  call: Call,
  collection: string,
  thing: StrangerThing,
): { readonly id: string; readonly reply: Reply } {
  const id = call.store.nextId();
  call.store.set(`${collection}/${id}`, thing, call.owner);
  return {
    id,
    reply: { status: 201, headers: { Location: `${collection}/${id}` }, body: { id: Number(id), ...thing } },
  };
}

/** Answers with what a function makes of a thing that exists, and 404 for one that does not. */
export function withThing(
  collection: string,
  use: (call: Call, thing: StrangerThing, item: string) => Reply,
): (call: Call, id?: string) => Reply {
  return (call, id = '') => {
    const item = `${collection}/${id}`;
    const thing = call.store.at(item)?.thing;
    return thing ? use(call, thing, item) : NONE;
  };
}

/** Changes the thing of a stranger in a way that its owner sees. */
export function touch({ store, owner }: Call, item: string, changes: StrangerThing): void {
  const kept = store.at(item);
  if (kept) store.set(item, { ...kept.thing, ...changes }, owner);
}

/** Returns the ids of all things in a collection that a function chooses. */
export function idsWhere(
  { store }: Call,
  collection: string,
  fits: (thing: StrangerThing, id: string) => boolean,
): string[] {
  return [...store.in(collection)].filter(([id, { thing }]) => fits(thing, id)).map(([id]) => id);
}

export const DONE: Reply = { status: 204 };
