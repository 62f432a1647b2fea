/** Faults and variants of the order desk that several requests show together. */

import { type DeskBehaviour, type DeskCall, type DeskReply, problem } from './desk';
import { type DeskFault, variant, withMembers } from './deskFault';
import { orders } from './orders';

/** Takes an order that nobody has sent. */
function anyOrder(call: DeskCall): DeskCall {
  const content = orders.plain['createOrder'];
  return { ...call, content, parameters: {}, route: { ...call.route, operationId: 'createOrder' } };
}

const ON_ORDERS = ['listOrders', 'createOrder', 'readOrder', 'cancelOrder'];

/** How long an order is shown as it was, in milliseconds. */
const LATER = 250;

const ON_CHANGES = [...ON_ORDERS, 'changeOrder'];

export const chainFaults: readonly DeskFault[] = [
  {
    name: 'desk-keeps-an-empty-order',
    summary: 'keeps an order without its content where it refuses the content',
    draws: ['refusal-without-effect'],
    operations: ON_ORDERS,
    changes: (good) => ({
      invalid(call, mistake) {
        if (call.route.operationId === 'createOrder') good.act(anyOrder(call));
        return good.invalid(call, mistake);
      },
    }),
  },
  {
    name: 'desk-keeps-an-order-of-nobody',
    summary: 'keeps an order without its content where it refuses the credential',
    draws: ['refusal-without-effect'],
    operations: ON_ORDERS,
    changes: (good) => ({
      refused(call) {
        if (call.route.operationId === 'createOrder') good.act(anyOrder(call));
        return good.refused(call);
      },
    }),
  },
  keepsTime('desk-new-order-placed-as-told', 'takes the time of a new order from the request', 'createOrder'),
  {
    name: 'desk-forgets-a-change',
    summary: 'answers with a changed order, and keeps it as it was',
    draws: ['patch-applied'],
    operations: ON_CHANGES,
    changes: (good) => ({
      act(call) {
        if (call.route.operationId !== 'changeOrder') return good.act(call);
        const reply = good.act({ ...call, content: {} });
        return reply?.status === 200 ? withMembers(reply, call.content as Record<string, unknown>) : reply;
      },
    }),
  },
  {
    name: 'desk-drops-the-note-of-a-changed-order',
    summary: 'takes the note from an order with each change that has none, and leaves all else',
    draws: ['patch-applied'],
    operations: ON_CHANGES,
    changes: (good) => changingBy(good, (content) => ({ note: null, ...content })),
  },
  undoesWhenAsked(),
  forgets('desk-forgets-a-changed-customer', 'customer'),
  keepsTime('desk-order-placed-anew', 'takes the time of an order that is replaced from the request', 'replaceOrder'),
];

/** Makes a desk that changes an order by something else than what it is sent. */
function changingBy(good: DeskBehaviour, by: (content: object) => object): Partial<DeskBehaviour> {
  return {
    act(call) {
      const content = call.route.operationId === 'changeOrder' ? by(call.content as object) : call.content;
      return good.act({ ...call, content });
    },
  };
}

/** Makes a desk that shows a member of an order as it was changed, and keeps it as it was. */
function forgets(name: string, member: string): DeskFault {
  return {
    name,
    summary: `answers with the ${member} of a changed order, and keeps it as it was`,
    draws: ['patch-applied'],
    operations: ON_CHANGES,
    changes: (good) => ({
      act(call) {
        if (call.route.operationId !== 'changeOrder') return good.act(call);
        const { [member]: changed, ...others } = call.content as Record<string, unknown>;
        const reply = good.act({ ...call, content: others });
        return reply?.status === 200 && changed !== undefined ? withMembers(reply, { [member]: changed }) : reply;
      },
    }),
  };
}

/** Makes a desk that changes an order, and changes it back as soon as somebody asks for it. */
function undoesWhenAsked(): DeskFault {
  return {
    name: 'desk-undoes-a-change',
    summary: 'changes the customer of an order back when somebody asks for the order',
    draws: ['patch-applied'],
    operations: ON_CHANGES,
    changes: (good) => {
      const before = new Map<string, unknown>();
      const as = (call: DeskCall, operationId: string, content: unknown) =>
        good.act({ ...call, content, route: { ...call.route, operationId } });
      return {
        act(call) {
          const { operationId } = call.route;
          const order = call.idText;
          const old = as(call, 'readOrder', undefined)?.body as { readonly customer?: unknown } | undefined;
          if (operationId === 'readOrder' && before.has(order))
            as(call, 'changeOrder', { customer: before.get(order) });
          if (operationId === 'readOrder') before.delete(order);
          const reply = good.act(call);
          if (operationId === 'changeOrder' && reply?.status === 200) before.set(order, old?.customer);
          return reply;
        },
      };
    },
  };
}

/** Makes a desk that takes from a request when an order was placed, which is only read. */
function keepsTime(name: string, summary: string, operation: string): DeskFault {
  return {
    name,
    summary,
    draws: ['read-only-kept'],
    operations: [...ON_ORDERS, operation],
    changes: (good) => {
      const told = new Map<unknown, unknown>();
      const show = (reply: DeskReply | undefined): DeskReply | undefined => {
        const order = reply?.body as { readonly id?: unknown } | undefined;
        const placedAt = told.get(order?.id);
        return reply && placedAt !== undefined ? withMembers(reply, { placedAt }) : reply;
      };
      return {
        act(call) {
          const reply = good.act(call);
          const { placedAt } = (call.content ?? {}) as { readonly placedAt?: unknown };
          const { id } = (reply?.body ?? {}) as { readonly id?: unknown };
          if (call.route.operationId === operation && placedAt !== undefined) told.set(id, placedAt);
          return ['createOrder', 'readOrder', 'replaceOrder'].includes(call.route.operationId) ? show(reply) : reply;
        },
      };
    },
  };
}

/** Returns a member of what was sent. */
function sentIn({ content }: DeskCall, name: string): unknown {
  return (content as Readonly<Record<string, unknown>> | undefined)?.[name];
}

export const chainVariants: readonly DeskFault[] = [
  variant('desk-keeps-its-notes', 'takes no other note for an order, and says so', ON_CHANGES, (good) => ({
    act(call) {
      const { note: _, ...content } = (call.content ?? {}) as { readonly note?: unknown };
      return good.act(call.route.operationId === 'changeOrder' ? { ...call, content } : call);
    },
  })),
  variant(
    'desk-replaces-by-a-change',
    'drops all that a change does not have and may be left out',
    ON_CHANGES,
    (good) => changingBy(good, (content) => ({ note: null, wantedBy: undefined, priority: 'normal', ...content })),
  ),
  variant('desk-drops-the-note-with-its-customer', 'drops the note of the customer before', ON_CHANGES, (good) =>
    changingBy(good, (content) => ('customer' in content ? { note: null, ...content } : content)),
  ),
  variant(
    'desk-shows-changes-later',
    'shows an order as it was for some time after it is changed',
    ON_CHANGES,
    (good) => {
      const before = new Map<bigint, { readonly reply: DeskReply | undefined; readonly until: number }>();
      return {
        act(call) {
          const { operationId } = call.route;
          const stale = before.get(call.id);
          if (operationId === 'readOrder' && stale && stale.until > Date.now()) return stale.reply;
          const there = { ...call, route: { ...call.route, operationId: 'readOrder' } };
          if (operationId === 'changeOrder') before.set(call.id, { reply: good.act(there), until: Date.now() + LATER });
          else if (operationId !== 'readOrder') before.delete(call.id);
          return good.act(call);
        },
      };
    },
  ),
  variant('desk-orders-come-in', 'takes orders of others all the time', ON_ORDERS, (good) => ({
    act(call) {
      if (call.route.operationId === 'listOrders') good.act(anyOrder(call));
      return good.act(call);
    },
  })),
  variant('desk-refuses-what-is-only-read', 'refuses what is only read', [...ON_ORDERS, 'replaceOrder'], (good) => ({
    act: (call) =>
      sentIn(call, 'placedAt') === undefined ? good.act(call) : problem(422, 'read_only', 'That is ours.'),
  })),
  variant(
    'desk-echoes-what-is-only-read',
    'sends back all that it is sent, and keeps its own of it',
    [...ON_ORDERS, 'replaceOrder'],
    (good) => ({
      act(call) {
        const reply = good.act(call);
        const placedAt = sentIn(call, 'placedAt');
        return reply && placedAt !== undefined ? withMembers(reply, { placedAt }) : reply;
      },
    }),
  ),
  variant(
    'desk-placed-long-ago',
    'has placed all orders at the moment that a run sends',
    [...ON_ORDERS, 'replaceOrder'],
    () => ({
      finish: ({ route: { operationId }, request }, reply) =>
        reply.status < 300 && request.method !== 'DELETE' && /^(create|read|replace)Order$/.test(operationId)
          ? withMembers(reply, { placedAt: '2001-02-03T04:05:06Z' })
          : reply,
    }),
  ),
];
