/** What an earlier run has noted of what it made: it is taken over, and believed no further than it can be seen. */

import type { Operation } from '../../contract/contract';
import { tokenIn } from '../../resources/tokens';
import type { Values } from '../../routing/pathTemplate';
import type { Case } from '../model/case';
import { notedEntry } from './entry';
import { KnownTexts } from './knownTexts';
import type { Intent, Noted, Perhaps } from './ledgerEvents';
import { itemsAt, keepEntry, type LedgerState, suspectIntent, UNDER_WAY } from './ledgerState';
import { type Evidence, isImprobable } from './ownership';

/** What it was about to make. */
export function addIntent(state: LedgerState, intent: Intent): void {
  state.requests.addMaker(intent);
  suspectIntent(state, intent, UNDER_WAY, true);
  noteOwnTexts(state, Object.values(intent.like));
}

/** What it made. */
export function addNoted(state: LedgerState, noted: Noted): void {
  state.requests.addMaker(noted);
  const kind = itemsAt(state, noted.item);
  if (!kind) return;
  const { item, ids, around, texts = [], refers = {}, whole, isFresh, isDoubtful = false, unproven } = noted;
  const isOurs = isFresh === true && isImprobable(ids.at(-1) ?? '') && (texts.length === 0 || !kind.reader);
  const evidence: Partial<Evidence> = isOurs ? { source: 'path', isImprobable: true } : {};
  const place = around ? { around } : {};
  const entry = notedEntry({ item, ids, ...place }, kind, { texts, refers, whole }, evidence);
  const { isLooked = false, isChanged = false, known = [], alsoNamed = [], others } = noted;
  noteOwnTexts(state, texts);
  keepEntry(state, {
    ...entry,
    number: unproven?.number ?? -state.entries.size - 1,
    isDoubtful,
    isOthers: others,
    content: { ...entry.content, seen: new KnownTexts([], known), isLooked, isChanged },
    others: alsoNamed.map((text) => ({ text, pointer: undefined, source: 'location' as const })),
    unnamed: unproven && {
      intent: { item, ids: ids.slice(0, -1), ...place, ...unproven },
      kind,
      reason: 'it was answered, and nothing has shown what it made',
      sent: state.sightings.tick(),
      isOld: true,
    },
    // Since then anybody may have come.
    madeMs: Number.NEGATIVE_INFINITY,
  });
}

/** Texts that it sent and that nothing else has: a list that shows one shows something of the run. */
export function noteOwnTexts({ ownTexts }: LedgerState, texts: readonly string[]): void {
  for (const text of texts) ownTexts.add(tokenIn(text).toLowerCase());
}

/** What an earlier run perhaps made, as far as the contract still has its operation. */
export function addPerhaps(
  state: LedgerState,
  { number, operation: name, values, reason }: Perhaps,
  show: (operation: Operation, values: Values) => Case | undefined,
  operations: readonly Operation[],
): void {
  const operation = operations.find((each) => each.name === name);
  const each = operation && show(operation, values);
  if (operation && each) state.requests.noteUnconnected({ case: each, operation, reason, number });
}
