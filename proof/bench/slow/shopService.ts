/**
 * A shop that keeps its contract as a real service does: it looks at the credential, judges what it is sent, keeps what it takes, and takes its
 * time. It is a process of its own, started with one argument in JSON ({@link ShopManner}). It tells its port, and for each message how it was
 * asked ({@link ShopTold}).
 */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { SHOP_EXAMPLES, SHOP_KINDS, SHOP_TOKEN, shopSchemas } from './shopContract';

/** How the shop answers. */
export interface ShopManner {
  /** How long each answer takes, in milliseconds. */
  readonly delayMs: number;
  /** How many requests it takes in each second; it answers the others 429. */
  readonly most?: number;
  /** How long the answers of one operation take, in milliseconds. */
  readonly slow?: { readonly method: string; readonly path: string; readonly ms: number };
}

/** How the shop was asked. */
export interface ShopTold {
  readonly requests: number;
  /** How many it answered 429. */
  readonly refused: number;
  /** How many were under way at once at most. */
  readonly atOnce: number;
  /** What was still there. */
  readonly left: number;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Content = Readonly<Record<string, unknown>>;
/** The things of one collection, by their ids. */
type Shelf = Map<number, Content>;

const manner = JSON.parse(process.argv[2] ?? '{"delayMs":0}') as ShopManner;
const refusal = (status: number, message: string): Answer => ({ status, body: { message } });
const shelves = new Map<string, Shelf>();
const judges = new Map<string, ValidateFunction>();
let nextId = 1_000;
/** What is there from the beginning, in each collection and in the first thing of each: {@link SHOP_PARAMS} hand over the first. */
const FIRST_IDS = [1, 2];

const ajv = addFormats(new Ajv({ strict: false }));
for (const kind of SHOP_KINDS)
  for (const [name, schema] of shopSchemas(kind))
    if (name.endsWith('Input')) judges.set(kind.name, ajv.compile(schema));

for (const { name, inside } of SHOP_KINDS)
  for (const id of FIRST_IDS)
    shelfAt(inside === undefined ? `/${name}` : `/${inside}/1/${name}`).set(id, { id, ...SHOP_EXAMPLES[name] });

function shelfAt(path: string): Shelf {
  const shelf = shelves.get(path) ?? new Map();
  shelves.set(path, shelf);
  return shelf;
}

const idOf = (segment: string | undefined): number | undefined =>
  segment !== undefined && /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : undefined;

function answerTo(method: string, url: string, authorization: string | undefined, read: () => unknown): Answer {
  const { pathname, searchParams } = new URL(url, 'http://shop');
  const [, first = '', firstId, second, secondId] = pathname.split('/');
  if (authorization?.toLowerCase() !== `bearer ${SHOP_TOKEN}`)
    return { ...refusal(401, 'Who are you?'), headers: { 'WWW-Authenticate': 'Bearer' } };
  const kind = SHOP_KINDS.find(({ name, inside }) => name === (second ?? first) && inside === (second && first));
  if (!kind) return refusal(404, 'There is no such path.');
  const id = second === undefined ? firstId : secondId;
  if ([firstId, secondId].some((each) => each !== undefined && idOf(each) === undefined))
    return refusal(400, 'An id is a positive number.');
  if (second !== undefined && !shelfAt(`/${first}`).has(Number(firstId))) return refusal(404, 'It lies in nothing.');
  const shelf = shelfAt(second === undefined ? `/${first}` : `/${first}/${firstId}/${second}`);
  const allowed = id === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
  if (!allowed.includes(method)) return { ...refusal(405, 'Not here.'), headers: { Allow: allowed.join(', ') } };
  return id === undefined
    ? atCollection(kind.name, shelf, method, searchParams, read)
    : atItem(kind.name, shelf, method, Number(id), `${pathname}/`, read);
}

function atCollection(name: string, shelf: Shelf, method: string, query: URLSearchParams, read: () => unknown): Answer {
  if (method === 'POST') {
    const content = read();
    if (!judges.get(name)?.(content)) return refusal(400, 'The body is wrong.');
    const id = ++nextId;
    shelf.set(id, { id, ...(content as Content) });
    return { status: 201, body: shelf.get(id) };
  }
  const [limit = '20', offset = '0'] = ['limit', 'offset'].map((each) => query.get(each) ?? undefined);
  const isRight = /^\d{1,15}$/.test(limit) && /^\d{1,15}$/.test(offset) && Number(limit) >= 1 && Number(limit) <= 100;
  if (!isRight) return refusal(400, 'The page is wrong.');
  return { status: 200, body: [...shelf.values()].slice(Number(offset), Number(offset) + Number(limit)) };
}

function atItem(name: string, shelf: Shelf, method: string, id: number, below: string, read: () => unknown): Answer {
  const content = method === 'PUT' ? read() : undefined;
  if (method === 'PUT' && !judges.get(name)?.(content)) return refusal(400, 'The body is wrong.');
  if (!shelf.has(id)) return refusal(404, 'There is none.');
  if (method === 'DELETE') {
    shelf.delete(id);
    for (const path of [...shelves.keys()]) if (path.startsWith(below)) shelves.delete(path);
    return { status: 204 };
  }
  if (method === 'PUT') shelf.set(id, { id, ...(content as Content) });
  return { status: 200, body: shelf.get(id) };
}

/** The content of a request; undefined if it is no JSON. */
function contentOf(request: IncomingMessage, text: string): unknown {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let told: ShopTold = { requests: 0, refused: 0, atOnce: 0, left: 0 };
let underWay = 0;
let second = 0;
let inSecond = 0;

/** Answers 429 where more came in this second than the shop takes. */
function tooMany(): Answer | undefined {
  const now = Math.floor(performance.now() / 1000);
  if (now !== second) inSecond = 0;
  second = now;
  if (manner.most === undefined || ++inSecond <= manner.most) return undefined;
  told = { ...told, refused: told.refused + 1 };
  return { ...refusal(429, 'Too many.'), headers: { 'Retry-After': '1' } };
}

function delayOf(method: string, url: string): number {
  const { slow, delayMs } = manner;
  return slow && slow.method === method && url.split('?')[0] === slow.path ? slow.ms : delayMs;
}

const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  underWay++;
  told = { ...told, requests: told.requests + 1, atOnce: Math.max(told.atOnce, underWay) };
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const read = () => contentOf(request, Buffer.concat(pieces).toString());
  const answer = tooMany() ?? answerTo(method, url, headers.authorization, read);
  const send = () => {
    underWay--;
    const type = answer.body === undefined ? {} : { 'Content-Type': 'application/json' };
    response.writeHead(answer.status, { ...type, ...answer.headers });
    response.end(answer.body === undefined || method === 'HEAD' ? undefined : JSON.stringify(answer.body));
  };
  const delayMs = answer.status === 429 ? 0 : delayOf(method, url);
  if (delayMs === 0) send();
  else setTimeout(send, delayMs);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  const left = [...shelves.values()].reduce((sum, { size }) => sum + size, 0);
  process.send?.({ ...told, left });
});
