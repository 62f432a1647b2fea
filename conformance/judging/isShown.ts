/** Tells whether an answer shows what was done before in its chain. */

import type { Awaited } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { endsInReturn } from '../../src/resources/vocabulary/actions';
import { isPart } from '../chains/pageTurns';
import { different, merged, unapplied, unchanged, unpatched } from './chainState';
import { isDone, isWrite } from './chainSteps';
import { isCounted } from './counted';
import { isInItsList } from './listed';
import { isMissing } from './missing';
import { lostPut } from './readBack';
import { unkept } from './stateAfterAction';
import { isStillListed, isStillThere } from './stillThere';

/** The functions that return what a GET does not show yet of a write: undefined if nobody can tell, empty if it shows everything. */
const LEFT_BY = {
  put: unchanged,
  again: different,
  bare: merged,
  patch: unpatched,
  applied: unapplied,
  acted: unkept,
} as const;

/** Tells whether an answer shows what was done before in its chain, since some services show changes only after a while. */
export function isShown(awaited: Awaited, exchange: Exchange, chain: readonly Exchange[]): boolean {
  if (awaited === 'there') return !isMissing(exchange);
  if (awaited === 'listed') {
    const isPage = exchange.case.chain?.step === 'page';
    return isInItsList(exchange, chain, isPage ? !isPart(exchange) : undefined) !== false;
  }
  if (awaited === 'unlisted') return isStillListed(exchange, chain) !== true;
  if (awaited === 'counted') return isCounted(exchange, chain);
  const write = chain.findLast(isWrite);
  if (!write || !isDone(write)) return true;
  const lost = awaited === 'put' ? lostPut(write, exchange, chain) : undefined;
  if (lost !== undefined && lost !== 'none') return false;
  if (awaited === 'gone') return isStillThere(exchange, chain) !== true;
  // An action may take its thing away, if it does not bring it back.
  const isThere = (awaited === 'acted' && !endsInReturn(write.case.request.operation.path)) || !isMissing(exchange);
  return isThere && (LEFT_BY[awaited](write, exchange, [...chain, exchange])?.length ?? 0) === 0;
}
