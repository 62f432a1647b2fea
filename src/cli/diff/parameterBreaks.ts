/** Finds values of parameters that one contract allows, and that the other refuses or reads as another value. */

import { idOf } from '../../../conformance/values/schemaChoices';
import { IN_TEXT } from '../../../conformance/values/syntheticSchemas';
import type { Operation, Parameter } from '../../contract/contract';
import { isIgnored } from '../../contract/ignoredParameters';
import type { BrokenClause } from '../../contract/schema/brokenClause';
import { surelySatisfies } from '../../contract/schema/evaluate';
import { isEqual } from '../../json/equality';
import type { JsonValue } from '../../json/value';
import { readParameter } from '../../serialization/readParameter';
import type { RequestViolation } from '../../serialization/requestViolation';
import type { Parts } from '../../support/letOthersRun';
import {
  type Comparing,
  isHint,
  isTakenToLetter,
  type OperationPair,
  requirementBroken,
  requirementInstead,
  saying,
} from './comparing';
import { type ComposedRequest, refusalsOf, toJudged, toWitness } from './composeRequest';
import { type PlainRequest, pairedParameters, plainRequestOf } from './plainRequest';
import { writingInWords, writingOf, writtenOtherwise } from './writings';

/** Adds what the receiver refuses of the parameters that the sender sends, or leaves out. */
export function* compareParameters(pair: OperationPair, comparing: Comparing, base: PlainRequest): Parts<void> {
  for (const [sent, read] of pairedParameters(pair)) {
    if (sent && read) yield* comparePair(pair, comparing, base, sent, read);
    if (read?.required && !sent?.required) compareRequired(pair, comparing, base, sent, read);
  }
}

function compareRequired(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  sent: Parameter | undefined,
  read: Parameter,
): void {
  const composed = plainRequestOf(pair, base, sent ? [sent, undefined] : undefined);
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

/** A request whose parameter both contracts take, and that they read otherwise. */
interface Reading {
  readonly composed: ComposedRequest;
  readonly value: JsonValue;
  /** "what stood for 1 stands for 2". */
  readonly difference: string;
}

interface Refusal {
  readonly composed: ComposedRequest;
  readonly value: JsonValue;
  readonly violation: RequestViolation;
}

function* comparePair(
  pair: OperationPair,
  comparing: Comparing,
  base: PlainRequest,
  sent: Parameter,
  read: Parameter,
): Parts<void> {
  const isWrittenAlike = sent.in === 'querystring' || isEqual(writingOf(sent), writingOf(read));
  const isSame = comparing.isSame(sent.schema, read.schema);
  if ((isSame && isWrittenAlike) || isIgnored(sent, pair.sender)) return;
  const found = new Map<string, Refusal>();
  let reading: Reading | undefined;
  const part = { operation: pair.name, subject: toldParameter(sent) };
  // Values that differ deep within an object or a list are found by comparing the schemas.
  const nested =
    !isSame && sent.schema && read.schema ? yield* comparing.between(sent.schema, read.schema, 'request', part) : [];
  const values = [...valuesOf(sent, read, comparing), ...nested.map(({ value }) => value as JsonValue)];
  for (const value of values) {
    const composed = plainRequestOf(pair, base, [sent, value]);
    if (!composed) continue;
    const violation = refusalsOf(composed, pair.receiver).find(({ parameter }) => parameter === read);
    if (violation) {
      const { broken } = violation;
      const key = broken ? `${idOf(broken.schema)} ${broken.keyword}` : 'type';
      if (!found.has(key)) found.set(key, { composed, value, violation });
    } else if (!isWrittenAlike) {
      const difference: string | undefined = reading ? undefined : differenceOf(pair, composed, [sent, read], value);
      if (difference !== undefined) reading = { composed, value, difference };
    }
  }
  // Where no value shows it, it is told all the same.
  if (!isWrittenAlike) comparing.tellChanged(part, sent.clause, read.clause);
  tellParameter(pair, comparing, sent, read, found.values());
  if (reading && found.size === 0) tellReading(pair, comparing, [sent, read], reading);
}

/** Says how a request is read otherwise that both contracts take; undefined if it is not, or nobody can tell. */
function differenceOf(
  pair: OperationPair,
  composed: ComposedRequest,
  [sent, read]: readonly [Parameter, Parameter],
  value: JsonValue,
): string | undefined {
  const [before, now] = [readAs(composed, pair.sender, sent), readAs(composed, pair.receiver, read)];
  // A single value is the same as a list of it alone.
  const isAlike = before === undefined || now === undefined || isEqual(now, before) || isEqual(now, [before]);
  if (!isAlike) return `what stood for ${JSON.stringify(before)} stands for ${JSON.stringify(now)}`;
  const isOfSchema = !sent.schema || surelySatisfies(sent.schema, value, 'request');
  return isOfSchema ? writtenOtherwise(sent, read, value) : undefined;
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
  yield* PLAIN;
}

/** Of each kind that texts may be read as, some values that are long and some that are short. */
const PLAIN: readonly JsonValue[] = [
  ...['', 'a', 'a,b', 'true', 'null', '1', 'a rather long text that has several words'],
  ...[0, -1, 7, 1.5, 123456789012345, true, false],
  ...[['a', 'b'], [1, 2], [1.5], [true], { a: 'b' }],
];

function tellParameter(
  pair: OperationPair,
  comparing: Comparing,
  sent: Parameter,
  read: Parameter,
  found: Iterable<Refusal>,
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
        kind: isHintOf(read, broken, value) ? 'request-format-narrowed' : 'parameter-narrowed',
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

/** Tells whether a value is refused only by a format that no standard makes binding: also where it is read as a text. */
function isHintOf({ schema }: Parameter, broken: BrokenClause | undefined, value: JsonValue): boolean {
  if (schema === undefined) return false;
  if (broken && isHint(broken, schema, value, 'request')) return true;
  return typeof value !== 'object' && isTakenToLetter(schema, String(value), 'request');
}

function tellReading(
  pair: OperationPair,
  comparing: Comparing,
  [sent, read]: readonly [Parameter, Parameter],
  { composed, value, difference }: Reading,
): void {
  const subject = toldParameter(sent);
  comparing.add(
    {
      kind: 'parameter-read-otherwise',
      operation: pair.name,
      subject,
      path: '',
      message: `${subject} is read otherwise: ${difference}`,
      witness: toWitness(composed, value),
    },
    saying(writingInWords(sent), sent.clause),
    saying(writingInWords(read), read.clause),
  );
}

function toldParameter({ in: where, name }: Parameter): string {
  return `the ${where === 'path' ? 'path' : where} parameter ${name}`;
}
