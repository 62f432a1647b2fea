/** Judging exchanges that somebody else made: recorded ones, and those that pass a proxy. */

import type { Case, Violation } from '../case';
import type { Contract, Operation } from '../contract/contract';
import { readJson } from '../contract/json';
import { mediaKind } from '../contract/mediaKind';
import { isGuarded } from '../contract/security';
import { cookiesIn } from '../http/cookies';
import { type PlanOptions, type Suite, selectRules, violableAnyway } from '../plan';
import type { Report } from '../report';
import { isLetIn } from '../request/credentials';
import { bindRequirements } from '../rule';
import { queryOf, sentMedia } from '../serialization/readRequest';
import { createSession, type SessionOptions } from '../session';
import type { Exchange, ExchangeError, Fields } from '../wire/exchange';
import { createFinder, type Found } from './findOperation';
import type { Recorded } from './har';
import { toCase } from './judgeResponse';
import { createSeenSecrets } from './seenSecrets';

export interface RecordingOptions extends SessionOptions, Pick<PlanOptions, 'only' | 'skip' | 'closed' | 'selection'> {
  /** Whatever the contract declares must have come. */
  readonly complete?: boolean;
  /** Whether credentials may have been taken out of the requests: one without is not taken for one that had none. */
  readonly sanitised?: boolean;
}

export interface Recording {
  /** @returns the exchange as it was judged; undefined where the contract has no operation for it. */
  take(recorded: Recorded, error?: ExchangeError): Exchange | undefined;
  /** Takes one of which the operation is known. @param isWhole whether all of its request's header fields are. */
  add(recorded: Recorded, found: Found, isWhole: boolean): void;
  /** What was found so far. */
  report(): Report;
}

/** @throws UsageError where a rule is named that there is not. */
export function createRecording(contract: Contract, suite: Suite, options: RecordingOptions): Recording {
  const rules = selectRules(suite.rules, options);
  const isSelected = (operation: Operation) => options.selection?.(operation) ?? true;
  const operations = contract.operations.filter(isSelected);
  // What is not selected has its requests all the same, which are of no other operation.
  const finder = createFinder(contract.operations, options.target.basePath);
  const requirements = bindRequirements(contract, operations, rules);
  const secrets = createSeenSecrets(contract);
  const violable = violableAnyway(contract, suite);
  const session = createSession(contract, suite, { rules, requirements, operations, violable }, secrets, options);
  let index = 0;
  const add = (recorded: Recorded, found: Found, sanitised: boolean, error: ExchangeError | null): Exchange => {
    secrets.note(recorded);
    const exchange = toExchange(++index, recorded, found, sanitised, error);
    session.note(exchange);
    return exchange;
  };
  return {
    take(recorded, error) {
      const found = finder.find(recorded);
      if (!found || !isSelected(found.operation)) return undefined;
      return add(recorded, found, options.sanitised ?? false, error ?? null);
    },
    add: (recorded, found, isWhole) => void add(recorded, found, !isWhole, null),
    report() {
      const why = { reason: 'no exchange exercised it' };
      return session.end(session.history(), undefined, () => (options.complete ? why : { ...why, unreached: true }));
    },
  };
}

const NOTHING = Buffer.alloc(0);

function toExchange(
  index: number,
  recorded: Recorded,
  found: Found,
  sanitised: boolean,
  error: ExchangeError | null,
): Exchange {
  const { method, url, requestHeaders, requestBody, httpVersion, status, statusText, headers, body } = recorded;
  const { pathname, search } = new URL(url);
  const request = {
    method,
    path: pathname + search,
    headers: requestHeaders,
    ...(requestBody ? { body: requestBody } : {}),
  };
  const read = {
    method,
    url: request.path,
    requestHeaders: sanitised && !showsCredential(found.operation, request) ? undefined : requestHeaders,
    status,
    headers,
    body,
  };
  const hasContent = status !== 204 && status !== 304 && method !== 'HEAD';
  return {
    index,
    // What is on another thing, and what came before on the same one, nobody can tell.
    case: { ...withBody(toCase(read, found), request), resource: [`#${index}`] },
    request,
    response: {
      httpVersion,
      status,
      statusText,
      headers,
      interim: [],
      body: hasContent ? body : NOTHING,
      afterHead: hasContent ? NOTHING : body,
    },
    error,
    received: Buffer.concat([headOf(recorded), body]),
    durationMs: recorded.durationMs,
  };
}

/** Whether a request shows what some alternative of its operation wants. */
export function showsCredential(
  { security }: Operation,
  { headers, path }: { readonly headers: Fields; readonly path: string },
): boolean {
  const shown = { headers, query: queryOf(path), cookies: cookiesIn(headers) };
  return isGuarded(security) && isLetIn(security, shown, true);
}

function headOf({ httpVersion, status, statusText, headers }: Recorded): Buffer {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`HTTP/${httpVersion} ${status} ${statusText}\r\n${fields}\r\n`);
}

/** A request whose body breaks its schema is as one whose parameters do. */
function withBody(each: Case, request: Exchange['request']): Case {
  if (each.probe === 'anonymous' || each.violation) return each;
  const violation = brokenBody(each.operation, request);
  return violation ? { ...each, name: 'a request whose body breaks its schema', probe: 'invalid', violation } : each;
}

function brokenBody(operation: Operation, request: Exchange['request']): Violation | undefined {
  const media = sentMedia(operation, request);
  if (!media?.judge || mediaKind(media.type) !== 'json' || media.defect || !request.body) return undefined;
  try {
    // One breach says most clearly what is not enforced.
    const [breach] = media.judge(readJson(request.body.toString('utf8'))).filter(({ advisory }) => !advisory);
    if (!breach) return undefined;
    const clause = breach.clause ?? media.schemaClause;
    const keyword = clause.pointer.slice(clause.pointer.lastIndexOf('/') + 1);
    return { clauseText: keyword, subject: breach.path || 'the body', sent: breach.actual, clause };
  } catch {
    return undefined;
  }
}
