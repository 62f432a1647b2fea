/** From the parsed document to its operations, with references followed and the place of everything kept. */

import {
  ContractError,
  type DeclaredResponse,
  isNoSegment,
  type Media,
  type Operation,
  type OtherCredential,
  type Parameter,
  type Security,
} from './contract';
import { readJson } from './json';
import type { Schemas } from './schemas';
import { child, children, clauseAt, type Documents, type Place } from './source';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const SAFE = new Set(['get', 'head', 'options', 'trace']);

interface Reading {
  readonly documents: Documents;
  readonly schemas: Schemas;
  readonly schemes: Place | undefined;
  /** What authorises an operation that does not say so itself. */
  readonly security: Security | string;
}

/**
 * @param root the contract's own document.
 * @throws ContractError where a schema cannot be compiled.
 */
export function readOperations(root: Place, documents: Documents, schemas: Schemas): Operation[] {
  const schemes = child(child(root, 'components', documents) ?? root, 'securitySchemes', documents);
  const security = readSecurity(child(root, 'security', documents), schemes, documents);
  const reading = { documents, schemas, schemes, security };
  return children(child(root, 'paths', documents), documents).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const place = child(item, method, documents);
      return place ? [readOperation(reading, path, method, item, place)] : [];
    }),
  );
}

function readOperation(reading: Reading, path: string, method: string, item: Place, place: Place): Operation {
  const { documents } = reading;
  const parameters = readParameters(reading, item, place);
  const responses = children(child(place, 'responses', documents), documents).map(([status, response]) =>
    readResponse(reading, status, response),
  );
  const own = child(place, 'security', documents);
  const security = own ? readSecurity(own, reading.schemes, documents) : reading.security;
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    safe: SAFE.has(method),
    parameters,
    responses,
    security: typeof security === 'string' ? { kind: 'none' } : security,
    unsupported: whyUnsupported(parameters, responses, child(place, 'requestBody', documents), security),
    // Finding a line and column costs more than all else here, and few of them are asked for.
    get clause() {
      return clauseAt(place.source, place.pointer);
    },
  };
}

/** An operation's own parameter takes the place of its path's one of the same name and place (OpenAPI 3.1 §4.8.10). */
function readParameters(reading: Reading, item: Place, place: Place): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const owner of [item, place]) {
    for (const [, each] of children(child(owner, 'parameters', reading.documents), reading.documents)) {
      const parameter = readParameter(reading, each);
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function readParameter(reading: Reading, place: Place): Parameter {
  const {
    name,
    required,
    in: where,
    style,
  } = place.value as {
    name: string;
    in: Parameter['in'];
    required?: boolean;
    style?: string;
  };
  const schema = child(place, 'schema', reading.documents);
  const { type, format } = (schema?.value ?? {}) as { type?: string | string[]; format?: string };
  const types = type === undefined ? [] : [type].flat();
  const judge = schema && compile(reading, schema);
  return {
    name,
    in: where,
    required: required === true,
    types,
    format,
    style,
    accepts: (text) =>
      !(where === 'path' && isNoSegment(text)) &&
      (!judge || readingsOf(text, types).some((json) => judge(readJson(json)).length === 0)),
    get clause() {
      return clauseAt(place.source, place.pointer, false);
    },
  };
}

/** The JSON values that a parameter's text may stand for (style `simple`: a bare number, boolean or string). */
function readingsOf(text: string, types: readonly string[]): string[] {
  const integer = /^-?(0|[1-9]\d*)$/;
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  // JSON Schema takes 1.0 for an integer; as the text of an id it is none, unless any number will do.
  const numeric = types.includes('integer') && !types.includes('number') ? integer : number;
  return [...(numeric.test(text) ? [text] : []), ...(/^(true|false)$/.test(text) ? [text] : []), JSON.stringify(text)];
}

function readResponse(reading: Reading, status: string, place: Place): DeclaredResponse {
  const content = child(place, 'content', reading.documents);
  return {
    status,
    media: children(content, reading.documents).map(([type, media]) => readMedia(reading, type, media)),
    get clause() {
      return clauseAt(place.source, place.pointer);
    },
  };
}

function readMedia(reading: Reading, type: string, place: Place): Media {
  const schema = child(place, 'schema', reading.documents);
  return {
    type: type.split(';')[0]?.trim().toLowerCase() ?? type,
    judge: schema && compile(reading, schema),
    get clause() {
      return clauseAt(place.source, place.pointer);
    },
    get schemaClause() {
      return clauseAt((schema ?? place).source, (schema ?? place).pointer);
    },
  };
}

function compile({ schemas }: Reading, place: Place) {
  try {
    return schemas.compile(place.source.absoluteRef, place.pointer, place.value);
  } catch (error) {
    const message = `this schema cannot be used: ${(error as Error).message}.`;
    throw new ContractError([{ ...clauseAt(place.source, place.pointer), message }]);
  }
}

/** Any one alternative is enough. */
function readSecurity(
  declared: Place | undefined,
  schemes: Place | undefined,
  documents: Documents,
): Security | string {
  const alternatives = children(declared, documents).map(([, alternative]) => alternative);
  const optional =
    alternatives.length === 0 || alternatives.some(({ value }) => Object.keys(value as object).length === 0);
  const known = alternatives.map((alternative) => {
    const [name, ...more] = Object.keys(alternative.value as object);
    const scheme = name !== undefined && more.length === 0 && schemes ? child(schemes, name, documents) : undefined;
    return { alternative, scheme: (scheme?.value ?? {}) as Scheme };
  });
  const bearer = known.find(({ scheme }) => scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer');
  if (!bearer) return optional ? { kind: 'none' } : 'its security is not HTTP bearer authentication';
  const { source, pointer } = bearer.alternative;
  return {
    kind: 'bearer',
    optional,
    others: known.filter((each) => each !== bearer).map(({ scheme }) => toOther(scheme)),
    get clause() {
      return clauseAt(source, pointer, false);
    },
  };
}

interface Scheme {
  readonly type?: string;
  readonly scheme?: string;
  readonly in?: 'header' | 'query' | 'cookie';
  readonly name?: string;
}

function toOther({ type, in: where, name }: Scheme): OtherCredential {
  if (type === 'http') return { in: 'header', name: 'Authorization' };
  return { in: where ?? 'other', name: name ?? '' };
}

function whyUnsupported(
  parameters: readonly Parameter[],
  responses: readonly DeclaredResponse[],
  body: Place | undefined,
  security: Security | string,
): string | undefined {
  if (body) return 'it has a request body';
  const beyond = parameters.find((parameter) => parameter.required && parameter.in !== 'path');
  if (beyond) return `it requires the ${beyond.in} parameter "${beyond.name}"`;
  const structured = parameters.find(
    ({ types, in: where }) => where === 'path' && types.some((type) => /array|object/.test(type)),
  );
  if (structured) return `its path parameter "${structured.name}" is an array or an object`;
  const styled = parameters.find(({ style, in: where }) => where === 'path' && (style ?? 'simple') !== 'simple');
  if (styled) return `its path parameter "${styled.name}" has the style ${styled.style}`;
  const streamed = responses.some(({ media }) => media.some(({ type }) => type === 'text/event-stream'));
  if (streamed) return 'it answers with a stream of events, which has no end';
  return typeof security === 'string' ? security : undefined;
}
