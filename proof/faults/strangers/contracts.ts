/** Makes contracts of small stores, as objects in OpenAPI 3.1, from several resources. */

export type SchemaLiteral = Readonly<Record<string, unknown>>;
export type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The operations on the things of a resource. `clear` is DELETE on the whole collection. */
type Verb = 'list' | 'create' | 'read' | 'replace' | 'change' | 'remove' | 'clear';

export const INTEGER: SchemaLiteral = { type: 'integer', format: 'int64' };
export const TEXT: SchemaLiteral = { type: 'string', minLength: 1, maxLength: 80 };
export const textLike = (pattern: string, example: string): SchemaLiteral => ({ type: 'string', pattern, example });

const ALL: readonly Verb[] = ['list', 'create', 'read', 'replace', 'change', 'remove'];

/** How a resource is declared. By default, it is a plain store of named things with whole numbers as ids. */
export interface ContractShape {
  /** The schemas of the path parameters, by their names. */
  readonly ids?: Readonly<Record<string, SchemaLiteral>>;
  /** The name of the member that holds the id. */
  readonly idMember?: string;
  /** Whether the client chooses the id, and sends it as that member. */
  readonly choosesId?: boolean;
  /** Further members of a thing. */
  readonly members?: Readonly<Record<string, SchemaLiteral>>;
  readonly required?: readonly string[];
  readonly verbs?: readonly Verb[];
  /** The schema of the body that creates a thing. Default: the schema of a thing. */
  readonly sent?: SchemaLiteral;
  /** The schema of the answer to that; null if it has no body. Default: the schema of a thing. */
  readonly created?: SchemaLiteral | null;
  readonly links?: Readonly<Record<string, unknown>>;
  readonly wrap?: (schema: SchemaLiteral) => SchemaLiteral;
  readonly listed?: (schema: SchemaLiteral) => SchemaLiteral;
  /** The body of `clear`. */
  readonly cleared?: SchemaLiteral;
  /** Further operations, by path. */
  readonly also?: Paths;
}

/** Makes the paths of one resource. @param item the path of an item, such as `/users/{userId}/notes/{noteId}`. */
export function resource(item: string, shape: ContractShape = {}): Paths {
  const { ids = {}, idMember = 'id', verbs = ALL, wrap = (schema) => schema, listed = listOf } = shape;
  const names = [...item.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const own = names.at(-1) ?? '';
  const parametersOf = (wanted: readonly string[]) =>
    wanted.map((name) => ({ name, in: 'path', required: true, schema: ids[name] ?? INTEGER }));
  const id = ids[own] ?? INTEGER;
  const thing: SchemaLiteral = {
    type: 'object',
    required: [...(shape.choosesId ? [idMember] : []), ...(shape.required ?? ['name'])],
    properties: {
      [idMember]: shape.choosesId ? id : { ...id, readOnly: true },
      name: TEXT,
      ...shape.members,
    },
  };
  const change = { ...thing, required: [] };
  const created = shape.created === undefined ? wrap(thing) : shape.created;
  const madeLike = { links: shape.links ?? {}, ...(created ? { content: json(created) } : {}) };
  const put = { '200': answer('Replaced', wrap(thing)), '201': answer('Made', wrap(thing)) };
  const operations: Readonly<Record<Verb, SchemaLiteral>> = {
    list: { responses: { '200': answer('All', listed(thing)), ...REFUSALS } },
    create: {
      requestBody: body(shape.sent ?? thing),
      responses: {
        '200': { description: 'It was there', ...madeLike },
        '201': { description: 'Made', ...madeLike },
        '202': { description: 'It will be made', ...madeLike },
        ...REFUSALS,
      },
    },
    read: { responses: { '200': answer('One', wrap(thing)), ...REFUSALS } },
    replace: { requestBody: body(thing), responses: { ...put, ...REFUSALS } },
    change: { requestBody: body(change), responses: { '200': answer('Changed', wrap(thing)), ...REFUSALS } },
    remove: { responses: { '204': { description: 'Gone' }, ...REFUSALS } },
    clear: {
      ...(shape.cleared ? { requestBody: body(shape.cleared) } : {}),
      responses: { '204': { description: 'All gone' }, ...REFUSALS },
    },
  };
  const some = (wanted: readonly Verb[]) =>
    Object.fromEntries(
      wanted
        .filter((verb) => verbs.includes(verb))
        .map((verb) => [METHODS[verb], { operationId: `${verb}${item.replace(/\W+/g, '_')}`, ...operations[verb] }]),
    );
  const above = some(['list', 'create', 'clear']);
  const collection = { parameters: parametersOf(names.slice(0, -1)), ...above };
  return {
    ...(Object.keys(above).length > 0 ? { [item.replace(/\/\{\w+\}$/, '')]: collection } : {}),
    [item]: { parameters: parametersOf(names), ...some(['read', 'replace', 'change', 'remove']) },
    ...shape.also,
  };
}

const METHODS = {
  list: 'get',
  create: 'post',
  clear: 'delete',
  read: 'get',
  replace: 'put',
  change: 'patch',
  remove: 'delete',
} as const;

/** Makes a single operation with its request and its answer. */
export function action(
  path: string,
  method: string,
  sent?: SchemaLiteral,
  answered?: SchemaLiteral,
  id: SchemaLiteral = INTEGER,
): Paths {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: id }));
  const operation = {
    operationId: `${method}${path.replace(/\W+/g, '_')}`,
    ...(sent ? { requestBody: body(sent) } : {}),
    responses: {
      '200': answered ? answer('Done', answered) : { description: 'Done' },
      '201': answered ? answer('Made', answered) : { description: 'Made' },
      '204': { description: 'Done' },
      ...REFUSALS,
    },
  };
  return { [path]: { parameters, [method]: operation } };
}

/** What one operation is sent, and what it answers. */
interface OperationShape {
  /** The schemas of the path parameters, by their names. Default: whole numbers. */
  readonly ids?: Readonly<Record<string, SchemaLiteral>>;
  /** The other parameters: objects with `in`, `name`, `schema` and what else a parameter has. */
  readonly parameters?: readonly SchemaLiteral[];
  readonly sent?: SchemaLiteral;
  /** The media type of the body. Default: `application/json`. */
  readonly media?: string;
  /** The schemas of the answers, by their statuses; null for an answer without a body. Default: 204. */
  readonly answers?: Readonly<Record<number, SchemaLiteral | null>>;
}

/** Makes a single operation. @param operation such as `POST /orders/{id}/copy`. */
export function operation(described: string, shape: OperationShape = {}): Paths {
  const { ids = {}, parameters = [], sent, media = 'application/json', answers = { 204: null } } = shape;
  const [method = '', path = ''] = described.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: ids[name] ?? INTEGER }));
  const answered = Object.entries(answers).map(([status, schema]) => [
    status,
    schema ? answer('Done', schema) : { description: 'Done' },
  ]);
  return {
    [path]: {
      [method.toLowerCase()]: {
        operationId: described.toLowerCase().replace(/\W+/g, '_'),
        parameters: [...inPath, ...parameters],
        ...(sent ? { requestBody: { required: true, content: { [media]: { schema: sent } } } } : {}),
        responses: { ...Object.fromEntries(answered), ...REFUSALS },
      },
    },
  };
}

export function listOf(schema: SchemaLiteral): SchemaLiteral {
  return { type: 'array', items: schema };
}

/** Makes the schema of an object with these optional members. */
export function objectOf(properties: Readonly<Record<string, SchemaLiteral>>): SchemaLiteral {
  return { type: 'object', properties };
}

/** Makes the schema of an object in which these members are required. */
export function objectWith(properties: Readonly<Record<string, SchemaLiteral>>): SchemaLiteral {
  return { ...objectOf(properties), required: Object.keys(properties) };
}

/** Makes a document with these paths. Where several have the same path, it has the operations of all of them. */
export function contractOf(...paths: readonly Paths[]): SchemaLiteral {
  const joined: Record<string, SchemaLiteral> = {};
  for (const [path, item] of paths.flatMap((each) => Object.entries(each))) joined[path] = { ...joined[path], ...item };
  return {
    openapi: '3.1.0',
    info: { title: 'A store of strangers', version: '1.0.0' },
    paths: joined,
    components: { securitySchemes: {} },
  };
}

/** Returns the same contract with a bearer token on all operations. */
export function guarded(contract: SchemaLiteral): SchemaLiteral {
  return {
    ...contract,
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

function json(schema: SchemaLiteral): SchemaLiteral {
  return { 'application/json': { schema } };
}

function body(schema: SchemaLiteral): SchemaLiteral {
  return { required: true, content: json(schema) };
}

function answer(description: string, schema: SchemaLiteral): SchemaLiteral {
  return { description, content: json(schema) };
}

const PROBLEM = answer('Refused', {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
});
const REFUSALS = { '400': PROBLEM, '401': PROBLEM, '404': PROBLEM, '409': PROBLEM, '503': PROBLEM };
