/** Takes note of lists that show a thing of the run as somebody else's. */

import type { Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { listedItem } from '../../resources/answers/shown';
import { listersOf } from '../../resources/kinds';
import { FRESH_MS, noteDenied, viewOf } from './entry';
import type { LedgerState } from './ledgerState';
import { whoseValue } from './view';

/**
 * No look from before counts any more at what a list shows as somebody else's. Requests that are to be refused follow one look, and others wait for
 * their turn after it: meanwhile others may ask for the list.
 */
export function noteListedAsOthers({ entries }: LedgerState, lister: Operation, response: Response): void {
  if (!isSuccess(response.status)) return;
  for (const entry of entries.values()) {
    const { kind, thing, look, removed } = entry;
    if (removed || !listersOf(kind).includes(lister) || performance.now() - look.atMs > FRESH_MS) continue;
    const item = listedItem(kind, response, thing.ids.at(-1) ?? '');
    if (item === undefined || whoseValue(kind, viewOf(entry), item).is !== 'others') continue;
    noteDenied(entry);
  }
}
