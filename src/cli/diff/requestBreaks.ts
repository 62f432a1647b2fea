/** Finds requests that one contract allows and the other refuses. */

import { IN_FORM, madeUp } from '../../../conformance/values/syntheticSchemas';
import type { Media, Operation } from '../../contract/contract';
import type { BrokenClause } from '../../contract/schema/brokenClause';
import { evaluate } from '../../contract/schema/evaluate';
import type { Schema } from '../../contract/schema/schema';
import { mediaKind } from '../../http/mediaType';
import { pointerTokens } from '../../json/pointer';
import type { JsonValue } from '../../json/value';
import { mediaOf } from '../../serialization/readBody';
import type { RequestViolation } from '../../serialization/requestViolation';
import { requestViolations } from '../../serialization/requestViolations';
import type { WrittenBody } from '../../serialization/writeBody';
import { remembered } from '../../support/caching';
import type { Parts } from '../../support/letOthersRun';
import {
  type Comparing,
  type OperationPair,
  placeWithin,
  requirementBroken,
  requirementInstead,
  saying,
} from './comparing';
import { type ComposedRequest, refusalsOf, toJudged, toWitness, writtenWith } from './composeRequest';
import { sentTypes } from './contents';
import { compareParameters } from './parameterBreaks';
import { isForm, type PlainRequest, plainBody, plainRequest, plainRequestOf } from './plainRequest';
import { readOtherwise } from './readOtherwise';
import { clauseKey } from './schemaPair';

/** Adds the requests of the sender that the receiver refuses. */
export function* findRequestBreaks(pair: OperationPair, comparing: Comparing): Parts<void> {
  const base = plainRequest(pair, comparing);
  yield* compareParameters(pair, comparing, base);
  yield* compareBodies(pair, comparing, base);
}

function* compareBodies(pair: OperationPair, comparing: Comparing, base: PlainRequest): Parts<void> {
  const { sender, receiver } = pair;
  const [sent, read] = [sender.requestBody, receiver.requestBody];
  if (!read) return;
  if (read.required && !sent?.required) {
    const composed = plainRequestOf(pair, { ...base, body: undefined });
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
  for (const media of sentTypes(sent?.media ?? [], read.media)) yield* compareMedia(pair, comparing, base, media);
}

function* compareMedia(pair: OperationPair, comparing: Comparing, base: PlainRequest, media: Media): Parts<void> {
  const { receiver } = pair;
  const subject = `the body (${media.type})`;
  const read = receiver.requestBody && mediaOf(receiver.requestBody.media, media.type);
  if (media.defect || read?.defect) return;
  if (!read) {
    const body = plainBody(media, receiver, comparing.generator);
    const composed = body && plainRequestOf(pair, { ...base, body });
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
  const whole = { sent: media.valueSchema, read: read.valueSchema, toBody: (value: JsonValue) => value };
  if (media.schema || read.schema) yield* compareValues(pair, comparing, base, media, whole);
  const [sentItem, readItem] = [media.itemSchema, read.itemSchema];
  const item = sentItem && readItem && { sent: sentItem, read: readItem, toBody: (value: JsonValue) => [value] };
  if (item) yield* compareValues(pair, comparing, base, media, item);
}

/** The schemas of both sides for the values of a body, or for the items of one that is a sequence. */
interface ValuePair {
  readonly sent: Schema;
  readonly read: Schema;
  /** Returns the body that shows a value. */
  readonly toBody: (value: JsonValue) => JsonValue;
}

function* compareValues(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  media: Media,
  { sent, read, toBody }: ValuePair,
): Parts<void> {
  if (comparing.isSame(sent, read)) return;
  const subject = `the body (${media.type})`;
  const told = new Set<string>();
  const allowing = isForm(media) ? asObject(sent) : sent;
  for (const narrowing of yield* comparing.between(allowing, read, 'request', { operation: pair.name, subject })) {
    const key = clauseKey(narrowing, [sent], 'request');
    if (told.has(key)) continue;
    const { path, broken, hint } = narrowing;
    // A text of a form may be read as several values, so that it need not satisfy two alternatives.
    const isAmbiguous = narrowing.isAmbiguous && mediaKind(media.type) === 'json';
    const value = narrowing.value as JsonValue;
    const body = writtenWith(media, toBody(value)) ?? formInstead(media, { sent, read }, broken, comparing);
    const composed = body && plainRequestOf(pair, { ...base, body });
    if (!composed || !(hint || isAmbiguous || isBodyRefused(composed, pair.receiver, media, path))) continue;
    told.add(key);
    const refused = requirementBroken(broken);
    comparing.add(
      {
        kind: hint ? `request-${hint}-narrowed` : isAmbiguous ? 'body-ambiguous' : 'body-narrowed',
        operation: pair.name,
        subject,
        path,
        message: `${placeWithin(subject, path)} ${refused.text}`,
        witness: toWitness(composed, value),
      },
      requirementInstead(sent, value, broken, 'request'),
      refused,
    );
  }
}

/** Returns a schema of the objects that a schema allows: a form is one, whether or not its contract says so. */
const asObject = remembered((schema: Schema): Schema => madeUp(schema, { type: 'object', allOf: [schema] }));

/** Returns a form that the same clause refuses: one without a field, such as what is left without those that are required, is no body. */
function formInstead(
  media: Media,
  { sent, read }: Pick<ValuePair, 'sent' | 'read'>,
  broken: BrokenClause,
  { generator }: Comparing,
): WrittenBody | undefined {
  if (!isForm(media)) return undefined;
  const isSameClause = ({ schema, keyword }: BrokenClause) => schema === broken.schema && keyword === broken.keyword;
  const { violations } = generator.violations(read, { name: 'form', keeping: [IN_FORM, sent] });
  const found = violations.find(({ value }) => evaluate(read, value, { direction: 'request' }).some(isSameClause));
  return found && writtenWith(media, found.value as JsonValue);
}

function tellBodyReading(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  sent: Media,
  read: Media,
): void {
  const found = readOtherwise(sent, read, comparing);
  const composed = found && plainRequestOf(pair, { ...base, body: found.written });
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

/**
 * Tells whether a body is refused however it is read. Texts, XML and what stands within one part of a multipart body have one reading here: what
 * the schema says of them.
 * @param path the place that the schema refuses.
 */
function isBodyRefused(composed: ComposedRequest, receiver: Operation, { type }: Media, path: string): boolean {
  const isOfBody = ({ parameter }: RequestViolation) => parameter === undefined;
  if (refusalsOf(composed, receiver).some(isOfBody)) return true;
  const judged = toJudged(composed, receiver);
  const kind = mediaKind(type);
  const hasOneReading = kind === 'text' || kind === 'xml' || (kind === 'multipart' && pointerTokens(path).length > 1);
  return hasOneReading && requestViolations(receiver, judged, 'strict').some(isOfBody);
}
