/** What a run works with. It is passed down whole. */

import type { Parts } from '../../support/letOthersRun';
import type { Connections } from '../../wire/connections';
import type { Ledger } from '../ledger/ledger';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Planning } from '../model/planning';
import type { RunSettings } from '../model/settings';
import type { Suite } from '../model/suite';
import type { Sending } from './sending';
import type { FoundValues } from './tries/shownValues';

export interface RunMeans {
  readonly settings: RunSettings;
  readonly suite: Pick<Suite, 'isShown' | 'isAllowed' | 'turned'>;
  readonly planned: Planning;
  readonly sending: Sending;
  /** Those that are kept are closed at the end. */
  readonly connections: Connections;
  /** What the run makes, and may touch. */
  readonly ledger: Ledger;
  /** What answers show that other requests may carry. */
  readonly found: FoundValues;
  /** When the run began, as `performance.now()` tells. */
  readonly began: number;
  readonly signal: AbortSignal;
  readonly listener: RunListener;
}

interface RunListener {
  /** Is told of each case that is about to be sent, and then of its exchange. @param index the number of its exchange. */
  readonly onSending: (each: Case, index: number) => void;
  readonly onAnswered: (exchange: Exchange) => void;
  /** Told of each exchange as it ends. Stops after each part of what is done with a large answer. @param isMore whether it was not planned. */
  readonly onExchange: (exchange: Exchange, isMore: boolean) => Parts<void>;
  /** Told of each that says nothing of the target, but whether the credential still works. @param isMore whether it was not planned. */
  readonly onCredential: (exchange: Exchange, isMore: boolean) => void;
}
