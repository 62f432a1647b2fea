/**
 * What says of itself that it is removed: some services keep what is. It counts only where the run has asked for its removal, and only what it says
 * since: `enabled: false` is how many things are made, and says then nothing of their end.
 */

import type { Response } from '../../http/message';
import { parsedBody } from '../../json/exactJson';
import { isObject } from '../../json/value';
import { isSoftDeletion } from '../../resources/vocabulary/states';
import type { Outcome } from '../../wire/send';
import type { Entry } from './entry';

/** Whether an answer says that a thing is removed since the run has asked for that. */
export function saysRemoved(entry: Entry, { response }: Outcome): boolean {
  return response !== null && isKeptRemoved(entry, parsedBody(response.body)?.value);
}

/** The same of a value, such as an item of a list. */
export function isKeptRemoved({ content, removed, isShaky }: Entry, value: unknown): boolean {
  if (!isObject(value) || !(removed || isShaky)) return false;
  const { written, seen } = content;
  return marksOf(value).some((name) => !seen.has(asMark(name)) && written[name] !== String(value[name]));
}

/** Returns what an answer adds to what is seen of a thing that nobody has removed yet, so that {@link isKeptRemoved} can compare. */
export function marksSeen(response: Response): string[] {
  return marksIn(parsedBody(response.body)?.value);
}

/** The same of a value. */
export function marksIn(value: unknown): string[] {
  return isObject(value) ? marksOf(value).map(asMark) : [];
}

function marksOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, each]) => (isSoftDeletion(name, each) ? name : []));
}

/** How it is remembered that a member said so. */
function asMark(name: string): string {
  return `${name}: removed`;
}
