/**
 * Finds what a service says only because it was asked wrongly: values that requests carried which the contract refuses, in the answer or when the
 * thing is read afterwards. That the service did not refuse them is a finding, and no reason to change the contract.
 */

import { isSuccess } from '../http/statuses';
import { pointerOf, pointerTokens, valueAt } from '../json/pointer';
import { isObject, jsonOfText } from '../json/value';
import { isIdName } from '../resources/vocabulary/ids';
import { isInvalid, type SeenAnswer } from './seenAnswers';

/** Tells whether what an answer has at a JSON Pointer is what a refused request put there. */
export type IsWronglySent = (answer: SeenAnswer, path: string) => boolean;

/** At most this many values of one body are looked at. */
const MOST_VALUES = 2000;

export function wronglySentIn(answers: readonly SeenAnswer[]): IsWronglySent {
  const sent = new Sightings();
  const ids = new Set<string>();
  for (const answer of answers) {
    const { exchange, response, json } = answer;
    if (!isInvalid(answer) || !isSuccess(response.status)) continue;
    const { body } = exchange.request;
    const url = new URL(exchange.request.url, 'http://host');
    const members = [...membersIn(body === undefined ? undefined : jsonOfText(body)), ...url.searchParams];
    for (const [name, value] of members) {
      // What is sent to a list by POST is of one of its things, which its id tells.
      if (exchange.request.method !== 'POST') sent.add(`${url.pathname} ${keyOf(name, value)}`, answer);
      if (isTelling(value)) sent.add(keyOf(name, value), answer);
    }
    for (const [name, value] of membersIn(json?.value))
      if (isIdName(name) && (typeof value === 'string' || typeof value === 'number')) ids.add(keyOf(name, value));
  }
  return (answer, path) => {
    const { response, json } = answer;
    if (isInvalid(answer)) return isSuccess(response.status);
    if (!json) return false;
    const tokens = pointerTokens(path);
    const name = tokens.filter((token) => !/^\d+$/.test(token)).at(-1) ?? '';
    const key = keyOf(name, valueAt(json.value, `#${path}`));
    const { pathname } = new URL(answer.exchange.request.url, 'http://host');
    if (sent.isBefore(key, answer) || sent.isBefore(`${pathname} ${key}`, answer)) return true;
    // What lacks a member, or has one too many, is known by its id, or by that of what it lies in.
    const around = [...tokens.keys(), tokens.length].map((end) => pointerOf(tokens.slice(0, end)));
    return around.some((pointer) => isMadeWrongly(valueAt(json.value, pointer), ids));
  };
}

/** Which values were sent, and when first in each report. */
class Sightings {
  private readonly first = new Map<string, Map<string, number>>();

  add(key: string, { report, exchange }: SeenAnswer): void {
    const reports = this.first.get(key) ?? new Map<string, number>();
    this.first.set(key, reports.set(report, Math.min(reports.get(report) ?? exchange.index, exchange.index)));
  }

  /** What an answer shows was not put there by what was sent later in the same run. Of other runs nobody can tell. */
  isBefore(key: string, { report, exchange }: SeenAnswer): boolean {
    const reports = this.first.get(key);
    if (!reports) return false;
    return reports.size > (reports.has(report) ? 1 : 0) || (reports.get(report) ?? exchange.index) < exchange.index;
  }
}

/** Whether a value is of one thing rather than of many: null, true, false and what is empty may come from anywhere. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function isMadeWrongly(value: unknown, ids: ReadonlySet<string>): boolean {
  return (
    isObject(value) && Object.entries(value).some(([name, member]) => isIdName(name) && ids.has(keyOf(name, member)))
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
