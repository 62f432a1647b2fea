/** Names of what services set by themselves, or give a form to, whatever a client sends. */

import { plain } from './words';

/**
 * Matches members that a service sets or changes itself, whatever is sent, so that no rule compares them with what was sent or shown before. It is
 * the widest list: a `type` or an `owner` is often sent, too, and then nothing is shown by it.
 */
export const ITS_OWN =
  /^_|^(id|uuid|guid|etag|href|url|uri|self|links?|version|rev(ision)?|status|state|owner|author|kind|type|checksum|digest|hash)$|(created|updated|modified|changed|deleted|timestamp|_at$|At$|_by$|By$)/i;

/** Tells whether a member says which state of its thing a request is about, so that a change of another one is refused: `version`, `lockVersion`. */
export function saysVersion(name: string): boolean {
  return /^_?(etag|rev|revision|((row|lock|object|entity|resource|data)_?)?version|(optimistic_?)?lock|concurrency_?(stamp|token))$/i.test(
    name,
  );
}

/**
 * Tells whether services usually set a member themselves, and may refuse a request that has it: `createdAt`, `etag`. What clients send as well, such
 * as `status`, is not among them: a request without it is another one.
 */
export function isRefusedWhenSent(name: string): boolean {
  return /^_|^(version|rev(ision)?|etag|href|self|links)$|^(created|updated|modified|changed|deleted|creation|last_?(modified|updated|change))|(created|updated|modified)_?(at|on|by)?$/i.test(
    name,
  );
}

/** Tells whether many services give a thing another name than it was sent with: `{ "name": "memos/abc" }` for what was sent as `garden`. */
export function isOftenSet(name: string): boolean {
  return /^(_?id|uuid|name|key|code|slug|reference)$/i.test(name);
}

/** Tells whether a text of this name is made by a service, and written by nobody: `etag`, `nextCursor`, `avatar_url`. */
export function isMadeByService(name: string): boolean {
  return /(etag|hash|digest|version|revision|token|cursor|self|href|url|uri)$/i.test(name);
}

/**
 * Tells whether a member says what a thing is, where it is, or of which version: with another one, a request may be about another thing: `sku`,
 * `parentId`, `etag`.
 */
export function saysWhich(name: string): boolean {
  return /(id|ids|uuid|guid|key|slug|name|code|sku|number|handle|ref|reference|href|ur[il]|links?|self|path|etag|version|revision|rev|hash|digest)$/.test(
    plain(name),
  );
}

/** The last words of members that identify something, or whose texts have a form that the contract often does not say. */
const CONFINED =
  /(^|[a-z_-])(id|ids|key|slug|sku|code|reference|ref|uuid|guid|token|cursor|e?mail|ur[il]|href|link|phone|date|time|at|zone|type|status|state|kind|sort|order|fields|expand|include|locale|lang|language|currency|country|version|hash|format)$/i;

/** Tells whether a service may refuse an unusual text or number of this name, so that what else is unusual in its request goes unseen: `phone`. */
export function isConfined(name: string): boolean {
  return CONFINED.test(name);
}

const MADE =
  /^(created|added|inserted|registered|joined|posted|submitted|opened|placed)(_?(at|on|date|time))?$|^(creation|registration)_?(date|time)$|^date_?(created|added|joined)$/i;

/** Tells whether a member of this name says when its thing was made: `createdAt`, `added_on`, `dateJoined`. */
export function saysWhenMade(name: string): boolean {
  return MADE.test(name);
}

/** Tells whether a member of this name says when its thing was changed for the last time: `updatedAt`, `last_modified`. */
export function saysWhenChanged(name: string): boolean {
  return /^(updated|modified|changed|edited|last_?(updated?|modified|changed?|edited))(_?(at|on|date|time))?$/i.test(
    name,
  );
}

/** Tells whether a member of this name says when or by whom its thing was made, or when it was changed, which a service notes by itself: `author`. */
export function saysWhoOrWhen(name: string): boolean {
  return (
    saysWhenMade(name) ||
    saysWhenChanged(name) ||
    /^(created|added|posted|submitted|opened|uploaded)_?by$|^(author|owner|creator)$/i.test(name)
  );
}

/** Tells whether a member may say something of the last change of its thing alone, so that the next one has another or none: `changeNote`. */
export function tellsOfChange(name: string): boolean {
  return /^(reason|comment|message|remark|change_?(note|reason|comment|log|message))$/i.test(name);
}
