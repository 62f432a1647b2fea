/**
 * Reads the operations of a parsed document. Each part of an operation is read when it is first used, because a run
 * uses little of a large contract.
 */

import { SAFE_METHODS } from '../http/methods';
import {
  beginsWithChange,
  endsInChange,
  endsInLogout,
  endsInTaking,
  isCalledChange,
} from '../resources/vocabulary/actions';
import { lazy } from '../support/caching';
import { lazyMembers } from '../support/lazyMembers';
import type { Parts } from '../support/letOthersRun';
import { mistakesBelow } from './check/cutFaults';
import { whyUnusable } from './check/structure';
import { formatMistake, type Mistake } from './clause';
import type { DeclaredCallback, DeclaredWebhook, Operation } from './contract';
import { toRequestBody, toResponses } from './declaredContents';
import { toParameter, undeclaredInPath } from './declaredParameters';
import type { Dialect } from './dialects';
import type { DescribedParameter, Owners } from './dialects/describe';
import { TOKEN_PATTERN } from './dialects/shape';
import { clauseAt, type Files } from './document/files';
import { pathItems } from './document/pathItems';
import { type DocumentPlace, followed, member, members, valueIn } from './document/reference';
import { type Reading, readingOf } from './reading';
import { readSecurity } from './security';

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
  const isChange = isCalled || endsInChange(path) || endsInTaking(path);
  return !(isChange || endsAnySession(path, reading) || namesAction(owners, reading));
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
      return [...declared, ...undeclaredInPath(path, declared, owners[0])].map((each) => toParameter(each));
    },
    requestBody: ({ reading, owners }) => toRequestBody(reading, owners),
    responses: ({ reading, owners: [place] }) => toResponses(reading, place),
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
  const body = toRequestBody(reading, owners);
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

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
