/** Finds in reports the answers that say what the contract should have said. */

import { type Contract, declaredResponse, type Media, type Operation } from '../contract/contract';
import { bareType, mediaKind } from '../http/mediaType';
import { type ReadJson, readJson } from '../json/exactJson';
import type { ExchangeReport, Finding, Report, RequirementReport } from '../report/report';

export interface NamedReport {
  /** The name of its file. */
  readonly name: string;
  readonly report: Report;
}

/** An answer of the service to a request for an operation of the contract. */
export interface SeenAnswer {
  readonly report: string;
  readonly exchange: ExchangeReport;
  readonly response: NonNullable<ExchangeReport['response']>;
  readonly operation: Operation;
  /** The bare media type; empty if the answer names none. */
  readonly type: string;
  /** The content, if it is JSON and the report holds it whole. */
  readonly json?: ReadJson;
}

/** A finding, and the answers of the report that show it, the plainest first. */
export interface SeenFinding {
  readonly requirement: RequirementReport;
  readonly finding: Finding;
  readonly answers: readonly SeenAnswer[];
}

export interface Seen {
  readonly answers: readonly SeenAnswer[];
  /** Without those that are echoes of a request. */
  readonly findings: readonly SeenFinding[];
}

export function seenIn(reports: readonly NamedReport[], contract: Contract): Seen {
  const operations = new Map(contract.operations.map((operation) => [operation.name, operation]));
  const all = reports.map(({ name, report }) => {
    const answers = new Map(
      report.exchanges.flatMap((exchange) => {
        const answer = answerOf(name, exchange, operations.get(exchange.operation));
        return answer ? [[exchange.index, answer] as const] : [];
      }),
    );
    const findings = report.requirements.flatMap((requirement) =>
      requirement.findings
        .filter(({ echoOf }) => echoOf === undefined)
        .map((finding): SeenFinding => {
          const indices = new Set([finding.exchange, ...finding.exchanges]);
          return { requirement, finding, answers: [...indices].flatMap((index) => answers.get(index) ?? []) };
        }),
    );
    return { answers: [...answers.values()], findings };
  });
  return { answers: all.flatMap(({ answers }) => answers), findings: all.flatMap(({ findings }) => findings) };
}

/** A server error says nothing about what a contract should allow. */
function answerOf(report: string, exchange: ExchangeReport, operation: Operation | undefined): SeenAnswer | undefined {
  const { response } = exchange;
  if (!response || !operation || response.status >= 500 || exchange.callback) return undefined;
  const [, contentType = ''] = response.headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const type = bareType(contentType);
  const json = mediaKind(type) === 'json' ? wholeJson(response) : undefined;
  return { report, exchange, response, operation, type, ...(json ? { json } : {}) };
}

/** Undefined where the report shows the body cut, or not as it came. */
function wholeJson({ body, bodyBytes }: NonNullable<ExchangeReport['response']>): ReadJson | undefined {
  if (bodyBytes === 0 || Buffer.byteLength(body) !== bodyBytes) return undefined;
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
}

/** Returns the declared media type that describes the content of an answer. */
export function mediaAnswered({ operation, response, type }: SeenAnswer): Media | undefined {
  const declared = declaredResponse(operation, response.status)?.media ?? [];
  return declared.find((media) => media.type === type) ?? declared.find(({ type: range }) => includes(range, type));
}

function includes(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** What a request was sent for, of which an answer with success says what the operation does. */
const ORDINARY: ReadonlySet<string> = new Set(['valid', 'again', 'state', 'afterwards', 'pages', 'provoke']);

/** Whether the request was one that keeps the contract. */
export function isOrdinary({ exchange }: SeenAnswer): boolean {
  return ORDINARY.has(exchange.probe);
}

/** Whether the request was one that the contract refuses. */
export function isInvalid({ exchange }: SeenAnswer): boolean {
  return exchange.probe === 'invalid';
}
