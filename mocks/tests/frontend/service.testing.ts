/** The workshop as it is built, one operation after the other. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

interface Repair {
  readonly id: number;
  readonly thing: string;
  readonly email: string;
  readonly state: string;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** The id in the path. */
  readonly id: number;
}

interface Answer {
  readonly status: number;
  readonly content?: unknown;
}

/** @param built the ids of the operations that are there. */
export function workshop(built: ReadonlySet<string>): RequestListener {
  const repairs: Repair[] = ['chair', 'lamp', 'clock'].map((thing, at) => {
    return { id: 501 + at, thing, email: 'ada@example.com', state: at === 2 ? 'done' : 'open' };
  });
  const answers: Readonly<Record<string, (asked: Asked) => Answer>> = {
    list({ query }) {
      const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 2)];
      const wanted = repairs.filter(({ state }) => [null, state].includes(query.get('state')));
      const items = wanted.slice((page - 1) * limit, page * limit);
      return { status: 200, content: { items, page, total: wanted.length } };
    },
    create({ body }) {
      const { thing, email, notify } = JSON.parse(body.toString()) as Record<string, string>;
      const errors = [
        ...(thing ? [] : [{ field: 'thing', message: 'is missing' }]),
        ...(email?.includes('@') ? [] : [{ field: 'email', message: 'is no address' }]),
      ];
      if (errors.length > 0) return { status: 422, content: { message: 'Mend this.', errors } };
      const repair = { id: 501 + repairs.length, thing: thing ?? '', email: email ?? '', state: 'open' };
      repairs.push(repair);
      const told = { message: `Your ${thing} is ready.` };
      const headers = { 'Content-Type': 'application/json' };
      if (notify) void fetch(notify, { method: 'POST', headers, body: JSON.stringify(told) });
      return { status: 201, content: repair };
    },
    edit({ id, body }) {
      const at = repairs.findIndex((repair) => repair.id === id);
      const before = repairs[at];
      if (!before) return { status: 404 };
      repairs[at] = { ...before, ...(JSON.parse(body.toString()) as Partial<Repair>) };
      return { status: 200, content: repairs[at] };
    },
    upload({ id, body }) {
      if (!repairs.some((repair) => repair.id === id)) return { status: 404 };
      const [, name = ''] = /filename="([^"]*)"/.exec(body.toString('latin1')) ?? [];
      const text = body.toString('latin1');
      const size = text.lastIndexOf('\r\n--') - text.indexOf('\r\n\r\n') - 4;
      return { status: 201, content: { name, size } };
    },
  };
  return (request, response) => {
    void handle(request, response, (operation, asked) =>
      built.has(operation) ? answers[operation]?.(asked) : undefined,
    );
  };
}

const OPERATIONS: readonly (readonly [id: string, method: string, path: RegExp])[] = [
  ['list', 'GET', /^\/repairs$/],
  ['create', 'POST', /^\/repairs$/],
  ['edit', 'PATCH', /^\/repairs\/(\d+)$/],
  ['upload', 'POST', /^\/repairs\/(\d+)\/picture$/],
];

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (operation: string, asked: Asked) => Answer | undefined,
): Promise<void> {
  const pieces = (await request.toArray()) as Buffer[];
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://workshop');
  const found = OPERATIONS.find(([, method, path]) => method === request.method && path.test(pathname));
  const id = Number(found?.[2].exec(pathname)?.[1]);
  const given = found && answer(found[0], { request, query, body: Buffer.concat(pieces), id });
  const { status, content }: Answer = given ?? { status: 404, content: { error: 'no such path' } };
  response.writeHead(status, content === undefined ? {} : { 'Content-Type': 'application/json' });
  response.end(content === undefined ? undefined : JSON.stringify(content));
}
