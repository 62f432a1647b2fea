/** From what Prism gives back to what goes over the wire. */

import type { IHttpResponse } from '@stoplight/prism-http';
import { ProblemJsonError } from '@stoplight/prism-http/dist/types';
import {
  type DeclaredHeader,
  type DeclaredResponse,
  declaredResponse,
  type Media,
  type Operation,
  type Security,
} from '../../../src/contract/contract';
import { bareType } from '../../../src/http/mediaType';
import { isWithoutContent } from '../../../src/http/statuses';
import type { RequestViolation } from '../../../src/serialization/requestViolations';
import { fitsHeader, headersOf, isHeaderValue } from '../../../src/serialization/responseHeaders';
import type { AnswersAgain } from '../answerCache';
import { type ContentMaker, sentType } from '../content';
import type { Answer, Held, Turn } from '../engine';
import { NO_FIELDS } from '../engine';
import { mediaFor } from '../negotiate';
import { challenge, lackOf } from '../security';

/** Longer lists of violations are cut, so that common clients still read the header section. */
const LONGEST_VIOLATIONS = 8 * 1024 - 100;

export interface PrismAnswer {
  readonly output: IHttpResponse;
  /** Of the request. */
  readonly violations: readonly RequestViolation[];
  /** The name of the example that was asked for. */
  readonly example: string | undefined;
  /** What the request accepts. */
  readonly accept: string | undefined;
  /** Whether what Prism gives is an example of the contract's, rather than made up. */
  readonly isExample: (media: Media) => boolean;
  /** Gives what is held in place of that. */
  readonly held: Turn['take'] | undefined;
}

/** The answer that a declared response becomes: with the content and the fields that it declares, whatever Prism makes of them. */
export function toAnswer(operation: Operation, contents: () => ContentMaker, given: PrismAnswer): Answer {
  const { output, violations, example, accept } = given;
  const { statusCode: status, headers: own = {} } = output;
  const response = declaredResponse(operation, status);
  const media = contentMedia(operation, output, accept);
  const held = given.held?.(media);
  const fields = held ? { ...own, ...heldFields(response?.headers ?? [], held) } : own;
  const made = headersOf(response?.headers ?? [], fields, (header) => contents().fieldOf(header));
  const asked = media !== undefined && isAsked(media, given);
  const isExample = media !== undefined && given.isExample(media);
  const isHeld = held?.value !== undefined;
  const wanted = isHeld
    ? { given: held.value, example: true, asked: false, accept, held: true }
    : { given: output.body, example: isExample, asked, accept };
  const content = media && contents().contentOf(media, wanted);
  const all = [...violations.map((each) => toTold('request', each))];
  const reasons = [
    ...violations.map(({ code, message }) => (code === 401 ? lackOf(operation.security) : message)),
    ...(held?.reasons ?? []),
  ];
  if (content?.breach !== undefined && asked) {
    all.push(toTold('response', { path: ['body'], code: 'schema', message: `Response body: ${content.breach}` }));
    reasons.push(`the example "${example}" breaks its schema: ${content.breach}`);
  } else if (content?.breach !== undefined && isHeld)
    reasons.push(`what is held breaks the schema of ${status} (${content.breach}) and is not shown as it is`);
  else if (content?.breach !== undefined && isExample)
    reasons.push(`the example of ${status} breaks its schema (${content.breach}) and is not served as it is`);
  if (content?.unsatisfiable !== undefined)
    reasons.push(`nothing was found that satisfies the schema of ${status}: ${content.unsatisfiable}`);
  const headers: Record<string, string> = {
    ...(all.length > 0 ? { 'sl-violations': writeViolations(all) } : {}),
    ...made,
    ...(content && isHeaderValue('Content-type', content.type) ? { 'Content-type': content.type } : {}),
  };
  if (status === 401) challenge(headers, operation.security);
  // RFC 9110 §15.5.6; what is declared may be made up.
  if (status === 405) headers['Allow'] = operation.pathMethods.join(', ');
  return { status, headers, ...(content ? { body: content.body } : {}), reasons };
}

/** Of which media type the content of an answer is; undefined where it has none. */
function contentMedia(
  operation: Operation,
  { statusCode: status, headers: own = {}, body }: IHttpResponse,
  accept: string | undefined,
): Media | undefined {
  if (!hasContent(operation, status)) return undefined;
  const response = declaredResponse(operation, status);
  const media = mediaOf(response, own['Content-type'], accept);
  if (!media?.type.includes('*')) return media;
  // What a range comes to may be declared by itself, and then as something else.
  const type = bareType(sentType(media, body, accept));
  return response?.media.find((each) => each.type === type) ?? media;
}

/** Makes answers of one status that differ in what is held alone. */
export type Frame = (turn: Turn) => Answer;

/**
 * @param given what they have in common.
 * @param known what was answered before.
 */
export function frameOf(
  operation: Operation,
  contents: () => ContentMaker,
  given: Omit<PrismAnswer, 'held' | 'example' | 'violations'>,
  known: AnswersAgain,
): Frame {
  const { output, accept } = given;
  const media = contentMedia(operation, output, accept);
  let plain: Answer | undefined;
  const make = ({ status, take }: Turn): Answer => {
    const isHeld = status === output.statusCode;
    const held = isHeld ? take(media) : undefined;
    if (plain && media && held?.value !== undefined && held.fields === NO_FIELDS && held.reasons.length === 0) {
      const wanted = { given: held.value, example: true, asked: false, accept, held: true };
      const { type, body, breach, unsatisfiable } = contents().contentOf(media, wanted);
      const isPlain = breach === undefined && unsatisfiable === undefined && type === plain.headers['Content-type'];
      if (isPlain) return { ...plain, body };
    }
    const whole = { ...given, violations: [], example: undefined, held: held && (() => held) };
    const answer = toAnswer(operation, contents, whole);
    if (held?.fields === NO_FIELDS && answer.reasons.length === 0) plain ??= answer;
    return answer;
  };
  const frame: Frame = (turn) => {
    const { status, again } = turn;
    const before = again && known.of(again, frame);
    if (before) return before;
    const answer = make(turn);
    if (again && status === output.statusCode) known.keep(again, frame, answer);
    return answer;
  };
  return frame;
}

/** Of the fields that a response declares, what is held has to say: null for nothing. */
function heldFields(declared: readonly DeclaredHeader[], { fields }: Held): Record<string, string | null> {
  return Object.fromEntries(
    declared.flatMap((header) => {
      const name = header.name.toLowerCase();
      return name in fields ? [[header.name, fields[name]?.find((text) => fitsHeader(header, text)) ?? null]] : [];
    }),
  );
}

/** RFC 9110 §15.2, §9.3.2. */
function hasContent({ method }: Operation, status: number): boolean {
  return method !== 'HEAD' && status >= 200 && !isWithoutContent(status);
}

function mediaOf(
  response: DeclaredResponse | undefined,
  contentType: unknown,
  accept: string | undefined,
): Media | undefined {
  const { media = [] } = response ?? {};
  const named = media.find(({ declared }) => declared === contentType);
  // What is of any type, Prism calls text.
  const any = contentType === 'text/plain' ? media.find(({ type }) => type === '*/*') : undefined;
  return named ?? any ?? mediaFor(response, accept);
}

/** Prism calls the only example of a media type `default`. */
function isAsked({ exampleNames }: Media, { example, violations }: PrismAnswer): boolean {
  return example !== undefined && violations.length === 0 && (exampleNames.includes(example) || example === 'default');
}

/** An answer that is no mocked response but says why there is none (RFC 9457). @param security what authorises the operation. */
export function toProblem(error: Error, security?: Security): Answer {
  const { status, additional } = error as Partial<ProblemJsonError>;
  const own = (additional as { headers?: Record<string, string> } | undefined)?.headers ?? {};
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', ...own };
  const content = ProblemJsonError.toProblemJson(error);
  if (status === 401 && security) challenge(headers, security);
  const why = status === 401 && security ? lackOf(security) : content.detail || error.message;
  return { status: status || 500, headers, body: JSON.stringify(content), reasons: [why, ...brokenBy(content)] };
}

/** Where no response is declared for a request that breaks the contract, Prism's own one says in what. */
function brokenBy(content: object): string[] {
  const { validation = [] } = content as { validation?: readonly { readonly message: string }[] };
  return validation.map(({ message }) => message);
}

interface Told {
  readonly location: readonly string[];
  readonly severity: string;
  readonly code: string | number;
  readonly message: string;
}

function toTold(of: string, { path, code, message }: RequestViolation): Told {
  return { location: [of, ...path], severity: 'Error', code, message };
}

/** As Prism's own server writes them, and escaped to ASCII, which is all that a header value may hold. */
function writeViolations(violations: readonly Told[]): string {
  const json = JSON.stringify(violations).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return json.length > LONGEST_VIOLATIONS ? `Too many violations! ${json.slice(0, LONGEST_VIOLATIONS)}` : json;
}
