/** From the parsed document to its operations. What is asked of one is read when it is first asked for: most of a large contract never is. */

import { bareType, mediaKind } from '../http/mediaType';
import { SAFE_METHODS } from '../http/methods';
import { type ReadJson, readJson } from '../json/exactJson';
import { lazy } from '../support/caching';
import { whyUnusable } from './check/structure';
import type { Mistake } from './clause';
import type { DeclaredHeader, DeclaredResponse, JudgeJson, Media, Operation, Parameter, RequestBody } from './contract';
import { isNoSegment } from './contract';
import type { Dialect } from './dialects';
import type { Describe, DescribedMedia, DescribedParameter, Owners } from './dialects/describe';
import { describe2 } from './dialects/describe-2.0';
import { describe3 } from './dialects/describe-3';
import { TOKEN_PATTERN } from './dialects/shape';
import { clauseAt, type Files } from './document/files';
import { pathItems } from './document/pathItems';
import { BrokenReference, type DocumentPlace, followed, member, members, rootOf, valueIn } from './document/reference';
import { evaluate } from './schema/evaluate';
import { createJudges, type Judges } from './schema/judge';
import { createSchemaReader, type Direction, endOf, isSchema, keywordsOf, type Schema } from './schema/schema';
import { likenessOf } from './schema/schemaOfExamples';
import { readSecurity } from './security';

interface Reading {
  readonly files: Files;
  readonly dialect: Dialect;
  readonly root: DocumentPlace;
  readonly describe: Describe;
  readonly judges: Judges;
}

/** Reads the operations of a contract, in the order of its paths. */
export function readOperations(files: Files, dialect: Dialect): Operation[] {
  const root = rootOf(files.root);
  const schemas = createSchemaReader(files, dialect);
  const describe = (dialect.member === 'swagger' ? describe2 : describe3)({ root, files, schemas });
  const reading = { files, dialect, root, describe, judges: createJudges() };
  return members(member(root, 'paths')).flatMap(([path, item]) => {
    if (!path.startsWith('/')) return [];
    const items = pathItems(item, files);
    const found = operationsOf(items, dialect);
    const methods = [...found.keys()];
    return [...found].map(([method, place]) => readOperation(reading, { path, method, methods }, [place, ...items]));
  });
}

/** The operations of a path item by their methods. */
function operationsOf(items: readonly DocumentPlace[], dialect: Dialect): Map<string, DocumentPlace> {
  const found = new Map<string, DocumentPlace>();
  for (const method of dialect.methods) {
    const [place] = items.flatMap((item) => member(item, method) ?? []);
    if (place) found.set(method.toUpperCase(), place);
  }
  // Methods that HTTP has no list of are written as they are sent.
  for (const [method, place] of dialect.version === '3.2'
    ? items.flatMap((item) => members(member(item, 'additionalOperations')))
    : [])
    if (TOKEN_PATTERN.test(method) && !found.has(method)) found.set(method, place);
  return found;
}

interface Named {
  readonly path: string;
  readonly method: string;
  readonly methods: readonly string[];
}

function readOperation(reading: Reading, { path, method, methods }: Named, owners: Owners): Operation {
  const { describe, files, dialect, root } = reading;
  const [place] = owners;
  const parameters = lazy(() => describe.parameters(owners).map((each) => readParameter(each)));
  const body = lazy(() => readBody(reading, owners));
  const responses = lazy(() => readResponses(reading, place));
  const security = lazy(() => readSecurity(member(place, 'security') ?? member(root, 'security'), reading));
  const servers = lazy(() => describe.servers(owners));
  const operationId = valueIn(place, 'operationId');
  const unsupported = lazy(brokenRequest);
  return {
    name: `${method} ${path}`,
    method,
    path,
    pathMethods: methods,
    tags: textsIn(valueIn(place, 'tags')),
    safe: SAFE_METHODS.has(method),
    operationId: typeof operationId === 'string' ? operationId : undefined,
    get parameters() {
      return parameters();
    },
    get requestBody() {
      return body();
    },
    get responses() {
      return responses();
    },
    get security() {
      return security();
    },
    get servers() {
      return servers();
    },
    get unsupported() {
      return unsupported();
    },
    get clause() {
      return clauseAt(place.file, place.pointer);
    },
  };

  /** Why no request can be made as the contract says, because it does not say it. */
  function brokenRequest(): string | undefined {
    const declared = owners.flatMap((owner) => members(member(owner, 'parameters')));
    const body = dialect.member === 'openapi' ? member(place, 'requestBody') : undefined;
    for (const [kind, each] of [
      ...declared.map(([, parameter]) => ['Parameter', parameter] as const),
      ...(body ? [['RequestBody', body] as const] : []),
    ]) {
      const mistake = whyUnusable({ kind, place: each }, { files, dialect });
      if (mistake) return describeMistake(mistake);
    }
    const mistake = noResponses();
    return mistake && describeMistake(mistake);
  }

  /** Where the responses are no object, nothing can be said of any answer. */
  function noResponses(): Mistake | undefined {
    const declared = member(place, 'responses');
    if (!declared || (typeof declared.value === 'object' && declared.value !== null)) return undefined;
    return whyUnusable({ kind: 'Responses', place: declared }, { files, dialect });
  }
}

/** A mistake as a reason. */
function describeMistake({ file, line, column, message }: Mistake): string {
  return `the contract is wrong at ${file}:${line}:${column}: ${message}`;
}

/** A text of a type of texts is written as it stands, as by a schema alone; of types other than JSON nobody reads a value here. */
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
  const { name, in: where, required, style, place } = described;
  const { schema, content } = writtenAs(described);
  const { types, format } = typeOf(schema);
  return {
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
    accepts(text) {
      if (where === 'path' && isNoSegment(text)) return false;
      // How the items of a list are told apart is a question of its style.
      if (where === 'path' && (types.includes('array') || types.includes('object'))) return true;
      return !schema || readingsOf(text, types).some((json) => maySatisfy(schema, readJson(json)));
    },
    get examples() {
      return examplesOf(place, schema);
    },
    get clause() {
      return clauseAt(place.file, place.pointer, false);
    },
  };
}

/** Of a parameter, then of its schema. */
function examplesOf(place: DocumentPlace, schema: Schema | undefined): unknown[] {
  const named = members(member(place, 'examples')).map(([, example]) => valueIn(example, 'value'));
  const own = [valueIn(place, 'example'), valueIn(place, 'x-example'), ...named];
  const keywords = schema ? keywordsOf(endOf(schema)) : true;
  const { example, examples = [], default: usual } = typeof keywords === 'boolean' ? {} : keywords;
  return [...own, example, ...[examples].flat(), usual].filter((each) => each !== undefined);
}

/** A text is judged sooner than a schema is compiled for it. Broken schemas are told with the operation; here they bind nothing. */
function maySatisfy(schema: Schema, { value, written, length }: ReadJson): boolean {
  try {
    return evaluate(schema, value, { direction: 'request', written, length, first: true }).length === 0;
  } catch (error) {
    if (error instanceof BrokenReference || error instanceof RangeError) return true;
    throw error;
  }
}

/** Broken schemas are told with the operation; here they bind nothing. */
function judgeOrNone(judges: Judges, schema: Schema, direction: Direction): JudgeJson | undefined {
  try {
    return judges.judge(schema, direction);
  } catch {
    return undefined;
  }
}

interface Typed {
  readonly types: readonly string[];
  readonly format: string | undefined;
}

const UNTYPED: Typed = { types: [], format: undefined };

/** How many schemas are looked at for a type. */
const MOST_LOOKED_AT = 500;

/** The types and the format that a schema names, itself or by what it refers to. */
function typeOf(schema: Schema | undefined, known = new Map<Schema, Typed>()): Typed {
  if (!schema || known.size > MOST_LOOKED_AT) return UNTYPED;
  // What leads back to itself says nothing more.
  const before = known.get(schema);
  if (before) return before;
  known.set(schema, UNTYPED);
  const typed = typeAt(endOf(schema), known);
  known.set(schema, typed);
  return typed;
}

function typeAt(schema: Schema, known: Map<Schema, Typed>): Typed {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean') return UNTYPED;
  const { type, format, $ref, allOf = [], anyOf, oneOf } = keywords;
  const types = type === undefined ? [] : ([type].flat() as string[]);
  if (types.length > 0) return { types, format: typeof format === 'string' ? format : undefined };
  for (const part of [...(isSchema($ref) ? [$ref] : []), ...(allOf as Schema[])]) {
    const found = typeOf(part, known);
    if (found.types.length > 0) return found;
  }
  const branches = ((anyOf ?? oneOf ?? []) as Schema[]).map((part) => typeOf(part, known));
  if (branches.length === 0 || branches.some((branch) => branch.types.length === 0)) return UNTYPED;
  return { types: [...new Set(branches.flatMap((branch) => branch.types))], format: undefined };
}

/** The JSON values that a parameter's text may stand for (style `simple`: a bare number, boolean or string). */
function readingsOf(text: string, types: readonly string[]): string[] {
  const integer = /^-?(0|[1-9]\d*)$/;
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  // JSON Schema takes 1.0 for an integer; as the text of an id it is none, unless any number will do.
  const numeric = types.includes('integer') && !types.includes('number') ? integer : number;
  return [...(numeric.test(text) ? [text] : []), ...(/^(true|false)$/.test(text) ? [text] : []), JSON.stringify(text)];
}

function readBody(reading: Reading, owners: Owners): RequestBody | undefined {
  const described = reading.describe.body(owners);
  if (!described) return undefined;
  const { place, required, media } = described;
  return {
    required,
    media: media.map((each) => readMedia(reading, each, 'request')),
    get clause() {
      return clauseAt(place.file, place.pointer);
    },
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function readHeaders({ describe }: Reading, response: DocumentPlace): DeclaredHeader[] {
  return describe
    .headers(response)
    .filter(({ name }) => !/^content-type$/i.test(name))
    .map(({ name, required, style, explode, schema, content, place }) => ({
      name,
      required,
      style,
      explode,
      ...writtenAs({ schema, content }),
      get clause() {
        return clauseAt(place.file, place.pointer);
      },
    }));
}

function readResponses(reading: Reading, operation: DocumentPlace): DeclaredResponse[] {
  return members(member(operation, 'responses')).flatMap(([status, declared]) => {
    if (!/^(default|[1-5](\d\d|XX))$/i.test(status)) return [];
    const place = followed(declared, reading.files);
    const { file, pointer } = place ?? declared;
    return [
      {
        status,
        headers: place ? readHeaders(reading, place) : [],
        links: place ? reading.describe.links(place) : [],
        media: place
          ? reading.describe.media(place, operation).map((each) => readMedia(reading, each, 'response'))
          : [],
        get defect() {
          return place ? undefined : whyUnusable({ kind: 'Response', place: declared }, reading);
        },
        get clause() {
          return clauseAt(file, pointer);
        },
        get declaredAt() {
          return clauseAt(declared.file, declared.pointer);
        },
      },
    ];
  });
}

/** Of a media type; OpenAPI 2.0 has those of a response by their types. */
function examplesIn({ place, type, examples }: DescribedMedia, files: Files): unknown[] {
  const named = members(examples).flatMap(([, each]) => followed(each, files) ?? []);
  const byType = valueIn({ value: valueIn(place, 'examples') }, type);
  const all = [valueIn(place, 'example'), ...named.map((each) => valueIn(each, 'value')), byType];
  return all.filter((each) => each !== undefined);
}

function readMedia(reading: Reading, described: DescribedMedia, direction: Direction): Media {
  const { type, schema, itemSchema, encodings, place } = described;
  const judge = lazy(() => schema && judgeOrNone(reading.judges, schema, direction));
  const itemJudge = lazy(() => itemSchema && judgeOrNone(reading.judges, itemSchema, direction));
  const defect = lazy(() => schema && whyUnusable({ kind: 'Schema', place: schema.place }, reading));
  const likeness = lazy(() => (schema ? undefined : likenessOf(place, examplesIn(described, reading.files))));
  return {
    type: bareType(type),
    declared: type,
    schema,
    itemSchema,
    encodings,
    get judge() {
      return judge();
    },
    get itemJudge() {
      return itemJudge();
    },
    get defect() {
      return defect();
    },
    get exampleNames() {
      return members(described.examples).map(([name]) => name);
    },
    get likeness() {
      return likeness();
    },
    get clause() {
      return clauseAt(place.file, place.pointer);
    },
    get schemaClause() {
      const { file, pointer } = schema ? endOf(schema).place : place;
      return clauseAt(file, pointer);
    },
  };
}
