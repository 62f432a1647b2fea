import {
  type DeclaredHeader,
  declaredResponse,
  declaredSuccesses,
  type Operation,
  operationsAt,
} from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { isSuccess } from '../../src/http/statuses';
import { namesIn } from '../../src/routing/pathTemplate';
import { NO_SUCH_FIELD, statusLine } from '../judging/exchanges';
import { isMissing } from '../judging/missing';
import { isUntouchedByOthers } from '../judging/witness';

/** "The HEAD method is identical to GET except that the server MUST NOT send content in the response." RFC 9110 §9.3.2 */
export const headAsGet: Rule = {
  id: 'head-as-get',
  level: 'should',
  statement: 'HEAD is answered as GET is, without the content: with the same status and the required header fields.',
  reference: 'RFC 9110 §9.3.2',
  advice: 'Let the framework answer HEAD by its handler of GET, or refuse HEAD with 405 where the contract has none.',
  probes: ['head'],
  across: true,
  bind(operation, operations) {
    const isComparable = operation.method === 'GET' && operation.safe && hasSameSuccesses(operation, operations);
    const optional = () => 'no answer to HEAD could be compared with one to GET';
    return isComparable ? [{ operation, clause: operation.clause, optional }] : [];
  },
  judge(exchange, { operation }, context) {
    const { request, response, error } = exchange;
    if (request.method !== 'HEAD' || !response || error) return undefined;
    const get = lastGet(exchange, context);
    // A GET that is refused or moved itself may be mistaken in what it asks for, and what HEAD looks at first is its own affair.
    if (!get?.response || !isSuccess(get.response.status)) return undefined;
    const { status } = get.response;
    if (status !== response.status) {
      if (isUntelling(exchange, operation) && !isMissedByHead(exchange, operation, context)) return undefined;
      const message = 'HEAD is answered with another status than GET';
      return [
        { message, kind: 'status', expected: `${statusLine(get.response)}, as to GET`, actual: statusLine(response) },
      ];
    }
    // What the contract declares of HEAD itself stands, and another rule judges it.
    if (operation.pathMethods.includes('HEAD')) return [];
    const required = declaredResponse(operation, status)?.headers.filter(isKept) ?? [];
    return required.flatMap(({ name, clause }): Breach[] => {
      const [of, to] = [get.response, response].map((each) => (each ? fieldValues(each, name).length : 0));
      if (of === 0 || to !== 0) return [];
      return [
        { message: `HEAD is answered without ${name}`, expected: `${name}, as to GET`, ...NO_SUCH_FIELD, clause },
      ];
    });
  },
};

/** Tells whether the contract declares no HEAD for the path of a GET, or one with all successes of the GET. */
function hasSameSuccesses(operation: Operation, operations: readonly Operation[]): boolean {
  const head = operationsAt(operations, operation.path).find(({ method }) => method === 'HEAD');
  const successes = declaredSuccesses(operation);
  return !head || successes.every(({ status }) => head.responses.some((each) => each.status === status));
}

/** Returns the last GET before a HEAD that asked for the same in the same way; undefined where something may have changed what it asked for since. */
function lastGet(exchange: Exchange, context: Context): Exchange | undefined {
  const asked = formOf(exchange);
  const get = context.all.findLast(
    (other) =>
      other.index < exchange.index && other.request.method === 'GET' && formOf(other) === asked && !other.error,
  );
  return get && isUntouchedByOthers({ by: exchange, before: get, after: exchange }, context) ? get : undefined;
}

/** What a request asks for, apart from its method. */
function formOf({ request: { path }, case: { request } }: Exchange): string {
  const { authorisation, input } = request;
  return JSON.stringify([path, authorisation, input.headers, input.cookies]);
}

/**
 * Tells whether the status of an answer to HEAD says nothing of how GET is answered: the service asks for patience or fails, or has no HEAD there. A contract need not
 * declare HEAD, and a service that refuses what is not declared keeps it.
 * @param exchange that of HEAD. @param operation the GET of the same path.
 */
function isUntelling({ response }: Exchange, { pathMethods }: Operation): boolean {
  const { status = 0 } = response ?? {};
  return status === 429 || status >= 500 || (!pathMethods.includes('HEAD') && NOT_HERE.has(status));
}

/**
 * Tells whether a 404 says that HEAD does not find what GET finds: the service knows the path, since it answers 405 to another method that it does
 * not have there. What can be looked at a few times only may be gone for HEAD, so that GET has to find it once more, unless the path names no thing.
 */
function isMissedByHead(exchange: Exchange, { path, pathMethods }: Operation, context: Context): boolean {
  const { all } = context;
  const hasRefusedMethod = all.some(
    ({ case: { request, claim }, response }) =>
      claim.probe === 'method' && response?.status === 405 && !pathMethods.includes(request.method ?? ''),
  );
  const asked = formOf(exchange);
  const isFoundAfter = all.some(
    (other) =>
      other.index > exchange.index &&
      other.request.method === 'GET' &&
      formOf(other) === asked &&
      isSuccess(other.response?.status ?? 0) &&
      isUntouchedByOthers({ by: exchange, before: exchange, after: other }, context),
  );
  return isMissing(exchange) && hasRefusedMethod && (namesIn(path).length === 0 || isFoundAfter);
}

const NOT_HERE: ReadonlySet<number> = new Set([400, 401, 403, 404, 405]);

/**
 * Tells whether HEAD needs a field: one that the contract requires. "A server MAY omit header fields for which a value is determined only while
 * generating the content", such as its length, and what it is told apart by.
 */
function isKept({ name, required }: DeclaredHeader): boolean {
  return (
    required && !/^(content-.*|transfer-encoding|connection|trailer|etag|last-modified|digest|repr-digest)$/i.test(name)
  );
}
