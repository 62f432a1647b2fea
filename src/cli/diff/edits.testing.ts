/** For tests: changes of a contract, each of which has two states, and what a client notices of going from one to the other. */

import type { BreakKind } from './breaks';

/** The parts of a contract that an edit may write into. */
interface Draft {
  /** The operation `POST /things/{id}`, or one of the edit's own. */
  readonly operation: Record<string, unknown> & {
    readonly parameters: object[];
    readonly responses: Record<string, Record<string, unknown>>;
  };
  /** The properties of its JSON body, and the names of those that are required. */
  readonly body: Properties;
  /** The same of its answer 200. */
  readonly answer: Properties;
  readonly headers: Record<string, object>;
  /** The names of the members of its form, with their schemas. */
  readonly root: Record<string, unknown>;
}

interface Properties {
  readonly properties: Record<string, object>;
  readonly required: string[];
}

/** A change between two states. */
export interface Flip {
  readonly name: string;
  /** What breaks on the way from the first state to the second one. */
  readonly breaks: BreakKind;
  /** Whether the way back breaks clients, too. Otherwise it only allows more, or answers less. */
  readonly isBothWays?: boolean;
  /** Whether it needs an operation of its own, since it would hide what others change. */
  readonly isAlone?: boolean;
  readonly write: (draft: Draft, state: State) => void;
}

export type State = 'first' | 'second';

/** Schemas of which the second one allows less than the first one. */
const SCHEMAS: readonly (readonly [
  name: string,
  wide: object,
  narrow: object,
  places: 'everywhere' | 'json' | 'text',
])[] = [
  ['maxLength', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 3 }, 'everywhere'],
  ['minLength', { type: 'string' }, { type: 'string', minLength: 2 }, 'everywhere'],
  ['pattern', { type: 'string' }, { type: 'string', pattern: '^[a-f]+$' }, 'everywhere'],
  ['format', { type: 'integer' }, { type: 'integer', format: 'int32' }, 'everywhere'],
  ['enum', { enum: ['a', 'b'] }, { enum: ['a'] }, 'everywhere'],
  ['const', { enum: ['a', 'b'] }, { const: 'b' }, 'everywhere'],
  ['maximum', { type: 'integer' }, { type: 'integer', maximum: 9 }, 'everywhere'],
  ['minimum', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 2 }, 'everywhere'],
  ['exclusive', { type: 'number', minimum: 1 }, { type: 'number', exclusiveMinimum: 1 }, 'everywhere'],
  ['multipleOf', { type: 'integer' }, { type: 'integer', multipleOf: 5 }, 'everywhere'],
  ['type', { type: 'number' }, { type: 'integer' }, 'everywhere'],
  ['text', { type: 'string' }, { type: 'boolean' }, 'text'],
  ['any', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, { anyOf: [{ type: 'integer' }] }, 'everywhere'],
  ['all', { type: 'string' }, { allOf: [{ type: 'string' }, { minLength: 2 }] }, 'everywhere'],
  ['items', list({ type: 'string' }), list({ type: 'string', maxLength: 2 }), 'everywhere'],
  ['maxItems', list({ type: 'integer' }), list({ type: 'integer' }, { maxItems: 1 }), 'everywhere'],
  ['uniqueItems', list({ type: 'integer' }), list({ type: 'integer' }, { uniqueItems: true }), 'everywhere'],
  ['null', { type: ['string', 'null'] }, { type: 'string' }, 'json'],
  ['one', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, { oneOf: [{ type: 'string' }] }, 'json'],
  ['not', {}, { not: { type: 'string' } }, 'json'],
  ['member', object({ k: { type: 'string' } }), object({ k: { type: 'string', maxLength: 1 } }), 'json'],
  ['required', object({ k: {} }), object({ k: {} }, { required: ['k'] }), 'json'],
  ['closed', object({ k: {}, l: {} }), object({ k: {} }, { additionalProperties: false }), 'json'],
  ['fewer', object({}), object({}, { maxProperties: 1 }), 'json'],
  ['map', map({ type: 'string' }), map({ type: 'string', minLength: 2 }), 'json'],
  ['nothing', {}, { not: {} }, 'json'],
];

function list(items: object, more: object = {}): object {
  return { type: 'array', items, ...more };
}

function object(properties: object, more: object = {}): object {
  return { type: 'object', properties, ...more };
}

function map(members: object): object {
  return { type: 'object', additionalProperties: members };
}

/** Writes what the service sends to its clients beside what was written before. */
function writeCall(holder: Record<string, unknown>, key: string, name: string, call: object): void {
  holder[key] = { ...((holder[key] ?? {}) as object), [name]: call };
}

function callOf(schema: object, more: object = {}): object {
  const content = { 'application/json': { schema } };
  return { post: { requestBody: { required: true, content }, responses: { 204: { description: 'taken' } }, ...more } };
}

/** Where a schema may stand: how it is written there, and what breaks if it becomes narrower. */
const PLACES: readonly {
  readonly name: string;
  readonly breaks: BreakKind;
  /** Whether clients break where it becomes wider, since the service is the one that sends it. */
  readonly isSentToClients: boolean;
  readonly isText: boolean;
  readonly write: (draft: Draft, name: string, schema: object) => void;
}[] = [
  ...(['query', 'header', 'cookie'] as const).map((where) => ({
    name: where,
    breaks: 'parameter-narrowed' as const,
    isSentToClients: false,
    isText: true,
    write: ({ operation }: Draft, name: string, schema: object) =>
      void operation.parameters.push({ name: `X-${name}`, in: where, schema }),
  })),
  {
    name: 'body',
    breaks: 'body-narrowed',
    isSentToClients: false,
    isText: false,
    write: ({ body }, name, schema) => void Object.assign(body.properties, { [name]: schema }),
  },
  {
    name: 'answer',
    breaks: 'answer-widened',
    isSentToClients: true,
    isText: false,
    write: ({ answer }, name, schema) => void Object.assign(answer.properties, { [name]: schema }),
  },
  {
    name: 'field',
    breaks: 'header-widened',
    isSentToClients: true,
    isText: true,
    write: ({ headers }, name, schema) => void Object.assign(headers, { [`X-${name}`]: { schema } }),
  },
  {
    name: 'webhook',
    breaks: 'callback-widened',
    isSentToClients: true,
    isText: false,
    write: ({ root }, name, schema) =>
      writeCall(root, 'webhooks', name, callOf({ type: 'object', properties: { m: schema } })),
  },
  {
    name: 'callback',
    breaks: 'callback-widened',
    isSentToClients: true,
    isText: false,
    write: ({ operation }, name, schema) =>
      writeCall(operation, 'callbacks', name, { '{$request.query.url}': callOf({ type: 'array', items: schema }) }),
  },
  {
    name: 'answer-to-a-callback',
    breaks: 'callback-answer-refused',
    isSentToClients: false,
    isText: false,
    write: ({ operation }, name, schema) => {
      const content = { 'application/json': { schema } };
      const responses = { 200: { description: 'taken', content } };
      writeCall(operation, 'callbacks', name, { '{$request.query.url}': callOf({}, { responses }) });
    },
  },
];

const SCHEMA_EDITS: readonly Flip[] = PLACES.flatMap(({ name: place, breaks, isSentToClients, isText, write }) =>
  SCHEMAS.filter(([, , , places]) => places === 'everywhere' || places === (isText ? 'text' : 'json')).map(
    ([keyword, wide, narrow]): Flip => ({
      name: `${place}-${keyword}`,
      breaks,
      write: (draft, state) =>
        write(draft, `${place}-${keyword}`, (state === 'first') === isSentToClients ? narrow : wide),
    }),
  ),
);

const TEXT = { type: 'string' };

/** Changes of what stands around schemas. */
const STRUCTURE_EDITS: readonly Flip[] = [
  {
    name: 'parameter-made-required',
    breaks: 'parameter-required',
    write: ({ operation }, state) =>
      void operation.parameters.push({ name: 'p', in: 'query', required: state === 'second', schema: TEXT }),
  },
  {
    name: 'required-parameter-added',
    breaks: 'parameter-required',
    write: ({ operation }, state) =>
      state === 'second' && operation.parameters.push({ name: 'X-P', in: 'header', required: true, schema: TEXT }),
  },
  {
    name: 'style-of-a-list',
    breaks: 'parameter-read-otherwise',
    isBothWays: true,
    write: ({ operation }, state) =>
      void operation.parameters.push({
        ...{ name: 'list', in: 'query', explode: state === 'first', schema: list(TEXT) },
      }),
  },
  {
    name: 'body-member-required',
    breaks: 'body-narrowed',
    write: ({ body }, state) => {
      body.properties['m'] = TEXT;
      if (state === 'second') body.required.push('m');
    },
  },
  {
    name: 'answer-member-optional',
    breaks: 'answer-widened',
    write: ({ answer }, state) => {
      answer.properties['m'] = TEXT;
      if (state === 'first') answer.required.push('m');
    },
  },
  {
    name: 'field-optional',
    breaks: 'header-widened',
    write: ({ headers }, state) =>
      void Object.assign(headers, { 'X-M': { required: state === 'first', schema: TEXT } }),
  },
  {
    name: 'body-made-required',
    breaks: 'body-required',
    isAlone: true,
    write: ({ operation }, state) => {
      operation['requestBody'] = { required: state === 'second', content: { 'text/plain': { schema: TEXT } } };
    },
  },
  {
    name: 'body-added',
    breaks: 'body-required',
    isAlone: true,
    write: ({ operation }, state) => {
      if (state === 'second') operation['requestBody'] = { required: true, content: { 'text/plain': {} } };
    },
  },
  {
    name: 'request-type',
    breaks: 'request-type-removed',
    isAlone: true,
    write: ({ operation }, state) => {
      const more = state === 'first' ? { 'application/json': {} } : {};
      operation['requestBody'] = { required: true, content: { 'text/plain': { schema: TEXT }, ...more } };
    },
  },
  {
    name: 'form-member',
    breaks: 'body-narrowed',
    isAlone: true,
    write: ({ operation }, state) => {
      const schema = object({ m: state === 'first' ? TEXT : { type: 'integer' } });
      operation['requestBody'] = { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
    },
  },
  {
    name: 'status',
    breaks: 'error-status-added',
    write: ({ operation }, state) => {
      if (state === 'second') operation.responses['409'] = { description: 'conflict' };
    },
  },
  {
    name: 'range-of-statuses',
    breaks: 'error-status-added',
    write: ({ operation }, state) => {
      operation.responses[state === 'first' ? '500' : '5XX'] = { description: 'failed' };
    },
  },
  {
    name: 'answer-type',
    breaks: 'answer-type-added',
    isAlone: true,
    write: ({ operation }, state) => {
      const more = state === 'second' ? { 'text/csv': {} } : {};
      operation.responses['200'] = { description: 'ok', content: { 'application/json': {}, ...more } };
    },
  },
  {
    name: 'content',
    breaks: 'content-removed',
    isAlone: true,
    write: ({ operation }, state) => {
      const content = { 'application/json': { schema: TEXT } };
      operation.responses['200'] = { description: 'ok', ...(state === 'first' ? { content } : {}) };
    },
  },
  ...(
    [
      ['credential', [], [{ bearer: [] }]],
      ['alternative', [{ bearer: [] }, { key: [] }], [{ key: [] }]],
      ['second-credential', [{ bearer: [] }], [{ bearer: [], key: [] }]],
      ['other-credential', [{ bearer: [] }, { key: [] }, { basic: [] }], [{ basic: [] }, { key: [] }]],
    ] as const
  ).map(
    ([name, first, second]): Flip => ({
      name,
      breaks: 'credential-required',
      isAlone: true,
      write: ({ operation }, state) => {
        operation['security'] = state === 'first' ? first : second;
      },
    }),
  ),
  ...(
    [
      ['scope', [{ oauth: ['read'] }], [{ oauth: ['read', 'write'] }]],
      ['first-scope', [{ oauth: [] }], [{ oauth: ['read'] }]],
      ['scope-alternative', [{ oauth: ['write'] }, { oauth: ['read'] }], [{ oauth: ['write'] }]],
      ['scope-beside-a-key', [{ oauth: ['read'] }, { key: [] }], [{ oauth: ['read', 'write'] }, { key: [] }]],
    ] as const
  ).map(
    ([name, first, second]): Flip => ({
      name,
      breaks: 'scope-required',
      isAlone: true,
      write: ({ operation }, state) => {
        operation['security'] = state === 'first' ? first : second;
      },
    }),
  ),
  {
    name: 'server-gone',
    breaks: 'base-path-changed',
    isAlone: true,
    write: ({ operation }, state) => {
      const more = state === 'first' ? [{ url: 'https://a.example/v1' }] : [];
      operation['servers'] = [...more, { url: 'https://a.example/v2/' }];
    },
  },
  {
    name: 'base-path',
    breaks: 'base-path-changed',
    isBothWays: true,
    isAlone: true,
    write: ({ operation }, state) => {
      operation['servers'] = [{ url: state === 'first' ? '/api' : 'https://b.example' }];
    },
  },
  {
    name: 'webhook-gone',
    breaks: 'callback-removed',
    write: ({ root }, state) => state === 'first' && writeCall(root, 'webhooks', 'made', callOf({})),
  },
  {
    name: 'callback-gone',
    breaks: 'callback-removed',
    write: ({ operation }, state) =>
      state === 'first' && writeCall(operation, 'callbacks', 'done', { '{$request.query.url}': callOf({}) }),
  },
  {
    name: 'status-of-a-callback',
    breaks: 'callback-answer-refused',
    write: ({ operation }, state) => {
      const more = state === 'first' ? { 410: { description: 'gone' } } : {};
      const responses = { 204: { description: 'taken' }, ...more };
      writeCall(operation, 'callbacks', 'told', { '{$request.query.url}': callOf({}, { responses }) });
    },
  },
  {
    name: 'operation',
    breaks: 'operation-removed',
    isAlone: true,
    write: ({ root }, state) => {
      if (state === 'first')
        Object.assign(root['paths'] as object, { '/beds': { get: { responses: { 204: { description: 'done' } } } } });
    },
  },
];

/** Every edit that the comparison should tell. */
export const EDITS: readonly Flip[] = [...SCHEMA_EDITS, ...STRUCTURE_EDITS];

/** Writes a contract in which each of some edits has a state. */
export function contractIn(states: ReadonlyMap<Flip, State>): object {
  const root: Record<string, unknown> = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        oauth: { type: 'oauth2', flows: { password: { tokenUrl: 'https://a.example/token', scopes: {} } } },
      },
    },
    paths: {},
  };
  const shared = draftOf(root, '/things/{id}', true);
  for (const [edit, state] of states) {
    const path = `/${edit.name}/{id}`;
    edit.write(edit.isAlone ? draftOf(root, path, false) : shared, state);
  }
  return root;
}

function draftOf(root: Draft['root'], path: string, hasContent: boolean): Draft {
  const [body, answer] = [
    { properties: {}, required: [] },
    { properties: {}, required: [] },
  ];
  const headers = {};
  const json = (schema: object) => ({ 'application/json': { schema: { type: 'object', ...schema } } });
  const operation = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
    responses: { 200: { description: 'ok', ...(hasContent ? { headers, content: json(answer) } : {}) } },
    ...(hasContent ? { requestBody: { required: true, content: json(body) } } : {}),
  };
  Object.assign(root['paths'] as object, { [path]: { post: operation } });
  return { operation, body, answer, headers, root };
}
