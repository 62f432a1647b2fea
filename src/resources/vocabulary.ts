/**
 * The words by which names are guessed to mean something. It knows no contract, so every room may ask it. A guess chooses what is asked and what
 * is left alone; no verdict rests on one.
 */

/** Returns the words of a name, in lower case: `transferTo`, `transfer_to` and `X-Transfer-To` → `transfer`, `to` (the last one after `x`). */
export function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** What takes things away, for which a contract may have a GET. As a noun none of them names a thing. */
const DESTROYING =
  /^(delete|remove|destroy|purge|erase|wipe|truncate|flush|cancel|revoke|terminate|deactivate|invalidate|uninstall|unregister|unsubscribe)$/;

/** Words of the same sense that may also name a thing: they count where no parameter follows them. */
const ENDING = /^(clear|reset|shutdown|restart|reboot|cleanup|prune|evict|expire|disable|rollback|revert)$/;

/** Words that begin the names of things, such as `/stop-times`: they count where they stand alone. */
const ENDING_ALONE = /^(stop|drop|kill|abort|clean|unset|unlink)$/;

/** What changes a thing, or what is done with it. As a noun none of them names a thing. */
const CHANGING =
  /^(un|re)?(accept|activate|acknowledge|apply|approve|assign|ban|confirm|decline|demote|deny|deploy|disable|dismiss|enable|enroll|execute|install|promote|publish|reject|resume|send|submit|subscribe|suspend|trigger|unlock)$/;

/** Words of the same sense that may also name a thing, or a state: they count right behind the parameter of what they change. */
const CHANGING_ONE =
  /^(un|re)?(ack|archive|block|cancel|close|complete|finish|follow|join|lock|merge|mute|open|pause|pin|refund|restore|retry|run|start|stop|transfer|vote)$/;

/** Tells whether the text begins with a word for taking something away, or for changing it: `delete`, `purge_all`, `approveOrder`. */
export function beginsWithChange(text: string): boolean {
  const [first = ''] = wordsIn(text);
  return DESTROYING.test(first) || CHANGING.test(first) || ENDING.test(first) || ENDING_ALONE.test(first);
}

/**
 * Tells whether the end of a path names an action that ends, destroys or changes something, whatever the method: what {@link endsInDestruction}
 * says, and `/orders/{id}/approve`, `/orders/{id}/lock`, `/themes/{id}/set-default`. `/orders/approvals` and `/locks` name none.
 */
export function endsInChange(path: string): boolean {
  if (endsInDestruction(path)) return true;
  const { last, before, noun } = endOf(path);
  const words = wordsIn(noun);
  const [first = ''] = words;
  if (CHANGING.test(first)) return true;
  if (last.includes('{') || !before.includes('{')) return false;
  return (words.length === 1 && CHANGING_ONE.test(first)) || /^(set|make|mark|add|remove|move)$/.test(first);
}

/** Tells whether the end of a path names the end of a session: `/logout`, `/auth/sign-out`. */
export function endsInLogout(path: string): boolean {
  return /^(log|sign)[-_ ]?(out|off)([^a-z]|$)/i.test(endOf(path).noun);
}

/** Returns the last segment of a path, the one before it, and the last one without a parameter. */
function endOf(path: string): { readonly last: string; readonly before: string; readonly noun: string } {
  const segments = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const [before = '', last = ''] = ['', '', ...segments].slice(-2);
  return { last, before, noun: segments.findLast((segment) => !segment.includes('{')) ?? '' };
}

/**
 * Tells whether the end of a path names an action that ends or destroys something, whatever the method: `/queue/purge`, `/cache/clear-all`,
 * `/orders/{id}/delete`, `/orders/delete/{id}`. `/orders/deleted`, `/stop/{id}` and `/stop-times` name none. Of `/logout` see
 * {@link endsInLogout}.
 */
export function endsInDestruction(path: string): boolean {
  const { last, noun } = endOf(path);
  const isNamed = last.includes('{');
  const words = wordsIn(noun);
  const [first = ''] = words;
  if (DESTROYING.test(first)) return true;
  if (isNamed) return false;
  const isAlone = words.length === 1 && ENDING_ALONE.test(first);
  return ENDING.test(first) || isAlone || DESTROYING.test(words.at(-1) ?? '');
}

/** Tells whether the name of an operation begins with a word for taking something away or changing it: `purgeQueue`, `approve_order`. */
export function isCalledChange(operationId: string): boolean {
  const [first = ''] = wordsIn(operationId);
  return DESTROYING.test(first) || CHANGING.test(first);
}

/** Matches members that name a thing: `id`, `userId`, `user_ids`, `X-Order-Id`, `uuid`. */
const AN_ID = /(^|[a-z\d_-])(Ids?|IDs?|[_-]ids?|[_-]?uuids?|[_-]?guids?)$|^(ids?|uuids?|guids?)$/;

/** Tells whether a value of this name is an id. */
export function isIdName(name: string): boolean {
  return AN_ID.test(name);
}

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

/** Tells whether a name says that its value is, or leads to, another thing. */
export function isRelatingName(name: string): boolean {
  const words = wordsIn(name);
  const [before = '', last = ''] = words.slice(-2);
  const isEndingSo = words.length > 1 && RELATING_AT_THE_END.test(last) && !NO_RELATION.test(before);
  return isEndingSo || words.some((word) => RELATING.test(word)) || isActingName(name, () => false);
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

/** The last words of members of which many services let no two things have the same: what has the value already may be overwritten, or lose it. */
const UNIQUE =
  /^(name|title|slug|login|e?mail|key|label|handle|sku|reference|alias(es)?|nick(name)?|username|domain|subdomain|hostname|host|namespace|path|route|prefix|vanity|serial|barcode|isbn|ean|iban|plate|callsign|identifier|symbol)$/;

/** Tells whether many services let no two things have the same value of this name. */
export function isUniqueName(name: string): boolean {
  return (
    UNIQUE.test(wordsIn(name).at(-1) ?? '') ||
    /^(_?id|code|user|account|file|folder|bucket|channel|room|seat|table)$/i.test(name) ||
    /name$/i.test(name)
  );
}

/** Flags that one thing of many has, so that it loses it when another one gets it. */
const EXCLUSIVE =
  /^(default|primary|main|principal|current|active|activate|activated|selected|preferred|master|leader|chosen|pinned|featured|favou?rite|top|latest|exclusive|overwrite|overwrites|replace|all|everyone|everything|cascade|recursive|force|purge)$/;

/** Tells whether a flag of this name may take something from other things: `isDefault`, `set_as_primary`, `overwrite`. */
export function isExclusiveFlag(name: string): boolean {
  return wordsIn(name).some((word) => EXCLUSIVE.test(word));
}

/** Values of which services have one alone, so that another one loses it: a role, a state, a kind. */
const EXCLUSIVE_VALUE =
  /^(default|primary|main|principal|leader|head|master|chief|captain|chair(man|woman|person)?|president|owner|favou?rite)$/;

/** Tells whether a value that the contract lists may be what one thing of many has: `leader`, `PRIMARY`, `team_lead` is none. */
export function isExclusiveValue(value: string): boolean {
  const words = wordsIn(value);
  return words.length === 1 && EXCLUSIVE_VALUE.test(words[0] ?? '');
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

/** Actions on one thing that take something from others: its being the active, the default or the first one. */
const MOVING = /^(activate|promote|elect|reorder|reposition|rearrange|switch|select|pin|feature|prioriti[sz]e)$/;

/** Tells whether the end of a path names an action that moves other things: `/themes/{id}/activate`, `/cards/{id}/make-default`. */
export function endsInMoving(path: string): boolean {
  const last =
    path
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast((segment) => segment !== '') ?? '';
  const words = last.includes('{') ? [] : wordsIn(last);
  const [first = '', ...more] = words;
  const isMade =
    /^(set|make|mark|use|as|move)$/.test(first) &&
    more.some((word) => EXCLUSIVE.test(word) || /^(up|down|before|after)$/.test(word));
  return MOVING.test(first) || isMade || (words.length === 1 && /^(default|primary|position|order)$/.test(first));
}

/** Names of values that say how much, how, or in which form, and never which thing. */
const PLAIN =
  /^(limit|offset|page|per|size|count|max|min|maximum|minimum|depth|timeout|ttl|delay|duration|seconds|minutes|hours|days|amount|quantity|qty|total|price|weight|width|height|length|version|lang|language|languages|locale|currency|country|timezone|tz|format|fields|include|expand|embed|sort|order|direction|encoding|charset|accept|prefer|pretty|verbose|dry|wait|age|date|time|since|until|expires|match|modified|agent|type)$/;

/** Tells whether a number of this name is taken from what somebody has, or added to it: `quantity`, `amountToPay` is none, `total_amount`. */
export function isAmountName(name: string): boolean {
  return /^(quantity|quantities|qty|amount|amounts|count|units?|sum|credits?|volume)$/.test(wordsIn(name).at(-1) ?? '');
}

/** Measures that stand in lists. */
const MEASURES =
  /^(size|score|value|number|rating|coordinate|position|point|port|year|month|byte|bit|data|age|vector|embedding|bucket|level|rate|percentile|threshold|range|interval|retr(y|ies)|code|status|dimension|matrix|row|column|bound|box|bbox|sample|series|weekday|day|hour|minute|digit|grade|mark|step|temperature|token)s?$/;

/** Tells whether numbers in a list of this name are measures: `scores`, `retry_delays`, `quantities`. */
export function isMeasureName(name: string): boolean {
  const last = wordsIn(name).at(-1) ?? '';
  return (
    MEASURES.test(last) || [last, last.replace(/s$/, ''), last.replace(/ies$/, 'y')].some((each) => PLAIN.test(each))
  );
}

/** Tells whether a parameter of this name says how much, how or in which form: `limit`, `per_page`, `Accept-Language`, `api-version`. */
export function isPlainName(name: string): boolean {
  const words = wordsIn(name);
  return words.length > 0 && PLAIN.test(words.at(-1) ?? '') && !words.some((word) => RELATING.test(word));
}
