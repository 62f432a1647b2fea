/**
 * A parcel office whose contract uses one schema at several places of a body, and whose POST names nothing that it made. What a run says of it
 * must hold for each of the places, and for operations on things that the run could not make.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback } from '../catalogue/listen';
import type { CatalogueEntry, Service } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';

const CONTRACT = deskFile('parcels.yaml', 'parcels');
const KEY = 'parcel-key-5d0c';

/** In what an office deviates from the good one. */
interface Office {
  /** Matches the places of a body at which nothing is checked. */
  readonly unchecked?: RegExp;
  /** The operations that let anybody in. */
  readonly open?: readonly string[];
  /** The Retry-After of a batch that was taken, and of an answer about a parcel. */
  readonly retryAfter?: string;
  readonly retryTracking?: string;
  /** The status for what the contract excludes, by the place in the body. */
  readonly refusal?: (place: string) => number;
}

const FAULTS: Readonly<Record<string, Office & Pick<CatalogueEntry, 'summary' | 'draws'>>> = {
  'parcels-shipping-unchecked': {
    summary: 'checks the first of two addresses, and not the second',
    draws: ['invalid-input-refused'],
    unchecked: /^\/shipping/,
  },
  'parcels-gifts-unchecked': {
    summary: 'checks the items of the first list, and not those of the second',
    draws: ['invalid-input-refused'],
    unchecked: /^\/gifts\/\d/,
  },
  'parcels-gift-members-unchecked': {
    summary: 'checks of the items of the second list only that they have their members',
    draws: ['invalid-input-refused'],
    unchecked: /^\/gifts\/\d+\//,
  },
  'parcels-tracking-open': {
    summary: 'lets anybody track a parcel, though its POST names none to ask about',
    draws: ['credential-required'],
    open: ['track'],
  },
  'parcels-cancelling-open': {
    summary: 'lets anybody cancel a parcel, though its POST names none to ask about',
    draws: ['credential-required'],
    open: ['cancel'],
  },
  'parcels-retry-after-text': {
    summary: 'sends "Retry-After: abc", where an integer is declared',
    draws: ['response-header'],
    retryAfter: 'abc',
  },
  'parcels-retry-after-date': {
    summary: 'sends a date in Retry-After, where an integer is declared',
    draws: ['response-header'],
    retryAfter: 'Fri, 31 Dec 2027 23:59:59 GMT',
  },
};

const VARIANTS: Readonly<Record<string, Office & Pick<CatalogueEntry, 'summary'>>> = {
  'parcels-good': { summary: 'keeps its contract' },
  'parcels-retry-tracking-date': {
    summary: 'sends a date in Retry-After, where any text is declared',
    retryTracking: 'Fri, 31 Dec 2027 23:59:59 GMT',
  },
  'parcels-retry-after-long': { summary: 'asks to wait for a day', retryAfter: '86400' },
  'parcels-refused-in-two-ways': {
    summary: 'refuses the second address and the second list with another 4xx',
    refusal: (place) => (/^\/(shipping|gifts)/.test(place) ? 422 : 400),
  },
};

function serve({ unchecked, open = [], retryAfter = '30', retryTracking, refusal = () => 400 }: Office) {
  const { routes, check } = readDocument(CONTRACT);
  return (request: IncomingMessage, response: ServerResponse, text: string): unknown => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      if (body !== undefined) response.setHeader('Content-Type', 'application/json');
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    };
    const here = routes.filter((each) => each.path.test(path));
    const route = here.find(({ method }) => method === request.method);
    if (!route)
      return answer(here.length > 0 ? 405 : 404, undefined, { Allow: here.map(({ method }) => method).join() });
    if (request.headers['x-key'] !== KEY && !open.includes(route.operationId)) return answer(401);
    const schema = route.content[request.headers['content-type'] ?? '']?.schema;
    if (route.bodyRequired) {
      if (!schema) return answer(400);
      try {
        const wrong = check(schema, JSON.parse(text));
        const [place = ''] = wrong?.message.split(' ') ?? [];
        if (wrong && !unchecked?.test(place)) return answer(refusal(place));
      } catch {
        return answer(400);
      }
    }
    const number = decodeURIComponent(route.path.exec(path)?.[1] ?? '');
    switch (route.operationId) {
      case 'quote':
        return answer(200, 490);
      case 'send':
        return answer(202, undefined, { 'Retry-After': retryAfter });
      case 'track':
        return answer(200, { number, state: 'unknown' }, retryTracking ? { 'Retry-After': retryTracking } : {});
      default:
        return open.includes(route.operationId) ? answer(204) : answer(404);
    }
  };
}

const toEntry = ([name, { summary, draws = [], ...office }]: readonly [
  string,
  Office & Pick<CatalogueEntry, 'summary'> & Partial<Pick<CatalogueEntry, 'draws'>>,
]): CatalogueEntry => ({
  name,
  summary,
  draws,
  async start() {
    const act = serve(office);
    const listening = await listenOnLoopback((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => act(request, response, Buffer.concat(pieces).toString()));
    });
    return { ...listening, handOver: { credentials: { key: KEY }, writes: 'any' } };
  },
});

export const parcelOffice: Service = {
  name: 'parcel office',
  contract: CONTRACT,
  faults: Object.entries(FAULTS).map(toEntry),
  variants: Object.entries(VARIANTS).map(toEntry),
};
