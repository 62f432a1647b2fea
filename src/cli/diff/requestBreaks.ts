/** Finds requests that one contract allows and the other refuses. */

import { isMade } from '../../../conformance/values/generator';
import { idOf } from '../../../conformance/values/schemaChoices';
import { IN_FORM, IN_TEXT } from '../../../conformance/values/syntheticSchemas';
import { type Media, type Operation, type Parameter, pathParameters } from '../../contract/contract';
import { isIgnored } from '../../contract/ignoredParameters';
import { mediaKind } from '../../http/mediaType';
import { isEqual } from '../../json/equality';
import type { JsonValue } from '../../json/value';
import { namesIn } from '../../routing/pathTemplate';
import { mediaOf } from '../../serialization/readBody';
import { readParameter } from '../../serialization/readParameter';
import type { RequestViolation } from '../../serialization/requestViolation';
import { requestViolations } from '../../serialization/requestViolations';
import type { WrittenBody } from '../../serialization/writeBody';
import { styleOf } from '../../serialization/writeParameter';
import {
  type Comparing,
  isHint,
  type OperationPair,
  placeWithin,
  requirementBroken,
  requirementInstead,
  saying,
} from './comparing';
import {
  type ComposedRequest,
  composeRequest,
  isRight,
  refusalsOf,
  schemasOfParts,
  toJudged,
  toWitness,
  writtenWith,
} from './composeRequest';
import { readOtherwise } from './readOtherwise';
import { clauseKey } from './schemaPair';

/** Adds the requests of the sender that the receiver refuses. */
export function findRequestBreaks(pair: OperationPair, comparing: Comparing): void {
  const base = plainRequest(pair, comparing);
  for (const [sent, read] of pairedParameters(pair)) {
    if (sent && read) comparePair(pair, comparing, base, sent, read);
    if (read?.required && !sent?.required) compareRequired(pair, comparing, base, sent, read);
  }
  compareBodies(pair, comparing, base);
}

/** The values of a request that has nothing but what it needs. */
interface PlainRequest {
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: WrittenBody | undefined;
}

/** Makes the plainest request, of values that both sides take where there are any. */
export function plainRequest({ sender, receiver }: OperationPair, { generator }: Comparing): PlainRequest {
  const parameters = new Map<Parameter, JsonValue>();
  for (const [sent, read] of pairedParameters({ sender, receiver })) {
    if (!sent || !(sent.required || read?.required) || isIgnored(sent, sender)) continue;
    const value = plainValue(sent, read, generator);
    if (value !== undefined) parameters.set(sent, value);
  }
  const wantsBody = sender.requestBody?.required || (sender.requestBody && receiver.requestBody?.required);
  const [media] = sender.requestBody?.media ?? [];
  return { parameters, body: wantsBody && media ? plainBody(media, receiver, generator) : undefined };
}

function plainValue(sent: Parameter, read: Parameter | undefined, generator: Comparing['generator']) {
  const [first, ...more] = schemasOfParts(sent, read);
  if (!first) return 'text';
  const examples = sent.examples.map(({ value }) => value);
  const both = generator.witness(first, { name: 'plain', keeping: [IN_TEXT, ...more], examples });
  if (isMade(both)) return both.value;
  const own = generator.witness(first, { name: 'plain', keeping: [IN_TEXT], examples });
  return isMade(own) && sent.schema ? own.value : undefined;
}

function plainBody(
  media: Media,
  { requestBody }: Operation,
  generator: Comparing['generator'],
): WrittenBody | undefined {
  if (!media.schema) return writtenWith(media, mediaKind(media.type) === 'text' ? 'text' : {});
  const other = requestBody && mediaOf(requestBody.media, media.type);
  const keeping = isForm(media) ? [IN_FORM] : [];
  const both = generator.witness(media.schema, { name: 'plain', keeping: [...keeping, ...schemasOfParts(other)] });
  const made = isMade(both) ? both : generator.witness(media.schema, { name: 'plain', keeping });
  return isMade(made) ? writtenWith(media, made.value) : undefined;
}

function isForm({ type }: Media): boolean {
  return ['form', 'multipart'].includes(mediaKind(type));
}

/** Pairs parameters by their place and name, and those of the path by their position there. */
function pairedParameters({
  sender,
  receiver,
}: Pick<OperationPair, 'sender' | 'receiver'>): (readonly [
  sent: Parameter | undefined,
  read: Parameter | undefined,
])[] {
  const inOrder = (operation: Operation) =>
    namesIn(operation.path).map((name) => pathParameters(operation).find((parameter) => parameter.name === name));
  const [sentPath, readPath] = [inOrder(sender), inOrder(receiver)];
  const beside = (operation: Operation) => operation.parameters.filter((parameter) => parameter.in !== 'path');
  const keyOf = ({ in: where, name }: Parameter) => `${where} ${where === 'header' ? name.toLowerCase() : name}`;
  const read = new Map(beside(receiver).map((parameter) => [keyOf(parameter), parameter]));
  const sent = new Map(beside(sender).map((parameter) => [keyOf(parameter), parameter]));
  return [
    ...sentPath.map((parameter, at) => [parameter, readPath[at]] as const),
    ...[...sent].map(([key, parameter]) => [parameter, read.get(key)] as const),
    ...[...read].flatMap(([key, parameter]) => (sent.has(key) ? [] : [[undefined, parameter] as const])),
  ];
}

function toldParameter({ in: where, name }: Parameter): string {
  return `the ${where === 'path' ? 'path' : where} parameter ${name}`;
}

function request(
  pair: OperationPair,
  { parameters, body }: PlainRequest,
  changed?: readonly [Parameter, JsonValue | undefined],
) {
  const all = new Map(parameters);
  if (changed) {
    const [parameter, value] = changed;
    if (value === undefined) all.delete(parameter);
    else all.set(parameter, value);
  }
  const composed = composeRequest(pair.sender, { parameters: all, body });
  return composed && isRight(composed, pair.sender) ? composed : undefined;
}

function compareRequired(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  sent: Parameter | undefined,
  read: Parameter,
): void {
  const composed = request(pair, base, sent ? [sent, undefined] : undefined);
  if (!composed) return;
  const refused = refusalsOf(composed, pair.receiver).some(({ parameter, missing }) => parameter === read && missing);
  if (!refused) return;
  const subject = toldParameter(read);
  comparing.add(
    {
      kind: 'parameter-required',
      operation: pair.name,
      subject,
      path: '',
      message: `${subject} is required`,
      witness: toWitness(composed),
    },
    sent ? saying('is optional', sent.clause) : saying('is not declared', pair.sender.clause),
    saying('is required', read.clause),
  );
}

function comparePair(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  sent: Parameter,
  read: Parameter,
): void {
  const isSame = comparing.isSame(sent.schema, read.schema) && sent.content === read.content;
  const isWrittenAlike = sent.in === 'querystring' || isEqual(writing(sent), writing(read));
  if ((isSame && isWrittenAlike) || isIgnored(sent, pair.sender)) return;
  const found = new Map<string, { composed: ComposedRequest; value: JsonValue; violation: RequestViolation }>();
  let readOtherwise: { composed: ComposedRequest; value: JsonValue; as: JsonValue } | undefined;
  const part = { operation: pair.name, subject: toldParameter(sent) };
  // Values that differ deep within an object or a list are found by comparing the schemas.
  const nested =
    !isSame && sent.schema && read.schema ? comparing.between(sent.schema, read.schema, 'request', part) : [];
  const values = [...valuesOf(sent, read, comparing), ...nested.map(({ value }) => value as JsonValue)];
  for (const value of values) {
    const composed = request(pair, base, [sent, value]);
    if (!composed) continue;
    const violation = refusalsOf(composed, pair.receiver).find(({ parameter }) => parameter === read);
    if (violation) {
      const { broken } = violation;
      const key = broken ? `${idOf(broken.schema)} ${broken.keyword}` : 'type';
      if (!found.has(key)) found.set(key, { composed, value, violation });
    } else if (!isWrittenAlike && !readOtherwise) {
      const as = readAs(composed, pair.receiver, read);
      const before = readAs(composed, pair.sender, sent);
      if (as !== undefined && before !== undefined && !isEqual(as, before))
        readOtherwise = { composed, value: before, as };
    }
  }
  tellParameter(pair, comparing, sent, read, found.values());
  if (readOtherwise && found.size === 0) tellReading(pair, comparing, sent, read, readOtherwise);
}

function writing(parameter: Parameter) {
  if (parameter.in === 'querystring') return {};
  const { style, explode } = styleOf({ ...parameter, in: parameter.in });
  // How a scalar is written does not depend on `explode`.
  const hasParts =
    parameter.types.some((type) => type === 'array' || type === 'object') || parameter.types.length === 0;
  return { style, explode: hasParts && explode };
}

function readAs(composed: ComposedRequest, operation: Operation, parameter: Parameter): JsonValue | undefined {
  if (!parameter.schema || parameter.content !== undefined) return undefined;
  const others = new Set(operation.parameters.filter((each) => each !== parameter).map(({ name }) => name));
  return readParameter(parameter, parameter.schema, others, toJudged(composed, operation));
}

/** Returns values of a parameter that may show how it changed: those that only one side's schema allows come first. */
function* valuesOf(sent: Parameter, read: Parameter, { generator }: Comparing): Iterable<JsonValue> {
  const options = { name: 'difference' };
  if (sent.schema && read.schema)
    for (const { value } of generator.violations(read.schema, { ...options, keeping: [IN_TEXT, sent.schema] })
      .violations)
      yield value as JsonValue;
  if (sent.schema)
    for (const { value } of generator.valid(sent.schema, { ...options, keeping: [IN_TEXT] })) yield value as JsonValue;
  if (read.schema && !sent.schema)
    for (const { value } of generator.violations(read.schema, { ...options, keeping: [IN_TEXT] }).violations)
      yield value as JsonValue;
  yield 'a,b';
  yield ['a', 'b'];
  yield [1, 2];
}

function tellParameter(
  pair: OperationPair,
  comparing: Comparing,
  sent: Parameter,
  read: Parameter,
  found: Iterable<{ composed: ComposedRequest; value: JsonValue; violation: RequestViolation }>,
): void {
  const subject = toldParameter(sent);
  for (const { composed, value, violation } of found) {
    const { broken } = violation;
    const refused = broken
      ? requirementBroken(broken)
      : saying(`must be ${read.types.join(' or ') || 'another value'}`, read.clause);
    const allowed =
      broken && sent.schema
        ? requirementInstead(sent.schema, value, { ...broken, path: '' }, 'request')
        : saying(sent.types.length > 0 ? `must be ${sent.types.join(' or ')}` : 'may be any text', sent.clause);
    comparing.add(
      {
        kind: broken && isHint(broken) ? 'request-format-narrowed' : 'parameter-narrowed',
        operation: pair.name,
        subject,
        path: broken?.path ?? '',
        message: `${subject} ${refused.text}`,
        witness: toWitness(composed, value),
      },
      allowed,
      refused,
    );
  }
}

function tellReading(
  pair: OperationPair,
  comparing: Comparing,
  sent: Parameter,
  read: Parameter,
  { composed, value, as }: { composed: ComposedRequest; value: JsonValue; as: JsonValue },
): void {
  const subject = toldParameter(sent);
  const styled = (parameter: Parameter) => {
    const { style, explode } = { explode: false, style: '', ...writing(parameter) };
    return `is written in the style ${style}${explode ? ', exploded' : ''}`;
  };
  comparing.add(
    {
      kind: 'parameter-read-otherwise',
      operation: pair.name,
      subject,
      path: '',
      message: `${subject} is read otherwise: what stood for ${JSON.stringify(value)} stands for ${JSON.stringify(as)}`,
      witness: toWitness(composed, value),
    },
    saying(styled(sent), sent.clause),
    saying(styled(read), read.clause),
  );
}

function compareBodies(pair: OperationPair, comparing: Comparing, base: PlainRequest): void {
  const { sender, receiver } = pair;
  const [sent, read] = [sender.requestBody, receiver.requestBody];
  if (!read) return;
  if (read.required && !sent?.required) {
    const composed = request(pair, { ...base, body: undefined });
    if (composed && refusalsOf(composed, receiver).some(({ missing, parameter }) => missing && !parameter))
      comparing.add(
        {
          kind: 'body-required',
          operation: pair.name,
          subject: 'the body',
          path: '',
          message: 'the body is required',
          witness: toWitness(composed),
        },
        sent ? saying('is optional', sent.clause) : saying('is not declared', sender.clause),
        saying('is required', read.clause),
      );
  }
  for (const media of sent?.media ?? []) compareMedia(pair, comparing, base, media);
}

function compareMedia(pair: OperationPair, comparing: Comparing, base: PlainRequest, media: Media): void {
  const { receiver } = pair;
  const subject = `the body (${media.type})`;
  const read = receiver.requestBody && mediaOf(receiver.requestBody.media, media.type);
  if (media.defect || read?.defect) return;
  if (!read) {
    const body = plainBody(media, receiver, comparing.generator);
    const composed = body && request(pair, { ...base, body });
    if (composed && refusalsOf(composed, receiver).some(({ code }) => code === 415))
      comparing.add(
        {
          kind: 'request-type-removed',
          operation: pair.name,
          subject,
          path: '',
          message: `a body of the type ${media.type} is no longer taken`,
          witness: toWitness(composed),
        },
        saying(`takes ${media.type}`, media.clause),
        saying(
          `takes ${receiver.requestBody?.media.map(({ type }) => type).join(' or ')}`,
          receiver.requestBody?.clause,
        ),
      );
    return;
  }
  tellBodyReading(pair, comparing, base, media, read);
  if (!media.schema || !read.schema || comparing.isSame(media.schema, read.schema)) return;
  const told = new Set<string>();
  for (const narrowing of comparing.between(media.schema, read.schema, 'request', {
    operation: pair.name,
    subject,
  })) {
    const key = clauseKey(narrowing, [media.schema], 'request');
    if (told.has(key)) continue;
    const { value, path, broken } = narrowing;
    const body = writtenWith(media, value as JsonValue);
    const composed = body && request(pair, { ...base, body });
    if (!composed || !(isHint(broken) || isBodyRefused(composed, receiver, read))) continue;
    told.add(key);
    const refused = requirementBroken(broken);
    comparing.add(
      {
        kind: isHint(broken) ? 'request-format-narrowed' : 'body-narrowed',
        operation: pair.name,
        subject,
        path,
        message: `${placeWithin(subject, path)} ${refused.text}`,
        witness: toWitness(composed, value as JsonValue),
      },
      requirementInstead(media.schema, value, broken, 'request'),
      refused,
    );
  }
}

function tellBodyReading(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  sent: Media,
  read: Media,
): void {
  const found = readOtherwise(sent, read, comparing);
  const composed = found && request(pair, { ...base, body: found.written });
  if (!composed) return;
  const subject = `the body (${sent.type})`;
  comparing.add(
    {
      kind: 'body-read-otherwise',
      operation: pair.name,
      subject,
      path: found.path,
      message: `${placeWithin(subject, found.path)} is read otherwise: ${found.difference}`,
      witness: toWitness(composed, found.value),
    },
    saying('is written so', sent.schemaClause),
    saying('is written otherwise', read.schemaClause),
  );
}

/** Tells whether a body is refused however it is read. Texts and XML have one reading here: what the schema says of them. */
function isBodyRefused(composed: ComposedRequest, receiver: Operation, { type }: Media): boolean {
  const isOfBody = ({ parameter }: RequestViolation) => parameter === undefined;
  if (refusalsOf(composed, receiver).some(isOfBody)) return true;
  const judged = toJudged(composed, receiver);
  return ['text', 'xml'].includes(mediaKind(type)) && requestViolations(receiver, judged, 'strict').some(isOfBody);
}
