/**
 * Reads the operations of a parsed document. Each part of an operation is read when it is first used, because a run
 * uses little of a large contract.
 */

import { bareType, mediaKind } from '../http/mediaType';
import { SAFE_METHODS } from '../http/methods';
import { readJson } from '../json/exactJson';
import { beginsWithChange, endsInChange, endsInLogout, isCalledChange } from '../resources/vocabulary/actions';
import { lazy } from '../support/caching';
import { lazyMembers } from '../support/lazyMembers';
import { atOnce, type Parts } from '../support/letOthersRun';
import { mistakesBelow } from './check/cutFaults';
import { whyUnusable, whyUnusableInParts } from './check/structure';
import { formatMistake, type Mistake } from './clause';
import type {
  DeclaredCallback,
  DeclaredHeader,
  DeclaredResponse,
  DeclaredWebhook,
  GivenExample,
  JudgeJson,
  Media,
  Operation,
  Parameter,
  RequestBody,
} from './contract';
import { isFormQuery, isNoSegment } from './contract';
import type { Dialect } from './dialects';
import type { Describe, DescribedMedia, DescribedParameter, Owners } from './dialects/describe';
import { describe2 } from './dialects/describe-2.0';
import { describe3 } from './dialects/describe-3';
import { TOKEN_PATTERN } from './dialects/shape';
import { clauseAt, type Files } from './document/files';
import { pathItems } from './document/pathItems';
import { BrokenReference, type DocumentPlace, followed, member, members, rootOf, valueIn } from './document/reference';
import { evaluate } from './schema/evaluate';
import { typeNamed, UNTYPED } from './schema/facets';
import { createJudges, type Judges } from './schema/judge';
import { createSchemaReader, type Direction, endOf, keywordsOf, type Schema } from './schema/schema';
import { likenessOf, parsedExample } from './schema/schemaOfExamples';
import { assertWholeInParts } from './schema/whole';
import { readSecurity } from './security';

interface Reading {
  readonly files: Files;
  readonly dialect: Dialect;
  readonly root: DocumentPlace;
  readonly describe: Describe;
  readonly judges: Judges;
}

function readingOf(files: Files, dialect: Dialect): Reading {
  const root = rootOf(files.root);
  const schemas = createSchemaReader(files, dialect);
  const describe = (dialect.member === 'swagger' ? describe2 : describe3)({ root, files, schemas });
  return { files, dialect, root, describe, judges: createJudges() };
}

/** Reads what the service sends to clients that have registered elsewhere. Versions before 3.1 have no such thing. */
export function readWebhooks(files: Files, dialect: Dialect): DeclaredWebhook[] {
  if (dialect.member === 'swagger' || dialect.version === '3.0') return [];
  const reading = readingOf(files, dialect);
  return members(member(reading.root, 'webhooks')).flatMap(([name, item]) => requestsOf(reading, name, item));
}

/** Returns the requests of a path item that the service sends, each by its method. */
function requestsOf(reading: Reading, name: string, item: DocumentPlace): DeclaredWebhook[] {
  const items = pathItems(item, reading.files);
  const byMethod = operationsOf(items, reading.dialect);
  const methods = [...byMethod.keys()];
  return [...byMethod].map(([method, place]) => ({
    name,
    operation: readOperation(reading, { path: '/', method, methods }, [place, ...items]),
  }));
}

/** Reads the operations of a contract, in the order of its paths. Stops after each path. */
export function* readOperations(files: Files, dialect: Dialect): Parts<Operation[]> {
  const reading = readingOf(files, dialect);
  const operations: Operation[] = [];
  for (const [path, item] of members(member(reading.root, 'paths'))) {
    if (!path.startsWith('/')) continue;
    const items = pathItems(item, files);
    const byMethod = operationsOf(items, dialect);
    const methods = [...byMethod.keys()];
    for (const [method, place] of byMethod)
      operations.push(readOperation(reading, { path, method, methods }, [place, ...items]));
    yield;
  }
  return operations;
}

/** Returns the operations of a path item by method. */
function operationsOf(items: readonly DocumentPlace[], dialect: Dialect): Map<string, DocumentPlace> {
  const byMethod = new Map<string, DocumentPlace>();
  for (const method of dialect.methods) {
    const [place] = items.flatMap((item) => member(item, method) ?? []);
    if (place) byMethod.set(method.toUpperCase(), place);
  }
  // A method that is not in the standard's list is declared in the case in which it is sent.
  for (const [method, place] of dialect.version === '3.2'
    ? items.flatMap((item) => members(member(item, 'additionalOperations')))
    : [])
    if (TOKEN_PATTERN.test(method) && !byMethod.has(method)) byMethod.set(method, place);
  return byMethod;
}

interface Named {
  readonly path: string;
  readonly method: string;
  readonly methods: readonly string[];
}

/**
 * Tells whether an operation asks the service to change nothing. Many services have a GET that does, and say so in its name or in its query:
 * `GET /cache/purge`, `GET /rpc?action=delete`. OPTIONS and TRACE are answered by what stands before the service.
 */
function isSafe({ path, method }: Named, operationId: unknown, owners: Owners, reading: Reading): boolean {
  if (!SAFE_METHODS.has(method)) return false;
  if (method === 'OPTIONS' || method === 'TRACE') return true;
  const isCalled = typeof operationId === 'string' && isCalledChange(operationId);
  return !(isCalled || endsInChange(path) || endsAnySession(path, reading) || namesAction(owners, reading));
}

/** Tells whether a path ends a session that may be anybody's: it says whose, or the contract knows no credential that says who asks. */
function endsAnySession(path: string, { root, dialect }: Reading): boolean {
  if (!endsInLogout(path)) return false;
  const holder = dialect.member === 'swagger' ? root : member(root, 'components');
  const schemes = members(
    holder && member(holder, dialect.member === 'swagger' ? 'securityDefinitions' : 'securitySchemes'),
  );
  return path.includes('{') || schemes.length === 0;
}

/** Tells whether the query of an operation must say what it does, and may say that it changes something: `?action=` with `delete` and `show`. */
function namesAction(owners: Owners, { files }: Reading): boolean {
  return owners.some((owner) =>
    members(member(owner, 'parameters')).some(([, declared]) => {
      const place = followed(declared, files);
      if (!place || valueIn(place, 'in') !== 'query' || valueIn(place, 'required') !== true) return false;
      const written = member(place, 'schema');
      const schema = written && followed(written, files);
      return [place, ...(schema ? [schema] : [])].some((each) =>
        ['enum', 'const', 'default', 'example']
          .flatMap((keyword) => valueIn(each, keyword))
          .some((value) => typeof value === 'string' && beginsWithChange(value)),
      );
    }),
  );
}

function readOperation(reading: Reading, named: Named, owners: Owners): Operation {
  const { path, method, methods } = named;
  const [place] = owners;
  const operationId = valueIn(place, 'operationId');
  const operation = {
    name: `${method} ${path}`,
    method,
    path,
    pathMethods: methods,
    tags: textsIn(valueIn(place, 'tags')),
    safe: isSafe(named, operationId, owners, reading),
    operationId: typeof operationId === 'string' ? operationId : undefined,
    ...lifetimeOf(place),
  };
  return withOperationParts(operation, { reading, path, owners });
}

/** `x-sunset` is an extension that several tools read: a day (`2027-01-31`) or a point in time. */
function lifetimeOf(place: DocumentPlace): Pick<Operation, 'deprecated' | 'sunset'> {
  if (valueIn(place, 'deprecated') !== true) return {};
  const sunset = valueIn(place, 'x-sunset');
  const isDay = typeof sunset === 'string' && /^\d{4}-\d\d-\d\d/.test(sunset);
  return { deprecated: true, ...(isDay ? { sunset } : {}) };
}

interface OperationSource {
  readonly reading: Reading;
  readonly path: string;
  readonly owners: Owners;
}

const withOperationParts = lazyMembers<
  OperationSource,
  Pick<
    Operation,
    | 'parameters'
    | 'requestBody'
    | 'responses'
    | 'security'
    | 'callbacks'
    | 'servers'
    | 'declaredServers'
    | 'unsupported'
  >,
  Pick<Operation, 'clause' | 'mistakes'>
>(
  {
    parameters({ reading, path, owners }) {
      const declared = reading.describe.parameters(owners).filter((parameter) => isUsable(parameter, reading));
      return [...declared, ...undeclaredInPath(path, declared, owners[0])].map((each) => readParameter(each));
    },
    requestBody: ({ reading, owners }) => readBody(reading, owners),
    responses: ({ reading, owners: [place] }) => readResponses(reading, place),
    security: ({ reading, owners: [place] }) =>
      readSecurity(member(place, 'security') ?? member(reading.root, 'security'), reading),
    callbacks: ({ reading, owners: [place] }) => readCallbacks(reading, place),
    servers: ({ reading, owners }) => reading.describe.servers(owners),
    declaredServers({ reading, owners }) {
      const declared = reading.describe.serverUrls(owners);
      return declared && { clause: clauseAt(declared.place.file, declared.place.pointer), urls: declared.urls };
    },
    unsupported: ({ reading, owners }) => whyUnsupported(reading, owners),
  },
  {
    clause: ({ owners: [place] }) => clauseAt(place.file, place.pointer),
    mistakes: ({ reading, owners }) => lazy(() => mistakesOf(reading, owners)),
  },
);

function mistakesOf(reading: Reading, [place, ...items]: Owners): Mistake[] {
  const shared = items.flatMap((item) => members(member(item, 'parameters')).map(([, parameter]) => parameter));
  return [
    ...mistakesBelow({ kind: 'Operation', place }, reading),
    ...shared.flatMap((parameter) => mistakesBelow({ kind: 'Parameter', place: parameter }, reading)),
  ];
}

/** Reads what the service asks of its client. Version 2.0 has no such thing. */
function readCallbacks(reading: Reading, operation: DocumentPlace): DeclaredCallback[] {
  const { files, dialect } = reading;
  if (dialect.member === 'swagger') return [];
  return members(member(operation, 'callbacks')).flatMap(([name, declared]) =>
    members(followed(declared, files)).flatMap(([expression, item]) => {
      if (expression.startsWith('x-')) return [];
      return requestsOf(reading, name, item).map((request) => ({ ...request, expression }));
    }),
  );
}

/**
 * Returns the parameters of a path that the contract has forgotten to declare, as any text. Without them `/comments/{id}` would be asked as
 * `/comments/`, which is another resource.
 */
function undeclaredInPath(
  path: string,
  declared: readonly DescribedParameter[],
  place: DocumentPlace,
): DescribedParameter[] {
  const names = [...path.replace(/[?#].*$/s, '').matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const isDeclared = (wanted: string) => declared.some((each) => each.in === 'path' && each.name === wanted);
  return [...new Set(names)]
    .filter((name) => !isDeclared(name))
    .map((name) => ({
      place,
      name,
      in: 'path',
      required: true,
      style: undefined,
      explode: undefined,
      allowReserved: false,
      schema: undefined,
      content: undefined,
      given: () => [],
    }));
}

/** Returns why no request can be made for an operation: the contract's description of it is broken. */
function whyUnsupported(reading: Reading, owners: Owners): string | undefined {
  const [place] = owners;
  const parameters = owners.flatMap((owner) => members(member(owner, 'parameters')).map(([, parameter]) => parameter));
  const body = reading.dialect.member === 'openapi' ? member(place, 'requestBody') : undefined;
  for (const [kind, part] of [
    ...parameters.map((parameter) => ['Parameter', parameter] as const),
    ...(body ? [['RequestBody', body] as const] : []),
  ]) {
    const mistake = whyUnusable({ kind, place: part }, reading);
    if (mistake && !(kind === 'Parameter' ? mayLeaveOutParameter(part, reading) : mayLeaveOutBody(reading, owners)))
      return describeMistake(mistake);
  }
  const mistake = whyNoResponses(reading, place);
  return mistake && describeMistake(mistake);
}

/** Tells whether a request can do without a parameter that is broken. One that is not found may be required. */
function mayLeaveOutParameter(declared: DocumentPlace, { files }: Reading): boolean {
  const place = followed(declared, files);
  const where = place && valueIn(place, 'in');
  return (
    ['query', 'header', 'cookie', 'body'].includes(String(where)) && !(place && valueIn(place, 'required') === true)
  );
}

/** Tells whether a request can do without the contents of a body that are broken: the body is optional, or another content is not broken. */
function mayLeaveOutBody(reading: Reading, owners: Owners): boolean {
  const body = readBody(reading, owners);
  const broken = body?.media.filter(({ defect }) => defect) ?? [];
  return broken.length > 0 && (body?.required !== true || broken.length < body.media.length);
}

/** Tells whether a parameter can be used; one that is broken is left out, or the operation is. */
function isUsable(described: DescribedParameter, reading: Reading): boolean {
  const isOptional = !described.required && mayLeaveOutParameter(described.place, reading);
  return !isOptional || !whyUnusable({ kind: 'Parameter', place: described.place }, reading);
}

/** If `responses` is not an object, no response can be judged. */
function whyNoResponses(reading: Reading, operation: DocumentPlace): Mistake | undefined {
  const declared = member(operation, 'responses');
  if (!declared || (typeof declared.value === 'object' && declared.value !== null)) return undefined;
  return whyUnusable({ kind: 'Responses', place: declared }, reading);
}

/** Words a mistake as a reason. */
function describeMistake(mistake: Mistake): string {
  return `the contract is wrong at ${formatMistake(mistake)}`;
}

/**
 * If `content` is a text type, its value is written as it stands, as if there were only a schema. Values of types other
 * than text and JSON are not read.
 */
function writtenAs({
  schema,
  content,
}: Pick<DescribedParameter, 'schema' | 'content'>): Pick<Parameter, 'schema' | 'content'> {
  if (!content) return { schema, content: undefined };
  const kind = mediaKind(bareType(content.type));
  if (kind === 'text') return { schema: schema ?? content.schema, content: undefined };
  return { schema: kind === 'json' ? (schema ?? content.schema) : undefined, content: content.type };
}

function readParameter(described: DescribedParameter): Parameter {
  const { name, in: where, required, style } = described;
  const { schema, content } = isFormQuery(where, described.content?.type)
    ? { schema: described.content?.schema, content: described.content?.type }
    : writtenAs(described);
  const { types, format } = schema ? typeNamed(schema) : UNTYPED;
  const parameter = {
    name,
    in: where,
    required,
    types,
    format,
    style,
    explode: described.explode,
    allowReserved: described.allowReserved,
    schema,
    content,
  };
  return withParameterParts(parameter, { described, types, schema });
}

interface ParameterSource extends Pick<Parameter, 'types' | 'schema'> {
  readonly described: DescribedParameter;
}

const withParameterParts = lazyMembers<
  ParameterSource,
  object,
  Pick<Parameter, 'accepts' | 'description' | 'examples' | 'clause'>
>(
  {},
  {
    accepts: (source) => (text) =>
      isFormQuery(source.described.in, source.described.content?.type) || isAccepted(text, source),
    description: ({ described: { place } }) => descriptionIn(place),
    examples: ({ described, schema }) => [...described.given(), ...examplesInSchema(schema)].flatMap(asWritten),
    clause: ({ described: { place } }) => clauseAt(place.file, place.pointer, false),
  },
);

function descriptionIn(place: DocumentPlace): string {
  const text = valueIn(place, 'description');
  return typeof text === 'string' ? text : '';
}

function isAccepted(text: string, { described: { in: where }, types, schema }: ParameterSource): boolean {
  if (where === 'path' && isNoSegment(text)) return false;
  // Which items a list has depends on its style.
  if (where === 'path' && (types.includes('array') || types.includes('object'))) return true;
  return !schema || readingsOf(text, types).some((json) => maySatisfy(schema, json));
}

/** Returns an example, and the value of which it is the JSON if it is a text. */
function asWritten(example: GivenExample): GivenExample[] {
  return [example, ...parsedExample(example.value).map((value) => ({ ...example, value }))];
}

/** Returns the examples that a schema gives of the whole value. Those of the schemas that it is composed of are left out. */
function examplesInSchema(schema: Schema | undefined): GivenExample[] {
  const keywords = schema ? keywordsOf(endOf(schema)) : true;
  const { example, examples = [] } = typeof keywords === 'boolean' ? {} : keywords;
  return [example, ...[examples].flat()].flatMap((value) => (value === undefined ? [] : [{ name: undefined, value }]));
}

/**
 * Evaluates directly, because that is faster for one text than compiling the schema. A broken schema allows everything
 * here; the operation reports it.
 */
function maySatisfy(schema: Schema, json: string): boolean {
  try {
    const { value, written, length } = readJson(json);
    return evaluate(schema, value, { direction: 'request', written, length, first: true }).length === 0;
  } catch (error) {
    if (error instanceof BrokenReference || error instanceof RangeError) return true;
    throw error;
  }
}

/** A broken schema judges nothing here; the operation reports it. */
function judgeOrNone(judges: Judges, schema: Schema, direction: Direction): JudgeJson | undefined {
  try {
    return judges.judge(schema, direction);
  } catch {
    return undefined;
  }
}

/**
 * Returns the JSON values that the text of a parameter may stand for (style `simple`: a bare number, boolean or
 * string).
 */
function readingsOf(text: string, types: readonly string[]): string[] {
  const integer = /^-?(0|[1-9]\d*)$/;
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  // JSON Schema counts 1.0 as an integer, but the text "1.0" is not an integer id unless any number is allowed.
  const numeric = types.includes('integer') && !types.includes('number') ? integer : number;
  return [...(numeric.test(text) ? [text] : []), ...(/^(true|false)$/.test(text) ? [text] : []), JSON.stringify(text)];
}

function readBody(reading: Reading, owners: Owners): RequestBody | undefined {
  const described = reading.describe.body(owners);
  if (!described) return undefined;
  const { place, required, media } = described;
  return {
    required,
    media: media.map((described) => readMedia(reading, described, 'request')),
    get clause() {
      return clauseAt(place.file, place.pointer);
    },
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function readHeaders(reading: Reading, response: DocumentPlace): DeclaredHeader[] {
  return reading.describe
    .headers(response)
    .filter(({ name }) => !/^content-type$/i.test(name))
    .map(({ name, required, style, explode, schema, content, place }) =>
      withHeaderParts(
        { name, required, style, explode, ...writtenAs({ schema, content }) },
        { reading, place, declared: schema },
      ),
    );
}

interface HeaderSource {
  readonly reading: Reading;
  readonly place: DocumentPlace;
  readonly declared: Schema | undefined;
}

const withHeaderParts = lazyMembers<HeaderSource, object, Pick<DeclaredHeader, 'defect' | 'clause'>>(
  {},
  {
    defect: ({ reading, declared }) => declared && whyUnusable({ kind: 'Schema', place: declared.place }, reading),
    clause: ({ place }) => clauseAt(place.file, place.pointer),
  },
);

function readResponses(reading: Reading, operation: DocumentPlace): DeclaredResponse[] {
  return members(member(operation, 'responses')).flatMap(([status, declared]) => {
    if (!/^(default|[1-5](\d\d|XX))$/i.test(status)) return [];
    const place = followed(declared, reading.files);
    const response = {
      status,
      headers: place ? readHeaders(reading, place) : [],
      links: place ? reading.describe.links(place) : [],
      media: place
        ? reading.describe.media(place, operation).map((described) => readMedia(reading, described, 'response'))
        : [],
    };
    return [withResponseParts(response, { reading, declared, place })];
  });
}

interface ResponseSource {
  readonly reading: Reading;
  readonly declared: DocumentPlace;
  /** Undefined where it refers to nothing. */
  readonly place: DocumentPlace | undefined;
}

const withResponseParts = lazyMembers<
  ResponseSource,
  object,
  Pick<DeclaredResponse, 'defect' | 'description' | 'clause' | 'declaredAt'>
>(
  {},
  {
    description: ({ place }) => (place ? descriptionIn(place) : ''),
    defect: ({ reading, declared, place }) =>
      place ? undefined : whyUnusable({ kind: 'Response', place: declared }, reading),
    clause({ declared, place = declared }) {
      return clauseAt(place.file, place.pointer);
    },
    declaredAt: ({ declared }) => clauseAt(declared.file, declared.pointer),
  },
);

/** A form of version 2.0 has no schema that stands in the contract: its fields are parameters, which have other keywords. */
function* whyUnusableContent({ schema, fields }: DescribedMedia, reading: Reading): Parts<Mistake | undefined> {
  for (const place of fields ?? []) {
    const mistake = yield* whyUnusableInParts({ kind: 'Parameter', place }, reading);
    if (mistake) return mistake;
  }
  return schema && !fields ? yield* whyUnusableInParts({ kind: 'Schema', place: schema.place }, reading) : undefined;
}

/** What was walked through once and is usable is not walked through again. */
function* readContentAhead(described: DescribedMedia, reading: Reading): Parts<void> {
  const mistake = yield* whyUnusableContent(described, reading);
  for (const schema of mistake ? [] : [described.schema, described.itemSchema])
    if (schema) {
      yield;
      yield* assertWholeInParts(schema);
    }
}

function readMedia(reading: Reading, described: DescribedMedia, direction: Direction): Media {
  const { type, schema, itemSchema, encodings } = described;
  const media = { type: bareType(type), declared: type, schema, itemSchema, encodings };
  return withMediaParts(media, { reading, described, direction });
}

interface MediaSource {
  readonly reading: Reading;
  readonly described: DescribedMedia;
  readonly direction: Direction;
}

const withMediaParts = lazyMembers<
  MediaSource,
  Pick<Media, 'judge' | 'itemJudge' | 'defect' | 'readAhead' | 'likeness'>,
  Pick<Media, 'exampleNames' | 'examples' | 'clause' | 'schemaClause'>
>(
  {
    judge: ({ reading, described: { schema }, direction }) => schema && judgeOrNone(reading.judges, schema, direction),
    itemJudge: ({ reading, described: { itemSchema }, direction }) =>
      itemSchema && judgeOrNone(reading.judges, itemSchema, direction),
    defect: ({ reading, described }) => atOnce(whyUnusableContent(described, reading)),
    readAhead:
      ({ reading, described }) =>
      () =>
        readContentAhead(described, reading),
    likeness({ described: { schema, place, given } }) {
      if (schema) return undefined;
      const values = given().map(({ value }) => value);
      return likenessOf(place, values);
    },
  },
  {
    exampleNames: ({ described }) => members(described.examples).map(([name]) => name),
    examples({ described: { type, schema, given } }) {
      const all = [...given(), ...examplesInSchema(schema)];
      return mediaKind(bareType(type)) === 'json' ? all.flatMap(asWritten) : all;
    },
    clause: ({ described: { place } }) => clauseAt(place.file, place.pointer),
    schemaClause({ described: { schema, place: own } }) {
      const { file, pointer } = schema ? endOf(schema).place : own;
      return clauseAt(file, pointer);
    },
  },
);
