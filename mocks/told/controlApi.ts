/** Lets a test in any language tell and ask the mock by HTTP, below the path of the mock's page. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { UsageError } from '../../src/support/errors';
import { receiveBody } from '../engine/requestBody';
import type { CallbackLogEntry } from '../log/callbackEntry';
import type { LoggedRequest } from '../log/recorder';
import type { ToldAnswers, Wanted } from './toldAnswers';

interface ControlSource {
  readonly answers: ToldAnswers;
  /** Returns the requests so far. @throws UsageError if there is no such operation. */
  readonly requests: (only: { readonly operation?: string }) => readonly LoggedRequest[];
  /** Sends a callback. @throws UsageError if there is none of this name, or if it may not be sent so. */
  readonly send: (name: unknown, wanted: object, request: IncomingMessage) => Promise<CallbackLogEntry>;
  /** Forgets the requests so far. */
  readonly forget: () => void;
}

export interface Control {
  /** Answers a request of a test. @param path below that of the page. @returns false if the request is for something else. */
  respond(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

/** Creates the interface. Requests from pages of other origins were refused before, by `whyRefused`. */
export function createControl({ answers, requests, send, forget }: ControlSource): Control {
  const add = async (request: IncomingMessage) => {
    const { operation, answers: row, ...wanted } = await readJson(request, ANSWER);
    if (row !== undefined && (Object.keys(wanted).length > 0 || !Array.isArray(row)))
      throw new UsageError(
        'Several answers are told as {"operation": "DELETE /plants/{id}", "answers": [{"status": 400}, …]}.',
      );
    answers.add(operation as string, (row ?? wanted) as Wanted);
    return answers.list()[0];
  };
  const asked: Readonly<Record<string, (request: IncomingMessage) => unknown>> = {
    'GET /answers': () => answers.list(),
    'POST /answers': add,
    'DELETE /answers': () => answers.reset(),
    'POST /callbacks': async (request) => {
      const { name, ...wanted } = await readJson(request, CALLBACK);
      return send(name, wanted, request);
    },
    'GET /requests': ({ url = '' }) => {
      const operation = new URL(url, 'http://mock').searchParams.get('operation');
      return requests(operation === null ? {} : { operation });
    },
    'DELETE /requests': () => forget(),
  };
  return {
    async respond(request, response, path) {
      if (path !== '/answers' && path !== '/requests' && path !== '/callbacks') return false;
      const answer = asked[`${request.method} ${path}`];
      try {
        if (!answer) {
          const methods = Object.keys(asked).flatMap((each) => (each.endsWith(path) ? each.split(' ', 1) : []));
          response.setHeader('Allow', methods.join(', '));
          write(response, 405, { error: `There is no ${request.method} here, but ${methods.join(', ')}.` });
          return true;
        }
        const value = await answer(request);
        if (value === undefined) response.writeHead(204, HEADERS).end();
        else write(response, request.method === 'POST' ? 201 : 200, value);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        write(response, 400, { error: error.message });
      }
      return true;
    },
  };
}

interface Told {
  readonly what: string;
  readonly example: string;
}

const ANSWER: Told = {
  what: 'answer',
  example: '{"operation": "DELETE /plants/{id}", "status": 400}, with what else mock.answer takes',
};
const CALLBACK: Told = {
  what: 'callback',
  example: '{"name": "orderShipped", "url": "http://localhost:9000/hook"}, with what else mock.send takes',
};

/** @throws UsageError if the body is no JSON object. */
async function readJson(request: IncomingMessage, { what, example }: Told): Promise<Readonly<Record<string, unknown>>> {
  // A page of another origin must send a preflight request (CORS) before it may send this type, and such a request is not allowed.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new UsageError(`The ${what} is told as JSON; send it with Content-Type: application/json.`);
  const body = await receiveBody(request);
  if (body.kind === 'too-large') throw new UsageError(`${body.reason}.`);
  try {
    const value = JSON.parse(body.bytes.toString('utf8')) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The error is thrown below.
  }
  throw new UsageError(`This is no ${what}; send it as ${example}.`);
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function write(response: ServerResponse, status: number, value: unknown): void {
  const content = JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? String(each) : each));
  response
    .writeHead(status, { ...HEADERS, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) })
    .end(content);
}
