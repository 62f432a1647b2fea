import { type Clause, placeOf } from '../../src/contract/clause';
import type { Operation } from '../../src/contract/contract';
import { clauseAt } from '../../src/contract/document/files';
import { memberSchemas, requiredMembers } from '../../src/contract/schema/facets';
import type { CaseEdge, PlannedRequest } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule } from '../../src/engine/model/rule';
import type { Edit, EditPlace } from '../../src/engine/model/tries';
import type { MediaKind } from '../../src/http/mediaType';
import { isSuccess } from '../../src/http/statuses';
import { pointerTokens } from '../../src/json/pointer';
import { choosesPage } from '../../src/resources/vocabulary/paging';
import { namesIn } from '../../src/routing/pathTemplate';
import { contentKind } from '../../src/serialization/contentKind';
import type { Input } from '../../src/serialization/input';
import { nameOfParameter, quoted, statusLine } from '../judging/exchanges';
import { isOrderedOtherwise } from '../judging/orderOfValues';
import { partsSentIn } from '../judging/partsSent';
import { reasonsIn } from '../tries/refusal';

/** A contract states which values are valid: "the schema defining the type used for the parameter". OpenAPI 3.1 §4.8.12 */
export const validInputAccepted: Rule = {
  id: 'valid-input-accepted',
  level: 'should',
  statement: 'A request is not refused for a valid value of one clause, where it is accepted with another one.',
  reference: ['Parameter Object'],
  advice: 'Accept all that the contract allows, or let the contract say what is allowed.',
  probes: ['valid'],
  across: true,
  bind(operation) {
    const parameter = operation.parameters.find((each) => each.in !== 'path');
    const clause = parameter?.clause ?? operation.requestBody?.clause;
    const optional = () =>
      'no value at the end of what is valid was accepted, or refused where another one was accepted';
    return clause ? [{ operation, clause, optional }] : [];
  },
  judge(exchange, _subject, context) {
    const { case: each, response, error } = exchange;
    const { claim, request } = each;
    const { edges = [] } = claim;
    if (claim.probe !== 'valid' || claim.handedOver || !response || error) return undefined;
    if (isSuccess(response.status)) return edges.length === 0 ? undefined : [];
    if (response.status === 415 && !request.isFurther) return refusedType(exchange, context.all);
    // Other refusals are about a state, a right, or the length of a whole request.
    if ((response.status !== 400 && response.status !== 422) || request.isFurther) return undefined;
    const accepted = context.all.filter(isAccepted);
    if (accepted.length === 0) return undefined;
    const demanded = demandedPart(exchange, accepted);
    const blamed = demanded ? [demanded] : blamedEdges(exchange, edges, context.all);
    return blamed.length === 0 ? undefined : blamed.map((edge) => toBreach(edge, exchange));
  },
};

/**
 * Tells of a declared type that a service says not to take (RFC 9110 §15.5.16), where it takes another one. Of other content than that whose
 * whole form the contract states, such as an image, it may look at more than the type.
 */
function refusedType(
  { case: { request }, response }: Exchange,
  all: readonly Exchange[],
): readonly Breach[] | undefined {
  const typeOf = ({ case: each }: Exchange) => each.request.input.body?.contentType;
  const own = request.input.body?.contentType;
  const media = request.operation.requestBody?.media.find(({ declared }) => declared === own);
  if (!media || !response || !WHOLLY_STATED.has(contentKind(media)) || media.type.includes('*')) return undefined;
  const accepted = all.filter(isAccepted).map(typeOf);
  if (accepted.includes(own) || !accepted.some((type) => type !== undefined)) return undefined;
  return [
    {
      message: `content of the type ${media.type} is refused, which the contract declares, where another type is accepted`,
      expected: `success, as ${placeOf(media.clause)} has it`,
      actual: statusLine(response),
      clause: media.clause,
    },
  ];
}

const WHOLLY_STATED: ReadonlySet<MediaKind> = new Set<MediaKind>(['json', 'form', 'xml']);

/** What stands in place of the clause of a part that need not be there. */
const NOT_REQUIRED = 'not required';

function toBreach({ clause, clauseText, subject, sent }: CaseEdge, { response, said }: Exchange): Breach {
  const answer = response ? statusLine(response) : '';
  const message =
    clauseText === NOT_REQUIRED
      ? `${subject} is demanded, and the contract does not require it`
      : `a valid value by \`${clauseText}\` of ${subject} is refused, where another one is accepted`;
  return {
    message,
    kind: `${clauseText === NOT_REQUIRED ? 'demanded' : 'refused'} ${nameOfParameter(subject)}`.trim(),
    expected: `success, as ${placeOf(clause)} has it`,
    actual: `${sent}: ${answer}${said === undefined ? '' : `, "${quoted(said)}"`}`,
    ownWords: [`${sent}: `],
    clause,
  };
}

function isAccepted({ case: { claim, request }, response, error }: Exchange): boolean {
  return claim.probe === 'valid' && !request.isFurther && response !== null && !error && isSuccess(response.status);
}

/** Returns the one part that a refusal says is missing, that the contract does not require, and that an accepted request has. */
function demandedPart({ case: { request }, said }: Exchange, accepted: readonly Exchange[]): CaseEdge | undefined {
  const { operation, input } = request;
  const [named, ...more] = said === undefined ? [] : reasonsIn(operation, input.body?.contentType, said);
  if (said === undefined || !named || more.length > 0 || named.says !== 'missing') return undefined;
  const { place, name } = named;
  const isSentIn = (other: Input) => hasPart(other, place, name);
  if (isSentIn(input) || !accepted.some(({ case: each }) => isSentIn(each.request.input))) return undefined;
  const subject = subjectOf(named);
  const clause = place === 'body' ? optionalMember(request, name) : optionalParameter(operation, place, name);
  return clause && { clauseText: NOT_REQUIRED, subject, sent: `without ${subject}`, clause };
}

function optionalParameter({ parameters }: Operation, where: string, name: string): Clause | undefined {
  const parameter = parameters.find((each) => each.in === where && each.name === name);
  return parameter && !parameter.required ? parameter.clause : undefined;
}

/** Returns the clause of a member at the root of a body, where no schema of that requires it. */
function optionalMember({ operation, input }: PlannedRequest, pointer: string): Clause | undefined {
  const media = operation.requestBody?.media.find(({ declared }) => declared === input.body?.contentType);
  const [name = '', ...deeper] = pointerTokens(pointer);
  if (!media?.schema || deeper.length > 0 || requiredMembers(media.schema).includes(name)) return undefined;
  const [member] = memberSchemas(media.schema).get(name) ?? [];
  return member && clauseAt(member.place.file, member.place.pointer);
}

function hasPart({ query, headers, cookies, body }: Input, place: Edit['place'], name: string): boolean {
  switch (place) {
    case 'query':
      return query.some((each) => each.name === name);
    case 'header':
      return headers.some(([each]) => each.toLowerCase() === name.toLowerCase());
    case 'cookie':
      return cookies.some((each) => each.name === name);
    case 'body':
      return body?.bytes.includes(`"${pointerTokens(name)[0]}"`) ?? false;
    case 'path':
      return true;
    default:
      return place satisfies never;
  }
}

/** Returns the clauses for whose values a request was refused; none where there may be another reason. */
function blamedEdges(exchange: Exchange, edges: readonly CaseEdge[], all: readonly Exchange[]): readonly CaseEdge[] {
  const { case: refused, said } = exchange;
  const accepted = all.filter(isAccepted);
  // A value that was accepted in another request is not the reason.
  const inputs = accepted.map(({ case: { request } }) => request.input);
  const shown = new Set(accepted.flatMap(({ case: { claim } }) => claim.edges?.map(keyOf) ?? []));
  const isOpen = (edge: CaseEdge) =>
    !shown.has(keyOf(edge)) &&
    !mayBeTooMuch(edge, refused.request) &&
    !mayBeBehindEnd(edge) &&
    !isEncodedCookie(edge, refused.request.input) &&
    !isRefusedWithout(edge, exchange, all) &&
    !differsOtherwise(edge, exchange, accepted) &&
    !isOrderedOtherwise(edge.subject, refused.request.input, inputs);
  const open = edges.filter(isOpen);
  if (open.length === 0) return [];
  if (said !== undefined && !GENERAL.test(said)) return namedEdges(refused.request, said, open);
  // Nothing but one value may be different from a request that was accepted.
  const [only, ...more] = edges;
  if (!only || more.length > 0) return [];
  const form = formOf(refused.request.input);
  const isAlike = ({ case: { request } }: Exchange) =>
    formOf(request.input) === form && isAlikeBut(only.subject, refused.request.input, request.input);
  return accepted.some(isAlike) ? open : [];
}

/** Tells whether the same refusal came to a request that has another value there, at no end of what is valid: so that end is not its reason. */
function isRefusedWithout({ subject }: CaseEdge, { response, said }: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    ({ case: { claim, request }, response: other, said: saidThere }) =>
      claim.probe === 'valid' &&
      !request.isFurther &&
      other?.status === response?.status &&
      saidThere === said &&
      !claim.edges?.some((edge) => edge.subject === subject),
  );
}

/**
 * Tells whether a number may be more than what the thing has that a path names: `POST /products/7/take` with a quantity of 1000, where 60 are in
 * stock. What is there is a state, which no schema says.
 */
function mayBeTooMuch({ clauseText }: CaseEdge, { operation: { method, path } }: PlannedRequest): boolean {
  return method === 'POST' && namesIn(path).length > 0 && /^(exclusiveMaximum|maximum|format)\b/.test(clauseText);
}

/**
 * Tells whether a value may lead behind the last page of a list: how many there are is a state, which no schema says. The least number leads to the
 * first page, and that is always there.
 */
function mayBeBehindEnd({ clauseText, subject, sent }: CaseEdge): boolean {
  const [name = '', where] = subject.split(' in the ');
  if (where !== 'query' || !choosesPage(name)) return false;
  const [, least] = /^minimum: (-?\d+)$/.exec(clauseText) ?? [];
  return least === undefined || Number.parseFloat(sent) > Number(least);
}

/**
 * Tells whether a text at an end of its length differs from all accepted ones in more than its length: it has characters of other kinds, or lacks
 * some that each of those has, such as the digit of a password; or one text alone is accepted, such as the name of the one customer.
 */
function differsOtherwise(
  { clauseText, subject }: CaseEdge,
  refused: Exchange,
  accepted: readonly Exchange[],
): boolean {
  if (!/^(min|max)Length\b/.test(clauseText)) return false;
  const textOf = ({ case: { request } }: Exchange) => partsSentIn(request.input).get(subject);
  const own = textOf(refused);
  const texts = new Set(accepted.map(textOf).filter((text) => text !== undefined && text !== own));
  if (own === undefined || texts.size < 2) return true;
  const kinds = [...texts].map((text) => kindsIn(text ?? ''));
  const isKnown = (kind: string) => kinds.some((each) => each.has(kind));
  const has = kindsIn(own);
  return ![...has].every(isKnown) || KINDS.some(([kind]) => kinds.every((each) => each.has(kind)) && !has.has(kind));
}

/** The kinds of characters that services ask for in a text. */
const KINDS = [
  ['a capital letter', /\p{Lu}/u],
  ['another letter', /[\p{Ll}\p{Lt}\p{Lm}\p{Lo}]/u],
  ['a digit', /\p{N}/u],
  ['a space', /\s/u],
  ['a sign of ASCII', /[!-/:-@[-`{-~]/],
  ['something else', /[^\p{L}\p{N}\s!-~]/u],
] as const;

function kindsIn(text: string): ReadonlySet<string> {
  return new Set(KINDS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind));
}

/** Tells whether two requests have the same values everywhere but in one part, and in the texts and the keys that are to be like no other. */
function isAlikeBut(subject: string, one: Input, other: Input): boolean {
  const texts = [...Object.keys(one.like ?? {}), ...Object.keys(other.like ?? {})].map((name) => `/${name}`);
  const keys = [one, other].flatMap(({ ownKey }) => (ownKey === undefined ? [] : [`${ownKey} in the header`]));
  const own = new Set([...texts, ...keys]);
  const [parts, others] = [partsSentIn(one), partsSentIn(other)];
  const names = [...parts.keys(), ...others.keys()].filter((name) => !own.has(name) && !isIn(name, subject));
  return names.every((name) => parts.get(name) === others.get(name));
}

/** Tells whether a place is in a part, or the part in it: `/tags/0` is in `/tags`, `/0 of ids in the query` in `ids in the query`. */
function isIn(place: string, subject: string): boolean {
  return (
    `${place}/`.startsWith(`${subject}/`) || `${subject}/`.startsWith(`${place}/`) || subject.endsWith(` of ${place}`)
  );
}

/**
 * Tells whether a value is in a cookie that is percent-encoded. HTTP has no such encoding of cookies (RFC 6265 §4.1.1), so many services judge
 * the text as it was sent, which is longer.
 */
function isEncodedCookie({ subject }: CaseEdge, { cookies }: Input): boolean {
  return subject.endsWith(' in the cookie') && cookies.some(({ value }) => encodeURIComponent(value) !== value);
}

/** Returns those that a refusal names; none where it names something else, too, or nothing that the contract knows. */
function namedEdges({ operation, input }: Exchange['case']['request'], said: string, open: readonly CaseEdge[]) {
  const named = reasonsIn(operation, input.body?.contentType, said);
  const found = named.map((place) =>
    open.find((edge) => withoutIndices(edge.subject) === withoutIndices(subjectOf(place))),
  );
  const edges = found.filter((edge) => edge !== undefined);
  if (edges.length !== found.length || namesOther(said, edges, input)) return [];
  return [...new Set(edges)];
}

/** Tells whether a refusal has the name of another part of the request among its words: `most must not be less than least`. */
function namesOther(said: string, edges: readonly CaseEdge[], input: Input): boolean {
  const words = new Set(said.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? []);
  return [...partsSentIn(input).keys()].some((place) => {
    const isNamed = edges.some(({ subject }) => isIn(place, subject));
    const [name = ''] = place.startsWith('/') ? pointerTokens(place).slice(-1) : place.split(' in the ');
    return !isNamed && words.has(name.toLowerCase());
  });
}

/** Names a place of a request as the edges of a case do: "/customer", "limit in the query". */
function subjectOf({ place, name }: EditPlace): string {
  return place === 'body' ? name : `${name} in the ${place}`;
}

function withoutIndices(subject: string): string {
  return subject.replace(/\/\d+(?=\/|$)/g, '/0');
}

/** Matches refusals that say only that something is wrong. */
const GENERAL =
  /^(bad|invalid|malformed|incorrect|wrong)?\s*(request|input|body|content|data|parameters?|values?|query|payload|entity)?\s*(is |was )?(invalid|failed|error|refused|not valid|unprocessable( entity| content)?)?[.!]?$/i;

function keyOf({ clause, subject, sent }: CaseEdge): string {
  return `${clause.file} ${clause.pointer} ${subject} ${sent}`;
}

/** Which parts a request has, whatever their values. */
function formOf({ query, headers, cookies, body }: Input): string {
  const names = [query.map(({ name }) => name), headers.map(([name]) => name), cookies.map(({ name }) => name)];
  return JSON.stringify([...names.map((each) => [...new Set(each)].sort()), body && membersOf(body)]);
}

function membersOf({ bytes, contentType }: NonNullable<Input['body']>): string {
  const names = [...bytes.toString('utf8').matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, name = '']) => name);
  return `${contentType} ${[...new Set(names)].sort().join(' ')}`;
}
