/** What the exchanges of an operation have exercised of the contract, as they come. */

import {
  type DeclaredHeader,
  type DeclaredResponse,
  declaredResponse,
  type Media,
  type Operation,
  type Parameter,
  type SecurityAlternative,
} from '../../contract/contract';
import { passThrough } from '../../contract/schema/bounds';
import { satisfies } from '../../contract/schema/evaluate';
import type { Direction, Schema } from '../../contract/schema/schema';
import { isGuarded } from '../../contract/security';
import { cookiesIn } from '../../http/cookies';
import { fieldValues, type Response } from '../../http/message';
import { isNotFound, mayRefuseContent } from '../../http/statuses';
import { queryOf } from '../../http/uri';
import { shownAlternatives } from '../../serialization/credentials';
import { readings } from '../../serialization/readings';
import { sentBody, sentParameters } from '../../serialization/readRequest';
import type { Case, Claim } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Suite } from '../model/suite';
import type { Numbers } from './keywordNumbers';
import { clausePlace, placeInRequest, type ViolatedPlaces } from './violatedUses';

export interface Marks {
  readonly asked: boolean;
  /** Asked without what any of the alternatives wants. */
  readonly anonymous: boolean;
  readonly alternatives: ReadonlySet<SecurityAlternative>;
  readonly parameters: ReadonlySet<Parameter>;
  readonly responses: ReadonlySet<DeclaredResponse>;
  readonly media: ReadonlySet<Media>;
  readonly headers: ReadonlySet<DeclaredHeader>;
  /** Numbers of keywords that a value which was accepted kept; and of those that it was the last to keep. */
  readonly met: ReadonlySet<number>;
  readonly edges: ReadonlySet<number>;
  /** Of keywords that a value in a response was judged by. */
  readonly judged: ReadonlySet<number>;
  /** What was broken by a request that came to be judged for it: places in requests, by file and pointer. */
  readonly violated: ViolatedPlaces;
  /** By file and pointer, the statuses of the refusals that had another reason, such as 409. */
  readonly otherwise: ReadonlyMap<string, ReadonlySet<number>>;
  take(exchange: Exchange): void;
}

/** After so many bodies of a media type that showed nothing new, no more are looked at. */
const MOST_FRUITLESS = 8;

/** So many texts of parameters are kept for an operation, up to so many characters. */
const MOST_ACCEPTED = 1000;
const LONGEST_ACCEPTED = 300;

/** A body that is larger than this says nothing that smaller ones would not, in bytes. */
const LARGEST = 256 * 1024;

/** Returns whether an answer to a request that breaks a clause was given for that: it was taken, or refused for what it holds. */
function isJudgedFor({ exists }: Claim, status: number): boolean {
  return status < 400 || (mayRefuseContent(status) && (!isNotFound(status) || exists));
}

export function createMarks(
  operation: Operation,
  numbers: Numbers,
  suite: Pick<Suite, 'contentsOf' | 'judgedSchema'>,
): Marks {
  return new OperationMarks(operation, numbers, suite);
}

class OperationMarks implements Marks {
  asked = false;
  anonymous = false;
  readonly alternatives = new Set<SecurityAlternative>();
  readonly parameters = new Set<Parameter>();
  readonly responses = new Set<DeclaredResponse>();
  readonly media = new Set<Media>();
  readonly headers = new Set<DeclaredHeader>();
  readonly met = new Set<number>();
  readonly edges = new Set<number>();
  readonly judged = new Set<number>();
  readonly violated = new Map<string, Set<string>>();
  readonly otherwise = new Map<string, Set<number>>();
  /** How many bodies of a media type showed nothing new, one after another. */
  private readonly fruitless = new Map<Media, number>();
  /** The texts of parameters that were accepted before: they show nothing new. */
  private readonly accepted = new Set<string>();

  constructor(
    private readonly operation: Operation,
    private readonly numbers: Numbers,
    private readonly suite: Pick<Suite, 'contentsOf' | 'judgedSchema'>,
  ) {}

  take(exchange: Exchange): void {
    const { case: each, response, error } = exchange;
    // Of another method than the operation's the contract says nothing.
    if (!response || error || each.request.method !== undefined) return;
    this.asked = true;
    if (response.status < 400 && !each.claim.violation) this.takeAccepted(exchange);
    this.takeRefused(exchange, response.status);
    const declared = declaredResponse(this.operation, response.status);
    if (!declared) return;
    this.responses.add(declared);
    for (const header of declared.headers) this.takeHeader(header, response);
    for (const { media, values } of this.suite.contentsOf(exchange)) this.takeContent(media, values, response.body);
  }

  private takeAccepted({ case: each, request }: Exchange): void {
    if (each.request.authorised)
      for (const alternative of this.alternativesOf(each, request)) this.alternatives.add(alternative);
    const parameters = sentParameters(each.request, request, (declared, texts) => this.isNewText(declared, texts));
    for (const { declared } of parameters) this.parameters.add(declared);
    const body = sentBody(this.operation, request);
    if (body) this.media.add(body.declared);
    for (const part of [...parameters, body])
      if (part?.schema && part.value !== undefined) this.noteKeywords(part.schema, part.value, 'request', this.met);
  }

  private isNewText({ name, in: where }: Parameter, texts: readonly string[]): boolean {
    const key = JSON.stringify([where, name, ...texts]);
    if (this.accepted.has(key)) return false;
    if (this.accepted.size < MOST_ACCEPTED && key.length < LONGEST_ACCEPTED) this.accepted.add(key);
    return true;
  }

  private takeRefused({ case: each, request }: Exchange, status: number): void {
    const { claim, request: asked } = each;
    if (isGuarded(this.operation.security) && !asked.authorised && this.alternativesOf(each, request).length === 0)
      this.anonymous = true;
    if (!claim.violation) return;
    const place = clausePlace(claim.violation);
    if (isJudgedFor(claim, status)) {
      const wheres = this.violated.get(place) ?? new Set();
      this.violated.set(place, wheres.add(placeInRequest(claim.violation)));
    } else this.otherwise.set(place, new Set([...(this.otherwise.get(place) ?? []), status]));
  }

  private takeHeader(header: DeclaredHeader, response: Response): void {
    const { name, schema, content } = header;
    const values = fieldValues(response, name);
    if (values.length === 0) return;
    this.headers.add(header);
    if (!schema || content !== undefined) return;
    for (const value of readings([values.join(', ')]))
      if (satisfies(schema, value, 'response')) this.noteKeywords(schema, value, 'response', this.judged);
  }

  private takeContent(media: Media, values: readonly unknown[], body: Buffer): void {
    this.media.add(media);
    const schema = this.suite.judgedSchema(media);
    const tried = this.fruitless.get(media) ?? 0;
    if (!schema || tried >= MOST_FRUITLESS || body.length > LARGEST) return;
    const before = this.judged.size;
    for (const value of values) this.noteKeywords(schema, value, 'response', this.judged);
    this.fruitless.set(media, this.judged.size > before ? 0 : tried + 1);
  }

  private alternativesOf(
    { request: { authorised } }: Case,
    { headers, path }: Exchange['request'],
  ): readonly SecurityAlternative[] {
    const shown = { headers, query: queryOf(path), cookies: cookiesIn(headers) };
    return shownAlternatives(this.operation.security, shown, authorised);
  }

  private noteKeywords(schema: Schema, value: unknown, direction: Direction, into: Set<number>): void {
    try {
      passThrough(schema, value, direction, (of, keyword, atEdge) => {
        const number = this.numbers.of(of, keyword);
        into.add(number);
        if (atEdge) this.edges.add(number);
      });
    } catch (error) {
      // What is too much to be judged shows nothing.
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
