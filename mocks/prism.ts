/** The engine of the mock: Prism, given one operation at a time, which is converted when it is first asked for. */

import './prismDeferred';
import { OPERATION_CONFIG } from '@stoplight/http-spec/oas';
import { transformOas2Operation } from '@stoplight/http-spec/oas2/operation';
import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation';
import { bundleTarget, resolveInlineRef } from '@stoplight/json';

import { createInstance, type IHttpConfig, type IHttpMockConfig, ProblemJsonError } from '@stoplight/prism-http';
import prismRoute from '@stoplight/prism-http/dist/router';
import { NO_METHOD_MATCHED_ERROR, NO_PATH_MATCHED_ERROR } from '@stoplight/prism-http/dist/router/errors';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest';
import type { IHttpOperation } from '@stoplight/types';
import { isLeft, right } from 'fp-ts/Either';
import { bundle } from '../src/contract/bundle';
import { type Contract, declaredResponse, type Operation } from '../src/contract/contract';
import { lazy } from '../src/contract/lazy';
import { giveBack } from '../src/deferred';
import type { Answer, Engine, MockedRequest } from './engine';
import { toAnswer, toProblem } from './prismAnswer';
import { toDraft7 } from './prismDraft';
import { describeContract } from './prismReference';
import {
  createOutputValidation,
  createValidations,
  type JudgedRequest,
  type Validation,
  withBearerAsDeclared,
  withReadableAccept,
} from './prismValidation';

giveBack();

export interface EngineOptions {
  /** Whether answers are generated from their schema rather than taken from the examples. */
  readonly dynamic: boolean;
  /** Makes what is generated repeatable. */
  readonly seed: number | undefined;
}

/** An operation as Prism reads it, with what is to validate its requests and answers. */
interface Prepared extends IHttpOperation {
  readonly validateInput: Validation;
  readonly validateOutput: ReturnType<typeof createOutputValidation>;
}

/** Makes the engine that answers for the operations of a contract. */
export async function createEngine(contract: Contract, { dynamic, seed }: EngineOptions): Promise<Engine> {
  const document = (await bundle(contract)) as Document;
  const defaults: IHttpMockConfig['mock'] = { dynamic, ...(seed === undefined ? {} : { seed: String(seed) }) };
  const config: IHttpMockConfig = {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: defaults,
  };

  await configureMakingUp(document);

  const validationOf = createValidations();
  const prepared = new Map<Operation, Prepared>();
  const prepare = (operation: Operation): Prepared => {
    const { resource, declared } = convert(document, operation);
    const made: Prepared = {
      ...resource,
      validateInput: validationOf(operation, resource, declared),
      validateOutput: createOutputValidation(resource),
    };
    prepared.set(operation, made);
    return made;
  };
  const prism = createInstance(config, {
    logger: SILENT,
    // The router has found the operation; Prism's own one is left to judge the server that `?__server=` names.
    route: ({ resources, input }) =>
      input.url.baseUrl === undefined ? right(resources[0] as Prepared) : prismRoute({ resources, input }),
    validateInput: (asked) => (asked.resource as Prepared).validateInput(asked),
    validateOutput: (asked) => (asked.resource as Prepared).validateOutput(asked),
  });

  const answer = async (operation: Operation, mocked: MockedRequest): Promise<Answer> => {
    const resource = prepared.get(operation) ?? prepare(operation);
    const request = toPrism(mocked);
    const preferences = getHttpConfigFromRequest(request);
    if (isLeft(preferences)) return toProblem(preferences.left);
    const { code = mocked.status, ...preferred } = preferences.right;
    const mock = { ...defaults, ...definedOf({ code, ...preferred }) };
    const result = await prism.request(request, [resource], { ...config, mock } as IHttpConfig)();
    const { security = [] } = resource;
    if (!isLeft(result)) return toAnswer(operation, security, result.right);
    return toProblem(
      code === undefined || declaredResponse(operation, code) ? result.left : undeclared(operation, code),
      security,
    );
  };

  return {
    queryCredentials: lazy(() => queryCredentialsOf(contract, document)),
    basePaths: basePathsOf,
    answer: (operation, mocked) => answer(operation, mocked).catch((error: Error) => toProblem(error)),
    describe: async () => describeContract(contract, document),
    unknownPath: (path) =>
      toProblem(
        ProblemJsonError.fromTemplate(
          NO_PATH_MATCHED_ERROR,
          `The route ${path} hasn't been found in the specification file`,
        ),
      ),
    unknownMethod: (path, method, allowed) =>
      toProblem(
        ProblemJsonError.fromTemplate(
          NO_METHOD_MATCHED_ERROR,
          `The route ${path} has been matched, but it does not have "${method}" method defined`,
          { headers: { Allow: allowed.join(', ') } },
        ),
      ),
  };
}

let configured = false;

/** Prism keeps the options for what is made up for the whole process, so that the contract loaded last decides. */
async function configureMakingUp(document: Document): Promise<void> {
  const declared = document['x-json-schema-faker'] !== undefined;
  if (!declared && !configured) return;
  configured = declared;
  const { configureExtensionsUserProvided } =
    require('@stoplight/prism-cli/dist/extensions') as typeof import('@stoplight/prism-cli/dist/extensions');
  await configureExtensionsUserProvided(document, {});
}

type Json = Readonly<Record<string, unknown>>;

interface Document extends Json {
  readonly paths: Readonly<Record<string, Json>>;
}

/**
 * As Prism's own `getHttpOperationsFromSpec` converts, of one operation.
 * @returns with it what the contract declares of its requests, as JSON.
 */
function convert(document: Document, { path, method }: Operation): { resource: IHttpOperation; declared: string } {
  const name = method.toLowerCase();
  // What stands in several places must be a value of its own in each, or Prism takes the second for a circle.
  const item = structuredClone(itemAt(document, path, method));
  const transform = document['swagger'] === undefined ? transformOas3Operation : transformOas2Operation;
  const operation = transform({
    document: { ...document, paths: { ...document.paths, [path]: item } } as never,
    name: path,
    method: name,
    config: OPERATION_CONFIG,
  });
  for (const parameter of operation.request?.query ?? []) {
    // Form style is exploded unless the contract says otherwise (OpenAPI 3.1 §4.8.12.2), which Prism's command sets elsewhere.
    if (parameter.style === 'form') parameter.explode ??= true;
  }
  const own = item[name] as Json | undefined;
  const target = { ...document, __target__: operation };
  const resource = structuredClone(bundleTarget({ document: target, path: '#/__target__', cloneDocument: false }));
  if (document['jsonSchemaDialect'] === undefined) toDraft7(resource);
  return {
    resource,
    declared: JSON.stringify([item['parameters'], own?.['parameters'], own?.['requestBody']]),
  };
}

/** A path item, which may stand elsewhere, with the operation under the name of its method (OpenAPI 3.2 has others in a list of their own). */
function itemAt(document: Document, path: string, method: string): Json {
  let item = document.paths[path] ?? {};
  for (let steps = 0; typeof item['$ref'] === 'string' && steps < LONGEST_CHAIN; steps++)
    item = resolveInlineRef(document as never, item['$ref']) as Json;
  const { additionalOperations } = item as { additionalOperations?: Json };
  const further = additionalOperations?.[method];
  return further === undefined ? item : { ...item, [method.toLowerCase()]: further };
}

/** Longer chains of references are taken for a circle. */
const LONGEST_CHAIN = 50;

/** Keys (OpenAPI 3.1 §4.8.27), and what is declared as a password (§4.4). */
function queryCredentialsOf({ operations }: Contract, { components, securityDefinitions }: Document): string[] {
  const schemes = Object.values((components as Json | undefined)?.['securitySchemes'] ?? securityDefinitions ?? {});
  const keys = (schemes as { type?: unknown; in?: unknown; name?: unknown }[]).flatMap(({ type, in: where, name }) =>
    type === 'apiKey' && where === 'query' && typeof name === 'string' ? [name] : [],
  );
  const parameters = operations.flatMap((operation) => operation.parameters);
  const passwords = parameters.filter((parameter) => parameter.in === 'query' && parameter.format === 'password');
  return [...new Set([...keys, ...passwords.map(({ name }) => name)])];
}

/** The paths of the servers, less a trailing slash. */
function basePathsOf({ servers }: Operation): string[] {
  const paths = servers.map((url) =>
    url
      .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
      .replace(/[?#].*$/, '')
      .replace(/^(?=[^/])|\/+$/g, ''),
  );
  return [...new Set(paths)].filter((base) => base.startsWith('/'));
}

function toPrism(mocked: MockedRequest): JudgedRequest {
  const query: Record<string, string | string[]> = {};
  for (const name of mocked.query.keys()) {
    const values = mocked.query.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  const server = mocked.query.get('__server');
  return {
    mocked,
    method: mocked.method as JudgedRequest['method'],
    url: { path: mocked.path, query, ...(server ? { baseUrl: server } : {}) },
    headers: withReadableAccept(withBearerAsDeclared(mocked.headers)),
    body: mocked.body,
  };
}

function definedOf<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function undeclared({ responses, name }: Operation, code: number): Error {
  const declared = responses.map(({ status }) => status).join(', ');
  return ProblemJsonError.fromTemplate(
    { type: 'NOT_FOUND', title: 'The server cannot find the requested content', status: 404 },
    `Requested status code ${code} is not defined in the document. ${name} declares ${declared}.`,
  );
}

type Logger = NonNullable<Parameters<typeof createInstance>[1]>['logger'];

/** What the engine says of a request is in its answer already. */
const SILENT = Object.fromEntries(
  ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
) as unknown as Logger;
SILENT.child = (() => SILENT) as unknown as Logger['child'];
