/** Runs with `--writes own` on services that name their things in many ways: nothing is left behind, and nothing else is touched. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { someOf } from '../../support/testing/cases.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { verifyTarget } from '../verify';

lingerFor(10);

type Thing = Readonly<Record<string, unknown>>;

/** How a service names its things. */
interface Naming {
  readonly collection: string;
  /** The path template of an item. */
  readonly item: string;
  /** What makes one; default: POST on the collection. */
  readonly maker?: 'PUT' | 'POST';
  /** The key by which a new thing is stored; default: one that the service makes up. */
  readonly key?: (sent: Thing, asked: string) => string;
  /** What answers the request that made one; default: the thing as it is shown. */
  readonly answer?: (key: string, thing: Thing) => unknown;
  readonly show: (key: string, thing: Thing) => unknown;
  readonly list?: (shown: readonly unknown[], things: ReadonlyMap<string, Thing>) => unknown;
  readonly hasList?: boolean;
  /** The members that a body must have; default: the name. */
  readonly needs?: readonly string[];
  /** The status of the answer to what made one; default: 201. */
  readonly made?: number;
  /** What the service does to other things when one is made. */
  readonly beside?: (things: Map<string, Thing>, key: string, thing: Thing) => void;
  /** What answers a GET of what is not there; default: 404. */
  readonly absent?: 204;
  /** Paths that are answered as others, by their ends. */
  readonly twins?: readonly string[];
}

const TEXT = { type: 'string', minLength: 1, maxLength: 60 };
const BODY = { type: 'object', required: ['name'], properties: { name: TEXT, note: TEXT } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { description: 'ok', ...json({}) };
const none = { description: 'none' };

function contractOf({ collection, item, maker, hasList = true, twins = [''], needs = ['name'] }: Naming): object {
  const [, name = ''] = /\{(\w+)\}/.exec(item) ?? [];
  const body = { ...BODY, required: needs };
  const make = { requestBody: { required: true, ...json(body) }, responses: { 200: ok, 201: ok, 400: none } };
  const paths = twins.flatMap((end) => [
    [collection + end, { ...(hasList ? { get: { responses: { 200: ok } } } : {}), ...(maker ? {} : { post: make }) }],
    [
      item + end,
      {
        parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: ok, 404: none } },
        delete: { responses: { 204: none, 404: none } },
        ...(maker ? { [maker.toLowerCase()]: make } : {}),
      },
    ],
  ]);
  return { ...head('3.1'), paths: Object.fromEntries(paths) };
}

/** Serves a store of things that others made. */
async function serveStore(naming: Naming) {
  const { collection, item, maker, key, answer, show, list = (shown) => shown, twins = [''] } = naming;
  const { needs = ['name'] } = naming;
  const things = new Map<string, Thing>();
  for (let at = 1; at <= 30; at++) things.set(`k${at}`, { name: `somebody's ${at}`, note: 'theirs' });
  let next = 1000;
  let made = 0;
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const reply = (status: number, body?: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body ?? null));
    };
    const { method } = request;
    let path = (request.url ?? '').replace(/\?.*$/, '');
    for (const end of twins) if (end !== '' && path.endsWith(end)) path = path.slice(0, -end.length);
    const [before = '', after = ''] = item.split(/\{\w+\}/);
    const isItem = path.startsWith(before) && path.length > before.length && path.endsWith(after);
    const asked = isItem ? decodeURIComponent(path.slice(before.length, path.length - after.length)) : '';
    const old = things.get(asked);
    if (method === 'POST' || method === 'PUT') {
      if (method !== (maker ?? 'POST') || (maker ? !isItem : path !== collection)) return reply(405);
      let sent: Thing;
      try {
        sent = JSON.parse(Buffer.concat(pieces).toString());
      } catch {
        return reply(400);
      }
      const isObject = typeof sent === 'object' && sent !== null;
      const isValid =
        isObject &&
        ['name', 'note'].every(
          (name) =>
            (!needs.includes(name) && sent[name] === undefined) ||
            (typeof sent[name] === 'string' && sent[name] !== '' && sent[name].length <= 60),
        );
      if (!isValid) return reply(400);
      const own = maker ? asked : (key?.(sent, asked) ?? `k${++next}`);
      if (old && maker === 'POST') return reply(400);
      made++;
      things.set(own, sent);
      naming.beside?.(things, own, sent);
      return reply(old ? 200 : (naming.made ?? 201), (answer ?? show)(own, sent));
    }
    if (path === collection && method === 'GET')
      return reply(
        200,
        list(
          [...things].map(([own, thing]) => show(own, thing)),
          things,
        ),
      );
    if (!isItem || !old) return reply(method === 'GET' ? (naming.absent ?? 404) : 404);
    if (method === 'GET') return reply(200, show(asked, old));
    if (method !== 'DELETE') return reply(405);
    things.delete(asked);
    return reply(204);
  });
  return { url, things, made: () => made };
}

async function run(naming: Naming) {
  const store = await serveStore(naming);
  const before = JSON.stringify([...store.things]);
  const gets: (number | undefined)[] = [];
  const { leftovers = [], requirements } = await verifyTarget(await load(contractOf(naming)), suite, {
    target: parseTarget(store.url),
    writes: 'own',
    seed: 1,
    salt: 'k3f9',
    onEvent(event) {
      if (event.type !== 'exchanged') return;
      const { claim, request } = event.exchange.case;
      if (request.operation.name.startsWith(`GET ${naming.item}`) && claim.probe === 'valid')
        gets.push(event.exchange.response?.status);
    },
  });
  const failures = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const isAsBefore = JSON.stringify([...store.things]) === before;
  return { isAsBefore, left: leftovers.map(({ reason }) => reason), gets: [...new Set(gets)], failures, store };
}

const memos = { collection: '/api/v1/memos', item: '/api/v1/memos/{memo}' };

const things = { collection: '/things', item: '/things/{id}' };
const shown = (key: string, thing: Thing) => ({ id: key, ...thing });

const NAMINGS: readonly [string, Naming][] = [
  ['a resource name', { ...memos, show: (key, { name, note }) => ({ name: `memos/${key}`, title: name, note }) }],
  [
    'a resource name, whatever name was sent, and 200',
    { ...memos, made: 200, needs: ['note'], show: (key, { note }) => ({ name: `memos/${key}`, note: note ?? '' }) },
  ],
  [
    'a resource name in a list, and nothing in the answer',
    {
      ...memos,
      answer: () => ({}),
      show: (key, { name, note }) => ({ name: `memos/${key}`, title: name, note }),
      list: (memos) => ({ memos }),
    },
  ],
  [
    'what is left of the name of the parameter',
    { collection: '/pools', item: '/pools/{pool_name}', key: ({ name }) => String(name), show: (_, thing) => thing },
  ],
  ['one of two names', { collection: '/volumes', item: '/volumes/{id_or_name}', show: shown }],
  ['an id where the parameter is called otherwise', { collection: '/labels', item: '/labels/{code}', show: shown }],
  [
    'a member somewhere in the answer',
    { ...things, show: (key, thing) => ({ thing: { meta: { reference: key } }, spec: thing }) },
  ],
  [
    'the name that was sent',
    {
      collection: '/queues',
      item: '/queues/{queue}',
      key: ({ name }) => String(name),
      answer: () => ({ status: 'queued' }),
      show: (_, thing) => ({ settings: thing }),
    },
  ],
  ['an id in a list of one', { ...things, answer: (key, thing) => ({ items: [shown(key, thing)] }), show: shown }],
  [
    'an id in a list alone',
    { ...things, answer: () => null, show: shown, list: (items, { size }) => ({ items, total: size }) },
  ],
  ['a name that a PUT chose', { ...things, maker: 'PUT', show: (_, thing) => thing }],
  ['a name that a POST chose in its path', { ...things, maker: 'POST', show: (_, thing) => thing }],
  [
    'a name that a POST chose in its path, below a GET that answers 204 to what is not there',
    { ...things, maker: 'POST', show: (_, thing) => thing, absent: 204 },
  ],
  ['an id below paths with and without a slash', { ...things, twins: ['', '/'], show: shown }],
  ['an id below paths that end in .json', { ...things, twins: ['.json'], show: shown }],
  ['an id below paths with and without .json', { ...things, twins: ['', '.json'], show: shown }],
];

test.each(someOf(NAMINGS, 32, 4))('%s', async (_, naming) => {
  const { isAsBefore, left, gets, failures, store } = await run(naming);
  expect({ isAsBefore, left, gets, failures, hasMade: store.made() > 1 }).toEqual({
    isAsBefore: true,
    left: [],
    gets: [200],
    failures: [],
    hasMade: true,
  });
});

/** What becomes of things that others made, and how many of the run's own are left. */
async function hostile(naming: Naming) {
  const { store, left } = await run(naming);
  const keys = [...store.things.keys()];
  const others = keys.filter((key) => /^k([1-9]|[12]\d|30)$/.test(key));
  return { others: others.length, own: keys.length - others.length, told: left.length };
}

const addAt = (things: Map<string, Thing>, at: string, more: Thing) => things.set(at, { ...things.get(at), ...more });

const HOSTILE: readonly (readonly [string, Naming, number])[] = [
  [
    'puts what was sent into the thing of somebody else, which its answer names as well',
    {
      ...memos,
      beside: (all, _, { name }) => addAt(all, 'k7', { note: `see ${name}`, last: name }),
      answer: () => ({ name: 'memos/k7', creator: 'k7' }),
      show: (key, { name, ...more }) => ({ name: `memos/${key}`, title: name, ...more }),
    },
    1,
  ],
  ['names another thing', { ...things, answer: () => ({ id: 'k3' }), show: shown, hasList: false }, 1],
  [
    'names another thing, and shows what was sent',
    { ...things, answer: (_, thing) => ({ id: 'k3', ...thing }), show: shown, hasList: false },
    1,
  ],
  [
    'names nothing, and lists the first ten alone',
    { ...things, answer: () => ({}), show: shown, list: (all) => all.slice(0, 10) },
    1,
  ],
  ['names nothing, and lists nothing', { ...things, answer: () => ({}), show: shown, hasList: false }, 1],
  ['changes what is there instead, and shows that', { ...things, key: () => 'k5', show: shown }, 0],
  [
    'changes what is there instead, and lists the first ten alone',
    { ...things, key: () => 'k15', show: shown, list: (all) => all.slice(0, 10) },
    0,
  ],
  [
    'names the things of somebody else by the name that was sent',
    {
      collection: '/labels',
      item: '/labels/{code}',
      answer: (_, { name }) => ({ name, owner: 'k2', id: 'k9' }),
      show: (_, thing) => thing,
      hasList: false,
    },
    1,
  ],
];

test.each(someOf(HOSTILE, 8))('a service that %s', async (_, naming, most) => {
  const { others, own, told } = await hostile(naming);
  expect({ others, isFew: own <= most, told: told >= own }).toEqual({ others: 30, isFew: true, told: true });
});
