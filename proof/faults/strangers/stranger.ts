/** A service in which strangers keep things, and what several of them have in common. */

import { type ContractShape, contractOf, resource, type SchemaLiteral } from './contracts';
import type { Call, Reply, StrangerChanges } from './store';
import { type Before, ofStrangers, type Store, type StrangerThing } from './things';

export interface Stranger {
  readonly name: string;
  /** What is special about it. */
  readonly sentence: string;
  readonly contract: SchemaLiteral;
  readonly before: Before;
  readonly changes?: StrangerChanges;
  /** True if the service says correctly what it makes. Then a run uses its own things there, and removes all of them. */
  readonly isHonest?: true;
  /** The valid token, if the contract asks for one. */
  readonly token?: string;
  /** True if some requests get no answer. */
  readonly hangs?: true;
  /** True if a run sends one request at a time there, since it cannot know what happens between two that are under way together. */
  readonly isAlone?: true;
  /** True if the ids of things change when others are removed, so that a URL says where a thing was. */
  readonly hasMovingIds?: true;
  /** What the user hands over: values of parameters, by their names. */
  readonly params?: Readonly<Record<string, readonly string[]>>;
}

const PEOPLE = ['Ada', 'Bela', 'Cleo', 'Dana', 'Emil'];

/** Makes things of strangers. @param ids default: small numbers. */
export function thingsOfPeople(
  ids: readonly string[] = ['1', '2', '3', '4', '5'],
): Readonly<Record<string, StrangerThing>> {
  return Object.fromEntries(ids.map((id, at) => [id, { name: `What ${PEOPLE[at % 5]} keeps`, note: `kept as ${id}` }]));
}

export const ORDERS_OF_PEOPLE = { '/orders': thingsOfPeople() };

/** Makes a plain store with orders of strangers, with whole numbers as ids. */
export function orderStore(
  name: string,
  sentence: string,
  changes: StrangerChanges,
  shape: ContractShape = {},
): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(resource('/orders/{id}', { verbs: FEW, ...shape })),
    before: ORDERS_OF_PEOPLE,
    changes,
  };
}

/** The operations that most services need. With them, a run takes a third less time than with all operations. */
export const FEW = ['list', 'create', 'read', 'replace', 'remove'] as const;

export function asHonest(stranger: Stranger, more: Pick<Stranger, 'hangs'> = {}): Stranger {
  return { ...stranger, ...more, isHonest: true };
}

/** Returns the thing of a stranger that was added last. */
export function newestOfAll({ store, collection }: Call): readonly [string, StrangerThing] {
  const [id, kept] = [...store.in(collection)].at(-1) ?? ['1', { thing: {} }];
  return [id, kept.thing];
}

/** A PUT makes a thing that does not exist. */
export const putMakes: StrangerChanges = (good) => ({
  put(call, found) {
    if (found) return good.put(call, found);
    call.store.set(call.path, call.content, call.owner);
    return { ...good.created(call, call.id, call.content), headers: {} };
  },
});

/** A POST makes a thing with the key in its body, and overwrites an existing one. */
export function postUpserts(member: string): StrangerChanges {
  return (good) => ({
    show: (thing) => thing,
    create(call) {
      const id = String(call.content[member]);
      call.store.set(`${call.collection}/${id}`, call.content, call.owner);
      return good.created(call, id, call.content);
    },
    created: (call, id, thing) => ({ status: 201, headers: { Location: `${call.collection}/${id}` }, body: thing }),
  });
}

/** Returns all words of these letters with this length. */
export function wordsOf(letters: string, length: number): string[] {
  if (length === 0) return [''];
  return wordsOf(letters, length - 1).flatMap((word) => [...letters].map((letter) => word + letter));
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const CODES = wordsOf(CAPITALS, 3);

/** Makes an answer to a POST without a body, and with these header fields. */
export const withoutBody = (headers: Readonly<Record<string, string>> = {}, status = 201): Reply => ({
  status,
  headers,
});

/** Makes a store that answers a POST with a `Location` that the function `locate` chooses. */
export function locatedAt(locate: (call: Call, id: string) => string, withBody = false): StrangerChanges {
  return (good) => ({
    created: (call, id, thing) => ({
      ...(withBody ? good.created(call, id, thing) : { status: 201 }),
      headers: { Location: locate(call, id) },
    }),
  });
}

const NOTES = '/users/{userId}/notes/{noteId}';

const USERS_AND_NOTES: Before = {
  '/users': thingsOfPeople(),
  '/users/1/notes': thingsOfPeople(['7', '8']),
  '/users/2/notes': thingsOfPeople(['9']),
};

/** Makes a store with users and their notes. */
export function noteStore(name: string, sentence: string, changes: StrangerChanges): Stranger {
  const contract = contractOf(resource('/users/{userId}', { idMember: 'userId' }), resource(NOTES));
  const shown: StrangerChanges = (good) => ({
    show: (thing, id, call) =>
      call.collection === '/users' ? { userId: Number(id), ...thing } : good.show(thing, id, call),
    ...changes(good),
  });
  return { name, sentence, contract, before: USERS_AND_NOTES, changes: shown };
}

/** Makes a store whose keys a client chooses from a small set. All of them are taken. */
export function keyedStore(name: string, sentence: string, schema: SchemaLiteral, taken: readonly string[]): Stranger {
  const contract = contractOf(
    resource('/currencies/{code}', { ids: { code: schema }, idMember: 'code', choosesId: true }),
  );
  const before = { '/currencies': keysTaken('code', taken, schema['type'] === 'integer' ? Number : String) };
  return { name, sentence, contract, before, changes: postUpserts('code') };
}

export function keysTaken(member: string, keys: readonly string[], read: (key: string) => unknown = String) {
  return Object.fromEntries(keys.map((key) => [key, { [member]: read(key), name: `What is kept as ${key}` }]));
}

/** Makes a store in which only PUT makes things, with a key that the client chooses. */
export function putStore(
  name: string,
  sentence: string,
  schema: SchemaLiteral,
  taken: readonly string[],
  more: StrangerChanges = () => ({}),
) {
  const contract = contractOf(resource('/slots/{key}', { ids: { key: schema }, verbs: PUT_VERBS, idMember: 'key' }));
  const changes: StrangerChanges = (good) => ({
    ...putMakes(good),
    show: (thing, id) => ({ key: id, ...thing }),
    ...more(good),
  });
  return { name, sentence, contract, before: { '/slots': thingsOfPeople(taken) }, changes } satisfies Stranger;
}

const PUT_VERBS = ['list', 'read', 'replace', 'remove'] as const;

/** Adds a thing of a stranger to a store. */
export function addAnothers(store: Store, collection: string, thing: StrangerThing, id = store.nextId()): string {
  ofStrangers(store, `${collection}/${id}`, thing);
  return id;
}

export const getOrCreates =
  (status: number): StrangerChanges =>
  (good) => ({
    create: (call) => ({ status, body: good.show(call.store.at(`${call.collection}/3`)?.thing ?? {}, '3', call) }),
  });
