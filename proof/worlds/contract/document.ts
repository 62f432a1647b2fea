/** Design → OpenAPI document. It is written as OpenAPI 3.1, and then as the version of the world. */

import type { JsonObject, JsonValue } from '../../../src/json/value';
import { createRandom } from '../../../src/support/random';
import {
  type AnswerDesign,
  type BodyDesign,
  type Design,
  JSON_TYPE,
  type KindDesign,
  type OperationDesign,
  type ParameterDesign,
} from '../design/design';
import { capital, putRight, refTo, thingName, thingSchema } from '../design/showing';
import { isPublic, lineage } from '../service/steps';
import { objectSchema, shapeSchema, validObject } from '../shapes';
import { asDialect } from './asDialect';

type Members = Record<string, JsonValue>;

/** The contract of a design, as a value. */
export function documentOf(design: Design): JsonObject {
  const paths: Record<string, Members> = {};
  for (const operation of design.kinds.flatMap((kind) => kind.operations)) {
    const item = paths[operation.path] ?? {};
    paths[operation.path] = item;
    item[operation.method.toLowerCase()] = operationObject(design, operation);
  }
  const security = securityOf(design);
  return asDialect(design.dialect, {
    openapi: '3.1.0',
    info: { title: design.title, version: '1.0.0' },
    servers: [{ url: design.prefix || '/' }],
    ...(security.length > 0 ? { security } : {}),
    paths,
    components: {
      schemas: schemasOf(design),
      ...(design.credentials.length > 0 ? { securitySchemes: schemesOf(design) } : {}),
    },
  });
}

function securityOf({ credentials, allTogether }: Design): JsonObject[] {
  const each = credentials.map(({ scheme }): JsonObject => ({ [scheme]: [] }));
  return allTogether ? [Object.assign({}, ...each)] : each;
}

function schemesOf({ credentials }: Design): JsonObject {
  const schemes = credentials.map(({ scheme, kind, field }): [string, JsonObject] => [
    scheme,
    kind === 'bearer' || kind === 'basic' ? { type: 'http', scheme: kind } : { type: 'apiKey', in: kind, name: field },
  ]);
  return Object.fromEntries(schemes);
}

function schemasOf(design: Design): JsonObject {
  const schemas: Members = {};
  for (const kind of design.kinds) {
    schemas[thingName(kind)] = thingSchema(kind);
    if (design.documented.schemas === 'composed') schemas[`New${thingName(kind)}`] = objectSchema(kind.members);
    for (const { body } of kind.operations) if (body && !(body.name in schemas)) schemas[body.name] = bodySchema(body);
  }
  if (usesErrors(design)) schemas['Problem'] = errorSchema(design);
  return schemas;
}

const bodySchema = ({ whole, members, closed }: BodyDesign): JsonObject =>
  whole ? (whole.schema?.() ?? shapeSchema(whole.shape ?? {})) : objectSchema(members, closed);

const usesErrors = ({ manners }: Design) => manners.declared !== 'none' && manners.body !== 'none';

function errorSchema({ manners }: Design): JsonObject {
  const text = { type: 'string' };
  if (manners.body === 'message') return { type: 'object', properties: { message: text }, required: ['message'] };
  return {
    type: 'object',
    properties: { type: text, title: text, status: { type: 'integer' }, detail: text },
    required: ['title', 'status'],
  };
}

function operationObject(design: Design, operation: OperationDesign): JsonObject {
  const { id, kind, parameters, body, answers } = operation;
  const all = [...pathParameters(operation), ...parameters.map(parameterObject)];
  return {
    ...(design.documented.operationIds ? { operationId: id } : {}),
    tags: [kind.plural],
    ...(isPublic(design, operation) && design.credentials.length > 0 ? { security: [] } : {}),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [body.mediaType]: { schema: refTo(body.name), ...exampleOf(design, operation) } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [String(answer.status), answerObject(operation, answer)])),
      ...refusalsOf(design, operation),
    },
  };
}

function exampleOf(design: Design, { id, body, kind }: OperationDesign): JsonObject {
  if (!design.documented.examples || !body) return {};
  const chance = createRandom(design.seed, `example of ${id}`);
  if (body.whole) return body.whole.form === 'json' ? { example: body.whole.valid(undefined, chance) } : {};
  const example = validObject(body.members, chance, 'all');
  return { example: putRight(kind, example) };
}

function pathParameters({ kind, path }: OperationDesign): JsonObject[] {
  return lineage(kind)
    .flatMap(({ naming }) => (naming.before ? [naming.before, naming] : [naming]))
    .filter(({ parameter }) => path.includes(`{${parameter}}`))
    .map(({ parameter, shape }) => ({ name: parameter, in: 'path', required: true, schema: shapeSchema(shape) }));
}

function parameterObject({ in: place, name, shape, required, default: usual }: ParameterDesign): JsonObject {
  const schema = { ...shapeSchema(shape), ...(usual === undefined ? {} : { default: usual }) };
  return { name, in: place, ...(required ? { required } : {}), schema };
}

function answerObject(
  operation: OperationDesign,
  { status, headers, schema, mediaType = JSON_TYPE }: AnswerDesign,
): JsonObject {
  const links = operation.role === 'create' && status === 201 && schema ? linksOf(operation.kind) : {};
  return {
    description: status === 201 ? 'It was made.' : 'It is done.',
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map(headerObject)) } : {}),
    ...(schema ? { content: { [mediaType]: { schema: schema() } } } : {}),
    ...links,
  };
}

function headerObject({ name, shape, required }: AnswerDesign['headers'][number]): [string, JsonObject] {
  return [name, { ...(required ? { required: true } : {}), schema: shapeSchema(shape) }];
}

function linksOf(kind: KindDesign): JsonObject {
  const read = kind.operations.find(({ role }) => role === 'read');
  const { documented } = kind.design;
  if (!documented.links || !documented.operationIds || !read || kind.parent || kind.naming.as !== 'id') return {};
  if (kind.naming.before) return {};
  const around = [kind.wrapper, kind.naming.under].filter((name) => name !== undefined);
  const pointer = [...around, kind.naming.member].map((name) => `/${name}`).join('');
  const parameters = { [kind.naming.parameter]: `$response.body#${pointer}` };
  return { links: { [`get${capital(kind.singular)}`]: { operationId: read.id, parameters } } };
}

function refusalsOf({ manners, credentials, limitedBy, limitStatus }: Design, operation: OperationDesign): JsonObject {
  if (manners.declared === 'none') return {};
  const answer: JsonObject = { description: 'It is refused.', ...contentOf(manners) };
  if (manners.declared === 'default') return { default: answer };
  const statuses = new Set([
    ...operation.steps.flatMap((step) => step.refuses(operation)),
    ...(limitedBy > 0 ? [limitStatus] : []),
  ]);
  if (manners.declared === 'range') return { '4XX': answer, ...(statuses.has(503) ? { '503': answer } : {}) };
  const sorted = [...statuses].sort((first, second) => first - second);
  const challenge = { headers: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } } };
  return Object.fromEntries(
    sorted.map((status) => [
      String(status),
      { ...answer, ...(status === 401 && credentials.length > 0 ? challenge : {}) },
    ]),
  );
}

function contentOf({ body }: Design['manners']): JsonObject {
  if (body === 'none') return {};
  const type = body === 'problem' ? 'application/problem+json' : JSON_TYPE;
  return { content: { [type]: { schema: refTo('Problem') } } };
}
