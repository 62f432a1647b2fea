/**
 * Names of what a thing is called by, apart from its id: a name, a key, a code. Each list answers another question, and is as wide as its answer may
 * be wrong: what is only read may be tried by any likely name; what somebody else may have already is told by the widest list.
 */

import { plain, wordsIn } from './words';

/** By these a thing is asked for where no member is named like the parameter. A wrong guess does no harm, since it is only read. */
export const USUAL_NAMES = ['id', 'uuid', 'guid', 'slug', 'name'];

/** Tells whether a parameter called so, without the name of its thing, names things: `code` of `{country_code}`. */
export function namesByItself(name: string): boolean {
  return /^(id|uuid|guid|name|key|code|slug|handle|number|reference|ref|tag|login|email|sku|symbol|identifier)$/.test(
    plain(name),
  );
}

/** Tells whether a member of a thing is its short name, by which others refer to it best: `{ "country": { "code": "FR", "area": 7 } }`. */
export function isShortName(name: string): boolean {
  return /^(id|code|key|slug|acronym|name)$/.test(plain(name));
}

/** Names of members by which what was made may be asked for, the likeliest first. */
const LIKELY: readonly RegExp[] = [
  /^(_?id|uid|pk)$/,
  /^(name|key)$/,
  /^(uuid|guid|slug|code|handle|identifier|number|reference|symbol)$/,
  /(id|uuid|guid|key|code|slug|name|number|identifier|symbol)$/,
];

/** Returns how likely a thing can be asked for by a member of this name, the lower, the likelier: `id` → 0, `orderCode` → 3; undefined if it cannot. */
export function namingRank(name: string): number | undefined {
  const rank = LIKELY.findIndex((likely) => likely.test(plain(name)));
  return rank < 0 ? undefined : rank;
}

/** Tells whether some services ask for a thing by a text of this name that it was made with, instead of its id: `slug`, `user_name`. */
export function mayNameInPath(name: string): boolean {
  return /^(name|slug|key|code|label|title|user_?name|login)$/i.test(name);
}

/** Tells whether a text of this name is a thing's own, so that it is not asked for with what another one has. `groupName` may be of another one. */
export function isOwnName(name: string): boolean {
  return /^(name|title|slug|label|username|login|email)$/i.test(name);
}

/** Tells whether a text of this name is to be like no other where the run makes something, since services want it so: `sku`, `displayName`. */
export function isWantedUnique(name: string): boolean {
  return /(^|[a-z_-])(name|title|slug|login|e?mail|key|label|handle|sku|reference|uuid|alias|serial|plate|callsign)$|^(_?id|code)$/i.test(
    name,
  );
}

/** The last words of members of which many services let no two things have the same: what has the value already may be overwritten, or lose it. */
const UNIQUE =
  /^(name|title|slug|login|e?mail|key|label|handle|sku|reference|alias(es)?|nick(name)?|username|domain|subdomain|hostname|host|namespace|path|route|prefix|vanity|serial|barcode|isbn|ean|iban|plate|callsign|identifier|symbol)$/;

/** Tells whether somebody else's thing may have a value of this name already: the widest of these lists, since what is in doubt is spared. */
export function isUniqueName(name: string): boolean {
  return (
    UNIQUE.test(wordsIn(name).at(-1) ?? '') ||
    /^(_?id|code|user|account|file|folder|bucket|channel|room|seat|table)$/i.test(name) ||
    /name$/i.test(name)
  );
}

/** Tells whether a member holds a resource name (Google's AIP-122): `{ "name": "memos/abc" }`. */
export function isResourceName(name: string): boolean {
  return /^(name|resourcename)$/.test(plain(name));
}

/** Tells whether a member holds the path or the URL of the thing itself: `self`, `href`. */
export function leadsToItself(name: string): boolean {
  return /^(self|selflink|selfurl|href|id)$/.test(plain(name));
}

/** What is done with an item, or by which member it is found, where a path has it like a collection: `/users/delete/{id}`, `/users/byName/{name}`. */
const DOING =
  /^(delete|remove|destroy|get|find|fetch|read|show|view|details?|update|edit|modify|change|save|search|lookup|load|by[a-z]*id|by)$/;

/** Tells whether a segment of a path only says what is done with an item, and names no collection. */
export function isDoing(segment: string): boolean {
  return DOING.test(plain(segment));
}
