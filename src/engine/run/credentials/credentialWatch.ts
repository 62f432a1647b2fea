/** Telling a credential that stops working on the way (it expires, a request ends the session) from a target that breaks its contract. */

import type { Operation } from '../../../contract/contract';
import { isClientError, isSuccess } from '../../../http/statuses';
import type { Stop } from '../../../report/outcome';
import { endsSession } from '../../../resources/destructiveness';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import { isAccessDenied } from '../opening/diagnosis';

/** What is kept of an exchange: its answer may be large. */
interface Seen {
  readonly index: number;
  readonly case: Case;
  /** See {@link rankOf}. */
  readonly rank: number;
}

/** What is known of one credential. */
interface Known {
  /** By operation, the best that was let in and may be asked again. */
  readonly witnesses: Map<string, Seen>;
  letIn?: Seen;
  /** The answer that ended the session. */
  ended?: Seen;
  lost?: true;
  /** The question whether it still works that is under way: several refusals may come at the same time. */
  asking?: Promise<unknown>;
}

/** Asks a witness once more; undefined where that may not be sent any more. */
type AskWitness = (each: Case) => Promise<Exchange | undefined>;

/** Names the credential that an operation is asked with, and where it came from. */
type NameCredential = (operation: Operation) => string;

/** Watches over the credentials of a run: what one was let in with before shows whether it still works. */
export class CredentialWatch {
  private readonly credentials = new Map<string, Known>();
  /** By name, the operations that look at the credential, and those that refuse one which works elsewhere. */
  private readonly guarded = new Set<string>();
  private readonly refusing = new Set<string>();
  private readonly unasked = new Map<string, string>();
  private stop: Stop | undefined;

  constructor(private readonly nameCredential: NameCredential = () => 'the credential') {}

  /** Whether a case would only be refused, for its credential no longer works; and whether any other is worth sending. */
  skips(each: Case): boolean {
    if (this.stop) return true;
    if (!each.request.authorised) return false;
    const known = this.knownOf(each);
    if (known.lost) this.leaveOut(each, known);
    return known.lost !== undefined;
  }

  /**
   * Takes note of an exchange as it ends.
   * @param ask asks for what was let in before once more.
   * @returns whether it tells anything of the target: one that is refused for its credential alone does not.
   */
  async note(exchange: Exchange, ask: AskWitness): Promise<boolean> {
    const { case: each, response } = exchange;
    if (!response || each.request.method !== undefined) return true;
    if (!each.request.authorised) {
      if (isAccessDenied(exchange)) this.guarded.add(each.request.operation.name);
      return true;
    }
    const known = this.knownOf(each);
    if (!isAccessDenied(exchange)) {
      this.letIn(exchange, known);
      return true;
    }
    while (known.asking && !known.lost) await known.asking;
    if (!known.lost && !(await this.isLostNow(exchange, known, ask))) return true;
    this.leaveOut(each, known);
    return false;
  }

  /** Why the run was none, where the credential went without an operation that ends the session. */
  end(): Stop | undefined {
    return this.stop;
  }

  /** Why an operation was not asked all, where one that ends the session was answered. */
  whyUnasked({ name }: Operation): string | undefined {
    return this.unasked.get(name);
  }

  private knownOf({ request: { authorisation, user } }: Case): Known {
    // The name of a scheme is sent in several letter cases.
    const key = JSON.stringify([authorisation, user?.name]).toLowerCase();
    const known: Known = this.credentials.get(key) ?? { witnesses: new Map() };
    this.credentials.set(key, known);
    return known;
  }

  private leaveOut({ request: { operation } }: Case, { ended }: Known): void {
    if (!ended) return;
    const why = `after ${nameOf(ended)} the credential no longer works, and nothing more was judged`;
    this.unasked.set(operation.name, why);
  }

  private letIn(exchange: Exchange, known: Known): void {
    const { request, claim, touches } = exchange.case;
    this.refusing.delete(request.operation.name);
    const seen: Seen = { index: exchange.index, case: exchange.case, rank: rankOf(exchange) };
    known.letIn = seen;
    if (succeeded(exchange) && endsSession(request.operation)) known.ended = seen;
    // After a thing was changed, the things in it may be refused. What is refused changes nothing.
    if (claim.exists && !request.operation.safe && !isClientError(exchange.response?.status ?? 0)) {
      for (const [name, { case: each }] of known.witnesses)
        if (each.touches.thing === touches.thing || each.touches.within.includes(touches.thing))
          known.witnesses.delete(name);
    }
    if (seen.rank > 0 && seen.rank >= (known.witnesses.get(request.operation.name)?.rank ?? 0))
      known.witnesses.set(request.operation.name, seen);
  }

  private isLostNow(refused: Exchange, known: Known, ask: AskWitness): Promise<boolean> {
    const asking = this.isLost(refused, known, ask).finally(() => {
      delete known.asking;
    });
    known.asking = asking;
    return asking;
  }

  /** Whether a credential that was refused no longer works anywhere: what was let in with it before is asked again. */
  private async isLost(refused: Exchange, known: Known, ask: AskWitness): Promise<boolean> {
    const { name } = refused.case.request.operation;
    let witness = this.bestOf(known);
    let before: Seen | undefined;
    for (let asked = 1; witness && !this.refusing.has(name) && asked <= MOST_WITNESSES_ASKED; asked++) {
      const shown = await ask(witness.case);
      if (!shown) return false;
      if (!isAccessDenied(shown)) {
        this.refusing.add(name);
        return false;
      }
      const stands = known.witnesses.get(witness.case.request.operation.name) === witness;
      // A removal that is under way may have been done, and not been answered yet.
      if (stands && (witness === before || witness.rank > RANK_OF_OWN)) {
        this.noteLost(refused, known, witness);
        return true;
      }
      before = witness;
      // Meanwhile another request has removed what it asked for, and some services answer 403 for what is not there.
      witness = this.bestOf(known);
    }
    return false;
  }

  private noteLost(refused: Exchange, known: Known, witness: Seen): void {
    known.lost = true;
    const credential = this.nameCredential(refused.case.request.operation);
    if (!known.ended)
      this.stop ??= { reason: whyStopped(credential, refused, known.letIn ?? witness, witness), provenStands: true };
  }

  /** Only an operation that refuses who has no credential looks at it. */
  private bestOf({ witnesses }: Known): Seen | undefined {
    return [...witnesses.values()]
      .filter((each) => this.guarded.has(each.case.request.operation.name))
      .sort((one, other) => other.rank - one.rank || other.index - one.index)[0];
  }
}

/** So many are asked again, where each is about something that is gone by then. */
const MOST_WITNESSES_ASKED = 5;

/** @param credential names it. @param before what was let in last. */
function whyStopped(credential: string, refused: Exchange, before: Seen, witness: Seen): string {
  return `${credential} stopped working after ${nameOf(before)}: ${nameOf(refused)} was answered ${refused.response?.status}, and so was what had been let in before (${nameOf(witness)}). Has it expired, does some request end the session, or do requests with a wrong credential lock it? What came before stands, nothing after it is judged; hand over a credential that lasts, or leave out what ends it`;
}

function succeeded({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status);
}

/** The rank of things that the run made, which it also removes; and of all other things, which are only read. */
const RANK_OF_OWN = 3;
const RANK_OF_OTHERS = 4;

/**
 * How well an answer shows that the credential was looked at, where asking again changes nothing; 0 for not at all.
 * What is invalid may be refused before anybody looks at the credential.
 */
function rankOf(exchange: Exchange): number {
  const { request, claim, chain } = exchange.case;
  const { status = 0 } = exchange.response ?? {};
  // What the run made it also removes.
  if (request.operation.safe && !endsSession(request.operation) && succeeded(exchange))
    return chain?.kind === 'own' ? RANK_OF_OWN : RANK_OF_OTHERS;
  if (claim.exists || endsSession(request.operation) || status < 400 || status >= 500 || status === 429) return 0;
  return claim.violation ? 1 : 2;
}

function nameOf({ index, case: { request, claim } }: Pick<Exchange, 'index' | 'case'>): string {
  return `#${index} (${request.operation.name}, ${claim.name})`;
}
