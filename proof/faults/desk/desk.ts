/** A service that keeps its contract, on bare node:http, made of steps that a fault can replace one by one. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listening, listenOnLoopback, wholeBody } from '../catalogue/listen';
import {
  type DeskReading,
  type DeskRoute,
  type DeskSchema,
  type ParameterObject,
  readDocument,
  type SchemeObject,
  type Wrong,
} from './document';

/** One request under way. */
export interface DeskCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: DeskRoute;
  readonly query: URLSearchParams;
  /** The id in the path, decoded. */
  readonly idText: string;
  readonly id: bigint;
  readonly body: Buffer;
  /** The values of the body and of the parameters, once they are checked. */
  readonly content: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface DeskReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** The body. A value that is no text is sent as JSON. */
  readonly body?: unknown;
  readonly type?: string;
}

/** Why a request is to be refused. */
export interface DeskMistake {
  readonly what: 'id' | 'parameter' | 'missing' | 'type' | 'syntax' | 'schema';
  readonly message: string;
  /** The keywords of the contract that are broken. */
  readonly keywords: readonly string[];
  /** The name of the parameter. */
  readonly name?: string;
}

/** The steps of an answer. A fault or a variant replaces some of them. */
export interface DeskBehaviour {
  /** Tells whether a route answers the method of a request. */
  serves(call: DeskCall): boolean;
  authorised(call: DeskCall): boolean;
  /** Tells whether the request has the valid credential of one scheme. */
  shows(call: DeskCall, name: string, scheme: SchemeObject): boolean;
  refused(call: DeskCall): DeskReply;
  notAllowed(call: DeskCall): DeskReply;
  parseId(text: string): bigint | undefined;
  readParameter(call: DeskCall, parameter: ParameterObject): unknown;
  /** Parses a body. @throws Error if the content does not have the media type. */
  parse(call: DeskCall, type: string, text: string, schema: DeskSchema): unknown;
  /** Tells whether to ignore a mistake and go on as if the request were valid. */
  forgives(call: DeskCall, mistake: DeskMistake): boolean;
  invalid(call: DeskCall, mistake: DeskMistake): DeskReply;
  unknown(call: DeskCall): DeskReply;
  /** Does what a valid request asks for; undefined if the thing does not exist. */
  act(call: DeskCall): DeskReply | undefined;
  /** Makes the last change to every answer. */
  finish(call: DeskCall, reply: DeskReply): DeskReply;
  /** Sends an answer. */
  send(call: DeskCall, reply: DeskReply): void;
}

/** A contract, and the functions that keep it. */
export interface Desk {
  readonly file: string;
  /** Makes the functions of the operations, with a new memory. Their result is undefined if the thing does not exist. */
  readonly open: () => Readonly<Record<string, (call: DeskCall) => DeskReply | undefined>>;
  /** A valid body for each operation that has one. A desk that accepts an invalid body goes on with it. */
  readonly plain: Readonly<Record<string, unknown>>;
}

export const CREDENTIALS: Readonly<Record<string, string>> = {
  keyInHeader: 'key-header-71c3',
  keyInQuery: 'key-query-50ab',
  clerk: 'clerk:paper-and-ink',
  oauth: 'token-oauth-e8f2',
};

export function problem(status: number, code: string, message: string): DeskReply {
  return { status, body: { code, message } };
}

/** Returns the value that a text stands for, by the type in its schema; the text itself if it is not of that type. */
export function fromText(text: string, { type }: DeskSchema): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function readParameter(call: DeskCall, { name, in: where, style, schema }: ParameterObject): unknown {
  if (where === 'header') return call.request.headers[name.toLowerCase()];
  if (style === 'deepObject') {
    const members = Object.keys(schema.properties ?? {}).flatMap((member) => {
      const text = call.query.get(`${name}[${member}]`);
      return text === null ? [] : [[member, text] as const];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }
  if (schema.type !== 'array') {
    const text = call.query.get(name);
    return text === null ? undefined : fromText(text, schema);
  }
  const texts = call.query.getAll(name);
  return texts.length === 0 ? undefined : texts.map((text) => fromText(text, schema.items ?? {}));
}

/** A desk that answers: its contract, its steps, and the bodies with which it goes on where it forgives a mistake. */
interface OpenDesk extends Pick<Desk, 'plain'> {
  readonly document: DeskReading;
  readonly steps: DeskBehaviour;
}

/** Makes a desk. The steps of `changes` replace the good ones. */
export function behaveAsDesk(
  { file, open, plain }: Desk,
  changes: (good: DeskBehaviour) => Partial<DeskBehaviour> = () => ({}),
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const document = readDocument(file);
  const good = goodSteps(document, open(), () => steps);
  const steps: DeskBehaviour = { ...good, ...changes(good) };
  const desk: OpenDesk = { document, plain, steps };
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://desk');
    const matching = document.routes.filter(({ path }) => path.test(pathname));
    const route = matching.find(({ method }) => method === request.method) ?? matching[0];
    const body = await wholeBody(request);
    if (!route) return void response.writeHead(404).end();
    const idText = decodeURIComponent(route.path.exec(pathname)?.[1] ?? '');
    const unread = { id: 0n, content: undefined, parameters: {} };
    const call: DeskCall = { request, response, route, query, idText, body, ...unread };
    steps.send(call, steps.finish(call, answer(desk, call)));
  };
}

/** Makes the steps of a desk that keeps its contract. @param steps returns those that the desk takes, so that one can take another. */
function goodSteps(
  { schemes, resolve }: DeskReading,
  actions: ReturnType<Desk['open']>,
  steps: () => DeskBehaviour,
): DeskBehaviour {
  return {
    serves: ({ request, route }) => request.method === route.method,
    authorised: (call) =>
      call.route.security.length === 0 ||
      call.route.security.some((names) => names.every((name) => steps().shows(call, name, schemes[name] ?? NONE))),
    shows,
    refused({ route }) {
      const challenges = route.security.flat().flatMap((name) => CHALLENGES[schemes[name]?.type ?? ''] ?? []);
      return { status: 401, headers: challenges.length === 0 ? {} : { 'WWW-Authenticate': challenges } };
    },
    notAllowed: ({ route }) => ({ status: 405, headers: { Allow: route.methods.join(', ') } }),
    parseId(text) {
      if (!/^-?\d{1,19}$/.test(text)) return undefined;
      const id = BigInt(text);
      return BigInt.asIntN(64, id) === id ? id : undefined;
    },
    readParameter,
    parse(_, type, text, schema) {
      if (type === 'application/json') return JSON.parse(text);
      const { properties = {} } = resolve(schema);
      const fields = [...new URLSearchParams(text)];
      return Object.fromEntries(fields.map(([name, value]) => [name, fromText(value, properties[name] ?? {})]));
    },
    forgives: () => false,
    invalid({ route }, { what, message }) {
      if (what === 'type') return problem(415, 'type', message);
      return problem(what === 'schema' && route.statuses.includes('422') ? 422 : 400, 'invalid', message);
    },
    unknown: ({ idText }) => problem(404, 'unknown', `There is nothing of the id ${idText}.`),
    act: (call) => actions[call.route.operationId]?.(call),
    finish: (_, reply) => reply,
    send,
  };
}

function shows({ request: { headers }, query }: DeskCall, name: string, scheme: SchemeObject): boolean {
  const { type, in: where, name: field = '' } = scheme;
  const credential = CREDENTIALS[name] ?? '';
  if (type === 'apiKey') return (where === 'query' ? query.get(field) : headers[field.toLowerCase()]) === credential;
  const [, word = '', given] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  return type === 'http'
    ? /^basic$/i.test(word) && given === Buffer.from(credential).toString('base64')
    : /^bearer$/i.test(word) && given === credential;
}

function send({ response }: DeskCall, { status, headers = {}, body, type = 'application/json' }: DeskReply): void {
  const content = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (content !== undefined) response.setHeader('Content-Type', type);
  response.writeHead(status).end(content);
}

function answer(desk: OpenDesk, call: DeskCall): DeskReply {
  const { steps } = desk;
  const { route } = call;
  if (!steps.serves(call)) return steps.notAllowed(call);
  if (!steps.authorised(call)) return steps.refused(call);
  const id = route.hasId ? steps.parseId(call.idText) : 0n;
  if (id === undefined) return steps.invalid(call, { what: 'id', message: 'The id is no whole number.', keywords: [] });
  const { values: parameters, mistakes } = parametersOf(desk, call);
  const reading = contentOf(desk, call);
  const [refused] = [...mistakes, ...('mistake' in reading ? [reading.mistake] : [])].filter(
    (each) => !steps.forgives(call, each),
  );
  if (refused) return steps.invalid(call, refused);
  const content = 'content' in reading ? reading.content : desk.plain[route.operationId];
  const right: DeskCall = { ...call, id, parameters, content };
  return steps.act(right) ?? steps.unknown(right);
}

function parametersOf({ steps, document }: OpenDesk, call: DeskCall) {
  const values: Record<string, unknown> = {};
  const mistakes: DeskMistake[] = [];
  for (const parameter of call.route.parameters.filter(({ in: where }) => where !== 'path')) {
    const { name, required, schema } = parameter;
    const value = steps.readParameter(call, parameter);
    const wrong = value === undefined ? (required ? REQUIRED : undefined) : document.check(schema, value);
    if (wrong) mistakes.push({ ...wrong, what: 'parameter', name, message: `${name} ${wrong.message}` });
    else if (value !== undefined) values[name] = value;
  }
  return { values, mistakes };
}

function contentOf({ steps, document }: OpenDesk, call: DeskCall): { content: unknown } | { mistake: DeskMistake } {
  const { request, route, body } = call;
  const mistake = (what: DeskMistake['what'], message: string) => ({ mistake: { what, message, keywords: [] } });
  if (body.length === 0) return route.bodyRequired ? mistake('missing', 'A body is required.') : { content: undefined };
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const schema = route.content[type]?.schema;
  if (!schema) return mistake('type', `Content of the type "${type}" is not read here.`);
  try {
    const content = steps.parse(call, type, body.toString('utf8'), schema);
    const wrong = document.check(schema, content);
    return wrong ? { mistake: { ...wrong, what: 'schema' } } : { content };
  } catch {
    return mistake('syntax', 'The body cannot be read.');
  }
}

const REQUIRED: Wrong = { message: 'is required', keywords: ['required'] };
const NONE: SchemeObject = { type: 'none' };
const CHALLENGES: Readonly<Record<string, string>> = { http: 'Basic realm="desk"', oauth2: 'Bearer realm="desk"' };

/** Starts a desk on a free port of 127.0.0.1. */
export function startDesk(handle: ReturnType<typeof behaveAsDesk>): Promise<Listening> {
  return listenOnLoopback((request, response) => void handle(request, response).catch(() => response.destroy()));
}
