/** A kiosk that sells tickets. Its contract allows any total and any state; what they should be, its workflow says. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import type { CatalogueEntry, Service } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';

const CONTRACT = deskFile('kiosk.yaml', 'kiosk');
const WORKFLOW = deskFile('kiosk.arazzo.yaml', 'kiosk');

/** What a ticket costs. */
const PRICE = 12;

/** In what a kiosk deviates from the good one. */
interface Kiosk {
  /** What so many tickets cost. */
  readonly total?: (tickets: number) => number;
  /** What is paid of a total. */
  readonly amount?: (total: number) => number;
  /** How often an order is shown as open after it was paid. */
  readonly late?: number;
}

type Named = Readonly<Record<string, Kiosk & Pick<CatalogueEntry, 'summary' | 'draws'>>>;

const FAULTS: Named = {
  'kiosk-counts-one': {
    summary: 'takes the price of one ticket, however many are ordered',
    draws: ['workflow'],
    total: () => PRICE,
  },
  'kiosk-takes-half': {
    summary: 'takes half of what an order costs',
    draws: ['workflow'],
    amount: (total) => total / 2,
  },
  'kiosk-stays-open': {
    summary: 'shows an order as open after it was paid',
    draws: ['workflow'],
    late: Number.POSITIVE_INFINITY,
  },
};

const VARIANTS: Named = {
  'kiosk-good': { summary: 'keeps its contract, and does what its workflow says', draws: [] },
  'kiosk-pays-late': { summary: 'shows an order as paid only when it is asked again', draws: [], late: 2 },
};

interface Order {
  readonly id: string;
  readonly tickets: number;
  readonly total: number;
  /** How often it is still shown as open, once it was paid. */
  late?: number;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly allow?: string;
}

/** Opens a kiosk. @returns what answers its requests. */
function open(kiosk: Kiosk): (request: IncomingMessage, text: string) => Answer {
  const { total = (tickets: number) => tickets * PRICE, amount = (whole: number) => whole, late = 0 } = kiosk;
  const { routes, check } = readDocument(CONTRACT);
  const orders = new Map<string, Order>();
  let made = 0;
  const shown = (order: Order) => {
    const { late: left, ...kept } = order;
    const isPaid = left !== undefined && left <= 0;
    if (left !== undefined) order.late = left - 1;
    return { ...kept, state: isPaid ? 'paid' : 'open' };
  };
  return ({ method, url = '', headers }, text) => {
    const [path = ''] = url.split('?');
    const here = routes.filter((each) => each.path.test(path));
    const route = here.find((each) => each.method === method);
    if (here.length === 0) return { status: 404 };
    if (!route) return { status: 405, allow: here.map((each) => each.method).join(', ') };
    if (method === 'POST') {
      const schema = route.content[headers['content-type'] ?? '']?.schema;
      if (text !== '' && !schema) return { status: 415 };
      const content = parsed(text);
      if (!schema || content === undefined || check(schema, content)) return { status: 400 };
      const { tickets } = content as { readonly tickets: number };
      const order: Order = { id: `o${++made}`, tickets, total: total(tickets) };
      orders.set(order.id, order);
      return { status: 201, body: shown(order) };
    }
    const order = orders.get(decodeURIComponent(route.path.exec(path)?.[1] ?? ''));
    if (!order) return { status: 404 };
    if (method === 'GET') return { status: 200, body: shown(order) };
    if (method === 'DELETE') {
      orders.delete(order.id);
      return { status: 204 };
    }
    order.late ??= late;
    return { status: 200, body: { amount: amount(order.total) } };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function startKiosk(kiosk: Kiosk) {
  const answer = open(kiosk);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body, allow } = answer(request, (await wholeBody(request)).toString());
    if (body !== undefined) response.setHeader('Content-Type', 'application/json');
    if (allow !== undefined) response.setHeader('Allow', allow);
    response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
  };
  const listening = await listenOnLoopback(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  return { ...listening, handOver: { writes: 'any', workflow: WORKFLOW } as const };
}

const toEntry = ([name, { summary, draws, ...kiosk }]: readonly [string, Named[string]]): CatalogueEntry => ({
  name,
  summary,
  draws,
  start: () => startKiosk(kiosk),
});

export const kioskOfWorkflow: Service = {
  name: 'kiosk',
  contract: CONTRACT,
  faults: Object.entries(FAULTS).map(toEntry),
  variants: Object.entries(VARIANTS).map(toEntry),
};
