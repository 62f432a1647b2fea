/**
 * Names and values that say in which state a thing is. The lists differ on purpose: `isState` excuses a list that leaves a thing out, so that it has
 * whole names alone; `mayEnd` spares a thing what it could not be freed of, so that any part of a name counts.
 */

import { isObject } from '../../json/value';
import { plain } from './words';

/** Tells whether a member says that its thing is deleted: `deletedAt: "2026-…"`, `status: "archived"`, `is_active: false`. */
export function isSoftDeletion(name: string, value: unknown): boolean {
  if (/(delet|remov|archiv|trash|discard|cancel)/i.test(name)) return value !== null && value !== false && value !== '';
  if (/^(is_?)?(active|enabled|alive)$/i.test(name)) return value === false;
  return (
    /^(state|status|lifecycle.*)$/i.test(name) &&
    typeof value === 'string' &&
    /(delet|remov|archiv|trash|discard|inactive|terminat|cancel)/i.test(value)
  );
}

/** Tells whether a thing that is still shown says of itself that it was deleted: `{ "id": 7, "deleted": true }`. */
export function isSoftlyDeleted(thing: unknown): boolean {
  return isObject(thing) && Object.entries(thing).some(([name, value]) => isSoftDeletion(name, value));
}

/** Tells whether a member is called the state of its thing: `status`. */
export function isStatus(name: string): boolean {
  return /^(status|state)$/i.test(name);
}

/** Tells whether a member says in which state a thing is: a list may leave out drafts, and what nobody has approved yet. */
export function isState(name: string): boolean {
  return /^(is)?(status|state|stage|phase|draft|published|active|enabled|visible|visibility|approved|archived|public|private|hidden|verified|confirmed|deleted|available|open|closed|pending|scope)$/.test(
    plain(name),
  );
}

/** Tells whether an answer shows a thing, or several, with a member that says in which state it is, also where something wraps it. */
export function showsState(shown: unknown): boolean {
  const items = Array.isArray(shown) ? shown : [shown];
  const things = items.flatMap((each) => (isObject(each) ? [each, ...Object.values(each).filter(isObject)] : []));
  return things.some((each) => Object.keys(each).some(isState));
}

/** Tells whether a member may say that nothing more can be done with a thing: what was locked or archived could not be removed any more. */
export function mayEnd(name: string): boolean {
  return /status|state|stage|phase|delet|remov|archiv|clos|cancel|lock|block|ban|suspen|disabl|expir|readonly|protect|final|activ|enabl/.test(
    plain(name),
  );
}

/** Tells whether a flag of this name is false of most things: `isArchived`. @param words of the name, with blanks between them. */
export function isSeldomTrue(words: string): boolean {
  return /\b(?:deleted|archived|blocked|disabled|hidden|cancelled|failed)\b/.test(words);
}
