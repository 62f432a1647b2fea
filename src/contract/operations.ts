/** From the parsed document to its operations. What is asked of one is read when it is first asked for: most of a large contract never is. */

import type {
  DeclaredHeader,
  DeclaredResponse,
  JudgeJson,
  Media,
  Mistake,
  Operation,
  Parameter,
  RequestBody,
} from './contract';
import { isNoSegment } from './contract';
import type { Describe, DescribedMedia, DescribedParameter } from './describe';
import { describe2 } from './describe2';
import { describe3, valueIn } from './describe3';
import type { Dialect } from './dialects';
import { clauseAt, type Files } from './files';
import { readJson } from './json';
import { lazy } from './lazy';
import { BrokenReference, followed, member, members, type Place, rootOf } from './reference';
import { createSchemaReader, type Direction, isSchema, type Schema } from './schema';
import { createJudges, type Judges } from './schemas';
import { readSecurity } from './security';
import { whyUnusable } from './structure';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

interface Reading {
  readonly files: Files;
  readonly dialect: Dialect;
  readonly root: Place;
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
    const place = followed(item, files);
    if (!place) return [];
    const found = methodsOf(place, dialect);
    const methods = found.map(([method]) => method);
    return found.map(([method, at]) => readOperation(reading, { path, method, methods }, place, at));
  });
}

function methodsOf(item: Place, { methods }: Dialect): [method: string, place: Place][] {
  const own = methods.flatMap((method): [string, Place][] => {
    const place = member(item, method);
    return place ? [[method.toUpperCase(), place]] : [];
  });
  // Methods that HTTP has no list of are written as they are sent (OpenAPI 3.2).
  return methods.includes('query') ? [...own, ...members(member(item, 'additionalOperations'))] : own;
}

interface Named {
  readonly path: string;
  readonly method: string;
  readonly methods: readonly string[];
}

function readOperation(reading: Reading, { path, method, methods }: Named, item: Place, place: Place): Operation {
  const { describe, files, dialect } = reading;
  const parameters = lazy(() => describe.parameters(item, place).map((each) => readParameter(reading, each)));
  const body = lazy(() => readBody(reading, item, place));
  const responses = lazy(() => readResponses(reading, place));
  const security = lazy(() =>
    readSecurity(member(place, 'security') ?? member(reading.root, 'security'), describe.schemes, files),
  );
  const servers = lazy(() => describe.servers(item, place));
  const operationId = valueIn(place, 'operationId');
  const unsupported = lazy(() => brokenRequest(place));
  return {
    name: `${method} ${path}`,
    method,
    path,
    pathMethods: methods,
    tags: textsIn(valueIn(place, 'tags')),
    safe: SAFE.has(method),
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
  function brokenRequest(operation: Place): string | undefined {
    for (const owner of [item, operation]) {
      for (const [, parameter] of members(member(owner, 'parameters'))) {
        const mistake = whyUnusable({ kind: 'Parameter', place: parameter }, { files, dialect });
        if (mistake) return describeMistake(mistake);
      }
    }
    const declared = dialect.member === 'openapi' ? member(operation, 'requestBody') : undefined;
    const mistake =
      (declared && whyUnusable({ kind: 'RequestBody', place: declared }, { files, dialect })) ?? noResponses(operation);
    return mistake && describeMistake(mistake);
  }

  /** Where the responses are no object, nothing can be said of any answer. */
  function noResponses(operation: Place): Mistake | undefined {
    const declared = member(operation, 'responses');
    if (!declared || (typeof declared.value === 'object' && declared.value !== null)) return undefined;
    return whyUnusable({ kind: 'Responses', place: declared }, { files, dialect });
  }
}

/** A mistake as a reason. */
function describeMistake({ file, line, column, message }: Mistake): string {
  return `the contract is wrong at ${file}:${line}:${column}: ${message}`;
}

function readParameter(reading: Reading, described: DescribedParameter): Parameter {
  const { name, in: where, required, style, place } = described;
  const schema = described.schema ?? described.content?.schema;
  const { types, format } = typeOf(schema);
  const judge = lazy(() => schema && judgeOrNone(reading.judges, schema, 'request'));
  return {
    name,
    in: where,
    required,
    types,
    format,
    style,
    explode: described.explode,
    allowReserved: described.allowReserved,
    schema: described.schema,
    content: described.content?.type,
    accepts(text) {
      if (where === 'path' && isNoSegment(text)) return false;
      const found = judge();
      return !found || readingsOf(text, types).some((json) => found(readJson(json)).length === 0);
    },
    get clause() {
      return clauseAt(place.file, place.pointer, false);
    },
  };
}

/** Broken schemas are told with the operation; here they bind nothing. */
function judgeOrNone(judges: Judges, schema: Schema, direction: Direction): JudgeJson | undefined {
  try {
    return judges.judge(schema, direction);
  } catch {
    return undefined;
  }
}

/** The types and the format that a schema names, itself or by what it refers to. */
function typeOf(schema: Schema | undefined, depth = 0): { types: readonly string[]; format: string | undefined } {
  const none = { types: [], format: undefined };
  if (!schema || depth > DEEPEST) return none;
  const { keywords } = schemaOrNone(schema);
  if (typeof keywords === 'boolean') return none;
  const { type, format, $ref, allOf = [], anyOf, oneOf } = keywords;
  const types = type === undefined ? [] : ([type].flat() as string[]);
  if (types.length > 0) return { types, format: typeof format === 'string' ? format : undefined };
  const parts = [...(isSchema($ref) ? [$ref] : []), ...(allOf as Schema[])].map((part) => typeOf(part, depth + 1));
  const found = parts.find((part) => part.types.length > 0);
  if (found) return found;
  const branches = ((anyOf ?? oneOf ?? []) as Schema[]).map((part) => typeOf(part, depth + 1));
  if (branches.length === 0 || branches.some((branch) => branch.types.length === 0)) return none;
  return { types: [...new Set(branches.flatMap((branch) => branch.types))], format: undefined };
}

const DEEPEST = 16;

function schemaOrNone(schema: Schema): Pick<Schema, 'keywords'> {
  try {
    return { keywords: schema.keywords };
  } catch (error) {
    if (error instanceof BrokenReference) return { keywords: true };
    throw error;
  }
}

/** The JSON values that a parameter's text may stand for (style `simple`: a bare number, boolean or string). */
function readingsOf(text: string, types: readonly string[]): string[] {
  const integer = /^-?(0|[1-9]\d*)$/;
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  // JSON Schema takes 1.0 for an integer; as the text of an id it is none, unless any number will do.
  const numeric = types.includes('integer') && !types.includes('number') ? integer : number;
  return [...(numeric.test(text) ? [text] : []), ...(/^(true|false)$/.test(text) ? [text] : []), JSON.stringify(text)];
}

function readBody(reading: Reading, item: Place, operation: Place): RequestBody | undefined {
  const described = reading.describe.body(item, operation);
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

function readHeaders({ describe }: Reading, response: Place): DeclaredHeader[] {
  return describe
    .headers(response)
    .filter(({ name }) => !/^content-type$/i.test(name))
    .map(({ name, required, style, explode, schema, content, place }) => ({
      name,
      required,
      style,
      explode,
      schema: schema ?? content?.schema,
      content: content?.type,
      get clause() {
        return clauseAt(place.file, place.pointer);
      },
    }));
}

function readResponses(reading: Reading, operation: Place): DeclaredResponse[] {
  return members(member(operation, 'responses')).flatMap(([status, declared]) => {
    if (!/^(default|[1-5](\d\d|XX))$/i.test(status)) return [];
    const place = followed(declared, reading.files);
    const { file, pointer } = place ?? declared;
    return [
      {
        status,
        headers: place ? readHeaders(reading, place) : [],
        media: place
          ? reading.describe.media(place, operation).map((each) => readMedia(reading, each, 'response'))
          : [],
        get defect() {
          return place ? undefined : whyUnusable({ kind: 'Response', place: declared }, reading);
        },
        get clause() {
          return clauseAt(file, pointer);
        },
      },
    ];
  });
}

function readMedia(reading: Reading, described: DescribedMedia, direction: Direction): Media {
  const { type, schema, itemSchema, encodings, place } = described;
  const judge = lazy(() => schema && judgeOrNone(reading.judges, schema, direction));
  const itemJudge = lazy(() => itemSchema && judgeOrNone(reading.judges, itemSchema, direction));
  const defect = lazy(() => schema && whyUnusable({ kind: 'Schema', place: schema.place }, reading));
  return {
    type: type.split(';')[0]?.trim().toLowerCase() ?? type,
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
    get clause() {
      return clauseAt(place.file, place.pointer);
    },
    get schemaClause() {
      const { file, pointer } = endOf(schema) ?? place;
      return clauseAt(file, pointer);
    },
  };
}

/** Where a schema says something itself: what it only refers to. */
function endOf(schema: Schema | undefined): Place | undefined {
  if (!schema) return undefined;
  const { keywords } = schemaOrNone(schema);
  const [only, ...more] = typeof keywords === 'boolean' ? [] : Object.values(keywords);
  return more.length === 0 && isSchema(only) ? endOf(only) : schema.place;
}
