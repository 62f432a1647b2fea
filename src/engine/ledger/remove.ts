/** Removing one thing, patiently, and looking whether it is gone. */

import { isSuccess } from '../../http/statuses';
import { showsNothing } from '../../resources/answers/showsNothing';
import { isSeenByNothing } from '../../resources/kinds';
import { LONGEST_WAIT_MS, pause } from '../../support/waiting';
import type { Outcome } from '../../wire/send';
import { retryAfter } from '../../wire/sendPatiently';
import { addEvidence, type Entry, textsOf, viewOf } from './entry';
import { saysRemoved } from './keptRemoved';
import type { AskAbout, AskToRemove, Withheld } from './ledgerState';
import { isListedStill, listerOf } from './listedStill';
import { isShownStill } from './lookBefore';
import { isNotThere, whoseShown } from './view';

/** How often it is asked for once more whether it is gone, and after how long, in milliseconds: not every service knows at once. */
export const LOOKS_MS: readonly number[] = [0, 200, 800, 2000];

/** How a thing is removed. */
export interface Removing {
  readonly send: AskAbout;
  readonly remove: AskToRemove;
  /** What may bring the thing into a state in which it can be removed, each undefined where it may not be asked. Default: nothing is done to it. */
  readonly actions?: readonly (() => Promise<Outcome | undefined>)[];
  /** Whether a GET of what nobody has made is answered as if it were there. */
  readonly isBlind?: boolean;
  /** Between the looks whether it is gone, in milliseconds. */
  readonly looksMs: readonly number[];
  readonly signal: AbortSignal;
}

/** How long is waited before what came to no plain answer is asked once more, time after time, in milliseconds. */
const WAITS_MS = [500, 1000, 2000, 4000];

/** So many in a row that came to no plain answer however often they were asked: then the next ones are asked once, until one is answered. */
const MOST_IN_VAIN = 3;

/** For how long to wait before a request is repeated that was refused for now, or came to no answer; undefined for any other. */
function waitBefore({ response, error }: Outcome, usualMs: number | undefined): number | undefined {
  if (response) {
    if (response.status !== 429 && response.status !== 503) return undefined;
    const askedMs = retryAfter(response);
    // Who asks for too much patience is asked again as who says nothing of it.
    return askedMs !== undefined && askedMs <= LONGEST_WAIT_MS ? askedMs : usualMs;
  }
  return error && ['timeout', 'reset', 'truncated', 'stalled'].includes(error.kind) ? usualMs : undefined;
}

/** What sends a request again that is refused for the moment, and one that gets no answer, if it changes nothing. */
export function steadily(
  { send, remove }: Pick<Removing, 'send' | 'remove'>,
  signal: AbortSignal,
): Pick<Removing, 'send' | 'remove'> {
  // A service that refuses all changes for the moment may answer what changes nothing all the while.
  const inVain = { safe: 0, unsafe: 0 };
  const repeat = async <T extends Outcome | Withheld | undefined>(
    first: T,
    ask: () => Promise<T> | undefined,
    isSafe: boolean,
  ): Promise<T> => {
    let outcome = first;
    const asked = isSafe ? 'safe' : 'unsafe';
    for (const usualMs of WAITS_MS) {
      if (!outcome || 'why' in outcome) return outcome;
      const waitMs = waitBefore(outcome, usualMs);
      if (waitMs === undefined) inVain[asked] = 0;
      if (waitMs === undefined || signal.aborted || inVain[asked] >= MOST_IN_VAIN) return outcome;
      if (!isSafe && !outcome.response) return outcome;
      await pause(waitMs, signal);
      outcome = (await ask()) ?? outcome;
    }
    if (outcome && !('why' in outcome) && waitBefore(outcome, 0) !== undefined) inVain[asked]++;
    return outcome;
  };
  return {
    send(operation, thing) {
      const first = send(operation, thing, signal);
      return first?.then((outcome) => repeat(outcome, () => send(operation, thing, signal), true));
    },
    remove: async (entry) => repeat(await remove(entry, signal), () => remove(entry, signal), false),
  };
}

/** @returns why it is not known to be gone; undefined where it is. */
export async function removeEntry(entry: Entry, removing: Removing): Promise<string | undefined> {
  const { remover, reader } = entry.kind;
  if (!remover) {
    // It may have gone with what it lay in. Where a GET shows something else, or says `enabled: false`, a request has changed it.
    const outcome = reader && (await removing.send(reader, entry.thing, removing.signal));
    return outcome && isNotThere(outcome) ? undefined : 'the contract has no operation that removes it';
  }
  if (!entry.removed) {
    const outcome = await askInAnyState(entry, removing);
    if (!outcome) return `${remover.name} may not be asked: it is left out, or there is no right to it`;
    if (outcome !== 'gone' && 'why' in outcome) return outcome.why;
    if (outcome === 'gone' || isNotThere(outcome)) return whyNotThere(entry);
    if (!outcome.response || !isSuccess(outcome.response.status)) return `${remover.name} ${describe(outcome)}`;
    // Whatever stands there from now on may be another's.
    entry.removed = true;
  }
  return lookWhetherGone(entry, removing);
}

/**
 * What neither a GET nor its removal ever found may stand under another name than the answer said. So may what is no more found since a request
 * changed it: `PATCH /articles/old-title` with a new title.
 */
function whyNotThere(entry: Entry): string | undefined {
  const { number, evidence, changedBy, isRenamed } = entry;
  if (isRenamed) return undefined;
  if (changedBy !== undefined) {
    addEvidence(entry, { found: 'missing' });
    return `perhaps left under another name: #${changedBy} changed it, and it is not found by its own since`;
  }
  // What nobody can look at, and its removal does not find, may stand there under a name that the service has made of it.
  const isUnseen = isSeenByNothing(entry.kind) && !entry.isShaky;
  if (evidence.found !== 'missing' && !isUnseen) return undefined;
  return `perhaps made: #${Math.abs(number)} named it, but nothing was ever found by that name`;
}

/**
 * Asks its remover; where the state of the thing is against it (409, RFC 9110 §15.5.10), again after each of the actions that others of the kind have
 * taken: what is lent can be removed once it is returned.
 */
async function askInAnyState(entry: Entry, removing: Removing): ReturnType<typeof askToRemove> {
  const { actions = [], signal } = removing;
  let outcome = await askToRemove(entry, removing);
  for (const act of actions) {
    const isHeld =
      outcome !== undefined && outcome !== 'gone' && !('why' in outcome) && outcome.response?.status === 409;
    if (!isHeld || signal.aborted) break;
    const acted = await act();
    if (acted?.response && isSuccess(acted.response.status)) outcome = await askToRemove(entry, removing);
  }
  return outcome;
}

/** Asks its remover, again where that came to nothing plain. */
async function askToRemove(
  entry: Entry,
  { send, remove, signal }: Removing,
): Promise<Outcome | Withheld | 'gone' | undefined> {
  const { kind, isShaky, evidence } = entry;
  const { reader } = kind;
  const isAnswer = (each: Outcome | Withheld | undefined): each is Outcome => each !== undefined && !('why' in each);
  if (isShaky && (await isGoneBy(entry, send, signal))) return 'gone';
  let outcome = await remove(entry, signal);
  for (const waitMs of WAITS_MS) {
    // Whether it was done nobody knows: it is looked for before it is asked again.
    if (!isAnswer(outcome) || outcome.response || !reader || signal.aborted) break;
    if (waitBefore(outcome, waitMs) === undefined) break;
    entry.isShaky = true;
    await pause(waitMs, signal);
    if (await isGoneBy(entry, send, signal)) return 'gone';
    outcome = await remove(entry, signal);
  }
  // A service that removes several things at once may fail for that alone.
  if (isAnswer(outcome) && (outcome.response?.status ?? 0) >= 500 && !signal.aborted) {
    entry.isShaky = true;
    await pause(WAITS_MS[0] ?? 0, signal);
    if (await isGoneBy(entry, send, signal)) return 'gone';
    outcome = await remove(entry, signal);
  }
  // What a 202 promised, and nobody has seen yet, may come later.
  const isAwaited = evidence.status === 202 && evidence.found !== 'text';
  for (const waitMs of isAwaited ? LOOKS_MS.slice(1) : []) {
    if (!isAnswer(outcome) || !isNotThere(outcome) || signal.aborted) break;
    await pause(waitMs, signal);
    outcome = await remove(entry, signal);
  }
  return outcome;
}

async function lookWhetherGone(entry: Entry, removing: Removing): Promise<string | undefined> {
  const { send, looksMs, signal, isBlind = false } = removing;
  const { reader } = entry.kind;
  if (!reader) return lookInList(entry, removing);
  let answered = '';
  for (const waitMs of looksMs) {
    await pause(waitMs, signal);
    const outcome = await send(reader, entry.thing, signal);
    // Where nobody can look, the answer to the removal has to do.
    if (!outcome || (outcome.response && outcome.response.status >= 400)) return undefined;
    if (outcome.response && showsNothing(reader, outcome.response)) return undefined;
    if (isGoneOrOthers(outcome, entry)) return undefined;
    // `{}` that is shown of anything at all does not show that it is there.
    const isShown = outcome.response && whoseShown(entry.kind, viewOf(entry), outcome.response).is !== 'unknown';
    if (isBlind && !isShown) return lookInList(entry, removing);
    answered = describe(outcome);
    noteBroughtBack(entry, outcome);
    if (signal.aborted) break;
  }
  return `it is still there after it was removed: ${reader.name} ${answered}`;
}

/** What stands there after its removal, and shows what the run did not write, was brought back by somebody else, whose it is from then on. */
function noteBroughtBack(entry: Entry, { response }: Outcome): void {
  const whose = response && isSuccess(response.status) ? whoseShown(entry.kind, viewOf(entry), response) : undefined;
  if (whose?.is === 'others') entry.isOthers = whose.why;
}

/** Looks in the list for what no GET shows by itself. */
async function lookInList(entry: Entry, { send, looksMs, signal }: Removing): Promise<string | undefined> {
  const lister = listerOf(entry);
  if (!lister || looksMs.length === 0) return undefined;
  for (const waitMs of looksMs) {
    await pause(waitMs, signal);
    const { response } = (await send(lister, entry.thing, signal)) ?? {};
    if (!response || !isListedStill(entry, response)) return undefined;
    if (signal.aborted) break;
  }
  return `it is still there after it was removed: ${lister.name} shows it`;
}

export async function isGoneBy(entry: Entry, send: AskAbout, signal: AbortSignal): Promise<boolean> {
  const { kind, thing } = entry;
  const outcome = kind.reader && (await send(kind.reader, thing, signal));
  return outcome !== undefined && isGoneOrOthers(outcome, entry);
}

/** Whether it is gone; or something else stands there in its place, for the service gives names again. */
function isGoneOrOthers(outcome: Outcome, entry: Entry): boolean {
  if (isNotThere(outcome) || saysRemoved(entry, outcome)) return true;
  const { response } = outcome;
  return !!response && isSuccess(response.status) && isTellable(entry) && !isShownStill(response, entry);
}

/** Whether something else in its place could be told from it. */
export function isTellable(entry: Entry): boolean {
  const { proof, isBare } = entry;
  return textsOf(entry).length > 0 || (!isBare && proof.whole !== undefined && Object.keys(proof.whole).length > 0);
}

function describe({ response, error }: Outcome): string {
  return response ? `was answered ${response.status}` : `came to nothing (${error?.kind})`;
}
