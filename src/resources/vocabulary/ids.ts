/** Names of what names a thing by an id. */

import { plain, wordsIn } from './words';

/** Matches members that name a thing: `id`, `userId`, `user_ids`, `X-Order-Id`, `uuid`, and `pk`, as Django calls it. */
const AN_ID = /(^|[a-z\d_-])(Ids?|IDs?|[_-]ids?|[_-]?uuids?|[_-]?guids?)$|^(ids?|uuids?|guids?|pk)$/;

/** Tells whether a value of this name is an id. */
export function isIdName(name: string): boolean {
  return AN_ID.test(name);
}

/** Tells whether a value of this name is the id of the thing that it stands in, and of no other: `id`, `_id`, `uuid`. `userId` is none. */
export function isBareId(name: string): boolean {
  return /^(id|uuid|guid|pk)$/.test(plain(name));
}

/** Tells whether a value of this name is the id of another thing, which the name says: `customerId`. Of `id` alone nobody can tell. */
export function isReferringId(name: string): boolean {
  return /[a-z0-9](_id|Id|ID|_uuid|Uuid)$/.test(name);
}

/** Tells whether a value of this name is an id, or what lets somebody in: who is answered either has made something. `orderId`, `api_key`. */
export function isIdOrKey(name: string): boolean {
  return /(^|[^a-z])(id|uuid|guid|key|token|secret)$|^pk$|(Id|ID|Uuid|UUID|Key|Token|Secret)$/.test(name);
}

/** Tells whether a value of this name may name another thing, or a person: `ownerId`, `parent_ref`, `contact_email`, `file`. */
export function mayRefer(name: string): boolean {
  return /(^|[^a-z])(id|uuid|guid|key|ref)s?$|(Id|ID|Uuid|UUID|Key|Ref)s?$|mail|user|login|owner|phone|account|address|url|uri|path|file/.test(
    name,
  );
}

/** Tells whether a number of this name identifies something, so that a small one may name something that is there: `orderNumber`, `uid`. */
export function isIdentifyingNumber(name: string): boolean {
  return /(^|[^a-z])(id|uid|key|number|no)$|[a-z](Id|ID|Key|Number)$/.test(name);
}

/** The last words of names whose values are like no other, whoever made them up: not only ids, but also what is computed of a thing. */
const TELLS_APART =
  /^(ids?|pk|key|uid|guid|uuid|sku|code|slug|handle|ref|reference|number|no|isrc|ean|upc|barcode|etag|hash|sha|token)$/;

/** Tells whether no two things of a kind have the same value of this name, so that an example is one thing's alone: `isrc`, `order no`. */
export function tellsApart(name: string): boolean {
  return TELLS_APART.test(wordsIn(name).at(-1) ?? '');
}

/** Tells whether numbers of this name count the things of a kind: the next thing has the next one. `id`, `track number`, `position`. */
export function countsOn(name: string): boolean {
  return /^(id|pk|number|no|index|position|rank|order|sequence|nr)$/.test(wordsIn(name).at(-1) ?? '');
}
