/** For tests: a service with orders, whose tokens last for few requests, and that issues them in several ways. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from '../../support/testing/serving.testing';

export const CLIENT = { id: 'desk-client', secret: 'c1ient-s3cret-Wk4PmQ' };
export const USER = { name: 'ada', password: 'pa55-Lovelace-1815' };

/** Its contract, in which everything is guarded by one scheme. */
export function expiringContract(scheme: string): string {
  const error = '{ description: refused, content: { application/json: { schema: { type: object } } } }';
  const id = '{ name: id, in: path, required: true, schema: { type: string } }';
  const order = `{ type: object, required: [id, customer], properties: { id: { type: string }, customer: { type: string, maxLength: 40 } } }`;
  return `openapi: 3.0.3
info: { title: Desk, version: 1.0.0 }
security: [{ session: [] }]
paths:
  /orders:
    get:
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: ${order} } } } }
        '401': ${error}
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [customer], properties: { customer: { type: string, maxLength: 40 } } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: ${order} } } }
        '400': ${error}
        '401': ${error}
  /orders/{id}:
    parameters: [${id}]
    get:
      responses:
        '200': { description: one, content: { application/json: { schema: ${order} } } }
        '401': ${error}
        '404': ${error}
    delete:
      responses:
        '204': { description: gone }
        '401': ${error}
        '404': ${error}
components:
  securitySchemes:
    session: ${scheme}
`;
}

interface ExpiringOptions {
  /** How many requests each token is good for. */
  readonly requests: number;
  /** As tokens say it, in seconds. */
  readonly expiresIn?: number;
  /** Where the token is expected in a request. */
  readonly shown?: (request: IncomingMessage) => string | undefined;
}

/** A running service. */
export interface Expiring {
  readonly url: string;
  /** What it issued, the first one first. */
  readonly issued: readonly string[];
  /** How its logins were asked: the grant, or the path. */
  readonly asked: readonly string[];
  /** What it holds. */
  readonly orders: ReadonlyMap<string, unknown>;
}

export async function startExpiring({ requests, expiresIn, shown = bearer }: ExpiringOptions): Promise<Expiring> {
  const left = new Map<string, number>();
  const asked: string[] = [];
  const orders = new Map<string, { id: string; customer: string }>();
  const issue = () => {
    const token = `tok-${left.size + 1}-9fA3kZ7QmX2w${'abcdefgh'.slice(left.size % 8)}`;
    left.set(token, requests);
    return token;
  };
  const isLetIn = (request: IncomingMessage) => {
    const token = shown(request) ?? '';
    const rest = left.get(token) ?? 0;
    if (rest > 0) left.set(token, rest - 1);
    return rest > 0;
  };
  const url = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const path = (request.url ?? '').replace(/\?.*$/, '');
      if (path === '/token') return answerToken(request, response, body, { issue, asked, expiresIn });
      if (path === '/login') return answerLogin(response, body, { issue, asked });
      if (!isLetIn(request)) return reply(response, 401, { error: 'who are you?' }, { 'WWW-Authenticate': 'Bearer' });
      return answerOrders(request.method ?? '', path, body, { response, orders });
    });
  });
  return {
    url,
    get issued() {
      return [...left.keys()];
    },
    asked,
    orders,
  };
}

interface Issuing {
  readonly issue: () => string;
  readonly asked: string[];
  readonly expiresIn?: number | undefined;
}

function answerToken(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  { issue, asked, expiresIn }: Issuing,
): ServerResponse {
  const form = new URLSearchParams(body);
  const grant = String(form.get('grant_type'));
  asked.push(grant);
  const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
  if (request.headers.authorization !== basic) return reply(response, 401, { error: 'invalid_client' });
  if (grant === 'password' && form.get('password') !== USER.password)
    return reply(response, 400, { error: 'invalid_grant' });
  return reply(response, 200, {
    access_token: issue(),
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: 'refresh-Zq8-1',
  });
}

function answerLogin(response: ServerResponse, body: string, { issue, asked }: Issuing): ServerResponse {
  asked.push('/login');
  if (!body.includes(USER.password)) return reply(response, 401, { error: 'wrong' });
  const token = issue();
  return reply(response, 200, { data: { accessToken: token } }, { 'Set-Cookie': `sid=${token}; HttpOnly; Path=/` });
}

let made = 0;

interface Answering {
  readonly response: ServerResponse;
  readonly orders: Map<string, { id: string; customer: string }>;
}

function answerOrders(method: string, path: string, body: string, { response, orders }: Answering): ServerResponse {
  if (path === '/orders' && method === 'GET') return reply(response, 200, [...orders.values()]);
  if (path === '/orders' && method === 'POST') {
    const customer = customerIn(body);
    if (customer === undefined) return reply(response, 400, { error: 'no customer' });
    const order = { id: `o-${++made}-7f3a`, customer };
    orders.set(order.id, order);
    return reply(response, 201, order);
  }
  const [, id = ''] = /^\/orders\/([^/]+)$/.exec(path) ?? [];
  const order = orders.get(decodeURIComponent(id));
  if (!order || (method !== 'GET' && method !== 'DELETE')) {
    const isKnown = path === '/orders' || id !== '';
    return reply(
      response,
      isKnown && !['GET', 'DELETE'].includes(method) ? 405 : 404,
      { error: 'no' },
      { Allow: id === '' ? 'GET, POST' : 'GET, DELETE' },
    );
  }
  if (method === 'GET') return reply(response, 200, order);
  orders.delete(order.id);
  return response.writeHead(204).end();
}

function customerIn(body: string): string | undefined {
  try {
    const { customer } = JSON.parse(body);
    return typeof customer === 'string' && [...customer].length <= 40 ? customer : undefined;
  } catch {
    return undefined;
  }
}

function bearer({ headers }: IncomingMessage): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function reply(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): ServerResponse {
  return response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}
