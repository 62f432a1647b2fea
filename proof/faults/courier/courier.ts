/** A courier that tells its clients by callbacks when a delivery has left, and when it has come. */

import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenWithJson } from '../catalogue/listen';
import { catalogueEntries, type Deviations, type Service } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';
import { routed } from '../desk/request';

const CONTRACT = deskFile('courier.yaml', 'courier');

/** A request to a client. */
interface Told {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** In what a courier deviates from the good one. */
interface Courier {
  /** What is sent once a delivery has left, and once it has come. */
  readonly left?: (good: Told) => readonly Told[];
  readonly delivered?: (good: Told) => readonly Told[];
  /** Whether it tells before it answers. */
  readonly tellsFirst?: boolean;
  /** The status with which it refuses a URL on this machine. */
  readonly refusesHere?: number;
  /** Whether it asks at such a URL before it refuses it. */
  readonly asksBefore?: boolean;
  readonly isCompressed?: boolean;
}

const DRAWS = { draws: ['callback'] } as const;
const KEEPS = { draws: [] } as const;

const withBody = (change: Readonly<Record<string, unknown>>) => (good: Told) => [
  { ...good, body: { ...(good.body as object), ...change } },
];

const FAULTS: Deviations<Courier> = {
  'courier-without-time': { summary: 'does not tell when', ...DRAWS, delivered: withBody({ at: undefined }) },
  'courier-unknown-state': { summary: 'tells a state of its own', ...DRAWS, delivered: withBody({ state: 'done' }) },
  'courier-tells-no-more': { summary: 'tells nothing in its body', ...DRAWS, left: withBody({ delivery: undefined }) },
  'courier-patches': {
    summary: 'tells with another method',
    ...DRAWS,
    left: (good) => [{ ...good, method: 'PATCH' }],
  },
  'courier-as-text': {
    summary: 'tells as text',
    ...DRAWS,
    left: (good) => [{ ...good, headers: { 'Content-Type': 'text/plain' } }],
  },
  'courier-nameless': {
    summary: 'leaves out a header field that is required',
    ...DRAWS,
    delivered: ({ headers: { 'X-Courier': _, ...headers }, ...good }) => [{ ...good, headers }],
  },
  'courier-elsewhere': {
    summary: 'tells at another URL below the one that it was given',
    ...DRAWS,
    delivered: (good) => [{ ...good, url: good.url.replace(/delivered$/, 'done') }],
  },
  'courier-stop-zero': {
    summary: 'counts from 0 in a query',
    ...DRAWS,
    left: (good) => [{ ...good, url: `${good.url}?stop=0` }],
  },
};

/** What looks whether somebody is there. */
const look = ({ url }: Told, method: string): Told => ({ method, url, headers: {} });

/** What asks whether the URL is that of a client, and wants its text back. */
const challenge = (good: Told, method: string): Told => ({
  ...good,
  method,
  body: { type: 'url_verification', challenge: 'k4711' },
});

const VARIANTS: Deviations<Courier> = {
  'courier-good': { summary: 'tells as its contract says', ...KEEPS },
  'courier-silent': { summary: 'tells nothing while somebody listens', ...KEEPS, left: () => [], delivered: () => [] },
  'courier-first': { summary: 'tells before it answers', ...KEEPS, tellsFirst: true },
  'courier-looks': {
    summary: 'looks whether somebody is there before it tells',
    ...KEEPS,
    left: (good) => [look(good, 'HEAD'), look(good, 'OPTIONS'), look(good, 'GET'), good],
  },
  'courier-challenges': {
    summary: 'asks by the method of the callback whether the URL is that of a client, before it tells',
    ...KEEPS,
    left: (good) => [challenge(good, good.method), good],
  },
  'courier-pings': {
    summary: 'sends an empty request by another method before it tells, and one after',
    ...KEEPS,
    left: (good) => [{ ...good, method: 'POST', body: {} }, good, { ...look(good, 'POST'), body: { beat: 1 } }],
  },
  'courier-validates': {
    summary: 'asks with a token in the query, gets no answer that it knows, and tells nothing',
    ...KEEPS,
    left: (good) => [{ ...look(good, 'POST'), url: `${good.url}?validationToken=4711` }],
    delivered: () => [],
  },
  'courier-asks-first': {
    summary: 'asks whether the URL is that of a client, gets no answer that it knows, and refuses it',
    ...KEEPS,
    refusesHere: 400,
    asksBefore: true,
  },
  'courier-tells-half': {
    summary: 'asks, and tells no more than that a delivery has come',
    ...KEEPS,
    left: (good) => [challenge(good, 'POST')],
  },
  'courier-twice': { summary: 'tells everything twice', ...KEEPS, left: (good) => [good, good] },
  'courier-more': {
    summary: 'tells more than it must',
    ...KEEPS,
    left: (good) => [{ ...good, url: `${good.url}/?stop=2&try=1` }],
    delivered: withBody({ weather: 'fine' }),
  },
  'courier-zips': { summary: 'compresses what it tells', ...KEEPS, isCompressed: true },
  'courier-careful': { summary: 'refuses URLs on this machine', ...KEEPS, refusesHere: 400 },
  'courier-guarded': { summary: 'refuses URLs on this machine as forbidden', ...KEEPS, refusesHere: 403 },
};

interface Delivery {
  readonly id: string;
  readonly to: string;
  readonly tell?: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly allow?: string;
  /** What was accepted. */
  readonly accepted?: Delivery;
  /** The URL that was refused. */
  readonly refused?: string;
}

/** Opens a courier's office. @returns what answers its requests. */
function open({ refusesHere }: Courier): (request: IncomingMessage, text: string) => Answer {
  const document = readDocument(CONTRACT);
  const { check } = document;
  const deliveries = new Map<string, Delivery>();
  let made = 0;
  return (request, text) => {
    const asked = routed(document, request);
    if ('status' in asked) return asked;
    const { route, ids } = asked;
    const { method, headers } = request;
    if (method === 'POST') {
      const schema = route.content[headers['content-type'] ?? '']?.schema;
      if (text !== '' && !schema) return { status: 415 };
      const content = parsed(text);
      if (!schema || content === undefined || check(schema, content)) return { status: 400 };
      const wish = content as Omit<Delivery, 'id'>;
      if (refusesHere !== undefined && /\/\/(127\.|localhost)/.test(wish.tell ?? ''))
        return { status: refusesHere, refused: wish.tell ?? '' };
      const delivery = { ...wish, id: `d${++made}` };
      deliveries.set(delivery.id, delivery);
      return { status: 201, body: delivery, accepted: delivery };
    }
    const delivery = deliveries.get(ids[0] ?? '');
    if (!delivery) return { status: 404 };
    if (method === 'GET') return { status: 200, body: delivery };
    deliveries.delete(delivery.id);
    return { status: 204 };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const HERE = 'http://127.0.0.1:';
const JSON_FIELDS = { 'Content-Type': 'application/json' };

/** Tells a client on this machine of a delivery; others are not reached from here. */
async function tell(courier: Courier, { id, tell: url = '' }: Delivery): Promise<void> {
  if (!url.startsWith(HERE)) return;
  const headers = JSON_FIELDS;
  const left = { method: 'PUT', url, headers, body: { delivery: id } };
  const delivered = {
    method: 'POST',
    url: `${url}/delivered`,
    headers: { ...headers, 'X-Courier': 'Swift' },
    body: { delivery: id, at: new Date().toISOString(), state: 'delivered' },
  };
  const { left: firstly = (good: Told) => [good], delivered: then = (good: Told) => [good] } = courier;
  for (const each of [...firstly(left), ...then(delivered)]) await send(each, courier.isCompressed === true);
}

async function send({ method, url, headers, body }: Told, isCompressed: boolean): Promise<void> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const coded = text !== undefined && isCompressed ? { 'Content-Encoding': 'gzip' } : {};
  const content = text !== undefined && isCompressed ? gzipSync(text) : text;
  const sent = { method, headers: { ...headers, ...coded }, ...(content === undefined ? {} : { body: content }) };
  // Whoever does not listen any more is not told.
  await fetch(url, sent).catch(() => {});
}

async function startCourier(courier: Courier) {
  const listening = await listenWithJson(open(courier), async ({ accepted, refused }, reply) => {
    if (refused?.startsWith(HERE) && courier.asksBefore)
      await send(challenge({ url: refused, method: 'PUT', headers: JSON_FIELDS }, 'PUT'), false);
    if (accepted && courier.tellsFirst) await tell(courier, accepted);
    reply();
    if (accepted && !courier.tellsFirst) await tell(courier, accepted);
  });
  return { ...listening, handOver: { writes: 'own' } as const };
}

export const courierOffice: Service = {
  name: 'courier',
  contract: CONTRACT,
  faults: catalogueEntries(FAULTS, startCourier),
  variants: catalogueEntries(VARIANTS, startCourier),
};
