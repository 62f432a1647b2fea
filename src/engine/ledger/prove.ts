/** Proves whether what an exchange made is the run's own: what its answer names is looked at, and looked for where that is not enough. */

import { isProof } from '../../resources/answers/shown';
import type { Identity } from '../../resources/identity';
import { thingNamed } from '../../resources/things';
import { LONGEST_WAIT_MS, pause } from '../../support/waiting';
import { retryAfter } from '../../wire/sendPatiently';
import type { Exchange } from '../model/exchange';
import { namesAtJob } from './askJob';
import { sourceIn } from './claim';
import { addEvidence, type Entry, toIdentity, wholeOf } from './entry';
import { announce, forgetEntry, isMadeIn, keepEntry, type LedgerState } from './ledgerState';
import { lookAtEntry } from './look';
import { type AskList, findInstead, findNamed, searchUnnamed } from './search';
import { thingKey } from './sightings';

/** How what was made is proven. */
interface Proving {
  /** Whether what no answer names may be looked for. */
  readonly maySearch: boolean;
  /** Of the target. */
  readonly origin: string;
}

/** Looks whether what this exchange made is the run's own. @returns its name, where that is known. */
export async function proveMade(
  state: LedgerState,
  exchange: Exchange,
  { maySearch, origin }: Proving,
  signal?: AbortSignal,
): Promise<Identity | undefined> {
  const { index, case: each } = exchange;
  const ask: AskList = (lister, thing, pair) => state.send(lister, thing, signal, pair);
  const { requests, records, places } = state;
  const claimed = requests.takeClaim(index);
  if (!claimed) {
    const unnamed = maySearch ? requests.intended(index) : undefined;
    if (!unnamed?.isMade) return undefined;
    let text: string | undefined | null;
    await untilThere(state, exchange, signal, async () => {
      const names = await namesAtJob(state, exchange, unnamed.kind, origin, signal);
      const found = names && (await findNamed(state, unnamed, names, ask, signal));
      text = found ?? (await searchUnnamed(state, unnamed, ask, signal));
      return typeof text === 'string' || (text === null && names === undefined);
    });
    return text ? { text, pointer: undefined } : undefined;
  }
  await untilThere(state, exchange, signal, async () => {
    if (claimed.evidence.found === 'missing') addEvidence(claimed, { found: 'unknown' });
    await lookAtEntry(state, claimed, signal);
    return claimed.evidence.found !== 'missing';
  });
  const entry = isMadeIn(state, claimed) ? claimed : ((await provenOther(state, claimed, each, signal)) ?? claimed);
  requests.takeClaim(index);
  const real = isMadeIn(state, entry) ? undefined : await findInstead(state, entry, ask, signal);
  if (real !== undefined) return real === '' ? undefined : { text: real, pointer: undefined };
  if (!isMadeIn(state, entry) || !state.entries.has(thingKey(entry.thing))) return toIdentity(entry);
  const { source } = entry.evidence;
  const at = state.sightings.tick();
  if (source !== 'path') places.count(entry.thing, at);
  if (source === 'guess' && entry.place !== undefined) records.of(entry.kind).place = entry.place;
  if (!isProof(entry.proof) && source !== 'path') {
    keepEntry(state, { ...entry, proof: { ...entry.proof, whole: wholeOf(entry) } });
    requests.takeClaim(index);
  } else announce(state, entry);
  return toIdentity(entry);
}

/** So long a run waits before each further look for what a 202 has promised (RFC 9110 §15.3.3), in milliseconds. */
const WAITS_MS = [50, 100, 200, 400, 800];

/**
 * Looks for what an answer says was made; for what it only promised, again and again for a while, unless that of an earlier request of the operation
 * never came.
 * @param isThere looks, and says whether nothing more is to be waited for.
 */
async function untilThere(
  { lost }: LedgerState,
  { response, case: each }: Exchange,
  signal: AbortSignal | undefined,
  isThere: () => Promise<boolean>,
): Promise<void> {
  if (await isThere()) return;
  const { operation } = each.request;
  if (response?.status !== 202 || lost.has(operation)) return;
  const asked = retryAfter(response) ?? 0;
  const waits = asked > 0 && asked <= LONGEST_WAIT_MS ? [asked, ...WAITS_MS] : WAITS_MS;
  for (const ms of waits) {
    await pause(ms, signal);
    if (signal?.aborted || (await isThere())) return;
  }
  lost.add(operation);
}

/** Another member of the answer may be the name of what was made: the first that is proven takes the place of what was claimed. */
async function provenOther(
  state: LedgerState,
  claimed: Entry,
  each: Exchange['case'],
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  for (const candidate of claimed.others) {
    const { text, pointer, place } = candidate;
    const source = sourceIn(state, claimed.kind, each.request.operation, candidate);
    const evidence = { ...claimed.evidence, source, found: 'unknown' as const };
    const other: Entry = {
      ...claimed,
      thing: thingNamed(claimed.kind, each.request, text),
      pointer,
      place,
      others: [],
      evidence,
    };
    await lookAtEntry(state, other, signal);
    if (!isMadeIn(state, other)) continue;
    forgetEntry(state, claimed);
    keepEntry(state, other);
    return other;
  }
  return undefined;
}
