/** Finds header fields of answers that one contract allows and the other does not. */

import { IN_TEXT } from '../../../conformance/values/syntheticSchemas';
import type { DeclaredHeader } from '../../contract/contract';
import { surelySatisfies } from '../../contract/schema/evaluate';
import { typesOf } from '../../contract/schema/facets';
import { isEqual } from '../../json/equality';
import { type JsonValue, toJson } from '../../json/value';
import { fitsHeader, looseFormat, SIMPLE } from '../../serialization/responseHeaders';
import { writeText } from '../../serialization/writeParameter';
import type { Parts } from '../../support/letOthersRun';
import type { AnswerWitness } from './breaks';
import { type Comparing, type OperationPair, saying } from './comparing';
import { writingInWords, writingOf, writtenOtherwise } from './writings';

/** A header field of an answer, as its client expects it. */
interface HeaderPair {
  /** "the header Location of the answer 201". */
  readonly subject: string;
  /** What the service may send; undefined if its contract does not name it. */
  readonly sent: DeclaredHeader | undefined;
  /** The answer that has it. */
  readonly answer: { readonly clause: DeclaredHeader['clause'] };
  readonly wanted: DeclaredHeader;
  /** Makes the answer without the field. */
  readonly withoutIt: () => AnswerWitness;
}

export function* compareHeader(pair: OperationPair, comparing: Comparing, header: HeaderPair): Parts<void> {
  const { subject, sent, answer, wanted, withoutIt } = header;
  if (wanted.required && !sent?.required)
    comparing.add(
      {
        kind: 'header-widened',
        operation: pair.name,
        subject,
        path: '',
        message: `${subject} may be missing`,
        witness: withoutIt(),
      },
      sent ? saying('is optional', sent.clause) : saying('is not declared', answer.clause),
      saying('is required', wanted.clause),
    );
  if (sent && !sent.defect && !wanted.defect) yield* compareValues(pair, comparing, header, sent);
}

function* compareValues(
  pair: OperationPair,
  comparing: Comparing,
  header: HeaderPair,
  sent: DeclaredHeader,
): Parts<void> {
  const { subject, wanted, withoutIt } = header;
  const [before, now] = [asWritten(wanted), asWritten(sent)];
  const isWrittenAlike = isEqual(writingOf(before), writingOf(now));
  const isSame = comparing.isSame(sent.schema, wanted.schema);
  if (isSame && isWrittenAlike) return;
  const part = { operation: pair.name, subject };
  const nested =
    sent.schema && wanted.schema ? yield* comparing.between(sent.schema, wanted.schema, 'response', part) : [];
  const values = [...nested.map(({ value }) => value as JsonValue), ...valuesOf(sent, wanted, comparing)];
  const told = { ...part, path: '' };
  const showing = (text: string): AnswerWitness => {
    const answer = withoutIt();
    return { ...answer, headers: [...answer.headers, [wanted.name, text]], value: JSON.stringify(text) };
  };
  const texts = values.flatMap((value) => textOf(sent, value) ?? []).filter((text) => fitsHeader(sent, text));
  const [hinted, refused] = [true, false].map((isHint) =>
    texts.find((text) => !fitsHeader(wanted, text) && (looseFormat(wanted, text) !== undefined) === isHint),
  );
  const text = refused ?? hinted;
  if (!isWrittenAlike) comparing.tellChanged(part, sent.clause, wanted.clause);
  const isSent = (value: JsonValue) => !sent.schema || surelySatisfies(sent.schema, value, 'response');
  const otherwise = values.filter(isSent).find((value) => writtenOtherwise(before, now, value) !== undefined);
  if (text !== undefined)
    comparing.add(
      {
        ...told,
        kind: refused === undefined ? 'answer-format-widened' : 'header-widened',
        message: `${subject} may have values that it had not`,
        witness: showing(text),
      },
      saying('allows it', sent.clause),
      saying('does not allow it', wanted.clause),
    );
  else if (!isWrittenAlike && otherwise !== undefined)
    comparing.add(
      {
        ...told,
        kind: 'answer-read-otherwise',
        message: `${subject} is read otherwise: ${writtenOtherwise(before, now, otherwise)}`,
        witness: showing(textOf(sent, otherwise) ?? ''),
      },
      saying(writingInWords(now), sent.clause),
      saying(writingInWords(before), wanted.clause),
    );
}

function asWritten({ name, style, explode, content, schema }: DeclaredHeader) {
  return { name, in: 'header', style, explode, content, types: [...((schema && typesOf(schema)) ?? [])] } as const;
}

/** Yields values that a field may have, among them those that another declaration of it may refuse. */
function* valuesOf(sent: DeclaredHeader, wanted: DeclaredHeader, { generator }: Comparing): Iterable<JsonValue> {
  const keeping = sent.content === undefined ? [IN_TEXT] : [];
  if (sent.schema)
    for (const { value } of generator.valid(sent.schema, { name: 'header', keeping })) yield value as JsonValue;
  if (wanted.schema)
    for (const { value } of generator.violations(wanted.schema, {
      name: 'header',
      keeping: [...keeping, ...(sent.schema ? [sent.schema] : [])],
    }).violations)
      yield value as JsonValue;
  yield 'text';
}

function textOf({ name, explode, content }: DeclaredHeader, value: JsonValue): string | undefined {
  return content === undefined ? writeText({ ...SIMPLE, name, explode: explode ?? false }, value) : toJson(value);
}

/** Returns a text that a field may have; undefined if none is found. */
export function plainText(header: DeclaredHeader, generator: Comparing['generator']): string | undefined {
  const { schema, content } = header;
  if (!schema) return 'text';
  const keeping = content === undefined ? [IN_TEXT] : [];
  for (const { value } of generator.valid(schema, { name: 'header', keeping })) {
    const text = textOf(header, value as JsonValue);
    if (text !== undefined) return text;
  }
  return undefined;
}
