/** Turns what Prism returns into the answer that is sent. */

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
import type { RequestViolation } from '../../../src/serialization/requestViolation';
import { fitsHeader, headersOf, isHeaderValue } from '../../../src/serialization/responseHeaders';
import type { AnswersAgain } from '../answerCache';
import { type ContentMaker, type MadeContent, sentType } from '../content';
import type { Answer, Held, Turn } from '../engine';
import { NO_FIELDS } from '../engine';
import { mediaFor } from '../negotiate';
import { challenge, lackOf } from '../security';
import type { AnswerMaking } from './makingUp';

/** The longest list of violations, in characters. A longer one is cut, so that common clients still accept the header section. */
const LONGEST_VIOLATIONS = 8 * 1024 - 100;

interface PrismAnswer {
  readonly output: IHttpResponse;
  /** What the request breaks. */
  readonly violations: readonly RequestViolation[];
  /** The name of the example that the request asked for. */
  readonly example: string | undefined;
  /** The `Accept` field of the request. */
  readonly accept: string | undefined;
  /** Tells whether Prism's value is an example of the contract; otherwise it was made up. */
  readonly isExample: (media: Media) => boolean;
  /** Makes up what the contract has no example of. */
  readonly making: AnswerMaking;
  /** Whether Prism makes contents up. */
  readonly isPrisms?: boolean;
  /** Returns the value of the state that replaces Prism's value. */
  readonly held: Turn['take'] | undefined;
}

/** Makes the answer of a declared response. It has the declared content and header fields, also if Prism's output lacks them. */
export function toAnswer(operation: Operation, contents: () => ContentMaker, given: PrismAnswer): Answer {
  const { output, violations, example, accept } = given;
  const { statusCode: status } = output;
  const response = declaredResponse(operation, status);
  // Of a field without an example, Prism says nothing but its name.
  const own = Object.fromEntries(
    Object.entries(output.headers ?? {}).map(([name, value]) => [name, value ?? undefined]),
  );
  const media = contentMedia(operation, output, accept);
  const held = given.held?.(media);
  const fields = held ? { ...own, ...heldFields(response?.headers ?? [], held), ...tagOfUnchanged(status, held) } : own;
  const asked = media !== undefined && isAsked(media, given);
  const isExample = media !== undefined && given.isExample(media);
  const isHeld = held?.value !== undefined;
  const wanted = isHeld
    ? { given: held.value, example: true, asked: false, accept, held: true }
    : { given: givenBody(given, media, isExample, asked), example: isExample, asked, accept };
  const content: MadeContent | undefined = held?.file ?? (media && contents().contentOf(media, wanted));
  const fieldsOfAnswer = headersOf(response?.headers ?? [], fields, (header) => {
    const text = given.making.fieldOf(header, media, content ?? {});
    return text === undefined ? contents().fieldOf(header) : (text ?? undefined);
  });
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
    ...fieldsOfAnswer,
    ...(content && isHeaderValue('Content-type', content.type) ? { 'Content-type': content.type } : {}),
  };
  if (status === 401) challenge(headers, operation.security);
  // A 405 names the methods of the path (RFC 9110 §15.5.6). The value of a declared field may have been made up, so it is replaced.
  if (status === 405) headers['Allow'] = operation.pathMethods.join(', ');
  return { status, headers, ...(content ? { body: content.body } : {}), reasons };
}

function givenBody(
  { output, making, isPrisms }: PrismAnswer,
  media: Media | undefined,
  isExample: boolean,
  isAsked: boolean,
): unknown {
  if (isAsked || !media || isPrisms) return output.body;
  return isExample ? making.partOf(media, output.body) : making.contentOf(media);
}

/** Returns the media type of the content of an answer; undefined if the answer has no content. */
function contentMedia(
  operation: Operation,
  { statusCode: status, headers: own = {}, body }: IHttpResponse,
  accept: string | undefined,
): Media | undefined {
  if (!hasContent(operation, status)) return undefined;
  const response = declaredResponse(operation, status);
  const media = mediaOf(response, own['Content-type'], accept);
  if (!media?.type.includes('*')) return media;
  // The type that a range becomes may be declared itself, with another schema: with `*/*` and `text/plain`, the latter counts for text.
  const type = bareType(sentType(media, body, accept));
  return response?.media.find((each) => each.type === type) ?? media;
}

/** Makes answers that differ only in the value of the state. */
export type Frame = (turn: Turn) => Answer;

/**
 * Returns a function that makes such answers.
 * @param given what the answers have in common.
 * @param answersAgain the answers that were made before.
 */
export function frameOf(
  operation: Operation,
  contents: () => ContentMaker,
  given: Omit<PrismAnswer, 'held' | 'example' | 'violations'>,
  answersAgain: AnswersAgain,
): Frame {
  const { output, accept } = given;
  const media = contentMedia(operation, output, accept);
  // Header fields that are made up may tell of the content.
  const tellsOfContent = (declaredResponse(operation, output.statusCode)?.headers ?? []).length > 0;
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
    if (held?.fields === NO_FIELDS && answer.reasons.length === 0 && !tellsOfContent) plain ??= answer;
    return answer;
  };
  const frame: Frame = (turn) => {
    const { status, again } = turn;
    const before = again && answersAgain.of(again, frame);
    if (before) return before;
    const answer = make(turn);
    if (again && status === output.statusCode) answersAgain.keep(again, frame, answer);
    return answer;
  };
  return frame;
}

/** Returns the declared header fields that the state has texts for. Null means that a field is left out. */
function heldFields(declared: readonly DeclaredHeader[], { fields }: Held): Record<string, string | null> {
  return Object.fromEntries(
    declared.flatMap((header) => {
      const name = header.name.toLowerCase();
      return name in fields ? [[header.name, fields[name]?.find((text) => fitsHeader(header, text)) ?? null]] : [];
    }),
  );
}

/** Returns the ETag of a 304, which it has also where the contract does not declare it (RFC 9110 §15.4.5). */
function tagOfUnchanged(status: number, { fields }: Held): Record<string, string> {
  const tag = status === 304 ? fields['etag']?.[0] : undefined;
  return tag === undefined ? {} : { ETag: tag };
}

/** Tells whether an answer may have content (RFC 9110 §15.2, §9.3.2). */
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
  // Prism names the type `*/*` text/plain.
  const any = contentType === 'text/plain' ? media.find(({ type }) => type === '*/*') : undefined;
  return named ?? any ?? mediaFor(response, accept);
}

/** Tells whether the request asked for an example of the media type. Prism names its only example `default`. */
function isAsked({ exampleNames }: Media, { example, violations }: PrismAnswer): boolean {
  return example !== undefined && violations.length === 0 && (exampleNames.includes(example) || example === 'default');
}

/** Makes an answer that says why there is no mocked response (RFC 9457). @param security the credentials that the operation asks for. */
export function toProblem(error: Error, security?: Security): Answer {
  const { status = 500, additional } = error as Partial<ProblemJsonError>;
  const own = (additional as { headers?: Record<string, string> } | undefined)?.headers ?? {};
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', ...own };
  // Prism's types are addresses of its own site, and the header fields stand in the header section.
  const {
    type,
    detail,
    headers: _fields,
    ...content
  } = ProblemJsonError.toProblemJson(error) as unknown as PrismProblem;
  const broken = brokenBy(content);
  if (status === 401 && security) challenge(headers, security);
  const lack = status === 401 && security ? lackOf(security) : undefined;
  const why = lack ?? (detail || error.message);
  const code = /#(\w+)$/.exec(type ?? '')?.[1];
  const said = lack === undefined && broken.length === 0 ? why : capital(`${[lack ?? [], broken].flat().join('; ')}.`);
  const problem = { type: 'about:blank', ...content, detail: said, ...(code === undefined ? {} : { code }) };
  return { status: status || 500, headers, body: JSON.stringify(problem), reasons: [why, ...broken] };
}

interface PrismProblem {
  readonly type?: string;
  readonly detail?: string;
  readonly headers?: unknown;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns what a request breaks. If no response is declared for such a request, Prism's own answer lists it. */
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

/** Writes the violations as Prism's own server does, and escapes everything but ASCII, since a header field may not hold anything else. */
function writeViolations(violations: readonly Told[]): string {
  const json = JSON.stringify(violations).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return json.length > LONGEST_VIOLATIONS ? `Too many violations! ${json.slice(0, LONGEST_VIOLATIONS)}` : json;
}
