/** Which clauses of the contract an operation uses, and whether its exchanges have exercised them. */

import type { Clause } from '../../contract/clause';
import type { DeclaredResponse, Media, Operation } from '../../contract/contract';
import { isIgnored } from '../../contract/ignoredParameters';
import { hasEdge } from '../../contract/schema/bounds';
import { type Direction, keywordsOf, type Schema } from '../../contract/schema/schema';
import { isGuarded } from '../../contract/security';
import { isWithoutContent } from '../../http/statuses';
import type { ClauseKind } from '../../report/report';
import { isReadBack } from '../../serialization/readRequest';
import type { Parts } from '../../support/letOthersRun';
import type { Planned } from '../model/planning';
import type { Suite } from '../model/suite';
import type { Marks } from './exercised';
import type { Numbers } from './keywordNumbers';
import { violableUses, violatedAmong } from './violatedUses';

/** One clause, as an operation uses it. */
export interface ClauseUse {
  readonly kind: ClauseKind;
  /** File and pointer. */
  readonly place: string;
  /** The place in a request, if the clause is used at several of them and this is not the first. */
  readonly at?: string | undefined;
  readonly clause: () => Clause;
  readonly exercised: boolean;
  /** Why it was not. */
  readonly why: string;
}

/**
 * The keywords of schemas that an operation uses, by their numbers. There are hundreds of them for one operation, and the same for thousands of
 * operations, so no value is made for each.
 */
export interface KeywordUses {
  /** Each once. */
  readonly numbers: readonly number[];
  exercised(number: number): boolean;
  /** Why it was not. */
  why(number: number): string;
}

export interface OperationUses {
  /** That of the operation itself first. */
  readonly own: readonly ClauseUse[];
  readonly keywords: Readonly<Record<'met' | 'judged', KeywordUses>>;
}

/** What the clauses of every operation are found by. */
export interface ClauseSources
  extends Pick<Planned, 'violable'>,
    Partial<Pick<Planned, 'untouched'>>,
    Pick<Suite, 'judgedSchema'> {
  readonly numbers: Numbers;
  /** Numbers of all keywords that bound a value of a schema. */
  readonly reachOf: (schema: Schema, direction: Direction) => Int32Array;
}

/** Stops after each of its parameters, contents and responses. */
export function usesOf(operation: Operation, marks: Marks, sources: ClauseSources): Parts<OperationUses> {
  return new UseList(operation, marks, sources).all();
}

class UseList {
  private readonly uses: ClauseUse[] = [];
  private readonly met = new Set<number>();
  /** Each with the reason why nothing was judged by it. */
  private readonly judged = new Map<number, string>();

  constructor(
    private readonly operation: Operation,
    private readonly marks: Marks,
    private readonly sources: ClauseSources,
  ) {}

  *all(): Parts<OperationUses> {
    const { operation, marks } = this;
    this.add('operation', operation.clause, marks.asked, 'nothing was sent to it');
    // What of the contract is wrong is told as a mistake.
    if (operation.unsupported === undefined) {
      this.addSecurity();
      yield* this.addParameters();
      for (const media of operation.requestBody?.media ?? []) {
        this.addSentMedia(media);
        yield;
      }
      this.addViolable();
      yield;
      for (const response of operation.responses) yield* this.addResponse(response);
    }
    const judged: KeywordUses = {
      numbers: [...this.judged.keys()],
      exercised: (number) => marks.judged.has(number),
      why: (number) => this.judged.get(number) ?? '',
    };
    return { own: this.uses, keywords: { met: this.metUses(), judged } };
  }

  private addSecurity(): void {
    const { marks, operation } = this;
    for (const alternative of operation.security.alternatives) {
      const isShown = marks.alternatives.has(alternative);
      const names = alternative.schemes.map(({ name }) => name).join(' and ');
      const why = `no request was accepted that showed the credential of ${names}`;
      this.add('security', alternative.clause, isShown, why);
      if (!isGuarded(operation.security)) continue;
      this.add('violated', alternative.clause, marks.anonymous, 'no request was sent without a valid credential');
    }
  }

  private *addParameters(): Parts<void> {
    const { marks, operation } = this;
    for (const parameter of operation.parameters) {
      if (isIgnored(parameter, operation)) continue;
      const { name, clause, schema, content } = parameter;
      this.add('parameter', clause, marks.parameters.has(parameter), `no request was accepted that had ${name}`);
      if (schema && content === undefined) this.addMet(schema);
      yield;
    }
  }

  private addSentMedia(media: Media): void {
    const { type, clause, schema, defect } = media;
    this.add('media-type', clause, this.marks.media.has(media), `no body of the type ${type} was accepted`);
    if (schema && !defect && isReadBack(type)) this.addMet(schema);
  }

  private addViolable(): void {
    const { untouched, violable } = this.sources;
    const places = violableUses(violable(this.operation));
    const violated = violatedAmong(places, this.marks.violated);
    for (const use of places) {
      const { clause, place, at, unasked } = use;
      const why = untouched?.(this.operation, place) ?? unasked ?? whyNotJudged(at, this.marks.otherwise.get(place));
      this.uses.push({ kind: 'violated', place, at, clause: () => clause, exercised: violated.has(use), why });
    }
  }

  private *addResponse(response: DeclaredResponse): Parts<void> {
    const { marks, operation } = this;
    const { status, headers, media, declaredAt } = response;
    const came = marks.responses.has(response);
    const none = `no response ${status} came`;
    this.add('status', declaredAt, came, none);
    for (const { name, clause, schema, content } of headers) {
      const why = came ? `no response ${status} had the field ${name}` : none;
      const isShown = headers.some((header) => header.name === name && marks.headers.has(header));
      this.add('header', clause, isShown, why);
      if (schema && content === undefined) this.addJudged(schema, why);
      yield;
    }
    if (operation.method === 'HEAD' || isWithoutContent(Number(status))) return;
    for (const each of media) {
      this.addContent(each, came ? `no response ${status} of the type ${each.type} came` : none);
      yield;
    }
  }

  private addContent(media: Media, none: string): void {
    const came = this.marks.media.has(media);
    this.add('media-type', media.clause, came, none);
    const schema = this.sources.judgedSchema(media);
    if (schema) this.addJudged(schema, came ? 'no value that it bounds was in a response' : none);
  }

  /** The keywords of a schema that values in requests are to meet. */
  private addMet(schema: Schema): void {
    for (const number of this.sources.reachOf(schema, 'request')) this.met.add(number);
  }

  private metUses(): KeywordUses {
    const { operation, marks } = this;
    const { numbers, untouched } = this.sources;
    const why = (number: number) =>
      marks.met.has(number)
        ? 'no request was accepted whose value was the last that it lets pass'
        : 'no request was accepted whose value it bounds';
    return {
      numbers: [...this.met],
      exercised: (number) => isMet(number, numbers, marks),
      why: (number) => untouched?.(operation, numbers.placeOf(number)) ?? why(number),
    };
  }

  /** The keywords of a schema that values in responses are judged by. */
  private addJudged(schema: Schema, why: string): void {
    for (const number of this.sources.reachOf(schema, 'response'))
      if (!this.judged.has(number)) this.judged.set(number, why);
  }

  private add(kind: ClauseKind, clause: Clause, exercised: boolean, why: string): void {
    this.uses.push({ kind, place: placeOf(clause), clause: () => clause, exercised, why });
  }
}

function placeOf({ file, pointer }: Clause): string {
  return `${file} ${pointer}`;
}

function isMet(number: number, numbers: Numbers, { met, edges }: Marks): boolean {
  const keyword = numbers.keywordOf(number);
  const keywords = keywordsOf(numbers.schemaOf(number));
  const bound = typeof keywords === 'boolean' ? undefined : keywords[keyword];
  return hasEdge(keyword, bound) ? edges.has(number) : met.has(number);
}

function whyNotJudged(at: string | undefined, statuses: ReadonlySet<number> | undefined): string {
  const where = at === undefined ? '' : ` at ${at}`;
  if (!statuses) return `nothing that breaks it${where} was answered for that`;
  return `every request that breaks it${where} was refused for another reason (${[...statuses].sort().join(', ')})`;
}
