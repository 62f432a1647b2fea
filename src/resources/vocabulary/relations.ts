/** Names by which a value concerns other things than the one that it stands in: it leads to one, or moves others. */

import { wordsIn } from './words';

/** Words for another thing than the one that a request is about, and for what is done with it: `into`, `transferTo`, `replaces`, `copy_from`. */
const RELATING =
  /^(source|target|destination|dest|origin|parent|child|children|owner|holder|other|into|from|to|onto|successor|predecessor|previous|next|replace[sd]?|replacement|replacing|supersede[sd]?|duplicate[sd]?|original|copy|copies|move|merge[sd]?|transfer|assign|reassign|assignee|assigned|heir|recipient|member|participant|ref|reference|related|relation|link|href|url|uri)s?$/;

/** Prepositions at the end of a name, before what they relate to: `followUpOf`, `blocked_by`, `sharedWith`. */
const RELATING_AT_THE_END = /^(of|by|on|with|for|against|behind|under|beside)$/;

/** Verbs of which the object is another thing, and not one that is only read: `replaces`, `supersedes`, `blocks`, `cancels`. */
const ACTING =
  /^(replace|supersede|obsolete|override|overwrite|shadow|displace|evict|merge|transfer|move|copy|block|precede|cancel|close|delete|remove|revoke|terminate|unlink|dismiss|steal|claim|swap)(s|d|ed)?$/;

/** Words before such a preposition that make it a measure, or an order of rows: `sortBy`, `multipleOf`. */
const NO_RELATION =
  /^(sort(ed)?|order(ed)?|group(ed)?|filter(ed)?|multiple|number|divided|multiplied|increased?|decreased?)$/;

/** Tells whether a word stands for another thing, or for what is done with it. */
export function isRelatingWord(word: string): boolean {
  return RELATING.test(word);
}

/** Tells whether a name says that its value is, or leads to, another thing. */
export function isRelatingName(name: string): boolean {
  const words = wordsIn(name);
  const [before = '', last = ''] = words.slice(-2);
  const isEndingSo = words.length > 1 && RELATING_AT_THE_END.test(last) && !NO_RELATION.test(before);
  return isEndingSo || words.some(isRelatingWord) || isActingName(name, () => false);
}

/**
 * Tells whether a name says that something is done to what its value names: `supersedes`, `mergeInto`, `cancelsOrder`. `closeReason` is none.
 * @param isThing tells whether a word stands for a thing.
 */
export function isActingName(name: string, isThing: (word: string) => boolean): boolean {
  const [first = '', ...more] = wordsIn(name);
  const isOther = (word: string) =>
    RELATING.test(word) || RELATING_AT_THE_END.test(word) || /^ids?$/.test(word) || isThing(word);
  return ACTING.test(first) && more.every(isOther);
}

/** Flags that one thing of many has, so that it loses it when another one gets it. */
const EXCLUSIVE =
  /^(default|primary|main|principal|current|active|activate|activated|selected|preferred|master|leader|chosen|pinned|featured|favou?rite|top|latest|exclusive|overwrite|overwrites|replace|all|everyone|everything|everywhere|global|globally|propagate|broadcast|cascade|recursive|force|purge)$/;

/** Tells whether a flag of this name may take something from other things: `isDefault`, `set_as_primary`, `overwrite`. */
export function isExclusiveFlag(name: string): boolean {
  return wordsIn(name).some((word) => EXCLUSIVE.test(word));
}

/** Values by which a request is about all that there is, or takes the place of it: the reach of a change, the way of an import. */
const REACHING_ALL =
  /^(all|everyone|everybody|everything|everywhere|global|globally|overwrite|replace|truncate|purge|wipe)$/;

/** Values of which services have one alone, so that another one loses it: a role, a state, a kind. */
const EXCLUSIVE_VALUE =
  /^(default|primary|main|principal|leader|head|master|chief|captain|chair(man|woman|person)?|president|owner|favou?rite)$/;

/**
 * Tells whether a value that the contract lists may be what one thing of many has, or be about all of them: `leader`, `PRIMARY`, `?applyTo=all`,
 * `{ "mode": "replace" }`. `team_lead` and `all_day` are none.
 */
export function isExclusiveValue(value: string): boolean {
  const [word = '', ...more] = wordsIn(value);
  return more.length === 0 && (EXCLUSIVE_VALUE.test(word) || REACHING_ALL.test(word));
}

/** Places in an order: what is put there moves what stands there. */
const PLACE_IN_ORDER = /^(position|pos|rank|ranking|ordinal|sequence|seq|index|idx|place|slot)$/;

/** Tells whether a number of this name is a place in an order: `position`, `sortOrder`, `display_order`. */
export function isPlaceInOrder(name: string): boolean {
  const words = wordsIn(name);
  const [last = ''] = words.slice(-1);
  return (
    PLACE_IN_ORDER.test(last) ||
    (last === 'order' && /^(sort|display|list|menu|tab|row|column)$/.test(words.at(-2) ?? ''))
  );
}
