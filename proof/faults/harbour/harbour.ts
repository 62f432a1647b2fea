/** A harbour. What a request to it made is named deep in the answer, beside other things that have names, too. */

import type { IncomingMessage } from 'node:http';
import { listenWithJson } from '../catalogue/listen';
import { catalogueEntries, type Deviations, type Service } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';
import { routed } from '../desk/request';

const CONTRACT = deskFile('harbour.yaml', 'harbour');

type Kind = 'ships' | 'orders';

/** In what a harbour deviates from the good one. */
interface Harbour {
  /** The kind of things that are still there after they were removed. */
  readonly keeps?: Kind;
  /** The kind of things that are not kept, though they are said to be made. */
  readonly loses?: Kind;
}

const FAULTS: Deviations<Harbour> = {
  'harbour-ships-stay': {
    summary: 'says that a ship is gone, and keeps it; the ship is named below data and ship',
    draws: ['deleted-gone'],
    keeps: 'ships',
  },
  'harbour-orders-stay': {
    summary: 'says that an order is gone, and keeps it; the order is named in a list of new ones',
    draws: ['deleted-gone'],
    keeps: 'orders',
  },
  'harbour-ships-sink': {
    summary: 'says that a ship was bought, and keeps none',
    draws: ['created-found'],
    loses: 'ships',
  },
};

const VARIANTS: Deviations<Harbour> = { 'harbour-good': { summary: 'keeps its contract', draws: [] } };

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly allow?: string;
}

/** How things of a kind are shown: what was made, and one that is asked for. */
const SHOWN: Readonly<Record<Kind, { made: (name: string, text: string) => unknown; one: typeof ship }>> = {
  ships: {
    made: (symbol, name) => ({ data: { agent: { symbol: 'AGENT-1', credits: 7 }, ship: { symbol, name } } }),
    one: ship,
  },
  orders: {
    made: (orderIdentifier, goods) => ({ createdOrders: [{ orderIdentifier, goods }] }),
    one: (orderIdentifier, goods) => ({ orderIdentifier, goods }),
  },
};

function ship(symbol: string, name: string): unknown {
  return { data: { symbol, name } };
}

/** Opens a harbour. @returns what answers its requests. */
function open({ keeps, loses }: Harbour): (request: IncomingMessage, text: string) => Answer {
  const document = readDocument(CONTRACT);
  const { check } = document;
  const kept: Record<Kind, Map<string, string>> = { ships: new Map(), orders: new Map() };
  let made = 0;
  return (request, text) => {
    const asked = routed(document, request);
    if ('status' in asked) return asked;
    const { route, ids } = asked;
    const { method, headers, url = '' } = request;
    const kind: Kind = url.startsWith('/ships') ? 'ships' : 'orders';
    const things = kept[kind];
    if (method === 'POST') {
      const schema = route.content[headers['content-type'] ?? '']?.schema;
      if (text !== '' && !schema) return { status: 415 };
      try {
        const content: unknown = JSON.parse(text);
        if (!schema || check(schema, content)) return { status: 400 };
        const { name, goods } = content as { readonly name?: string; readonly goods?: string };
        const symbol = `${kind === 'ships' ? 'S' : 'O'}-${++made}`;
        const own = name ?? goods ?? '';
        if (loses !== kind) things.set(symbol, own);
        return { status: 201, body: SHOWN[kind].made(symbol, own) };
      } catch {
        return { status: 400 };
      }
    }
    const [symbol = ''] = ids;
    const own = things.get(symbol);
    if (own === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: SHOWN[kind].one(symbol, own) };
    if (keeps !== kind) things.delete(symbol);
    return { status: 204 };
  };
}

async function startHarbour(harbour: Harbour) {
  const listening = await listenWithJson(open(harbour));
  return { ...listening, handOver: { writes: 'own' } as const };
}

export const harbourOfNames: Service = {
  name: 'harbour',
  contract: CONTRACT,
  faults: catalogueEntries(FAULTS, startHarbour),
  variants: catalogueEntries(VARIANTS, startHarbour),
};
