/** Finds answers that one contract allows and the other does not declare. */

import { isMade } from '../../../conformance/values/generator';
import { type DeclaredResponse, declaredResponse, type Media, type Operation } from '../../contract/contract';
import type { Schema } from '../../contract/schema/schema';
import { mediaKind } from '../../http/mediaType';
import { isWithoutContent } from '../../http/statuses';
import { readJson } from '../../json/exactJson';
import { type JsonValue, toJson } from '../../json/value';
import type { Parts } from '../../support/letOthersRun';
import type { AnswerWitness } from './breaks';
import {
  type Comparing,
  type OperationPair,
  placeWithin,
  requirementBroken,
  requirementInstead,
  saying,
} from './comparing';
import { writtenWith } from './composeRequest';
import { isAnyBytes, isUnsaid, sameType, sentTypes } from './contents';
import { compareHeader, plainText } from './headerBreaks';
import { readOtherwise } from './readOtherwise';
import { clauseKey } from './schemaPair';

/** Adds the answers of the sender, the service, that the receiver, its client, cannot expect. */
export function* findAnswerBreaks(pair: OperationPair, comparing: Comparing): Parts<void> {
  const { sender, receiver } = pair;
  // If nothing is declared, everything may come.
  if (receiver.responses.length === 0) return;
  const compared = new Set<string>();
  for (const sent of sender.responses) {
    if (sent.defect) continue;
    for (const status of statusesOf(sent, sender, receiver)) {
      const expected = declaredResponse(receiver, status);
      const key = `${sent.status} ${expected?.status ?? 'none'}`;
      if (compared.has(key)) continue;
      compared.add(key);
      if (!expected) tellStatus(pair, comparing, sent, status);
      else if (!expected.defect) yield* compareAnswers(pair, comparing, { sent, expected, status });
    }
  }
}

/** Two declarations of one answer, and a status that both are for. */
interface AnswerPair {
  readonly sent: DeclaredResponse;
  readonly expected: DeclaredResponse;
  readonly status: number;
}

/** Returns the statuses by which a declared response is compared: for a range and for `default`, each that the other side declares by itself, and one more. */
function statusesOf(sent: DeclaredResponse, sender: Operation, receiver: Operation): number[] {
  if (/^\d{3}$/.test(sent.status)) return [Number(sent.status)];
  const own = (status: number) => declaredResponse(sender, status) === sent;
  const exact = receiver.responses.map(({ status }) => Number(status)).filter((status) => status >= 200);
  const others = [
    ...Array.from({ length: 100 }, (_, at) => 500 + at),
    ...Array.from({ length: 300 }, (_, at) => 200 + at),
  ];
  const further = others.find((status) => own(status) && !exact.includes(status));
  return [...exact.filter(own), ...(further === undefined ? [] : [further])];
}

function subjectOf(status: number, media?: Media): string {
  return media ? `the answer ${status} (${media.type})` : `the answer ${status}`;
}

function tellStatus(pair: OperationPair, comparing: Comparing, sent: DeclaredResponse, status: number): void {
  const subject = subjectOf(status);
  const names = pair.receiver.responses.map((response) => response.status).join(', ');
  comparing.add(
    {
      kind: isError(status) ? 'error-status-added' : 'status-added',
      operation: pair.name,
      subject,
      path: '',
      message: `${subject} is new`,
      witness: answerOf(sent, status, comparing),
    },
    saying(`declares ${sent.status}`, sent.declaredAt),
    saying(`declares ${names}`, pair.receiver.clause),
  );
}

function isError(status: number): boolean {
  return status >= 400;
}

/** Makes an answer as its contract declares it. @param content what it is about; made up where there is none. */
function answerOf(
  { headers, media }: DeclaredResponse,
  status: number,
  { generator }: Comparing,
  content?: { readonly media: Media | undefined; readonly value?: JsonValue },
  without?: string,
): AnswerWitness {
  const [first] = media;
  const declared = content ? content.media : isWithoutContent(status) ? undefined : first;
  const made =
    content?.value === undefined && declared?.schema
      ? generator.witness(declared.schema, { name: 'answer' })
      : undefined;
  const value = content?.value ?? (made && isMade(made) ? (made.value as JsonValue) : undefined);
  const body = declared && value !== undefined ? writtenWith(declared, value) : undefined;
  const fields = headers.flatMap((header): [string, string][] => {
    if (!header.required || header.name.toLowerCase() === without?.toLowerCase()) return [];
    const text = plainText(header, generator);
    return text === undefined ? [] : [[header.name, text]];
  });
  return {
    kind: 'answer',
    status,
    headers: declared ? [['Content-Type', body?.contentType ?? declared.declared], ...fields] : fields,
    body: body?.bytes.toString('utf8'),
    ...(content?.value === undefined ? {} : { value: toJson(content.value) }),
  };
}

function* compareAnswers(pair: OperationPair, comparing: Comparing, answers: AnswerPair): Parts<void> {
  const { sent, expected, status } = answers;
  for (const wanted of expected.headers)
    yield* compareHeader(pair, comparing, {
      subject: `the header ${wanted.name} of ${subjectOf(status)}`,
      sent: sent.headers.find(({ name }) => name.toLowerCase() === wanted.name.toLowerCase()),
      answer: sent,
      wanted,
      withoutIt: () => answerOf(sent, status, comparing, undefined, wanted.name),
    });
  if (pair.sender.method === 'HEAD' || isWithoutContent(status) || expected.media.length === 0) return;
  if (sent.media.length === 0) {
    const subject = subjectOf(status);
    const types = expected.media.map(({ type }) => type).join(' or ');
    comparing.add(
      {
        kind: 'content-removed',
        operation: pair.name,
        subject,
        path: '',
        message: `${subject} has no content`,
        witness: answerOf(sent, status, comparing, { media: undefined }),
      },
      saying('has no content', sent.clause),
      saying(`has content of the type ${types}`, expected.clause),
    );
  }
  for (const media of sentTypes(sent.media, expected.media)) yield* compareContent(pair, comparing, answers, media);
}

function* compareContent(
  pair: OperationPair,
  comparing: Comparing,
  { sent, expected, status }: AnswerPair,
  media: Media,
): Parts<void> {
  const subject = subjectOf(status, media);
  const read = sameType(expected.media, media.type);
  if (!read) {
    const isOpen = isUnsaid(sent.media, media);
    comparing.add(
      {
        kind: isOpen ? 'answer-type-open' : 'answer-type-added',
        operation: pair.name,
        subject,
        path: '',
        message: isOpen ? `${subjectOf(status)} may be of any type` : `${subject} is of a type that is new`,
        witness: answerOf(sent, status, comparing, { media }),
      },
      saying(isOpen ? 'may be of any type' : `is of the type ${media.type}`, media.clause),
      saying(`is of the type ${expected.media.map(({ type }) => type).join(' or ')}`, expected.clause),
    );
    return;
  }
  if (media.defect || read.defect) return;
  if (mediaKind(media.type) === 'binary') {
    const isOfBytes = isAnyBytes(media.schema) && isAnyBytes(read.schema);
    if (!isOfBytes && !comparing.isSame(media.schema, read.schema))
      comparing.leave(
        { operation: pair.name, subject },
        [media.clause, read.clause],
        'is of a type that is not read, so its values are not compared',
      );
    return;
  }
  tellReading(pair, comparing, { sent, expected, status }, media, read);
  if (media.schema || read.schema)
    yield* compareSchemas(pair, comparing, { sent, status, subject, media }, media.valueSchema, read.valueSchema, [
      media.schema ? media.judge : refuseNothing,
      read.judge,
    ]);
  yield* compareSchemas(pair, comparing, { sent, status, subject, media }, media.itemSchema, read.itemSchema, [
    media.itemJudge,
    read.itemJudge,
  ]);
}

function tellReading(
  pair: OperationPair,
  comparing: Comparing,
  { sent, status }: AnswerPair,
  media: Media,
  read: Media,
): void {
  const found = readOtherwise(media, read, comparing);
  if (!found) return;
  const subject = subjectOf(status, media);
  comparing.add(
    {
      kind: 'answer-read-otherwise',
      operation: pair.name,
      subject,
      path: found.path,
      message: `${placeWithin(subject, found.path)} is read otherwise: ${found.difference}`,
      witness: answerOf(sent, status, comparing, { media, value: found.value }),
    },
    saying('is written so', media.schemaClause),
    saying('is read otherwise', read.schemaClause),
  );
}

function* compareSchemas(
  pair: OperationPair,
  comparing: Comparing,
  { sent, status, subject, media }: Pick<AnswerPair, 'sent' | 'status'> & { subject: string; media: Media },
  allowing: Schema | undefined,
  refusing: Schema | undefined,
  [allows, refuses]: readonly [Media['judge'], Media['judge']],
): Parts<void> {
  if (!allowing || !refusing || comparing.isSame(allowing, refusing)) return;
  const told = new Set<string>();
  for (const narrowing of yield* comparing.between(allowing, refusing, 'response', {
    operation: pair.name,
    subject,
  })) {
    const key = clauseKey(narrowing, [allowing], 'response');
    const { value, path, broken, hint } = narrowing;
    const isAmbiguous = narrowing.isAmbiguous && mediaKind(media.type) === 'json';
    if (told.has(key)) continue;
    const json = readJson(toJson(value as JsonValue));
    const breaches = refuses?.(json)?.filter(({ advisory }) => !advisory) ?? [];
    const isShown = breaches.length > 0 || hint !== undefined || isAmbiguous;
    if (allows?.(json)?.filter(({ advisory }) => !advisory).length !== 0 || !isShown) continue;
    told.add(key);
    const refused = requirementBroken(broken);
    const allowed = requirementInstead(allowing, value, broken, 'response');
    comparing.add(
      {
        kind: hint ? `answer-${hint}-widened` : isAmbiguous ? 'answer-unambiguous' : 'answer-widened',
        operation: pair.name,
        subject,
        path,
        message: `${placeWithin(subject, path)} ${contrary(broken.keyword, refused.text)}`,
        witness: answerOf(sent, status, comparing, { media, value: value as JsonValue }),
      },
      allowed,
      refused,
    );
  }
}

/** Judges values of a content of which the contract says nothing. */
const refuseNothing: Media['judge'] = () => [];

/** Says that what was required is not so any more: "must be one of …" becomes "need not be one of …". */
function contrary(keyword: string, requirement: string): string {
  return keyword === 'false' || /^must not /.test(requirement)
    ? requirement.replace(/^must not /, 'may ')
    : requirement.replace(/^must /, 'need not ');
}
