/** Judges an exchange that was sent anew by the one requirement that it broke before. */

import type { Contract } from '../contract/contract';
import type { Exchange } from '../engine/model/exchange';
import type { Rule } from '../engine/model/rule';
import { bindRequirements } from '../engine/plan/requirements';
import { Judging } from '../engine/verdict/judge';
import type { Request } from '../http/message';
import { parsedBody } from '../json/exactJson';
import { pointerOf, pointerTokens, valueAt } from '../json/pointer';
import { findingId } from '../report/findingIds';
import type { ExchangeReport, Finding, RequirementReport } from '../report/report';
import { decodedContent } from '../serialization/readResponse';
import type { Outcome } from '../wire/send';
import { recordedCase } from './classify';
import { findOperation } from './findOperation';

/** A request that was sent before and now, and what came back now. */
export interface SentAgain {
  readonly before: ExchangeReport;
  readonly request: Request;
  readonly outcome: Outcome;
}

interface JudgedAgain {
  /**
   * `same`: the same breach; `another`: another one of the same requirement; `emptied`: the list that had it is empty now; `untold`: this
   * exchange alone does not tell.
   */
  readonly is: 'same' | 'another' | 'kept' | 'emptied' | 'untold';
  readonly finding?: Finding;
}

/** A finding, and its requirement. */
interface Found {
  readonly requirement: RequirementReport;
  readonly finding: Finding;
  /** The short id of the finding. */
  readonly id: string;
}

/** @throws UsageError if the contract no longer has the operation. */
export function judgeAgain(
  contract: Contract,
  rules: readonly Rule[],
  { requirement, finding, id }: Found,
  sent: SentAgain,
): JudgedAgain {
  const selected = rules.filter((rule) => rule.id === requirement.rule);
  const exchange = toExchange(contract, sent);
  const { operation } = exchange.case.request;
  const bound = bindRequirements(contract, [operation], selected, () => true);
  const own = bound.filter((each) => each.id === requirement.id);
  const judging = new Judging(own, { strict: false, show: () => {}, isKept: () => true });
  judging.take(exchange);
  const [judged] = judging.end(judging.history(), () => ({}));
  if (!judged || judged.exchanges === 0) return { is: 'untold' };
  const same = judged.findings.find((each) => findingId(judged, each) === id);
  if (same) return { is: 'same', finding: same };
  const [another] = judged.findings;
  if (another) return { is: 'another', finding: another };
  return { is: isEmptied(finding, exchange) ? 'emptied' : 'kept' };
}

/** Whether each place that was wrong was in a list that is empty now, so that nothing is there to judge. */
function isEmptied({ places = [] }: Finding, { response }: Exchange): boolean {
  const content = response && decodedContent(response);
  const body = Buffer.isBuffer(content) ? parsedBody(content)?.value : undefined;
  const isInEmptyList = (place: string) => {
    const tokens = pointerTokens(place);
    return tokens.some((_, at) => {
      const list = valueAt(body, pointerOf(tokens.slice(0, at)));
      return Array.isArray(list) && list.length === 0;
    });
  };
  return places.length > 0 && places.every(isInEmptyList);
}

function toExchange({ operations }: Contract, { before, request, outcome }: SentAgain): Exchange {
  const { response, error, received, durationMs } = outcome;
  const { method, path: url, headers, body } = request;
  const found = findOperation(operations, { named: before.operation, method, url });
  const known = recordedCase(found, {
    url,
    headers,
    body: body ?? Buffer.alloc(0),
    showsCredentials: true,
    showsCookies: true,
    status: response?.status ?? 0,
  });
  const { probe, case: name } = before;
  const isOwn = method === found.operation.method;
  return {
    index: 1,
    case: {
      ...known,
      request: {
        ...known.request,
        authorised: probe !== 'anonymous' && probe !== 'wrong-token',
        ...(isOwn ? {} : { method }),
      },
      // What the run asked for is known, as in a recording it is not.
      claim: { ...known.claim, probe: probe as typeof known.claim.probe, name, handedOver: true },
    },
    request,
    response,
    error,
    received,
    durationMs,
  };
}
