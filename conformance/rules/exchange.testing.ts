/**
 * Tables for the tests of rules: exchanges as literals, and what a rule has to say of them.
 * Nothing is sent. Cases and exchanges are made here and nowhere else in these tests.
 */

import { STATUS_CODES } from 'node:http';
import type { Contract, Operation } from '../../src/contract/contract';
import type { CaseEdge, CaseViolation, ChainKind, ChainStep, PageTurn, ProbeName } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Rule } from '../../src/engine/model/rule';
import { bindRequirements } from '../../src/engine/plan/requirements';
import { toRequest } from '../../src/engine/request/toRequest';
import { createHistory } from '../../src/engine/verdict/history';
import { createTouches } from '../../src/engine/verdict/touches';
import { traceOf } from '../../src/engine/verdict/trace';
import type { ExchangeErrorKind, Response } from '../../src/http/message';
import type { Level } from '../../src/report/report';
import type { PageSaid } from '../../src/resources/answers/pageSaid';
import type { ListExtent } from '../../src/resources/answers/pages';
import { kindsOf } from '../../src/resources/kinds';
import { lastItem } from '../../src/resources/things';
import { lastName, type Values } from '../../src/routing/pathTemplate';
import { routerOf } from '../../src/routing/router';
import { type Authorisation, NOBODY, present } from '../../src/serialization/credentials';
import { NO_INPUT, type TagState } from '../../src/serialization/input';
import { readOnce } from '../contracts.testing';
import { chainNamed, toCase } from '../inputs/toCase';

/** One request and its answer. */
export interface ExchangeLiteral {
  /** Method and path, as they are sent: `DELETE /plants/7`. */
  readonly ask: string;
  /** Default: `valid`, and `state` for a step. */
  readonly probe?: ProbeName;
  /** From the request to the end of its answer, in milliseconds. Default: 1. */
  readonly tookMs?: number;
  /** What is special about the request. */
  readonly name?: string;
  /** A method that the contract does not have for the path, in place of the operation's. */
  readonly method?: string;
  /** The path that is asked for in place of the operation's. */
  readonly path?: string;
  /** The query that the request was planned with: `a=1&b=2`. */
  readonly asked?: string;
  /** The JSON that the request carries. */
  readonly sends?: unknown;
  /** The type of what it carries. Default: `application/json`. */
  readonly sentAs?: string;
  /** Of a step: the text or the bytes that it carries, and those that its answer shows, each with its type. */
  readonly plain?: readonly [sent: PlainLiteral | undefined, shown?: PlainLiteral];
  /** What it carries there is the only file of a form. */
  readonly isInForm?: true;
  /** Header fields that it carries for parameters. */
  readonly sendsFields?: Readonly<Record<string, string>>;
  /** The cookies that it carries, before they are encoded. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** The texts of the request that nothing else in the world has. */
  readonly unique?: Readonly<Record<string, string>>;
  /** The name of the one security scheme whose credential it shows. */
  readonly shows?: string;
  /** Whether it shows the good credential where the contract has none. */
  readonly misplaced?: true;
  /** Whether most requests show another one. */
  readonly isFurther?: true;
  /** The name of a field that every request carries, beside what the contract says. */
  readonly carries?: string;
  /** Default: whether it is none of `anonymous`, `wrong-token` and `method`. */
  readonly authorised?: boolean;
  /** Whether it is about something that is there. Default: all but `unknown`. */
  readonly exists?: boolean;
  /** Whether all values were handed over by the user. Default: true. */
  readonly handedOver?: boolean;
  /** The status that the user expects. */
  readonly expect?: number;
  /** What of the request is not valid. */
  readonly breaks?: Pick<CaseViolation, 'clauseText' | 'subject' | 'sent' | 'inPath'>;
  /** The clauses that a valid request keeps by values at their ends. */
  readonly edges?: readonly Pick<CaseEdge, 'clauseText' | 'subject' | 'sent'>[];
  /** The reason that a refusal gives. */
  readonly said?: string;
  /** What it is there for in the one chain of the row. */
  readonly step?: ChainStep;
  /** What the chain is about. Default: what the run made. */
  readonly about?: ChainKind;
  /** Of a step: the id that its answer shows; of a `make`, the id of what was made. */
  readonly id?: string | undefined;
  /** Of a `make`: the answer does not have that id, the request does. */
  readonly isOfRequest?: true;
  /** Of a `make`: no answer has it, and a look has shown it. */
  readonly isProven?: true;
  /** Of a list: how many things there are, as far as anybody can tell, and whether it shows them all. Default: it shows all. */
  readonly extent?: ListExtent;
  /** Of a page of a list: how it was come to; absent for as much as one answer shows. And what its answer says of the pages. */
  readonly turn?: PageTurn;
  readonly page?: PageSaid;
  /** Of a step: the ETag that its answer shows, and when that was changed, in milliseconds; and the field, the state and the ETag or date of its condition. */
  readonly tag?: string;
  readonly modifiedAt?: number;
  readonly condition?: readonly [field: string, state: TagState, tag: string];
  /** Of what a `Location` names: the id that the answer before gave. */
  readonly wants?: string | undefined;

  /** What the service sends to the URL that the request named: method and path below it, fields, and JSON or a text. */
  readonly called?: readonly CalledLiteral[];

  /** No answer came where there is none. */
  readonly status?: number;
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** The content as JSON; its type is `application/json` where `type` does not say otherwise. */
  readonly json?: unknown;
  /** The content as it is; it has a `Content-Type` only where `type` or `fields` has one. */
  readonly body?: string | Buffer;
  readonly type?: string;
  /** What follows the header section of a response that ends with it. */
  readonly afterHead?: string;
  readonly error?: readonly [kind: ExchangeErrorKind, message: string];
}

/** `text/plain` where it is a text alone. */
type PlainLiteral = string | readonly [type: string, content: string | Buffer];

/** A request of the service. */
interface CalledLiteral {
  /** `POST /delivered?try=1`. */
  readonly send: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Its type is `application/json` where `fields` does not say otherwise. */
  readonly json?: unknown;
  readonly body?: string | Buffer;
  /** Whether it was more than is read. */
  readonly isCut?: true;
}

/** A finding, as a report has it. */
export interface FindingLiteral {
  readonly level: Level;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** `kept`: some exchange exercised the rule, and none broke it. `silent`: it has nothing to say of any. `unbound`: nor of the operation. */
type JudgedLiteral = 'kept' | 'silent' | 'unbound' | FindingLiteral | readonly FindingLiteral[];

export function must(message: string, expected: string, actual: string): FindingLiteral {
  return { level: 'must', message, expected, actual };
}

export function should(message: string, expected: string, actual: string): FindingLiteral {
  return { level: 'should', message, expected, actual };
}

/** What is exchanged, as a sentence; the exchanges in their order; what the rule says of them. */
type RuleRow = readonly [
  sentence: string,
  exchanges: ExchangeLiteral | readonly ExchangeLiteral[],
  judged: JudgedLiteral,
];

/** Makes a test of each row. @param source a file, or the contract itself. */
export function ruleTable(rule: Rule, source: string | object, rows: readonly RuleRow[]): void {
  test.each(rows.map(([sentence, given, judged]) => ({ sentence, given, judged, says: inWords(judged) })))(
    '$sentence → $says',
    async ({ given, judged }) => {
      const literals = isList(given) ? given : [given];
      expect(judgeLiterals(rule, await readOnce(source), literals)).toEqual(isFinding(judged) ? [judged] : judged);
    },
  );
}

function isList(given: RuleRow[1]): given is readonly ExchangeLiteral[] {
  return Array.isArray(given);
}

function isFinding(judged: JudgedLiteral): judged is FindingLiteral {
  return typeof judged === 'object' && 'message' in judged;
}

function inWords(judged: JudgedLiteral): string {
  if (typeof judged === 'string')
    return { kept: 'it is kept', silent: 'it says nothing', unbound: 'it is not required' }[judged];
  const findings = isFinding(judged) ? [judged] : Array.isArray(judged) ? (judged as readonly FindingLiteral[]) : [];
  // Jest's matchers stand in place of words that a row leaves open.
  const said = findings.map(({ level, message }) => (typeof message === 'string' ? `${level}: ${message}` : level));
  return said.join('; ') || 'findings';
}

/** Judges as a run does: what looks at several exchanges sees of them what a run keeps. */
function judgeLiterals(rule: Rule, contract: Contract, literals: readonly ExchangeLiteral[]): JudgedLiteral {
  const whole = literals.map((literal, at) => toExchange(contract, literal, at + 1));
  const exchanges = rule.across ? whole.map((each) => traceOf(each)) : whole;
  const history = createHistory(exchanges);
  const touches = createTouches(() => contract.operations);
  for (const each of exchanges) touches.note(each);
  const requirements = bindRequirements(contract, contract.operations, [rule], () => true).filter(({ subject }) =>
    exchanges.some(({ case: { request } }) => request.operation === subject.operation),
  );
  if (requirements.length === 0) return 'unbound';
  const drawn = requirements.flatMap(({ subject }) =>
    history.of(subject.operation).flatMap((exchange) => {
      const earlier = history.before(exchange);
      const context = { all: history.of(subject.operation), earlier, chain: history.chain(exchange), touches };
      const breaches = rule.judge(exchange, subject, context);
      return breaches === undefined ? [] : [breaches];
    }),
  );
  if (drawn.length === 0) return 'silent';
  const findings = drawn.flat().map(({ message, expected, actual, level = rule.level }) => ({
    level,
    message,
    expected,
    actual,
  }));
  return findings.length === 0 ? 'kept' : findings;
}

const NOTHING = Buffer.alloc(0);

export function toExchange(contract: Contract, literal: ExchangeLiteral, index: number): Exchange {
  const { ask, step, path, sends, id, error } = literal;
  const { operation, values } = routed(contract, ask);
  const planned = caseOf(literal, operation, values);
  const request = toRequest(planned, { basePath: '' }, literal.carries === undefined ? [] : [[literal.carries, 'v']]);
  const wanted = literal.wants ?? (step === 'make' ? id : values[lastName(operation.path)]);
  const isOfRequest = literal.isOfRequest ? { isOfRequest: true as const } : {};
  const isProven = literal.isProven ? { isProven: true as const } : {};
  const shown = step === 'make' ? undefined : id;
  const kinds = kindsOf(contract.operations);
  const of = step === 'make' ? kinds.madeBy(operation)?.item : lastItem(operation, kinds);
  const named = wanted === undefined ? undefined : { wanted, shown, of, ...isOfRequest, ...isProven };
  const response = responseOf(literal);
  return {
    index,
    case: planned,
    ...(literal.called
      ? { called: literal.called.map((each, at) => calledBy(planned, response, each, index + at + 1)) }
      : {}),
    request: path === undefined ? request : { ...request, path },
    response,
    error: error ? { kind: error[0], message: error[1], code: undefined } : null,
    received: NOTHING,
    durationMs: literal.tookMs ?? 1,
    ...(literal.said === undefined ? {} : { said: literal.said }),
    ...(step
      ? {
          content: {
            sent: sends,
            shown: literal.json,
            id: named,
            ...extentOf(literal),
            ...pageOf(literal),
            ...tagsOf(literal),
            ...plainOf(literal),
          },
        }
      : {}),
  };
}

function plainOf({ plain, isInForm }: ExchangeLiteral): Pick<NonNullable<Exchange['content']>, 'plain'> {
  const [sent, shown] = plain ?? [];
  const contentOf = (each: PlainLiteral) => {
    const [type, content] = typeof each === 'string' ? (['text/plain', each] as const) : each;
    return { type, bytes: Buffer.from(content as string) };
  };
  return plain
    ? {
        plain: {
          ...(sent ? { sent: { ...contentOf(sent), ...(isInForm ? { isInForm } : {}) } } : {}),
          ...(shown ? { shown: contentOf(shown) } : {}),
        },
      }
    : {};
}

function pageOf({ step, page = {} }: ExchangeLiteral): Pick<NonNullable<Exchange['content']>, 'page'> {
  return step === 'page' || step === 'list' ? { page } : {};
}

function tagsOf({
  tag,
  modifiedAt,
  condition,
}: ExchangeLiteral): Pick<NonNullable<Exchange['content']>, 'tag' | 'modifiedAt' | 'condition'> {
  const [field = '', state = 'current', sent = ''] = condition ?? [];
  return {
    ...(tag === undefined ? {} : { tag }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(condition ? { condition: { field: field.toLowerCase(), state, tag: sent } } : {}),
  };
}

function calledBy(
  asked: Exchange['case'],
  answered: Exchange['response'],
  { send, fields = {}, json, body, isCut }: CalledLiteral,
  index: number,
): Exchange {
  const [method = '', path = ''] = send.split(' ');
  const text = json === undefined ? body : JSON.stringify(json);
  const headers = Object.entries({ ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...fields });
  const content = text === undefined ? {} : { body: Buffer.from(text) };
  const exchange = {
    ...{ index, case: asked, request: { method, path: `/us${path}`, headers, ...content } },
    ...{ response: null, error: null, received: NOTHING, durationMs: 1 },
  };
  const below = path.replace(/\?.*$/, '');
  return {
    ...exchange,
    calledBack: {
      ...{ origin: 'http://127.0.0.1:1', place: 0, below, isWhole: !isCut },
      after: { ...exchange, response: answered },
    },
  };
}

function extentOf({ step, json, extent }: ExchangeLiteral): { readonly extent?: ListExtent } {
  if (step !== 'list') return {};
  if (extent) return { extent };
  return Array.isArray(json) ? { extent: { isWhole: true, total: json.length } } : {};
}

/** @throws Error for a request that the contract has no operation for. */
function routed({ operations }: Contract, ask: string): { operation: Operation; values: Values } {
  const [method = '', target = ''] = ask.split(' ');
  const [path = ''] = target.split('?');
  const route = routerOf(operations).find(method, path);
  if (!route) throw new Error(`the contract has no operation for ${ask}`);
  return { operation: route.operation, values: Object.fromEntries(route.values) as Values };
}

const WITHOUT_RIGHT: readonly ProbeName[] = ['anonymous', 'wrong-token', 'method'];

function caseOf(literal: ExchangeLiteral, operation: Operation, values: Values) {
  const {
    step,
    probe = step ? 'state' : 'valid',
    name = 'as the contract says',
    method,
    sends,
    sentAs = JSON_TYPE,
    unique,
    breaks,
    cookies,
    sendsFields,
  } = literal;
  const { authorised = !WITHOUT_RIGHT.includes(probe), exists = probe !== 'unknown', handedOver = true } = literal;
  const made = step ? { made: { needs: {}, name: chainNamed('the chain') } } : {};
  const body = sends === undefined ? undefined : { bytes: Buffer.from(JSON.stringify(sends)), contentType: sentAs };
  const clause = (operation.parameters[0] ?? operation.requestBody ?? operation).clause;
  return toCase(
    probe,
    name,
    operation,
    { values, exists, handedOver, ...made },
    {
      // What is asked alike is planned from one and the same input.
      input:
        body || cookies || sendsFields || literal.asked
          ? {
              ...NO_INPUT,
              body,
              query: [...new URLSearchParams(literal.asked)].map(([each, value]) => ({ name: each, value })),
              headers: Object.entries(sendsFields ?? {}),
              ...(unique ? { like: unique } : {}),
              ...cookiesOf(cookies),
            }
          : NO_INPUT,
      authorisation: shownIn(operation, literal.shows),
      authorised: authorised && step !== 'by-other',
      ...(literal.about ? { chain: literal.about } : {}),
      ...(step === 'by-other' ? { byOther: true } : {}),
      ...(literal.isFurther ? { isFurther: true } : {}),
      ...(literal.misplaced ? { misplaced: true } : {}),
      handedOver,
      ...(method === undefined ? {} : { method }),
      ...(step ? { step } : {}),
      ...(literal.turn ? { turn: literal.turn } : {}),
      ...(literal.expect === undefined ? {} : { expect: literal.expect }),
      ...(breaks ? { violation: { ...breaks, clause } } : {}),
      ...(literal.edges ? { edges: literal.edges.map((edge) => ({ ...edge, clause })) } : {}),
    },
  );
}

function cookiesOf(cookies: ExchangeLiteral['cookies']) {
  return cookies ? { cookies: Object.entries(cookies).map(([name, value]) => ({ name, value })) } : {};
}

function shownIn({ security }: Operation, name: string | undefined): Authorisation {
  const scheme = security.alternatives.flatMap(({ schemes }) => schemes).find((each) => each.name === name);
  return scheme ? present(scheme, 'a-credential') : NOBODY;
}

const JSON_TYPE = 'application/json';

function responseOf({ status, fields = {}, json, body, type, afterHead = '' }: ExchangeLiteral): Response | null {
  if (status === undefined) return null;
  const contentType = type ?? (json === undefined ? undefined : JSON_TYPE);
  const headers = Object.entries({ ...(contentType === undefined ? {} : { 'Content-Type': contentType }), ...fields });
  const content = json === undefined ? (body ?? '') : JSON.stringify(json);
  return {
    httpVersion: '1.1',
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: headers.flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const)),
    interim: [],
    body: Buffer.from(content as string),
    afterHead: Buffer.from(afterHead),
  };
}
