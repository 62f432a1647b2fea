/** Exchanges × contract → which clauses of it they exercised. */

import type { Clause } from '../../contract/clause';
import type { DeclaredResponse, Media, Operation } from '../../contract/contract';
import { isIgnored } from '../../contract/ignoredParameters';
import { eachBound, hasEdge } from '../../contract/schema/bounds';
import { clauseOf, type Direction, endOf, keywordsOf, type Schema } from '../../contract/schema/schema';
import { isGuarded } from '../../contract/security';
import { isWithoutContent } from '../../http/statuses';
import type { ClauseKind, CoverageReport, RequirementReport } from '../../report/report';
import { isReadBack } from '../../serialization/readRequest';
import type { Exchange } from '../model/exchange';
import type { Planned } from '../model/planning';
import type { Suite } from '../model/suite';
import { createMarks, type Marks } from './exercised';
import { createNumbers } from './keywordNumbers';
import type { ClauseUse } from './tally';
import { createTally } from './tally';
import { violableUses, violatedAmong } from './violatedUses';

export interface Coverage {
  take(exchange: Exchange): void;
  /**
   * @param requirements what was found, and why requirements were skipped.
   * @param exchangeOf an exchange by its index, without what it held.
   */
  end(requirements: readonly RequirementReport[], exchangeOf: (index: number) => Exchange | undefined): CoverageReport;
}

/** Takes note of what exchanges exercise of the operations that are verified. */
export function createCoverage(
  { operations, violable, untouched }: Pick<Planned, 'operations' | 'violable'> & Partial<Pick<Planned, 'untouched'>>,
  suite: Pick<Suite, 'contentsOf' | 'judgedSchema'>,
): Coverage {
  const numbers = createNumbers();
  const marked = new Map<string, Marks>();
  const marksOf = (operation: Operation) => {
    const marks = marked.get(operation.name) ?? createMarks(operation, numbers, suite);
    marked.set(operation.name, marks);
    return marks;
  };
  const reached = { request: new Map<Schema, Int32Array>(), response: new Map<Schema, Int32Array>() };
  /** Numbers of all keywords that bound a value of a schema. */
  const reachOf = (schema: Schema, direction: Direction): Int32Array => {
    const end = endOf(schema);
    const known = reached[direction].get(end);
    if (known) return known;
    const found: number[] = [];
    eachBound(end, direction, (of, keyword) => found.push(numbers.of(of, keyword)));
    const reach = Int32Array.from(found);
    reached[direction].set(end, reach);
    return reach;
  };

  return {
    take: (exchange) => marksOf(exchange.case.request.operation).take(exchange),
    end(requirements, exchangeOf) {
      const tally = createTally(operations, requirements, exchangeOf);
      for (const operation of operations) tally.add(operation, usesOf(operation));
      return tally.end();
    },
  };

  function usesOf(operation: Operation): ClauseUse[] {
    const marks = marksOf(operation);
    const uses: ClauseUse[] = [];
    const use = (kind: ClauseKind, clause: Clause, exercised: boolean, why: string) =>
      uses.push({ kind, place: `${clause.file} ${clause.pointer}`, clause: () => clause, exercised, why });
    const keywords = (kind: ClauseKind, schema: Schema, direction: Direction, why: (number: number) => string) => {
      for (const number of reachOf(schema, direction)) {
        const exercised = kind === 'met' ? isMet(number, marks) : marks.judged.has(number);
        const clause = () => clauseOf(numbers.schemaOf(number), numbers.keywordOf(number));
        uses.push({ kind, place: numbers.placeOf(number), clause, exercised, why: exercised ? '' : why(number) });
      }
    };
    const notMet = (number: number) =>
      untouched?.(operation, numbers.placeOf(number)) ??
      (marks.met.has(number)
        ? 'no request was accepted whose value was the last that it lets pass'
        : 'no request was accepted whose value it bounds');

    use('operation', operation.clause, marks.asked, 'nothing was sent to it');
    // What of the contract is wrong is told as a mistake.
    if (operation.unsupported !== undefined) return uses;
    for (const alternative of operation.security.alternatives) {
      const shown = marks.alternatives.has(alternative);
      use('security', alternative.clause, shown, 'no request was accepted that showed this credential');
      if (isGuarded(operation.security))
        use('violated', alternative.clause, marks.anonymous, 'no request was sent without a valid credential');
    }
    for (const parameter of operation.parameters) {
      if (isIgnored(parameter, operation)) continue;
      const { name, clause, schema, content } = parameter;
      use('parameter', clause, marks.parameters.has(parameter), `no request was accepted that had ${name}`);
      if (schema && content === undefined) keywords('met', schema, 'request', notMet);
    }
    for (const media of operation.requestBody?.media ?? []) {
      const { type, clause, schema, defect } = media;
      use('media-type', clause, marks.media.has(media), `no body of the type ${type} was accepted`);
      if (schema && !defect && isReadBack(type)) keywords('met', schema, 'request', notMet);
    }
    const places = violableUses(violable(operation));
    const violated = violatedAmong(places, marks.violated);
    for (const each of places) {
      const { clause, place, at, unasked } = each;
      const where = at === undefined ? '' : ` at ${at}`;
      const why = untouched?.(operation, place) ?? unasked ?? `nothing that breaks it${where} was answered for that`;
      uses.push({ kind: 'violated', place, at, clause: () => clause, exercised: violated.has(each), why });
    }
    for (const response of operation.responses) responseUses(response);
    return uses;

    function responseUses(response: DeclaredResponse): void {
      const { status, headers, media, declaredAt } = response;
      const came = marks.responses.has(response);
      const none = `no response ${status} came`;
      use('status', declaredAt, came, none);
      for (const { name, clause: at, schema, content } of headers) {
        const why = came ? `no response ${status} had the field ${name}` : none;
        use('header', at, hasHeader(name), why);
        if (schema && content === undefined) keywords('judged', schema, 'response', () => why);
      }
      if (operation.method === 'HEAD' || isWithoutContent(Number(status))) return;
      for (const each of media) contentUses(each, came ? `no response ${status} of the type ${each.type} came` : none);

      function hasHeader(name: string): boolean {
        return headers.some((header) => header.name === name && marks.headers.has(header));
      }

      function contentUses(each: Media, none: string): void {
        const had = marks.media.has(each);
        use('media-type', each.clause, had, none);
        const schema = suite.judgedSchema(each);
        const why = had ? 'no value that it bounds was in a response' : none;
        if (schema) keywords('judged', schema, 'response', () => why);
      }
    }
  }

  function isMet(number: number, { met, edges }: Marks): boolean {
    const keyword = numbers.keywordOf(number);
    const keywords = keywordsOf(numbers.schemaOf(number));
    const bound = typeof keywords === 'boolean' ? undefined : keywords[keyword];
    return hasEdge(keyword, bound) ? edges.has(number) : met.has(number);
  }
}
