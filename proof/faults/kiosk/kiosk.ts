/** A kiosk that sells tickets. Its contract allows any total and any state; what they should be, its workflow says. */

import type { IncomingMessage } from 'node:http';
import { listenWithJson } from '../catalogue/listen';
import { catalogueEntries, type Deviations, type Service } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';
import { routed } from '../desk/request';

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

const FAULTS: Deviations<Kiosk> = {
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

const VARIANTS: Deviations<Kiosk> = {
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
  const document = readDocument(CONTRACT);
  const { check } = document;
  const orders = new Map<string, Order>();
  let made = 0;
  const shown = (order: Order) => {
    const { late: left, ...kept } = order;
    const isPaid = left !== undefined && left <= 0;
    if (left !== undefined) order.late = left - 1;
    return { ...kept, state: isPaid ? 'paid' : 'open' };
  };
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
      const { tickets } = content as { readonly tickets: number };
      const order: Order = { id: `o${++made}`, tickets, total: total(tickets) };
      orders.set(order.id, order);
      return { status: 201, body: shown(order) };
    }
    const order = orders.get(ids[0] ?? '');
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
  const listening = await listenWithJson(open(kiosk));
  return { ...listening, handOver: { writes: 'any', workflow: WORKFLOW } as const };
}

export const kioskOfWorkflow: Service = {
  name: 'kiosk',
  contract: CONTRACT,
  faults: catalogueEntries(FAULTS, startKiosk),
  variants: catalogueEntries(VARIANTS, startKiosk),
};
