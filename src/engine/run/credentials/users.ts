/**
 * Asks as another user what the first one is refused, and remembers who was let in: for the operation, and for those beneath its path. It chooses
 * as whom to ask; no verdict depends on it.
 */

import type { Operation } from '../../../contract/contract';
import { isAccessDenial, isNotFound, isSuccess } from '../../../http/statuses';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { User } from '../../model/user';
import { asUser } from '../../request/asUser';
import type { ScheduledCase } from '../schedule';
import type { Told } from '../telling';

/** How requests are sent and numbered. */
interface Sending<T extends Told> {
  readonly send: (each: Case, index: number) => Promise<T | undefined>;
  readonly number: () => number;
}

/** The first user, whose credentials are those of the run, is undefined. */
type AnyUser = User | undefined;

export class Users {
  /** Who is let in, by the operation and by its path. */
  private readonly letIn = new Map<Operation, AnyUser>();
  private readonly byPath = new Map<string, AnyUser>();
  /** Each operation is asked as all users once; once more with what is valid, and where the run made what it asks about. */
  private readonly trials = new Map<string, Promise<AnyUser>>();
  /** As whom a case was answered with success. */
  private readonly makers = new WeakMap<Case, AnyUser>();

  constructor(private readonly further: readonly User[]) {}

  /** Sends a case as the user who is let in. Where that one is refused, sends it as each other user, in their order. */
  async send<T extends Told>(
    { each, index }: ScheduledCase,
    filled: Case,
    sending: Sending<T>,
  ): Promise<T | undefined> {
    if (this.further.length === 0) return sending.send(filled, index);
    const answer = await sending.send(this.presented(each, filled), index);
    if (!answer) return undefined;
    const best = mayServeOthers(answer.exchange) ? await this.tryOthers(filled, answer, sending) : answer;
    this.note(each, best.exchange);
    if (best === answer) return answer;
    // Who was let in stands in the place that was planned. That somebody is refused says nothing of the target, but a server error does.
    await tellAside(answer, best.exchange.index);
    return { ...best, exchange: { ...best.exchange, index } };
  }

  /** Returns a case as it is sent first: by who was let in to its operation, by who made what it asks about, or by who was let in above it. */
  private presented(each: Case, filled: Case): Case {
    const { operation } = filled.request;
    const user = this.letIn.get(operation) ?? this.makerOf(each) ?? this.letInAbove(operation);
    return (user && asUser(filled, user)) ?? filled;
  }

  private makerOf({ waitsFor }: Case): AnyUser {
    const cases = Object.values(waitsFor?.needs ?? {}).map(({ from }) => from);
    return cases.map((from) => this.makers.get(from)).find((user) => user !== undefined);
  }

  private letInAbove(operation: Operation): AnyUser {
    if (this.letIn.has(operation)) return undefined;
    const { path } = operation;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      if (this.byPath.has(above)) return this.byPath.get(above);
    }
    return undefined;
  }

  private note(each: Case, { case: { request, claim }, response }: Exchange): void {
    if (!response || isAccessDenial(response.status) || response.status >= 500) return;
    const { operation, user } = request;
    if (isSuccess(response.status)) this.makers.set(each, user);
    const isValid = claim.probe === 'valid' && !claim.violation;
    // Anybody may be told of a mistake, and that there is nothing, and only somebody else be served.
    if (user ? !isValid && isNotFound(response.status) : !isValid || this.letIn.get(operation)) return;
    this.letIn.set(operation, user);
    this.byPath.set(operation.path, user);
  }

  /** @returns the answer to who was let in; the first one if nobody was. */
  private async tryOthers<T extends Told>(filled: Case, refused: T, sending: Sending<T>): Promise<T> {
    const { operation, user: before } = refused.exchange.case.request;
    const isValid = filled.claim.probe === 'valid' && !filled.claim.violation;
    const trial = `${filled.chain?.kind ?? ''} ${isValid} ${operation.name}`;
    const others = [undefined, ...this.further].filter((user) => user !== before);
    const known = this.trials.get(trial);
    if (known) {
      const user = await known;
      return others.includes(user) && user ? this.askAs([user], filled, refused, sending) : refused;
    }
    const asking = this.askAs(others, filled, refused, sending);
    this.trials.set(
      trial,
      asking.then(
        (best) => best.exchange.case.request.user,
        () => before,
      ),
    );
    return asking;
  }

  private async askAs<T extends Told>(
    users: readonly AnyUser[],
    filled: Case,
    refused: T,
    { send, number }: Sending<T>,
  ): Promise<T> {
    let best = refused;
    for (const user of users) {
      const each = user ? asUser(filled, user) : filled;
      const answer = each && (await send(each, number()));
      if (!answer) continue;
      const isBetter = rankOf(answer) > rankOf(best) && (rankOf(refused) === 0 || rankOf(answer) === LET_IN);
      const less = isBetter ? best : answer;
      if (less !== refused) await tellAside(less, less.exchange.index);
      if (isBetter) best = answer;
      if (rankOf(best) === LET_IN) break;
    }
    return best;
  }
}

const LET_IN = 3;
const FAILED = 1;

/** Tells of an answer to a user who was not the one to ask. It says nothing of the target, unless that failed. */
function tellAside(answer: Told, index: number): Promise<void> {
  return answer.tell({ index, isStep: false, isMore: true, isOfUser: rankOf(answer) !== FAILED });
}

/** How surely an answer shows that its user is let in. */
function rankOf({ exchange: { response } }: Told): number {
  const status = response?.status ?? 0;
  if (isAccessDenial(status) || status === 0) return 0;
  if (status >= 500) return FAILED;
  return status < 400 ? LET_IN : 2;
}

/**
 * Tells whether another user may be served. One user was refused, and the request is not about that; or the service failed at what only reads:
 * some fail where a user has nothing to show, such as `GET /customer` as an administrator.
 */
function mayServeOthers({ case: { claim, request, chain }, response }: Exchange): boolean {
  const { probe, violation, expect } = claim;
  if (expect !== undefined || request.method !== undefined || chain?.step === 'refused') return false;
  if (probe === 'scheme' || probe === 'provoke') return false;
  if (isAccessDenial(response?.status)) return true;
  const isPlain = (probe === 'valid' || probe === 'state') && !violation;
  return isPlain && request.operation.safe && (response?.status ?? 0) >= 500;
}
