import { isSuccess } from '../../../src/http/statuses';
import type { Deviation } from '../catalogue/fault';
import { type DeskBehaviour, type DeskCall, type DeskReply, problem } from './desk';

/** A fault or a variant of a desk. */
export type DeskFault = Deviation<DeskBehaviour>;

/** A server error. Some operations declare it. */
export const FAILED = problem(500, 'failed', 'The desk is out of order.');

/** Makes a desk that fails at some requests to one operation, valid or not. */
export function failsAt(
  name: string,
  summary: string,
  operation: string,
  when: (call: DeskCall) => boolean,
): DeskFault {
  return {
    name,
    summary,
    draws: ['no-server-error'],
    operations: [operation],
    changes: () => ({
      finish: (call, reply) => (call.route.operationId === operation && when(call) ? FAILED : reply),
    }),
  };
}

/** Makes a variant, which still keeps the contract. */
export function variant(
  name: string,
  summary: string,
  operations: readonly string[],
  changes: DeskFault['changes'],
): DeskFault {
  return { name, summary, draws: [], operations, changes };
}

/** Makes a fault that changes the answers of the good desk to some operations. */
export function answers(
  name: string,
  summary: string,
  draws: readonly string[],
  operations: readonly string[],
  change: (reply: DeskReply, call: DeskCall) => DeskReply,
): DeskFault {
  const concerns = ({ request, route }: DeskCall) =>
    request.method === route.method && operations.includes(route.operationId);
  return {
    name,
    summary,
    draws,
    operations,
    changes: () => ({ finish: (call, reply) => (concerns(call) ? change(reply, call) : reply) }),
  };
}

/** Makes a fault that changes only successful answers. */
export function succeeds(...[name, summary, draws, operations, change]: Parameters<typeof answers>): DeskFault {
  return answers(name, summary, draws, operations, (reply, call) =>
    isSuccess(reply.status) ? change(reply, call) : reply,
  );
}

/** Returns a reply with other header fields. `undefined` removes a field. */
export function withReplyHeaders(reply: DeskReply, changes: Readonly<Record<string, string | undefined>>): DeskReply {
  const kept = Object.entries({ ...reply.headers, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...reply, headers: Object.fromEntries(kept) };
}

/** Returns a reply with other members in its body, which is an object. `undefined` removes a member. */
export function withMembers(reply: DeskReply, changes: Readonly<Record<string, unknown>>): DeskReply {
  return { ...reply, body: { ...(reply.body as object), ...changes } };
}

/** Returns a page of orders in which the last order has other members. */
export function withLast({ body, ...reply }: DeskReply, changes: object): DeskReply {
  const page = body as { readonly orders: readonly object[] };
  const orders = page.orders.map((each, at) => (at === page.orders.length - 1 ? { ...each, ...changes } : each));
  return { ...reply, body: { ...page, orders } };
}

/** Lets a desk answer HEAD wherever it answers GET. */
export const servesHead: Pick<DeskBehaviour, 'serves'> = {
  serves: ({ request: { method }, route }) => method === route.method || (method === 'HEAD' && route.method === 'GET'),
};

/** Lets the pages of the orders go on behind the last one, which shows less than a page may: so many empty ones follow. */
export function goesOn(reply: DeskReply, { query }: DeskCall, most: number): DeskReply {
  const [from, limit] = [Number(query.get('cursor')?.slice('from'.length) ?? 0), Number(query.get('limit') ?? 20)];
  const behind = from - Number(reply.headers?.['X-Total-Count']);
  const empty = behind < 0 ? 0 : Math.floor(behind / limit) + 1;
  const { next } = reply.body as { readonly next: string | null };
  if (next !== null || !(empty < most)) return reply;
  return withMembers(reply, { next: `from${String(from + limit).padStart(4, '0')}` });
}
