/** Writes an OpenAPI 3.1 document as another version. */

import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { DialectName } from '../design/design';

export function asDialect(dialect: DialectName, document: JsonObject): JsonObject {
  if (dialect === '3.1') return document;
  if (dialect === '3.2') return { ...document, openapi: '3.2.0' };
  if (dialect === '3.0') return { ...(eachSchema(document, asSchemaOf30) as JsonObject), openapi: '3.0.3' };
  return asSwagger(eachSchema(document, asSchemaOf30) as JsonObject);
}

/** Changes each object within a document that may be a schema, from within. */
function eachSchema(value: JsonValue, change: (schema: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item) => eachSchema(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([name, each]): [string, JsonValue] => [
    name,
    name === 'example' ? each : eachSchema(each, change),
  ]);
  return change(Object.fromEntries(inner));
}

/** OpenAPI 3.0 says null by `nullable`, and an exclusive bound by a boolean beside the bound. */
function asSchemaOf30(schema: JsonObject): JsonObject {
  const { type, exclusiveMinimum, oneOf, const: one, ...rest } = schema;
  const nulls = Array.isArray(type) ? type.filter((each) => each !== 'null') : undefined;
  const branches = Array.isArray(oneOf) ? (oneOf as JsonObject[]) : undefined;
  const others = branches?.filter((branch) => branch['type'] !== 'null');
  return {
    ...rest,
    ...(nulls ? { type: nulls[0] as JsonValue, nullable: true } : type === undefined ? {} : { type }),
    ...(one === undefined ? {} : { enum: [one] }),
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(branches && others
      ? { oneOf: others.length < branches.length ? [nullableBranch(others[0] ?? {}), ...others.slice(1)] : others }
      : {}),
  };
}

/** Null is allowed by the first branch alone, since `oneOf` wants exactly one. */
const nullableBranch = (branch: JsonObject): JsonObject => ({ ...branch, nullable: true });

type Members = Record<string, JsonValue>;

function asSwagger({ info, servers, security, paths, components }: JsonObject): JsonObject {
  const { schemas, securitySchemes } = components as { schemas: JsonObject; securitySchemes?: JsonObject };
  const [server] = servers as { url: string }[];
  const changed: Members = {};
  for (const [path, item] of Object.entries(paths as Record<string, JsonObject>))
    changed[path] = Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, operationOf20(operation as JsonObject)]),
    );
  const document: JsonObject = {
    swagger: '2.0',
    info: info ?? {},
    ...(server && server.url !== '/' ? { basePath: server.url } : {}),
    consumes: ['application/json'],
    produces: ['application/json'],
    ...(security ? { security } : {}),
    paths: changed,
    definitions: schemas,
    ...(securitySchemes ? { securityDefinitions: mapped(securitySchemes, schemeOf20) } : {}),
  };
  return JSON.parse(JSON.stringify(document).replaceAll('#/components/schemas/', '#/definitions/')) as JsonObject;
}

const mapped = (members: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value as JsonObject)]));

const schemeOf20 = (scheme: JsonObject): JsonObject => (scheme['scheme'] === 'basic' ? { type: 'basic' } : scheme);

function operationOf20({ parameters, requestBody, responses, ...rest }: JsonObject): JsonObject {
  const flat = ((parameters ?? []) as JsonObject[]).map(({ schema, ...parameter }) => ({
    ...parameter,
    ...(schema as JsonObject),
  }));
  const content = (requestBody as JsonObject | undefined)?.['content'] as Record<string, JsonObject> | undefined;
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  const body = media
    ? [{ name: 'body', in: 'body', required: true, schema: withExample(media) } satisfies JsonObject]
    : [];
  const produced = new Set<string>();
  const answers = mapped(responses as JsonObject, (answer) => responseOf20(answer, produced));
  return {
    ...rest,
    ...(type ? { consumes: [type] } : {}),
    ...(produced.size > 0 ? { produces: [...produced] } : {}),
    ...(flat.length + body.length > 0 ? { parameters: [...flat, ...body] } : {}),
    responses: answers,
  };
}

const withExample = ({ schema, example }: JsonObject): JsonObject =>
  // Beside a `$ref` nothing counts.
  example === undefined ? (schema as JsonObject) : { allOf: [schema as JsonObject], example };

function responseOf20({ content, headers, links: _, ...rest }: JsonObject, produced: Set<string>): JsonObject {
  const [entry] = Object.entries((content ?? {}) as Record<string, JsonObject>);
  if (entry) produced.add(entry[0]);
  const flat = mapped((headers ?? {}) as JsonObject, ({ schema }) => schema as JsonObject);
  return {
    ...rest,
    ...(entry ? { schema: entry[1]['schema'] as JsonValue } : {}),
    ...(headers ? { headers: flat } : {}),
  };
}
