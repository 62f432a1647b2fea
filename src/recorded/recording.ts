/** Judges exchanges that somebody else made: recorded ones, and those that pass a proxy. */

import type { Contract, Operation } from '../contract/contract';
import { isGuarded } from '../contract/security';
import type { Exchange } from '../engine/model/exchange';
import type { Requirement } from '../engine/model/rule';
import type { GivenSettings, RunSettings } from '../engine/model/settings';
import type { Suite } from '../engine/model/suite';
import { selectRules, violableAnyway } from '../engine/plan/plan';
import { bindRequirements } from '../engine/plan/requirements';
import { Session, type SessionListeners } from '../engine/session';
import { aimedAt, settingsOf } from '../engine/settingsOf';
import { whyUnseen } from '../engine/verdict/whyUnexercised';
import { cookiesIn } from '../http/cookies';
import type { ExchangeError, Fields } from '../http/message';
import { endsWithHead } from '../http/statuses';
import { queryOf } from '../http/uri';
import type { Why } from '../report/outcome';
import type { Report } from '../report/report';
import { isLetIn } from '../serialization/credentials';
import { atOnce } from '../support/letOthersRun';
import type { Target } from '../wire/target';
import { type RecordedRequest, recordedCase } from './classify';
import { createOperationFinder, type Found } from './findOperation';
import type { Asked, Recorded } from './har';
import { createSeenSecrets } from './secrets/seenSecrets';
import { createUnjudged } from './unjudged';

export interface RecordingOptions extends GivenSettings, SessionListeners {
  readonly target: Target;
  /** Whether credentials may have been removed from the requests. Then no request counts as one without a credential. */
  readonly sanitised?: boolean;
  /** Whether cookies may have been removed from the requests. */
  readonly hidesCookies?: boolean;
  /** Whether the requests may lack bodies that were sent, as in files that browsers export. */
  readonly exported?: boolean;
}

export class Recording {
  private readonly finder: ReturnType<typeof createOperationFinder>;
  private readonly secrets: ReturnType<typeof createSeenSecrets>;
  private readonly session: Session;
  private readonly unjudged = createUnjudged();
  private readonly judged = new Set<Operation>();
  private readonly settings: RunSettings;
  private index = 0;

  /** @throws UsageError if a rule is named that does not exist. */
  constructor(
    contract: Contract,
    suite: Suite,
    private readonly options: RecordingOptions,
  ) {
    this.settings = aimedAt(settingsOf(options), options.target);
    const rules = selectRules(suite.rules, this.settings);
    const operations = contract.operations.filter(this.settings.selection.selection);
    const requirements = bindRequirements(contract, operations, rules);
    const violable = violableAnyway(contract, suite);
    // The finder knows all operations, since a request of an operation that is not selected must not count for another one.
    this.finder = createOperationFinder(contract.operations, options.target.basePath);
    this.secrets = createSeenSecrets(contract);
    const bound = { rules, requirements, operations, violable };
    this.session = new Session(contract, suite, bound, this.secrets, this.settings, options);
  }

  /** Judges an exchange. @returns the exchange as it was judged; undefined if the contract has no operation for it. */
  take(recorded: Recorded, error?: ExchangeError): Exchange | undefined {
    const match = this.findSelected(recorded);
    return match && this.judge(recorded, match, this.shownOf(recorded), error ?? null);
  }

  /** Judges an exchange whose operation is known. If it has no request body, it is unknown whether there was one. */
  add(recorded: Recorded, found: Found, { headers, cookies }: KnownFields): void {
    this.judge(recorded, found, { headers, credentials: headers, cookies, body: recorded.requestBody }, null);
  }

  /**
   * Judges a request that got no answer, or none that can be read.
   * @param received the bytes that came instead of an answer.
   * @returns whether the contract has an operation for it.
   */
  takeUnanswered(asked: Asked, error: ExchangeError, received: Buffer): boolean {
    const match = this.findSelected(asked);
    if (!match) return false;
    const recorded = { ...asked, ...NO_ANSWER };
    const exchange = { ...toExchange(++this.index, recorded, match, this.shownOf(asked), error), received };
    // What can be read of it is never judged. It tells what is secret in its bytes, which are shown.
    this.secrets.note({
      ...exchange,
      response: exchange.response && { ...exchange.response, ...readableIn(received) },
    });
    this.judged.add(match.operation);
    this.session.note({ ...exchange, response: null });
    return true;
  }

  /**
   * Notes an exchange that is not judged.
   * @param why the reason, as the end of a sentence.
   * @param status the status of its answer, if one came.
   * @returns whether the contract has an operation for it.
   */
  noteUnjudged(asked: Asked, why: string, status: number | undefined): boolean {
    const match = this.findSelected(asked);
    if (match) this.unjudged.note(match.operation, why, status);
    return match !== undefined;
  }

  /** Returns a report of the exchanges so far. */
  report(): Report {
    const { judged, session, unjudged } = this;
    const whyUnexercised = (requirement: Requirement): Why => {
      const isSeen = judged.has(requirement.subject.operation);
      const why = unjudged.whyOf(requirement, isSeen);
      if (why) return why;
      return {
        ...whyUnseen(requirement, isSeen),
        ...(this.settings.reporting.complete ? {} : { unreached: true as const }),
      };
    };
    const report = atOnce(session.end(session.history(), undefined, whyUnexercised));
    const left = unjudged.report();
    return { ...report, recorded: true, ...(left.length === 0 ? {} : { unjudged: left }) };
  }

  private judge(recorded: Recorded, found: Found, shown: Shown, error: ExchangeError | null): Exchange {
    const exchange = toExchange(++this.index, recorded, found, shown, error);
    this.secrets.note(exchange);
    this.judged.add(found.operation);
    this.session.note(exchange);
    return exchange;
  }

  /** Tells whether the contract has an operation for a request, selected or not. */
  isKnown(asked: Pick<Asked, 'method' | 'url' | 'requestHeaders'>): boolean {
    return this.finder.find(asked) !== undefined;
  }

  private findSelected(asked: Asked): Found | undefined {
    const match = this.finder.find(asked);
    return match && this.settings.selection.selection(match.operation) ? match : undefined;
  }

  /** Says which parts of a request are known. */
  private shownOf(asked: Asked): Shown {
    const { sanitised = false, hidesCookies = false, exported = false } = this.options;
    return {
      headers: true,
      credentials: !sanitised,
      cookies: !hidesCookies,
      body: exported ? exportedBody(asked) : (asked.requestBody ?? NOTHING),
    };
  }
}

const NOTHING = Buffer.alloc(0);

/** Says whether all header fields of a request are known, and whether its cookies are among them. */
interface KnownFields {
  readonly headers: boolean;
  readonly cookies: boolean;
}

/** What is known about a recorded request. */
interface Shown extends KnownFields {
  readonly credentials: boolean;
  /** Undefined if it is unknown whether there was a body. */
  readonly body: Buffer | undefined;
}

/**
 * Returns the body of an exported request; undefined if it may be missing. Browsers do not export some bodies, such as files and long ones,
 * and export at most the fields of a multipart form.
 */
function exportedBody({ requestBody, requestHeaders }: Asked): Buffer | undefined {
  const fieldOf = (wanted: string) => requestHeaders.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [type, length] = [fieldOf('content-type'), fieldOf('content-length')];
  if (requestBody) {
    const isWhole = length === undefined || Number(length) <= requestBody.length;
    return isWhole && !/^multipart\//i.test(type ?? '') ? requestBody : undefined;
  }
  const isNone =
    length === undefined ? type === undefined && fieldOf('transfer-encoding') === undefined : length === '0';
  return isNone ? NOTHING : undefined;
}

const NO_ANSWER = { httpVersion: '1.1', status: 0, statusText: '', headers: [], body: NOTHING, durationMs: 0 };

/** Returns what looks like a status, header fields and content in the bytes of an answer that breaks the syntax of HTTP. */
function readableIn(received: Buffer): Pick<Recorded, 'status' | 'headers' | 'body'> {
  const [head = '', ...rest] = received.toString('latin1').split(/\r?\n\r?\n/);
  const fields = head.matchAll(/^([^:\s]+)[ \t]*:(.*)/gm);
  return {
    status: Number(/^HTTP\/\S+ +(\d{3})/.exec(head)?.[1] ?? 0),
    headers: Array.from(fields, ([, name = '', value = '']) => [name, value.trim()] as const),
    body: Buffer.from(rest.join('\r\n\r\n'), 'latin1'),
  };
}

function toExchange(
  index: number,
  recorded: Recorded,
  found: Found,
  shown: Shown,
  error: ExchangeError | null,
): Exchange {
  const { method, url, requestHeaders, requestBody, httpVersion, status, statusText, headers, body } = recorded;
  const { pathname, search } = new URL(url);
  const request = {
    method,
    path: pathname + search,
    headers: requestHeaders,
    ...(requestBody && requestBody.length > 0 ? { body: requestBody } : {}),
  };
  const asked: RecordedRequest = {
    url: request.path,
    headers: shown.headers ? requestHeaders : undefined,
    body: shown.body,
    showsCredentials: shown.credentials || showsCredential(found.operation, request),
    showsCookies: shown.cookies,
    status,
  };
  const hasContent = !endsWithHead(status) && method !== 'HEAD';
  return {
    index,
    // It is unknown which exchanges are about the same thing, so each one gets a thing of its own.
    case: { ...recordedCase(found, asked), touches: { thing: `#${index}`, within: [] } },
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

/** Tells whether a request has the credentials of some alternative of its operation. */
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
