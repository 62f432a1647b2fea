/**
 * Finds what a service says only because it was asked wrongly: values that requests carried which the contract refuses, in the answer or when the
 * thing is read afterwards. That the service did not refuse them is a finding, and no reason to change the contract.
 */

import { fieldValues } from '../http/message';
import { isSuccess } from '../http/statuses';
import { percentDecoded } from '../http/uri';
import { pointerOf, pointerTokens, valueAt } from '../json/pointer';
import { isObject, jsonOfText } from '../json/value';
import { isBareId, isIdName } from '../resources/vocabulary/ids';
import { isMoment } from '../support/words';
import { isInvalid, type SeenAnswer } from './seenAnswers';

/** Tells whether what an answer has at a JSON Pointer is what a refused request put there. */
export type IsWronglySent = (answer: SeenAnswer, path: string) => boolean;

/** At most this many values of one body are looked at. */
const MOST_VALUES = 2000;

export function wronglySentIn(answers: readonly SeenAnswer[]): IsWronglySent {
  const sent = new Sightings();
  const taken = answers.filter((answer) => mayBeWrong(answer) && isSuccess(answer.response.status));
  for (const answer of taken) {
    const { method } = answer.exchange.request;
    for (const [name, value] of sentBy(answer)) {
      // What is sent to a list by POST is of one of its things, which its id tells.
      if (method !== 'POST') sent.add(`${pathOf(answer)} ${keyOf(name, value)}`, answer);
      if (isTelling(value)) sent.add(keyOf(name, value), answer);
    }
  }
  const ids = namesOfMade(taken, answers);
  return (answer, path) => {
    const { response, json } = answer;
    if (mayBeWrong(answer)) return isSuccess(response.status);
    if (!json) return false;
    const tokens = pointerTokens(path);
    const name = tokens.filter((token) => !/^\d+$/.test(token)).at(-1) ?? '';
    const key = keyOf(name, valueAt(json.value, `#${path}`));
    if (sent.isBefore(key, answer) || sent.isBefore(`${pathOf(answer)} ${key}`, answer)) return true;
    // What lacks a member, or has one too many, is known by its id, or by that of what it lies in.
    const around = [...tokens.keys(), tokens.length].map((end) => pointerOf(tokens.slice(0, end)));
    return around.some((pointer) => isMadeWrongly(valueAt(json.value, pointer), ids));
  };
}

/** Whether a request is one that the contract refuses, or may be: what is unusual of one that changes something may be its body. */
function mayBeWrong(answer: SeenAnswer): boolean {
  return isInvalid(answer) || (answer.exchange.probe === 'unusual' && !answer.operation.safe);
}

/** Requests are numbered as they are planned, and what looks at something afterwards is sent after all that may change it. */
function whenSent({ probe, index }: SeenAnswer['exchange']): number {
  return probe === 'afterwards' ? Number.POSITIVE_INFINITY : index;
}

function pathOf({ exchange: { request } }: SeenAnswer): string {
  return new URL(request.url, 'http://host').pathname;
}

function sentBy({ exchange: { request } }: SeenAnswer): (readonly [name: string, value: unknown])[] {
  const { searchParams } = new URL(request.url, 'http://host');
  return [...membersIn(request.body === undefined ? undefined : jsonOfText(request.body)), ...searchParams];
}

/**
 * Returns by what the things are known that such requests made or changed: ids and new texts that the answers show, what `Location` leads to, and
 * what a PUT or PATCH names in its path. Example of a new text: `{ "name": "orders/77" }` answers a POST, and no answer had it before. It has a digit,
 * since words tell no things apart.
 */
function namesOfMade(taken: readonly SeenAnswer[], answers: readonly SeenAnswer[]): NamesOfMade {
  const ids = new Set<string>();
  const ends = new Set<string>();
  const fresh = new Map<string, SeenAnswer>();
  for (const answer of taken) {
    const { method } = answer.exchange.request;
    const given = new Set(sentBy(answer).map(([name, value]) => keyOf(name, value)));
    for (const [name, value] of membersIn(answer.json?.value)) {
      const key = keyOf(name, value);
      if (isIdName(name) && (typeof value === 'string' || typeof value === 'number')) ids.add(key);
      else if (typeof value === 'string' && /\d/.test(value) && !isMoment(value) && !given.has(key))
        fresh.set(key, answer);
    }
    const [location = ''] = fieldValues(answer.response, 'location');
    for (const path of [location, method === 'POST' ? '' : pathOf(answer)]) ends.add(lastSegment(path));
  }
  ends.delete('');
  for (const earlier of fresh.size > 0 ? answers : [])
    for (const [name, value] of membersIn(earlier.json?.value)) {
      const first = fresh.get(keyOf(name, value));
      if (first && mayBeBefore(earlier, first)) fresh.delete(keyOf(name, value));
    }
  return { keys: new Set([...ids, ...fresh.keys()]), ends };
}

/** Of answers in different reports nobody can tell which was first. */
function mayBeBefore(one: SeenAnswer, other: SeenAnswer): boolean {
  return one.report !== other.report || whenSent(one.exchange) < whenSent(other.exchange);
}

interface NamesOfMade {
  /** Members with their values, as {@link keyOf} gives them. */
  readonly keys: ReadonlySet<string>;
  /** The last segments of paths. */
  readonly ends: ReadonlySet<string>;
}

function lastSegment(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return percentDecoded(path.split('/').at(-1) ?? '');
}

/** Which values were sent, and when first in each report. */
class Sightings {
  private readonly first = new Map<string, Map<string, number>>();

  add(key: string, { report, exchange }: SeenAnswer): void {
    const reports = this.first.get(key) ?? new Map<string, number>();
    const at = whenSent(exchange);
    this.first.set(key, reports.set(report, Math.min(reports.get(report) ?? at, at)));
  }

  /** What an answer shows was not put there by what was sent later in the same run. Of other runs nobody can tell. */
  isBefore(key: string, { report, exchange }: SeenAnswer): boolean {
    const reports = this.first.get(key);
    if (!reports) return false;
    const at = whenSent(exchange);
    return reports.size > (reports.has(report) ? 1 : 0) || (reports.get(report) ?? at) < at;
  }
}

/** Whether a value is of one thing rather than of many: null, true, false and what is empty may come from anywhere. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function isMadeWrongly(value: unknown, { keys, ends }: NamesOfMade): boolean {
  return (
    isObject(value) &&
    Object.entries(value).some(
      ([name, member]) => keys.has(keyOf(name, member)) || (isBareId(name) && ends.has(String(member))),
    )
  );
}

/** A text stands in a query for any value. */
function keyOf(name: string, value: unknown): string {
  return `${name}\n${typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}`;
}

/** Yields the members of objects at every depth; items have the name of their list. */
function* membersIn(root: unknown): Iterable<readonly [name: string, value: unknown]> {
  const waiting: (readonly [name: string, value: unknown])[] = [['', root]];
  let left = MOST_VALUES;
  for (let next = waiting.pop(); next && left > 0; next = waiting.pop(), left--) {
    const [name, value] = next;
    yield next;
    if (Array.isArray(value)) waiting.push(...value.map((item) => [name, item] as const));
    else if (isObject(value)) waiting.push(...Object.entries(value));
  }
}
