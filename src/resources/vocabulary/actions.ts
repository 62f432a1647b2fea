/** What an action does, by the words of its path or its name: it takes things away, changes them, moves others, or ends the session. */

import { isExclusiveFlag } from './relations';
import { wordsIn } from './words';

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

/** What a flag of a request that reads may take away, or change, beside the reading. As a filter, such a word would be an adjective. */
const TAKING =
  /^(ack|archive|claim|consume|dequeue|discard|drain|empty|expunge|forget|mark|pop|regenerate|renew|reserve|rotate|take)$/;

/** What stands before such a verb and says nothing of it: `auto_ack`, `andDelete`. */
const BEFORE_A_VERB = /^(also|and|auto|do|should|then|will|with)$/;

/** Tells whether a flag that is set may ask for a change: `purge`, `consume`, `markAsRead`, `auto_ack`. `archived` and `verbose` do not. */
export function flagAsksForChange(name: string): boolean {
  const words = wordsIn(name);
  const verb = words.find((word) => !BEFORE_A_VERB.test(word)) ?? '';
  return TAKING.test(verb) || beginsWithChange(verb) || beginsWithChange(name);
}

/** What puts a description's verb first: `Set to 1 to …`, `If true, …`, `Whether to …`. */
const BEFORE_WHAT_IS_SAID =
  /^((set|pass|use|send)( (it|this))?( to)? [^a-z0-9]?(1|true|yes)[^a-z0-9]? to|(if|when)[^,.]{0,40},|whether( or not)? to|also) /;

/** What has others do something, or does it once more. As a noun, such as in `Queue name`, it is followed by no article. */
const PROMPTING = /^(queue|enqueue|schedule|rebuild|recheck|refetch|reindex|rerun|rescan|trigger)$/;

/** What shows that the word before it is a verb: `Pause this watch`, `Queue all jobs`. `Pause state` and `Start date` are nouns. */
const SOME_THING = /^(a|all|an|any|each|every|it|its|matching|that|the|them|these|this|those)$/;

/**
 * Tells whether the first sentence of a description says that what it describes changes something: `Set mute state`, `Pause this job`,
 * `Set to 1 to force recheck of all watches`, `Marks all messages as read`. `Set the page size` and `Close matches alone` do not.
 */
export function saysChange(description: string): boolean {
  const [sentence = ''] = description
    .trim()
    .toLowerCase()
    .split(/[.;\n]/);
  const said = sentence.replace(BEFORE_WHAT_IS_SAID, '');
  if (/^sets? (the )?([a-z]+ ){1,3}(state|status)$/.test(said)) return true;
  const isForced = /^forces? /.test(said);
  const [verb = '', next = ''] = said
    .replace(/^forces? (an? |the )?/, '')
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z-]/g, ''));
  const changes = [verb, verb.replace(/s$/, ''), verb.replace(/es$/, '')].some(
    (word) => PROMPTING.test(word) || TAKING.test(word) || CHANGING_ONE.test(word) || beginsWithChange(word),
  );
  return changes && (isForced || SOME_THING.test(next));
}

/** What takes away the thing that it shows, or puts another one in its place. As a noun none of them names a thing. */
const TAKING_ALONE = /^(ack|claim|consume|dequeue|drain|expunge|pop|receive|regenerate|renew|rotate|take)$/;

/**
 * Tells whether the end of a path names what takes something away while it shows it, so that its GET may be no reading: `/queue/pop`,
 * `/jobs/{id}/claim`, `/keys/rotate`. `/claims`, `/claim/{id}` and `/take-aways` name none.
 */
export function endsInTaking(path: string): boolean {
  const { last, noun } = endOf(path);
  return !last.includes('{') && TAKING_ALONE.test(actionOf(noun));
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

/** What says what would be, and changes nothing. */
const TRYING = /^(calculate|check|compare|compute|dry|estimate|preview|price|quote|simulate|test|try|validate|verify)$/;

/** Tells whether the end of a path names an action that only says what would be: `/orders/{id}/quote`, `/plans/{id}/dry-run`. */
export function endsInTrial(path: string): boolean {
  const { last, noun } = endOf(path);
  return !last.includes('{') && wordsIn(noun).some((word) => TRYING.test(word));
}

/** What brings back what was removed. */
const RETURNING = /^(restore|undelete|undo|recover|reinstate|revive|unarchive|untrash)$/;

/** Tells whether the end of a path names an action that brings back what was removed: `/ships/{id}/restore`. */
export function endsInReturn(path: string): boolean {
  return !endOf(path).last.includes('{') && RETURNING.test(actionOf(path));
}

/** How the end of a session is called. */
const LOGOUT = '(log|sign)[-_ ]?(out|off)';

/** Tells whether the end of a path names the end of a session: `/logout`, `/auth/sign-out`. */
export function endsInLogout(path: string): boolean {
  return new RegExp(`^${LOGOUT}([^a-z]|$)`, 'i').test(endOf(path).noun);
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

/** What ends something that goes on, and that others need. */
const HALTING =
  /^(stop|close|pause|suspend|disable|deactivate|halt|quit|freeze|lock|standby|detach|disconnect|unmount|unload|abort|cancel)$/;

/** What begins it, or lets it go on. */
const BEGINNING =
  /^(start|run|resume|enable|open|activate|reactivate|begin|continue|unpause|unsuspend|unfreeze|unlock|launch|boot|init|initiali[sz]e|attach|connect|mount|load)$/;

/** Tells whether the end of a path names an action that ends what goes on: `/scheduler/stop`, `/jobs/{id}/pause`, `/disable-all`. */
export function endsInHalt(path: string): boolean {
  return !endOf(path).last.includes('{') && HALTING.test(actionOf(path));
}

/** Tells whether the end of a path names an action that begins something, or lets it go on: `/scheduler/start`, `/jobs/{id}/resume`. */
export function endsInBeginning(path: string): boolean {
  return !endOf(path).last.includes('{') && BEGINNING.test(actionOf(path));
}

/** The first word of the last segment, where no more than `all` follows it: `/stop-times` names no action. */
function actionOf(path: string): string {
  const [first = '', ...more] = wordsIn(endOf(path).noun);
  return more.every((word) => /^(all|it|now)$/.test(word)) ? first : '';
}

/** Tells whether the name of an operation begins with a word for taking something away or changing it: `purgeQueue`, `approve_order`. */
export function isCalledChange(operationId: string): boolean {
  const [first = ''] = wordsIn(operationId);
  return DESTROYING.test(first) || CHANGING.test(first);
}

/** What ends a session, or the service, wherever it stands in a path or in the name of an operation. */
const ENDS_SESSION = new RegExp(
  `(^|[^a-z])(${LOGOUT}|(shut[-_]?down|restart|reboot|revoke|terminate|invalidate|end[-_]session|deactivate)([^a-z]|$))`,
  'i',
);

/** Tells whether a path or the name of an operation speaks of ending a session or the service: `/shutdown`, `revokeToken`. */
export function speaksOfEnding(path: string, operationId: string): boolean {
  return ENDS_SESSION.test(`${path} ${operationId}`.replace(/([a-z])([A-Z])/g, '$1-$2'));
}

/** Tells whether a path leads to the password of whoever asks: `/current/user/password`. */
export function endsInOwnPassword(path: string): boolean {
  return /(^|[^a-z])(me|self|my|own|current|account|profile)([^a-z].*)?passw(or)?d/i.test(path);
}

/** Tells whether a path leads to the account of whoever asks, and to nothing within it: `/me`, `/users/me`, `/v2/account`, `/user/profile`. */
export function endsInOwnAccount(path: string): boolean {
  return (
    /\/(me|self|myself|(my|own|current)[-_]?(user|account|profile)|account|profile)\/?$/i.test(path) &&
    !path.includes('{')
  );
}

/** Tells whether the end of a path names a state in which a service refuses every change: `/admin/maintenance`, `/read-only`. */
export function endsInStandstill(path: string): boolean {
  return /[/_-](maintenance|read-?only|lock-?down)([-_]mode)?\/?$/i.test(path);
}

/** Tells whether the end of a path, or what stands before its parameter, names what lets somebody in: `/me/tokens/{id}`, `/session`. */
export function endsInCredential(path: string): boolean {
  return /\/[a-z_-]*(token|(api|access)[-_]?key|session|credential)s?(\/\{[^/]*\})?\/?$/i.test(path);
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
    more.some((word) => isExclusiveFlag(word) || /^(up|down|before|after)$/.test(word));
  return MOVING.test(first) || isMade || (words.length === 1 && /^(default|primary|position|order)$/.test(first));
}
