/** Looks whether a thing that an answer named shows what was sent, by a GET of it or in its list. */

import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { hasOtherTexts, isProof, listedItem, listShows, type Proof, shows } from '../../resources/answers/shown';
import { isServersOwn } from '../../resources/serversOwn';
import { listerFor } from '../../resources/things';
import { isIdName } from '../../resources/vocabulary/ids';
import { addEvidence, type Entry, textsOf, wholeOf } from './entry';
import { isMadeIn, type LedgerState } from './ledgerState';
import { noteRead } from './lookAtOwn';
import { listPlace } from './lookBefore';
import { isProvable } from './ownership';
import { type ShownText, textsWithin } from './textsShown';
import { isNotThere } from './view';

/** Looks at a thing where it is not plain whether it shows what was sent, and takes note of what that says of its kind. */
export async function lookAtEntry(state: LedgerState, entry: Entry, signal?: AbortSignal): Promise<void> {
  const { kind, thing, evidence } = entry;
  const { reader } = kind;
  const lister = listerFor(kind, thing);
  const { hasText } = evidence;
  const record = state.records.of(kind);
  if (evidence.source === 'path' || state.sightings.isNamedTwice(thing)) return;
  if (record.isTrusted(evidence.status)) addEvidence(entry, { isTrusted: true });
  const isOpen = () => isProvable({ ...entry.evidence, isNamedTwice: false });
  const isTrial = record.isOnTrial;
  if (!isOpen() && !(isTrial && isMadeIn(state, entry))) return;
  const found = (isSeen: boolean | undefined) => {
    if (isSeen === undefined) return;
    addEvidence(entry, { found: isSeen ? 'text' : 'else' });
    if (hasText) record.noteNamed(evidence.status, isSeen);
  };
  const proven = toBeShown(entry);
  if (reader && isProof(proven)) {
    record.noteTrial();
    const outcome = await state.send(reader, thing, signal);
    if (outcome && isNotThere(outcome)) addEvidence(entry, { found: 'missing' });
    else if (outcome?.response && isSuccess(outcome.response.status)) {
      const { response } = outcome;
      noteRead(state, entry, outcome);
      if (hasText) record.showsAll = shows(kind, response, { texts: [], refers: {}, whole: entry.sent }) === true;
      found(isShownAsSent(entry, proven, response));
    }
  }
  // Where nothing can be asked by its name, the list tells whether answers are to be trusted.
  const isListTrial = isTrial && !reader && hasText && !record.isProven;
  if (!lister || !(isOpen() || isListTrial)) return;
  if (isListTrial) record.noteTrial();
  if (!hasText && entry.evidence.before !== 'unlisted') return;
  const { response } = (await listPlace(state, kind, thing, signal)) ?? {};
  if (!response || evidence.source === 'guess') return;
  const name = thing.ids.at(-1) ?? '';
  const isSeen = listShows(kind, response, name, proven);
  if (!hasText && isSeen !== undefined) addEvidence(entry, { isNew: true });
  if (isProof(proven)) found(isSeen && isSurelyAsSent(entry, listedItem(kind, response, name)));
}

/**
 * What an answer has to show. Without a text of its own, a thing has to be new, and all that was sent. What the run itself has changed since shows
 * other texts, or none that could be known.
 */
export function toBeShown(entry: Entry): Proof {
  const { proof, evidence, isBare } = entry;
  return evidence.hasText
    ? { ...proof, texts: textsOf(entry), refers: isBare ? {} : proof.refers }
    : { ...proof, whole: isBare ? {} : wholeOf(entry) };
}

/**
 * Whether a GET by the name of a thing shows what was sent.
 * @param proven what it has to show.
 * @returns undefined where it shows nothing by which that could be told.
 */
export function isShownAsSent(entry: Entry, proven: Proof, response: Response): boolean | undefined {
  const { kind, evidence, place } = entry;
  const isGuess = evidence.source === 'guess';
  if ((isGuess || place !== undefined) && isAnsweredThing(entry, response)) return true;
  if (isGuess) return false;
  const isSeen = shows(kind, response, proven);
  return isSeen && isSurelyAsSent(entry, parsedBody(response.body)?.value);
}

/**
 * Tells whether what is shown has no text that was not sent, where neither a text of its own nor a 201 says that it was made: somebody else may
 * have made it meanwhile, and the service found it by what was sent.
 */
export function isSurelyAsSent({ kind, sent, evidence }: Entry, shown: unknown): boolean {
  if (evidence.hasText || evidence.status === 201) return true;
  return !hasOtherTexts(kind, shown, sent, (name) => isServersOwn(kind, name));
}

/**
 * Tells whether a GET by a guessed name shows the thing that was made, and no other one that mentions it: each text that was sent stands in a
 * member of its own, and no text stands there that neither the request nor its answer had. By a name that the request itself had, what the
 * service adds may stand there, too.
 */
function isAnsweredThing({ kind, thing, proof, sent, answered, place }: Entry, { body }: Response): boolean {
  const shown = textsWithin(parsedBody(body)?.value);
  const own = new Set([...Object.values(sent), ...proof.texts, ...answered]);
  const isAdded = (name: string, text: string) =>
    place === undefined && (thing.ids.includes(text) || isIdName(name) || isServersOwn(kind, name));
  const isOthers = ({ name, text }: ShownText) =>
    !own.has(text) && !/^\d{4}-\d\d-\d\d|^\/|^[a-z]+:\/\//i.test(text) && !isAdded(name, text);
  const texts = new Set(shown.map(({ text }) => text));
  return proof.texts.length > 0 && proof.texts.every((text) => texts.has(text)) && !shown.some(isOthers);
}
