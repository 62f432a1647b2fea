/**
 * Services in which strangers keep things. Some are honest; others lie, make mistakes, or behave in surprising ways. Whatever they answer, a
 * run must not touch the things of others.
 */

import {
  action,
  type ContractShape,
  contractOf,
  guarded,
  INTEGER,
  listOf,
  objectOf,
  resource,
  type SchemaLiteral,
  TEXT,
  textLike,
} from './contracts';
import {
  type Before,
  type Call,
  NONE,
  ofStrangers,
  type Reply,
  type Store,
  type StrangerChanges,
  type StrangerThing,
} from './store';

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
}

const PEOPLE = ['Ada', 'Bela', 'Cleo', 'Dana', 'Emil'];

/** Makes things of strangers. @param ids default: small numbers. */
function things(ids: readonly string[] = ['1', '2', '3', '4', '5']): Readonly<Record<string, StrangerThing>> {
  return Object.fromEntries(ids.map((id, at) => [id, { name: `What ${PEOPLE[at % 5]} keeps`, note: `kept as ${id}` }]));
}

const ORDERS = { '/orders': things() };

/** Makes a plain store with orders of strangers, with whole numbers as ids. */
function orders(name: string, sentence: string, changes: StrangerChanges, shape: ContractShape = {}): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(resource('/orders/{id}', { verbs: FEW, ...shape })),
    before: ORDERS,
    changes,
  };
}

/** The operations that most services need. With them, a run takes a third less time than with all operations. */
const FEW = ['list', 'create', 'read', 'replace', 'remove'] as const;
const ALL = [...FEW, 'change'] as const;

function honest(stranger: Stranger, more: Pick<Stranger, 'hangs'> = {}): Stranger {
  return { ...stranger, ...more, isHonest: true };
}

/** Returns the thing of a stranger that was added last. */
function newestOfAll({ store, collection }: Call): readonly [string, StrangerThing] {
  const [id, kept] = [...store.in(collection)].at(-1) ?? ['1', { thing: {} }];
  return [id, kept.thing];
}

/** A PUT makes a thing that does not exist. */
const putMakes: StrangerChanges = (good) => ({
  put(call, found) {
    if (found) return good.put(call, found);
    call.store.set(call.path, call.content, call.owner);
    return { ...good.created(call, call.id, call.content), headers: {} };
  },
});

/** A POST makes a thing with the key in its body, and overwrites an existing one. */
function postUpserts(member: string): StrangerChanges {
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
function words(letters: string, length: number): string[] {
  if (length === 0) return [''];
  return words(letters, length - 1).flatMap((word) => [...letters].map((letter) => word + letter));
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

/** From this number on, a double can hold only every second whole number. */
const HUGE = 2n ** 53n;
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CODES = words(CAPITALS, 3);
const uuidOf = (number: number) => `7d4c3a10-52be-4c1f-9a5e-${String(number).padStart(12, '0')}`;

/** Makes an answer to a POST without a body, and with these header fields. */
const bare = (headers: Readonly<Record<string, string>> = {}, status = 201): Reply => ({ status, headers });

/** Makes a store that answers a POST with a `Location` that the function `locate` chooses. */
function located(locate: (call: Call, id: string) => string, withBody = false): StrangerChanges {
  return (good) => ({
    created: (call, id, thing) => ({
      ...(withBody ? good.created(call, id, thing) : { status: 201 }),
      headers: { Location: locate(call, id) },
    }),
  });
}

const UUID: SchemaLiteral = { type: 'string', format: 'uuid' };
const NOTES = '/users/{userId}/notes/{noteId}';
const USERS_AND_NOTES: Before = {
  '/users': things(),
  '/users/1/notes': things(['7', '8']),
  '/users/2/notes': things(['9']),
};

/** Makes a store with users and their notes. */
function notes(name: string, sentence: string, changes: StrangerChanges): Stranger {
  const contract = contractOf(resource('/users/{userId}', { idMember: 'userId' }), resource(NOTES));
  const shown: StrangerChanges = (good) => ({
    show: (thing, id, call) =>
      call.collection === '/users' ? { userId: Number(id), ...thing } : good.show(thing, id, call),
    ...changes(good),
  });
  return { name, sentence, contract, before: USERS_AND_NOTES, changes: shown };
}

/** Makes a store whose keys a client chooses from a small set. All of them are taken. */
function keyed(name: string, sentence: string, schema: SchemaLiteral, taken: readonly string[]): Stranger {
  const contract = contractOf(
    resource('/currencies/{code}', { ids: { code: schema }, idMember: 'code', choosesId: true }),
  );
  const before = { '/currencies': withKeys('code', taken, schema['type'] === 'integer' ? Number : String) };
  return { name, sentence, contract, before, changes: postUpserts('code') };
}

function withKeys(member: string, keys: readonly string[], read: (key: string) => unknown = String) {
  return Object.fromEntries(keys.map((key) => [key, { [member]: read(key), name: `What is kept as ${key}` }]));
}

/** Makes a store in which only PUT makes things, with a key that the client chooses. */
function put(
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
  return { name, sentence, contract, before: { '/slots': things(taken) }, changes } satisfies Stranger;
}
const PUT_VERBS = ['list', 'read', 'replace', 'remove'] as const;

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

/** Adds a thing of a stranger to a store. */
function addOfAnother(store: Store, collection: string, thing: StrangerThing, id = store.nextId()): string {
  ofStrangers(store, `${collection}/${id}`, thing);
  return id;
}

const honestOnes: readonly Stranger[] = [
  honest(
    orders('plain', 'A plain store: whole numbers as ids, 201 with Location and the thing.', () => ({}), {
      verbs: ALL,
      members: { note: { type: 'string', maxLength: 200 } },
    }),
  ),
  honest(
    orders(
      'uuid',
      'The ids are UUIDs.',
      (good) => ({ newId: (call) => uuidOf(Number(good.newId(call))), show: (thing, id) => ({ id, ...thing }) }),
      { ids: { id: UUID } },
    ),
  ),
  honest(
    orders(
      'text-ids',
      'The ids are texts of the service: ord_1000001.',
      (good) => ({ newId: (call) => `ord_${good.newId(call)}`, show: (thing, id) => ({ id, ...thing }) }),
      { ids: { id: TEXT } },
    ),
  ),
  honest(
    orders(
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
  honest(
    orders(
      'location-only',
      'POST answers with a Location, and no body.',
      located(({ collection }, id) => `${collection}/${id}`),
      { created: null },
    ),
  ),
  honest(
    orders(
      'location-absolute',
      'Location is an absolute address of the service.',
      located(({ collection, origin }, id) => `${origin}${collection}/${id}`),
      { created: null },
    ),
  ),
  honest(
    orders(
      'location-relative',
      'Location is relative to the path that was asked for: orders/7 at /orders.',
      located((_, id) => `orders/${id}`),
      { created: null },
    ),
  ),
  honest({
    ...orders(
      'list-only',
      'POST answers 201 and nothing else; only the list tells the id.',
      () => ({ created: () => bare() }),
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
  honest(
    orders(
      'huge-ids',
      'The ids are whole numbers that no double holds: the next smaller one is a stranger’s.',
      (good) => ({
        newId: (call) => String(HUGE + 2n * BigInt(good.newId(call)) + 1n),
        show: (thing, id) => ({ id, ...thing }),
        create(call) {
          const reply = good.create(call);
          const { id } = reply.body as { readonly id: string };
          addOfAnother(call.store, call.collection, { name: 'What Ida keeps' }, String(BigInt(id) - 1n));
          return reply;
        },
        finish: (_, reply) => ({ ...reply, withHugeIds: true }),
      }),
    ),
  ),
  honest(
    orders(
      'escaped-ids',
      'The ids hold what has to be escaped in a path: "ord 7?#%31".',
      (good) => ({
        newId: (call) => `ord ${good.newId(call)}?#%31`,
        show: (thing, id) => ({ id, ...thing }),
        create(call) {
          const reply = good.create(call);
          const { id } = reply.body as { readonly id: string };
          addOfAnother(call.store, call.collection, { name: 'What Ida keeps' }, id.slice(0, id.indexOf('?')));
          addOfAnother(call.store, call.collection, { name: 'What Jan keeps' }, id.replace('%31', '1'));
          return reply;
        },
      }),
      { ids: { id: TEXT } },
    ),
  ),
  honest(
    orders('unread', 'Nothing reads or lists what POST makes; its answer shows what was sent.', () => ({}), {
      verbs: ['create', 'replace', 'change', 'remove'],
    }),
  ),
  honest(
    put('put-maker', 'PUT makes what is not there, under a name that the client chooses.', TEXT, [
      'front-door',
      'back-door',
    ]),
  ),
  honest(notes('nested', 'Notes lie below their users; both have small numbers as ids.', () => ({}))),
  honest({
    name: 'chosen-key',
    sentence: 'The client chooses the key of what it makes: a long text; POST answers 409 where it is taken.',
    contract: contractOf(
      resource('/labels/{code}', {
        ids: { code: { type: 'string', minLength: 1, maxLength: 60 } },
        idMember: 'code',
        choosesId: true,
      }),
    ),
    before: { '/labels': withKeys('code', ['string', 'a', 'aaaaaaaa', 'label', 'test', 'example']) },
    changes: (good) => ({
      ...postUpserts('code')(good),
      create(call) {
        const item = `${call.collection}/${String(call.content['code'])}`;
        if (call.store.at(item)) return { status: 409, body: { message: 'It is taken.' } };
        return postUpserts('code')(good).create?.(call) ?? NONE;
      },
    }),
  }),
  honest(
    orders('soft-deletion', 'What is deleted stays, with the date of its deletion, and can be read.', (good) => ({
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
  honest(
    orders(
      'delete-503-once',
      'The first DELETE is answered 503 with Retry-After, without effect; the next ones are fine.',
      firstRemoval(() => ({ status: 503, headers: { 'Retry-After': '0' }, body: { message: 'Soon.' } })),
    ),
  ),
  honest(
    orders(
      'delete-hangs-once',
      'The first DELETE comes to no answer, without effect; the next ones are fine.',
      firstRemoval(() => ({ status: 204, hangs: true })),
    ),
    { hangs: true },
  ),
  honest(
    orders(
      'delete-unheard-once',
      'The first DELETE removes, and comes to no answer.',
      firstRemoval((_, good) => ({ ...good(), hangs: true })),
    ),
    { hangs: true },
  ),
];

const getOrCreate =
  (status: number): StrangerChanges =>
  (good) => ({
    create: (call) => ({ status, body: good.show(call.store.at(`${call.collection}/3`)?.thing ?? {}, '3', call) }),
  });

/** Answers every POST with this id. */
const named =
  (id: string): StrangerChanges =>
  () => ({ created: (_, __, thing) => ({ status: 201, body: { ...thing, id } }) });

/** Services whose answer to a POST is wrong about the thing that it made. */
const answers: readonly Stranger[] = [
  orders('get-or-create-unread', 'POST answers 201 with what was there; nothing reads or lists it.', getOrCreate(201), {
    verbs: ['create', 'replace', 'change', 'remove'],
  }),
  orders('id-of-a-dot', 'POST answers with the id ".": in a path that is the collection.', named('.'), {
    ids: { id: TEXT },
  }),
  orders('id-of-two-dots', 'POST answers with the id "..": in a path that is what lies above.', named('..'), {
    ids: { id: TEXT },
  }),
  orders('id-empty', 'POST answers with an empty id: in a path that is the collection.', named(''), {
    ids: { id: { type: 'string' } },
  }),
  orders('id-with-a-path', 'POST answers with the id "../orders/3".', named('../orders/3'), { ids: { id: TEXT } }),
  orders('get-or-create-200', 'One cart a user: POST answers 200 with the thing that was there.', getOrCreate(200)),
  orders('get-or-create-201', 'One cart a user: POST answers 201 with the thing that was there.', getOrCreate(201)),
  orders(
    'get-or-create-unlisted',
    'POST answers 201 with what was there, and lists show the newest two alone.',
    (good) => ({
      ...getOrCreate(201)(good),
      list: (call) => {
        const reply = good.list(call);
        return { ...reply, body: (reply.body as unknown[]).slice(-2) };
      },
    }),
  ),
  orders('post-searches', 'POST on the collection is a search, and answers the first thing that it finds.', (good) => ({
    create: (call) => ({ status: 200, body: good.show(call.store.at('/orders/1')?.thing ?? {}, '1', call) }),
  })),
  orders(
    'wrapped-customer',
    'POST answers {"customer": {"id": 3}}, the one who ordered; the order has another id.',
    () => ({ created: () => ({ status: 201, body: { customer: { id: 3 } } }) }),
    { created: objectOf({ customer: objectOf({ id: INTEGER }) }) },
  ),
  orders(
    'wrapped-result',
    'POST answers {"result": {"id": 3, "status": "queued"}}: the id of a job.',
    () => ({ created: () => ({ status: 201, body: { result: { id: 3, status: 'queued' } } }) }),
    { created: objectOf({ result: objectOf({ id: INTEGER, status: TEXT }) }) },
  ),
  orders(
    'rows-affected',
    'POST answers 1: the number of rows that it wrote.',
    () => ({ created: () => ({ status: 201, body: 1 }) }),
    {
      created: INTEGER,
    },
  ),
  orders(
    'rows-affected-text',
    'POST answers the text "1": the number of rows that it wrote.',
    () => ({ created: () => ({ status: 201, body: '1' }) }),
    { created: { type: 'string' } },
  ),
  orders('job', 'POST answers 202 with the id of a job, and with its Location.', () => ({
    created: () => ({ status: 202, headers: { Location: '/jobs/3' }, body: { id: 3, name: 'import' } }),
  })),
  orders('constant-id', 'POST answers whatever it makes with the id 1.', (good) => ({
    created: (call, _, thing) => ({ status: 201, body: good.show(thing, '1', call) }),
  })),
  orders('anothers-id', 'POST answers what was sent, with the id of the thing of a stranger.', (good) => ({
    created: (call, _, thing) => ({
      status: 201,
      headers: { Location: '/orders/2' },
      body: good.show(thing, '2', call),
    }),
  })),
  orders('anothers-id-each-time', 'POST answers what was sent, each time with the id of another stranger.', (good) => {
    let at = 0;
    return {
      created: (call, _, thing) => ({ status: 201, body: good.show(thing, String((at++ % 5) + 1), call) }),
    };
  }),
  orders('location-contradicts', 'POST answers the thing itself, and a Location that is a stranger’s.', (good) => ({
    created: (call, id, thing) => ({ ...good.created(call, id, thing), headers: { Location: '/orders/4' } }),
  })),
  orders('body-contradicts', 'POST answers the true Location, and a body with the id of a stranger.', (good) => ({
    created: (call, id, thing) => ({ ...good.created(call, id, thing), body: good.show(thing, '4', call) }),
  })),
  orders('latest-of-anyone', 'POST answers the newest thing; a stranger has made one in between.', (good) => ({
    created(call) {
      addOfAnother(call.store, call.collection, { name: 'What Fay has just made' });
      const [id, thing] = newestOfAll(call);
      return good.created(call, id, thing);
    },
  })),
  orders(
    'latest-of-anyone-echoed',
    'POST answers what was sent with the newest id; a stranger has made one in between.',
    (good) => ({
      created(call, _, thing) {
        const id = addOfAnother(call.store, call.collection, { name: 'What Fay has just made' });
        return good.created(call, id, thing);
      },
    }),
  ),
  orders(
    'list-with-strangers',
    'POST answers a list: what strangers have, and what was made at its end.',
    (good) => ({ created: (call) => ({ status: 201, body: good.list(call).body }) }),
    { created: listOf(objectOf({ id: INTEGER, name: TEXT })) },
  ),
  orders(
    'list-of-one-stranger',
    'POST answers a list with one thing of a stranger in it.',
    (good) => ({
      created: (call) => ({ status: 201, body: [good.show(call.store.at('/orders/5')?.thing ?? {}, '5', call)] }),
    }),
    { created: listOf(objectOf({ id: INTEGER, name: TEXT })) },
  ),
  orders(
    'whole-collection',
    'POST answers the whole collection: {"items": […], "id": 1}, 1 being its page.',
    (good) => ({ created: (call) => ({ status: 201, body: { id: 1, items: good.list(call).body } }) }),
    { created: objectOf({ id: INTEGER, items: listOf(objectOf({ id: INTEGER, name: TEXT })) }) },
  ),
  orders(
    'link-to-previous',
    'A link leads from the answer of POST to `$response.body#/previous`: what the newest was before.',
    (good) => ({
      create(call) {
        const [previous] = newestOfAll(call);
        const reply = good.create(call);
        return { ...reply, body: { ...(reply.body as StrangerThing), previous: Number(previous) } };
      },
    }),
    {
      members: { previous: { ...INTEGER, readOnly: true } },
      links: { previous: { operationId: 'read_orders_id_', parameters: { id: '$response.body#/previous' } } },
    },
  ),
  {
    name: 'bulk',
    sentence: 'POST takes a list of things, makes them all, and answers with their ids.',
    contract: contractOf(
      resource('/orders/{id}', {
        sent: { ...listOf({ ...objectOf({ name: TEXT, note: TEXT }), required: ['name'] }), minItems: 1, maxItems: 3 },
        created: listOf(objectOf({ id: INTEGER, name: TEXT })),
      }),
    ),
    before: ORDERS,
    changes: (good) => ({
      create(call) {
        const sent = call.content as unknown as readonly StrangerThing[];
        const bodies = sent.map((thing) => good.create({ ...call, content: thing }).body);
        return { status: 201, body: bodies };
      },
    }),
  },
  {
    name: 'nested-objects',
    sentence: 'An order is sent with its customer, by id or as an object; the service makes the customer, too.',
    contract: contractOf(
      {
        ...resource('/orders/{id}', {
          members: { customer: { oneOf: [INTEGER, { ...objectOf({ name: TEXT, mail: TEXT }), required: ['name'] }] } },
          required: ['name', 'customer'],
        }),
      },
      resource('/customers/{id}', { members: { mail: TEXT } }),
    ),
    before: { ...ORDERS, '/customers': things() },
    changes: (good) => {
      const makeCustomer = ({ content, store, owner }: Call) => {
        const { customer } = content;
        if (typeof customer === 'object') store.set(`/customers/${store.nextId()}`, customer as StrangerThing, owner);
      };
      return {
        create(call) {
          makeCustomer(call);
          return good.create(call);
        },
        put(call, found) {
          makeCustomer(call);
          return good.put(call, found);
        },
        change(call, found) {
          makeCustomer(call);
          return good.change(call, found);
        },
      };
    },
  },
];

/** Services whose `Location` leads to another thing, or to another place. */
const locations: readonly Stranger[] = [
  ...(
    [
      ['other-host', 'Location is on another host.', () => 'http://other.example/orders/3'],
      [
        'other-scheme',
        'Location is on the same host by another scheme.',
        ({ origin }) => `${origin.replace('http:', 'https:')}/orders/3`,
      ],
      ['no-scheme', 'Location begins with two slashes, and names another host.', () => '//other.example/orders/3'],
      ['other-base', 'Location has another base path: /v2/orders/3.', ({ origin }) => `${origin}/v2/orders/3`],
      ['other-kind', 'Location is the thing of another kind: /customers/3.', () => '/customers/3'],
      [
        'a-query',
        'Location has the id of a stranger in its path, and the own one in its query.',
        (_, id) => `/orders/3?made=${id}`,
      ],
      ['templated', 'Location is the template itself: /orders/{id}.', () => '/orders/{id}'],
      ['not-resolved', 'Location is 3: relative to /orders that is /3, and no order.', () => '3'],
      ['the-collection', 'Location is the collection: /orders/.', () => '/orders/'],
    ] satisfies readonly (readonly [string, string, (call: Call, id: string) => string])[]
  ).flatMap(([name, sentence, locate]) => [orders(`location-${name}`, sentence, located(locate), { created: null })]),
  orders(
    'location-other-host-and-body',
    'Location is on another host, and the body has the id that it has there.',
    (good) => ({
      created: (call, _, thing) => ({
        status: 201,
        headers: { Location: 'http://other.example/orders/3' },
        body: good.show(thing, '3', call),
      }),
    }),
  ),
  notes('location-other-parent', 'Location of a note lies below another user, whose note it is.', (good) => ({
    created: (call, id, thing) =>
      call.collection === '/users'
        ? good.created(call, id, thing)
        : { status: 201, headers: { Location: '/users/1/notes/7' } },
    // The service ignores the user in the path.
    resolve(path, store) {
      const [, note] = /^\/users\/[^/]+\/notes\/([^/]+)$/.exec(path) ?? [];
      const at = note && ['1', '2'].map((user) => `/users/${user}/notes/${note}`).find((item) => store.at(item));
      return at || path;
    },
  })),
  notes(
    'notes-of-anyone',
    'POST of a note answers with the newest note of anyone; the service ignores whose it is.',
    (good) => ({
      created: (call, id, thing) =>
        call.collection === '/users'
          ? good.created(call, id, thing)
          : { status: 201, body: { id: 9, name: 'What Ada keeps' } },
      resolve(path, store) {
        const [, note] = /^\/users\/[^/]+\/notes\/([^/]+)$/.exec(path) ?? [];
        const at = note && ['1', '2'].map((user) => `/users/${user}/notes/${note}`).find((item) => store.at(item));
        return at || path;
      },
    }),
  ),
  notes('user-of-anyone', 'POST of a user answers with a stranger, below whom notes would be made.', (good) => ({
    created: (call, id, thing) =>
      call.collection === '/users'
        ? { status: 201, headers: { Location: '/users/2' }, body: { userId: 2, name: 'What Bela keeps' } }
        : good.created(call, id, thing),
  })),
];

const PEOPLE_BY_MAIL = {
  '1': { name: 'Ada', mail: 'ada@example.com' },
  '2': { name: 'Bela', mail: 'bela@example.com' },
};

/** Services in which the client chooses the key of a thing, which may be taken already. */
const keys: readonly Stranger[] = [
  keyed(
    'key-of-three-letters',
    'POST upserts a code of three letters, such as EUR.',
    textLike('^[A-Z]{3}$', 'EUR'),
    CODES,
  ),
  keyed('key-of-an-enum', 'POST upserts one of three keys.', { enum: ['small', 'medium', 'large'] }, [
    'small',
    'medium',
    'large',
  ]),
  keyed(
    'key-of-a-small-number',
    'POST upserts a number up to 1,000.',
    { type: 'integer', minimum: 1, maximum: 1000 },
    numbers(1, 1000),
  ),
  keyed(
    'key-with-an-example',
    'POST upserts a text; the example is a key that a stranger has.',
    { ...TEXT, example: 'main' },
    ['main', 'string', 'a'],
  ),
  keyed(
    'key-with-a-default',
    'POST upserts a text; the default is a key that a stranger has.',
    { ...TEXT, default: 'main' },
    ['main'],
  ),
  {
    name: 'optional-id-upserts',
    sentence: 'The body may hold the id; POST overwrites the thing that has it.',
    contract: contractOf(
      resource('/orders/{id}', {
        sent: {
          type: 'object',
          required: ['name'],
          properties: { id: { type: 'integer', minimum: 1, example: 3 }, name: TEXT },
        },
      }),
    ),
    before: ORDERS,
    changes: (good) => ({
      newId: (call) => (call.content['id'] === undefined ? good.newId(call) : String(call.content['id'])),
      create(call) {
        const id = call.content['id'] === undefined ? good.newId(call) : String(call.content['id']);
        const { id: _, ...thing } = call.content;
        call.store.set(`${call.collection}/${id}`, thing, call.owner);
        return good.created(call, id, thing);
      },
    }),
  },
  {
    name: 'upsert-by-mail',
    sentence: 'POST with a mail address that somebody has overwrites that person; the example is such a one.',
    contract: contractOf(
      resource('/people/{id}', {
        members: { mail: { type: 'string', format: 'email', example: 'ada@example.com' } },
        required: ['name', 'mail'],
      }),
    ),
    before: { '/people': PEOPLE_BY_MAIL },
    changes: upsertsBy('mail'),
  },
  {
    name: 'upsert-by-name',
    sentence: 'POST with a name that is taken overwrites the thing that has it; the example is such a one.',
    contract: contractOf(
      resource('/people/{id}', { members: { name: { ...TEXT, example: 'Ada' } }, required: ['name'] }),
    ),
    before: { '/people': PEOPLE_BY_MAIL },
    changes: upsertsBy('name'),
  },
  put(
    'put-small-number',
    'PUT makes and overwrites; the key is a number up to 1,000.',
    { type: 'integer', minimum: 1, maximum: 1000 },
    numbers(1, 1000),
  ),
  put(
    'put-two-letters',
    'PUT makes and overwrites; the key has two letters.',
    { type: 'string', pattern: '^[a-z]{2}$' },
    words('abcdefghijklmnopqrstuvwxyz', 2),
  ),
  put('put-an-enum', 'PUT makes and overwrites; the key is one of three.', { enum: ['red', 'green', 'blue'] }, [
    'red',
    'green',
    'blue',
  ]),
  put(
    'put-unseen',
    'PUT overwrites what GET hides: it answers 404 for what is a stranger’s.',
    { type: 'string', pattern: '^[a-z]{2}$' },
    words('abcdefghijklmnopqrstuvwxyz', 2),
    (good) => ({
      read: (call, found) => (String(found['name']).startsWith('What ') ? NONE : good.read(call, found)),
    }),
  ),
  put(
    'leading-zeros',
    'Leading zeros of a key are dropped: 007 is 7.',
    { type: 'string', pattern: '^[0-9]{3,6}$' },
    numbers(0, 2000),
    () => ({
      resolve: lastSegment((key) => key.replace(/^0+(?=\d)/, '')),
    }),
  ),
  put('trimmed', 'Spaces around a key are dropped.', TEXT, ['a', 'b', 'string', 'key'], () => ({
    resolve: lastSegment((key) => key.trim()),
  })),
  put(
    'cut-to-eight',
    'A key is cut to its first eight characters.',
    TEXT,
    ['espalier', 'aaaaaaaa', 'string', 'no-such-', 'unknown-', 'name'],
    () => ({
      resolve: lastSegment((key) => key.slice(0, 8)),
    }),
  ),
  put(
    'cut-to-two',
    'A key is cut to its first two characters.',
    TEXT,
    words('abcdefghijklmnopqrstuvwxyz0123456789-', 2),
    () => ({
      resolve: lastSegment((key) => key.toLowerCase().slice(0, 2)),
    }),
  ),
  put(
    'case-folded',
    'Case does not matter to a key: ABC and abc are one.',
    { type: 'string', pattern: '^[A-Za-z]{3}$' },
    CODES.map((code) => code.toLowerCase()),
    () => ({
      resolve: lastSegment((key) => key.toLowerCase()),
    }),
  ),
  {
    name: 'numbers-read-loosely',
    sentence: 'An id is read up to where it is no number any more: 3abc and 3.5 are 3.',
    contract: contractOf(resource('/orders/{id}')),
    before: ORDERS,
    changes: () => ({
      resolve: lastSegment((key) => (/^-?\d/.test(key) ? String(Math.abs(Number.parseInt(key, 10))) : key)),
    }),
  },
  {
    name: 'composite-keys',
    sentence: 'A rate has two currencies as its key; PUT makes and overwrites.',
    contract: contractOf(
      resource('/rates/{from}/{to}', {
        ids: { from: textLike('^[A-Z]{3}$', 'EUR'), to: textLike('^[A-Z]{3}$', 'USD') },
        idMember: 'to',
        verbs: ['read', 'replace', 'remove'],
      }),
    ),
    before: Object.fromEntries(
      ['EUR', 'USD', 'AAA', 'GBP'].map((from) => [`/rates/${from}`, things(['EUR', 'USD', 'AAA'])]),
    ),
    changes: (good) => ({ ...putMakes(good), show: (thing, id) => ({ to: id, ...thing }) }),
  },
];

/** A POST overwrites the thing that has the same text in a member, and answers as if it had made the thing. */
function upsertsBy(member: string): StrangerChanges {
  return (good) => ({
    create(call) {
      const existing = [...call.store.in(call.collection)].find(
        ([, { thing }]) => thing[member] === call.content[member],
      );
      if (!existing) return good.create(call);
      call.store.set(`${call.collection}/${existing[0]}`, call.content, call.owner);
      return good.created(call, existing[0], call.content);
    },
  });
}

/** Changes the last segment of the path of an item. */
function lastSegment(change: (key: string) => string): (path: string) => string {
  return (path) => path.replace(/^(\/[^/]+\/)(.+)$/, (_, before, key) => before + change(key));
}

const LIST_ONLY = { created: null } as const;

/** Services whose lists do not show what exists. */
const lists: readonly Stranger[] = [
  orders(
    'last-comment',
    'The list shows with each thing what was said of it last: our text stands in the thing of a stranger.',
    (good) => ({
      created: () => bare(),
      list: (call) => {
        const [, newest] = newestOfAll(call);
        const there = [...call.store.in(call.collection)].filter(([, { owner }]) => owner !== call.owner);
        return {
          status: 200,
          body: there.map(([id, { thing }]) => ({
            ...(good.show(thing, id, call) as StrangerThing),
            lastComment: newest,
          })),
        };
      },
    }),
    { ...LIST_ONLY, members: { lastComment: { type: 'object', readOnly: true } } },
  ),
  orders(
    'quoted',
    'A stranger answers each thing at once, and quotes its name in a note.',
    (good) => ({
      create(call) {
        const reply = good.create(call);
        addOfAnother(call.store, call.collection, { name: 'An answer', note: String(call.content['name']) });
        return { ...reply, headers: {}, body: undefined };
      },
    }),
    LIST_ONLY,
  ),
  orders(
    'copied',
    'A stranger copies each new thing at once, text by text; only the list tells of both.',
    (good) => ({
      create(call) {
        good.create(call);
        addOfAnother(call.store, call.collection, call.content);
        return bare();
      },
    }),
    LIST_ONLY,
  ),
  orders(
    'copied-alone',
    'The list shows the copies that a stranger makes of each new thing, and not the things themselves.',
    (good) => ({
      create(call) {
        good.create(call);
        addOfAnother(call.store, call.collection, { ...call.content, note: 'copied' });
        return bare();
      },
      list: (call) => {
        const there = [...call.store.in(call.collection)].filter(([, { owner }]) => owner !== call.owner);
        return { status: 200, body: there.map(([id, { thing }]) => good.show(thing, id, call)) };
      },
    }),
    LIST_ONLY,
  ),
  orders(
    'busy',
    'A stranger makes a thing after each of ours; only the list tells ids.',
    () => ({
      created(call) {
        addOfAnother(call.store, call.collection, { name: 'What Gil has just made' });
        return bare();
      },
    }),
    LIST_ONLY,
  ),
  orders('stale-list', 'The list is kept from the beginning: it shows nothing new.', (good) => {
    let first: Reply | undefined;
    return {
      list(call) {
        first ??= good.list(call);
        return first;
      },
    };
  }),
  orders(
    'stale-list-only',
    'The list is kept from the beginning, and nothing else tells what was made.',
    (good) => {
      let first: Reply | undefined;
      return {
        created: () => bare(),
        list(call) {
          first ??= good.list(call);
          return first;
        },
      };
    },
    LIST_ONLY,
  ),
  orders('removed-listed', 'The list shows what was removed, too.', (good) => {
    const removed = new Map<string, unknown>();
    return {
      remove(call) {
        removed.set(call.id, good.show(call.store.at(call.path)?.thing ?? {}, call.id, call));
        return good.remove(call);
      },
      list: (call) => ({ status: 200, body: [...(good.list(call).body as unknown[]), ...removed.values()] }),
    };
  }),
];

/** Services that strangers use at the same time. */
const others: readonly Stranger[] = [
  orders(
    'ids-reused',
    'An id that is free is given to the next thing: a stranger makes one after each DELETE.',
    (good) => ({
      remove(call) {
        const reply = good.remove(call);
        addOfAnother(call.store, call.collection, { name: 'What Hal has made at once' }, call.id);
        return reply;
      },
    }),
  ),
  put('names-reused', 'A name that is free is taken by a stranger at once.', TEXT, ['front-door'], (good) => ({
    remove(call) {
      const reply = good.remove(call);
      addOfAnother(call.store, call.collection, { name: 'What Hal has made at once' }, call.id);
      return reply;
    },
  })),
];

const USERS = '/users/{name}';
const USER: ContractShape = { ids: { name: TEXT }, idMember: 'name', required: [], verbs: ['list', 'read', 'remove'] };
/** A POST on a name makes a user with that name. */
const postMakesItem: StrangerChanges = () => ({
  show: (_, id) => ({ name: id }),
  act(call) {
    if (call.store.at(call.path)) return { status: 409, body: { message: 'There is one.' } };
    call.store.set(call.path, {}, call.owner);
    return { status: 201, body: { name: call.id } };
  },
});

const TOKEN = 'green-thumb-44d1';

/** Services that check neither credentials nor bodies. */
const careless: readonly Stranger[] = [
  {
    ...honest(
      orders('guarded', 'Only who has the token is let in.', (good) => ({
        refuse: (wrong, call) => (call.token === TOKEN ? good.refuse(wrong, call) : UNKNOWN),
        first: ({ token }) => (token === TOKEN ? undefined : UNKNOWN),
      })),
    ),
    contract: guarded(contractOf(resource('/orders/{id}'))),
    token: TOKEN,
  },
  {
    ...orders(
      'open-door',
      'A token is declared and never looked at; POST answers 201 with what was there.',
      getOrCreate(201),
    ),
    contract: guarded(contractOf(resource('/orders/{id}'))),
    token: TOKEN,
  },
  {
    ...orders('open-door-plain', 'A token is declared and never looked at; all else is honest.', () => ({})),
    contract: guarded(contractOf(resource('/orders/{id}'))),
    token: TOKEN,
  },
  orders('lax', 'Whatever is sent is accepted and kept, also what the contract does not allow.', acceptsAll),
  lax(
    keyed('lax-key-of-an-enum', 'POST upserts, also what the contract does not allow.', { enum: ['small', 'medium'] }, [
      'small',
      'medium',
    ]),
  ),
  lax(
    keyed(
      'lax-key-of-three-letters',
      'POST upserts a code, also what the contract does not allow.',
      textLike('^[A-Z]{3}$', 'EUR'),
      CODES,
    ),
  ),
  lax(
    put('lax-put', 'PUT makes and overwrites, also what the contract does not allow.', TEXT, [
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

/** Services with operations that make or remove things in unusual ways. */
const actions: readonly Stranger[] = [
  {
    name: 'nested-objects-anywhere',
    sentence: 'A PUT or PATCH makes the customer that it holds as an object, also where there is no such order.',
    contract: contractOf(
      resource('/orders/{id}', {
        members: { customer: { oneOf: [INTEGER, { ...objectOf({ name: TEXT, mail: TEXT }), required: ['name'] }] } },
        required: ['name', 'customer'],
      }),
      resource('/customers/{id}', { members: { mail: TEXT } }),
    ),
    before: { ...ORDERS, '/customers': things() },
    changes: () => ({
      first({ collection, content, store, owner }) {
        const customer = collection === '/orders' ? content['customer'] : undefined;
        if (typeof customer === 'object') store.set(`/customers/${store.nextId()}`, customer as StrangerThing, owner);
        return undefined;
      },
    }),
  },
  {
    name: 'rpc-deletes',
    sentence: 'POST /orders/delete removes the order that its body names; the example is a stranger’s.',
    contract: contractOf(
      resource('/orders/{id}'),
      action('/orders/delete', 'post', { ...objectOf({ id: { ...INTEGER, example: 1 } }), required: ['id'] }),
    ),
    before: ORDERS,
    changes: removesNamed('id'),
  },
  {
    name: 'rpc-deletes-by-reference',
    sentence: 'POST /orders/delete removes the order that `orderId` of its body names.',
    contract: contractOf(
      resource('/orders/{id}'),
      action('/orders/delete', 'post', {
        ...objectOf({ orderId: { type: 'integer', minimum: 1 } }),
        required: ['orderId'],
      }),
    ),
    before: ORDERS,
    changes: removesNamed('orderId'),
  },
  {
    name: 'transfers',
    sentence: 'POST /transfers changes two accounts that its body names.',
    contract: contractOf(
      resource('/accounts/{id}', { members: { balance: { type: 'integer', readOnly: true } } }),
      action('/transfers', 'post', {
        ...objectOf({ fromAccountId: { ...INTEGER, minimum: 1 }, toAccountId: { ...INTEGER, minimum: 1 } }),
        required: ['fromAccountId', 'toAccountId'],
      }),
    ),
    before: { '/accounts': things() },
    changes: () => ({
      act({ content, store, owner }) {
        for (const member of ['fromAccountId', 'toAccountId']) {
          const item = `/accounts/${String(content[member])}`;
          const account = store.at(item);
          if (account) store.set(item, { ...account.thing, balance: 7 }, owner);
        }
        return { status: 204 };
      },
    }),
  },
  {
    name: 'post-updates',
    sentence: 'POST on an item changes it, and answers with what it is then.',
    contract: contractOf(
      withAction(
        resource('/orders/{id}', { verbs: ['list', 'create', 'read', 'remove'] }),
        action('/orders/{id}', 'post', objectOf({ name: TEXT }), objectOf({ id: INTEGER, name: TEXT })),
      ),
    ),
    before: ORDERS,
    changes: (good) => ({
      act(call) {
        const thing = call.store.at(call.path)?.thing;
        return thing ? good.change(call, thing) : NONE;
      },
    }),
  },
  {
    name: 'singleton',
    sentence: 'The settings are one thing without an id; PUT, PATCH and DELETE change it.',
    contract: contractOf(
      withAction(
        withAction(
          action('/settings', 'put', objectOf({ name: TEXT })),
          action('/settings', 'patch', objectOf({ name: TEXT })),
        ),
        action('/settings', 'delete'),
      ),
    ),
    before: { '/settings': things(['theme']) },
    changes: changesAll(),
  },
  {
    name: 'changes-all',
    sentence: 'PATCH on the collection changes all things in it.',
    contract: contractOf(withAction(resource('/orders/{id}'), action('/orders', 'patch', objectOf({ name: TEXT })))),
    before: ORDERS,
    changes: changesAll(),
  },
  orders('post-redirects', 'POST is answered 303 with the address of a stranger’s thing.', () => ({
    created: () => bare({ Location: '/orders/3' }, 303),
  })),
  orders('removal-redirects', 'DELETE is answered 307 with the address of a stranger’s thing.', (good) => ({
    remove: (call) => (call.id === '3' ? good.remove(call) : bare({ Location: '/orders/3' }, 307)),
  })),
  orders('made-later', 'POST answers 202 at once, and the thing is there two requests later.', (good) => {
    const late: (() => void)[] = [];
    return {
      create(call) {
        const id = good.newId(call);
        late.push(
          () => {},
          () => call.store.set(`${call.collection}/${id}`, call.content, call.owner),
        );
        return { ...good.created(call, id, call.content), status: 202 };
      },
      first() {
        late.shift()?.();
        return undefined;
      },
    };
  }),
  {
    name: 'post-item-makes',
    sentence: 'POST /users/{name} makes a user, and DELETE removes it.',
    contract: contractOf(
      withAction(resource(USERS, USER), action(USERS, 'post', undefined, objectOf({ name: TEXT }), TEXT)),
    ),
    before: { '/users': { admin: {}, ada: {} } },
    changes: postMakesItem,
  },
  {
    name: 'post-item-makes-for-good',
    sentence: 'POST /users/{name} makes a user, and nothing removes it.',
    contract: contractOf(
      withAction(
        resource(USERS, { ...USER, verbs: ['list', 'read'] }),
        action(USERS, 'post', undefined, objectOf({ name: TEXT }), TEXT),
      ),
    ),
    before: { '/users': { admin: {}, ada: {} } },
    changes: postMakesItem,
  },
  put('put-makes', 'PUT makes users without any consent; they are removed all the same.', TEXT, ['admin']),
  {
    name: 'put-makes-for-good',
    sentence: 'PUT makes what nothing removes.',
    contract: contractOf(
      resource('/slots/{key}', { ids: { key: TEXT }, idMember: 'key', verbs: ['list', 'read', 'replace'] }),
    ),
    before: { '/slots': things(['front-door']) },
    changes: (good) => ({ ...putMakes(good), show: (thing, id) => ({ key: id, ...thing }) }),
  },
  orders('made-for-good', 'What POST makes nothing removes.', () => ({}), {
    verbs: ['list', 'create', 'read', 'replace'],
  }),
  orders('clears', 'DELETE on the collection removes all there is.', clearsAll(), {
    verbs: ['list', 'create', 'read', 'replace', 'change', 'remove', 'clear'],
  }),
  orders('clears-by-body', 'DELETE on the collection removes those that its body names.', clearsAll(), {
    verbs: ['list', 'create', 'read', 'remove', 'clear'],
    cleared: {
      type: 'object',
      required: ['ids'],
      properties: { ids: { ...listOf({ type: 'integer', minimum: 1 }), minItems: 1, example: [1, 2] } },
    },
  }),
  {
    name: 'cancels',
    sentence: 'POST on /orders/{id}/cancel changes an order.',
    contract: contractOf(resource('/orders/{id}'), action('/orders/{id}/cancel', 'post')),
    before: ORDERS,
    changes: () => ({
      act({ store, path, owner }) {
        const item = path.replace(/\/cancel$/, '');
        store.set(item, { ...store.at(item)?.thing, note: 'cancelled' }, owner);
        return { status: 204 };
      },
    }),
  },
  {
    name: 'cancels-anothers',
    sentence: 'POST makes an order with the id of a stranger’s, and POST on /orders/{id}/cancel changes that.',
    contract: contractOf(resource('/orders/{id}'), action('/orders/{id}/cancel', 'post')),
    before: ORDERS,
    changes: (good) => ({
      ...getOrCreate(201)(good),
      act({ store, path, owner }) {
        const item = path.replace(/\/cancel$/, '');
        store.set(item, { ...store.at(item)?.thing, note: 'cancelled' }, owner);
        return { status: 204 };
      },
    }),
  },
];

function removesNamed(member: string): StrangerChanges {
  return () => ({
    act({ content, store }) {
      const item = `/orders/${String(content[member])}`;
      if (!store.at(item)) return NONE;
      store.remove(item);
      return { status: 204 };
    },
  });
}

function changesAll(): StrangerChanges {
  return (good) => ({
    act({ path, content, store, owner }) {
      for (const [id, { thing }] of [...store.in(path)]) store.set(`${path}/${id}`, { ...thing, ...content }, owner);
      return { status: 204 };
    },
    remove: (call) => (call.id === '' ? (clearsAll()(good).remove?.(call) ?? NONE) : good.remove(call)),
  });
}

function clearsAll(): StrangerChanges {
  return (good) => ({
    remove(call) {
      if (call.id !== '') return good.remove(call);
      const { ids } = call.content as { readonly ids?: readonly unknown[] };
      const removed = ids?.map(String) ?? [...call.store.in(call.collection).keys()];
      for (const id of removed) call.store.remove(`${call.collection}/${id}`);
      return { status: 204 };
    },
  });
}

/** Joins the operations of two contracts, path by path. */
function withAction(one: ReturnType<typeof resource>, other: ReturnType<typeof resource>) {
  const paths = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...paths].map((path) => [path, { ...one[path], ...other[path] }]));
}

/** All services. */
export const strangers: readonly Stranger[] = [
  ...honestOnes,
  ...answers,
  ...locations,
  ...keys,
  ...lists,
  ...others,
  ...careless,
  ...actions,
];
