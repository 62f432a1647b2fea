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
import { fieldValues } from '../../http/message';
import { queryOf } from '../../http/uri';
import { isLetIn } from '../../serialization/credentials';
import { readings } from '../../serialization/readings';
import { type ReadPart, sentBody, sentParameters } from '../../serialization/readRequest';
import type { Case } from '../model/case';
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
  take(exchange: Exchange): void;
}

/** After so many bodies of a media type that showed nothing new, no more are looked at. */
const MOST_FRUITLESS = 8;

/** A body that is larger than this says nothing that smaller ones would not, in bytes. */
const LARGEST = 256 * 1024;

/** Refusals for who asks, how often, or for what is not there: of a value they say nothing. */
const OF_NO_VALUE: ReadonlySet<number> = new Set([401, 403, 429]);

export function createMarks(
  operation: Operation,
  numbers: Numbers,
  { contentsOf, judgedSchema }: Pick<Suite, 'contentsOf' | 'judgedSchema'>,
): Marks {
  const marks = {
    asked: false,
    anonymous: false,
    alternatives: new Set<SecurityAlternative>(),
    parameters: new Set<Parameter>(),
    responses: new Set<DeclaredResponse>(),
    media: new Set<Media>(),
    headers: new Set<DeclaredHeader>(),
    met: new Set<number>(),
    edges: new Set<number>(),
    judged: new Set<number>(),
    violated: new Map<string, Set<string>>(),
  };
  const fruitless = new Map<Media, number>();

  const note = (schema: Schema, value: unknown, direction: Direction, into: Set<number>) => {
    try {
      passThrough(schema, value, direction, (of, keyword, atEdge) => {
        const number = numbers.of(of, keyword);
        into.add(number);
        if (atEdge) marks.edges.add(number);
      });
    } catch (error) {
      // What is too much to be judged shows nothing.
      if (!(error instanceof RangeError)) throw error;
    }
  };

  const accepted = ({ case: each, request }: Exchange) => {
    const alternative = alternativeOf(each, request);
    if (alternative && each.request.authorised) marks.alternatives.add(alternative);
    const parts: (ReadPart<Parameter | Media> | undefined)[] = [...sentParameters(each.request, request)];
    for (const { declared } of parts as ReadPart<Parameter>[]) marks.parameters.add(declared);
    const body = sentBody(operation, request);
    if (body) marks.media.add(body.declared);
    for (const part of [...parts, body])
      if (part?.schema && part.value !== undefined) note(part.schema, part.value, 'request', marks.met);
  };

  const refused = ({ case: each, response, request }: Exchange) => {
    const { claim, request: asked } = each;
    if (isGuarded(operation.security) && !asked.authorised && !alternativeOf(each, request)) marks.anonymous = true;
    const about = response && !OF_NO_VALUE.has(response.status) && (response.status !== 404 || claim.exists);
    if (!claim.violation || !about) return;
    const place = clausePlace(claim.violation);
    const wheres = marks.violated.get(place) ?? new Set();
    marks.violated.set(place, wheres.add(placeInRequest(claim.violation)));
  };

  const alternativeOf = ({ request: { authorised } }: Case, { headers, path }: Exchange['request']) => {
    const shown = { headers, query: queryOf(path), cookies: cookiesIn(headers) };
    return operation.security.alternatives.find((each) =>
      isLetIn({ optional: false, alternatives: [each] }, shown, authorised),
    );
  };

  const answered = (exchange: Exchange, declared: DeclaredResponse) => {
    const { response } = exchange;
    if (!response) return;
    marks.responses.add(declared);
    for (const header of declared.headers) {
      const values = fieldValues(response, header.name);
      if (values.length === 0) continue;
      marks.headers.add(header);
      if (!header.schema || header.content !== undefined) continue;
      for (const value of readings([values.join(', ')]))
        if (satisfies(header.schema, value, 'response')) note(header.schema, value, 'response', marks.judged);
    }
    for (const { media, values } of contentsOf(exchange)) {
      marks.media.add(media);
      const schema = judgedSchema(media);
      const tried = fruitless.get(media) ?? 0;
      if (!schema || tried >= MOST_FRUITLESS || response.body.length > LARGEST) continue;
      const before = marks.judged.size;
      for (const value of values) note(schema, value, 'response', marks.judged);
      fruitless.set(media, marks.judged.size > before ? 0 : tried + 1);
    }
  };

  return Object.assign(marks, {
    take(exchange: Exchange) {
      const { case: each, response, error } = exchange;
      // Of another method than the operation's the contract says nothing.
      if (!response || error || each.request.method !== undefined) return;
      marks.asked = true;
      if (response.status < 400 && !each.claim.violation) accepted(exchange);
      refused(exchange);
      const declared = declaredResponse(operation, response.status);
      if (declared) answered(exchange, declared);
    },
  });
}
