/** The operations of the order desk on its orders, which it keeps in memory. */

import { createHash, randomUUID } from 'node:crypto';
import type { Desk, DeskCall, DeskReply } from './desk';
import { deskFile } from './document';

export interface Order {
  readonly id: number;
  readonly placedAt: string;
  readonly customer: string;
  readonly [member: string]: unknown;
}

/** The orders that exist and are handed over. They are enough so that refused requests are not tried on all of them. */
export const ORDERS: readonly number[] = [11, 12, 13];

export const PLACED = '2026-03-01T09:30:00Z';

function sample(id: number): Order {
  const line = { article: 'PL-100', quantity: 2, price: 4.5 };
  const delivery = { kind: 'parcel', street: 'Elm Street 5', insured: false };
  return { id, placedAt: PLACED, customer: 'Ada Byron', priority: 'normal', note: null, lines: [line], delivery };
}

/** A cursor names the place at which the page begins; any other text begins at the first order. */
function pageOf(all: readonly Order[], limit: number, cursor = ''): object {
  const from = Number(/^from(\d{4})$/.exec(cursor)?.[1] ?? 0);
  const next = from + limit;
  return {
    orders: all.slice(from, next),
    next: next < all.length ? `from${String(next).padStart(4, '0')}` : null,
  };
}

function takeOrders(): ReturnType<Desk['open']> {
  const kept = new Map<bigint, Order>(ORDERS.map((id) => [BigInt(id), sample(id)]));
  /** What was answered to the requests that had a key, by that and by what they hold. */
  const taken = new Map<string, DeskReply>();
  let next = 1000;
  const keep = (call: DeskCall, id: number, more: unknown): DeskReply => {
    const { pin: _, ...shown } = more as Order;
    const order = { ...shown, id, placedAt: kept.get(BigInt(id))?.placedAt ?? PLACED } as Order;
    kept.set(BigInt(id), order);
    return { status: call.request.method === 'POST' ? 201 : 200, body: order };
  };
  const onOrder = (act: (order: Order, call: DeskCall) => DeskReply) => (call: DeskCall) => {
    const order = kept.get(call.id);
    return order && act(order, call);
  };
  /** Changes an order in the state that `If-Match` names, if it names one (RFC 9110 §13.1.1). */
  const onState = (act: (order: Order, call: DeskCall) => DeskReply) =>
    onOrder((order, call) => {
      const wanted = call.request.headers['if-match'] ?? '*';
      const isThere = wanted.split(',').some((each) => ['*', tag(order)].includes(each.trim()));
      return isThere ? act(order, call) : { status: 412 };
    });
  const total = () => ({ 'X-Total-Count': String(kept.size) });
  return {
    listOrders({ parameters: { limit = 20, priority, cursor } }) {
      const wanted = (priority as string[] | undefined) ?? [];
      const all = [...kept.values()].filter((each) => wanted.length === 0 || wanted.includes(String(each['priority'])));
      return {
        status: 200,
        headers: { 'X-Request-Id': randomUUID(), 'X-Rate-Limit': '100', ...total() },
        body: pageOf(all, limit as number, cursor as string | undefined),
      };
    },
    countOrders: () => ({ status: 200, headers: total() }),
    createOrder(call) {
      // What is asked for once more with its key is answered as it was before.
      const sent = call.request.headers['idempotency-key'];
      const key = `${String(sent)} ${JSON.stringify(call.content)}`;
      const earlier = sent === undefined ? undefined : taken.get(key);
      if (earlier) return earlier;
      const id = next++;
      const made = keep(call, id, call.content);
      const reply = { ...made, headers: { Location: `/orders/${id}`, ETag: tag(made.body as Order) } };
      taken.set(key, reply);
      return reply;
    },
    readOrder: onOrder((order) => ({
      status: 200,
      headers: { 'X-Request-Id': randomUUID(), ETag: tag(order) },
      body: order,
    })),
    replaceOrder: onState((order, call) => keep(call, order.id, call.content)),
    changeOrder: onState((order, call) => keep(call, order.id, { ...order, ...(call.content as object) })),
    cancelOrder: onState((_order, { id }) => {
      kept.delete(id);
      return { status: 204 };
    }),
    readInvoice: onOrder(({ id }) => ({
      status: 200,
      type: 'application/xml',
      body: `<invoice number="${id}"><currency>EUR</currency><total>9.00</total><line>Fern</line></invoice>`,
    })),
    readLabel: onOrder(({ id }, { request }) =>
      request.headers.accept === 'application/json'
        ? { status: 200, body: { order: id, lines: ['Elm Street 5'] } }
        : { status: 200, type: 'text/plain; charset=utf-8', body: `Order ${id}\nElm Street 5\n` },
    ),
    payOrder: onOrder(({ id }, { content }) => ({
      status: 200,
      type: 'application/x-www-form-urlencoded',
      body: `order=${id}&cents=${(content as { cents: number }).cents}`,
    })),
    emptyBasket: () => ({ status: 205, headers: { 'Content-Length': '0' } }),
  };
}

/** The ETag of what an order holds. */
function tag(order: Order): string {
  return `"${createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 16)}"`;
}

const { id: _, ...plain } = sample(0);

export const orders: Desk = {
  file: deskFile('desk.yaml'),
  open: takeOrders,
  plain: { createOrder: plain, replaceOrder: plain, changeOrder: {}, payOrder: { cents: 1 } },
};
