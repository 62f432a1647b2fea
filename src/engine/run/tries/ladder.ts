/**
 * Tries a refused request again in other forms, a bounded number of times, and keeps for each operation what was taken: later requests of that
 * operation begin with it.
 */

import type { Operation } from '../../../contract/contract';
import { isClientError, isSuccess } from '../../../http/statuses';
import { endsSession } from '../../../resources/destructiveness';
import type { Kinds } from '../../../resources/kinds';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { Edit, ShownValues, Try } from '../../model/tries';
import { afterRefusal, begun, isMaking, isTriedAgain, mayGiveForm, type Progress } from './attempts';
import { keyOfEdits, placeOfEdit, withWhatIsAsked } from './changes';
import { hasOtherWords, isFoundNow, mayHaveMade, saysOther } from './refusals';

interface LadderOptions {
  /** What may be changed of a refused request, the likeliest first. */
  readonly tries: (refused: Exchange, found: ShownValues) => readonly Try[];
  /** What answers have shown, in place of what was made up in the path of a request that changes something. */
  readonly placesFound: (each: Case, found: ShownValues) => readonly Edit[];
  /** A case in the form in which another one was taken; undefined where it has that, or may not have it. */
  readonly likeTaken: (each: Case, taken: Case) => Case | undefined;
  /** A case with changes; undefined if it would no longer be what it is to show. */
  readonly mended: (each: Case, edits: readonly Edit[]) => Case | undefined;
  readonly isThorough: boolean;
}

/** How many more requests an operation may draw whose valid ones are refused; with `--thorough`, the second number. */
const MOST_TRIES = 10;
const MOST_TRIES_THOROUGH = 30;

/** The attempts to have one refused request taken. */
interface Climb {
  /** The next request; undefined if there is none left. */
  next(): Case | undefined;
  /** Takes note of the answer to it. @returns whether it was taken. */
  answered(exchange: Exchange): boolean;
}

/** After so many tries of all operations that helped nothing, each further operation is given a few tries only. */
const MANY_IN_VAIN = 150;
const FEW = 2;

/** So many valid requests of an operation are refused at least before no more are sent; of those that break the contract, twice as many. */
const MOST_REFUSED = 15;

export class Ladder {
  private readonly progress = new Map<Operation, Progress>();
  /** The same for requests that make things which others ask about. Each of them carries as much as it may. */
  private readonly makers = new Map<Operation, Progress>();
  /** How many tries of all operations were refused in a row. */
  inVain = 0;
  private readonly most: number;

  constructor(
    readonly options: LadderOptions,
    readonly found: ShownValues,
    readonly kinds: Kinds,
    readonly origin: string,
  ) {
    this.most = options.isThorough ? MOST_TRIES_THOROUGH : MOST_TRIES;
  }

  /** Returns a case as it is sent: with what worked for its operation before. */
  mend(filled: Case): Case {
    const { mended, placesFound } = this.options;
    const kept = this.keptFor(filled);
    const form = isMaking(filled) ? this.makers.get(filled.request.operation)?.taken : undefined;
    const formed = (form && this.options.likeTaken(filled, form)) ?? filled;
    const taken = kept.length === 0 ? formed : (mended(formed, kept) ?? formed);
    const places = placesFound(taken, this.found);
    return places.length === 0 ? taken : (mended(taken, places) ?? taken);
  }

  /** Takes note of any answer. */
  note({ case: each, response, error }: Exchange): void {
    const { claim, request } = each;
    const isTaken = claim.probe === 'valid' && response !== null && !error && isSuccess(response.status);
    const progress = this.of(request.operation);
    if (isTaken) {
      // What was taken in the form that another operation has shown stays in it.
      const learned = progress.isTaken || progress.kept.length > 0 ? NO_EDITS : this.learned(request.operation);
      if (learned.length > 0 && this.options.mended(each, learned) === each) progress.kept = learned;
      progress.isTaken = true;
      // What a 201 names is known, also without a text of the run's own.
      if (mayGiveForm(each) && response.status === 201) progress.taken ??= each;
      if (!claim.exists && !claim.handedOver && !each.chain && !isTriedAgain(each)) progress.isMadeUpTaken = true;
      const maker = isMaking(each) ? this.makers.get(request.operation) : undefined;
      if (maker) maker.isTaken = true;
    }
    const isRefused = response !== null && !error && isClientError(response.status);
    if (isRefused && claim.probe === 'valid' && !claim.violation) progress.refused.valid++;
    if (isRefused && claim.violation) progress.refused.invalid++;
  }

  /**
   * Tells whether a request would show nothing: many of its operation were refused, nothing that was tried helped, and so it would be refused for
   * the same reason, be it valid or not.
   */
  isVain({ claim, request, chain }: Case): boolean {
    const progress = this.progress.get(request.operation);
    if (!progress || progress.isTaken || claim.handedOver || chain) return false;
    const { valid, invalid } = progress.refused;
    const most = Math.max(MOST_REFUSED, this.most);
    if (valid < most) return false;
    if (claim.violation) return claim.probe === 'invalid' && invalid >= 2 * most;
    return claim.probe === 'valid' && !request.isFurther;
  }

  /** Tells whether a valid request was taken although what its path names was made up: it names no thing there. */
  takesMadeUp(operation: Operation): boolean {
    const { isMadeUpTaken = false, kept = [] } = this.progress.get(operation) ?? {};
    return isMadeUpTaken && !kept.some(({ place }) => place === 'path');
  }

  isTaken(operation: Operation): boolean {
    return this.progress.get(operation)?.isTaken ?? false;
  }

  /** Whether a valid request was refused. */
  wasRefused(operation: Operation): boolean {
    return (this.progress.get(operation)?.refused.valid ?? 0) > 0;
  }

  /**
   * Tells whether a refused request may be tried again: nothing was taken of its operation so far, or in a form that it did not have when it was
   * sent, and nothing was made by it. Where the service failed, its answer or an optional part of the request has to give something to try.
   */
  isWorthTrying(exchange: Exchange): boolean {
    const { case: each, response, error } = exchange;
    const { claim, request } = each;
    if (claim.probe !== 'valid' || claim.violation || claim.handedOver || !response || error) return false;
    if (response.status < 400 || endsSession(request.operation)) return false;
    const isTaken = this.progressOf(each).isTaken && !isMaking(each);
    const isWorthIt = isTaken && (this.isBehind(each) || this.hasTaken(exchange));
    if (isTaken ? !isWorthIt : this.of(request.operation).budget.left <= 0) return false;
    if (!request.operation.safe && mayHaveMade(exchange, this.kinds, this.origin)) return false;
    if (isTaken || response.status <= 499 || this.formOf(each)) return true;
    return this.options.tries(exchange, this.found).length > 0;
  }

  /** What makes a thing, in the form in which another request of its operation was taken; undefined where it has that, or none was taken. */
  formOf(each: Case): Case | undefined {
    const { taken } = this.of(each.request.operation);
    return taken && isMaking(each) ? this.options.likeTaken(each, taken) : undefined;
  }

  /** Tells whether a request was refused for a value that another thing has, and no request of its operation makes such values anew so far. */
  hasTaken(exchange: Exchange): boolean {
    const status = exchange.response?.status ?? 0;
    if (
      (status !== 409 && status !== 400 && status !== 422) ||
      this.of(exchange.case.request.operation).budget.left <= 0
    )
      return false;
    if (this.keptFor(exchange.case).some(({ isAnew }) => isAnew)) return false;
    return this.options.tries(exchange, this.found).some(({ isTaken }) => isTaken);
  }

  /** Whether a request was sent before it was known in which form others of its operation are taken. */
  private isBehind(each: Case): boolean {
    const now = this.options.mended(each, this.keptFor(each));
    return now !== undefined && now !== each;
  }

  /** Waits until no other request of an operation is tried. @returns what ends the turn. */
  async turn({ case: each }: Exchange): Promise<() => void> {
    const progress = this.of(each.request.operation);
    const before = progress.turn;
    let end = () => {};
    progress.turn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  /** Begins to try a refused request again. */
  climb(refused: Exchange): Climb {
    return new LadderClimb(this, refused);
  }

  /** What is known of an operation. */
  of(operation: Operation): Progress {
    const known = this.progress.get(operation);
    if (known) return known;
    const left = this.inVain > MANY_IN_VAIN ? Math.min(FEW, this.most) : this.most;
    const progress = begun({ left });
    this.progress.set(operation, progress);
    return progress;
  }

  /** What worked for requests like one, or else for others of its operation. */
  keptFor(each: Case): readonly Edit[] {
    const { operation } = each.request;
    const own = isMaking(each) ? (this.makers.get(operation)?.kept ?? []) : [];
    if (own.length > 0) return own;
    const { kept = [], isTaken = false } = this.progress.get(operation) ?? {};
    return kept.length > 0 || isTaken ? kept : this.learned(operation);
  }

  /**
   * What worked for the body of a request that makes a thing is likely to work for those that replace and change it: until something of these was
   * taken, they begin with that. PATCH learns from PUT first, since both are about what is there.
   */
  private learned(operation: Operation): readonly Edit[] {
    const { replacer, patcher, maker } = this.kinds.ofItem(operation) ?? {};
    const models = operation === patcher ? [replacer, maker] : operation === replacer ? [maker] : [];
    for (const model of models) {
      if (!model || model === operation) continue;
      const { kept = [] } = this.makers.get(model) ?? {};
      const all = kept.length > 0 ? kept : (this.progress.get(model)?.kept ?? []);
      const ofBody = all.filter(({ place, isAnew, fromPath }) => place === 'body' && !isAnew && fromPath === undefined);
      if (ofBody.length > 0) return ofBody;
    }
    return NO_EDITS;
  }

  /** Returns what is known of requests like one. A request that makes things is tried by itself if others of its operation were taken, and it was not. */
  progressOf(each: Case): Progress {
    const { operation } = each.request;
    const all = this.of(operation);
    if (!isMaking(each) || (!all.isTaken && !this.makers.has(operation))) return all;
    const known = this.makers.get(operation);
    if (known) return known;
    const progress = begun(all.budget);
    this.makers.set(operation, progress);
    return progress;
  }
}

/** The tries of one refused request. */
class LadderClimb implements Climb {
  private readonly progress: Progress;
  /** The refusal that says what to try next. */
  private base: Exchange;
  /** What was changed so far, and was right. */
  private edits: readonly Edit[] = [];
  private last: { readonly attempt: Try; readonly edits: readonly Edit[] } | undefined;
  private isOver = false;
  private isFirst = true;
  /** Whether the form was tried in which another request of the operation was taken. */
  private form: 'untried' | 'tried now' | 'tried' = 'untried';
  private hasFailed = false;
  /** What was left out, but for that which the refusal asks for then. */
  private withLess: Try | undefined;

  constructor(
    private readonly ladder: Ladder,
    private readonly refused: Exchange,
  ) {
    this.base = refused;
    this.progress = ladder.progressOf(refused.case);
    this.progress.seen.add(keyOfEdits([]));
  }

  next(): Case | undefined {
    if (this.isOver) return undefined;
    const { ladder, progress, refused } = this;
    // Meanwhile another request of the operation may have shown what is taken.
    const kept = ladder.keptFor(refused.case);
    const mayBeKnown = this.isFirst && (progress.isTaken || kept.length > 0);
    const known = mayBeKnown ? ladder.options.mended(refused.case, kept) : undefined;
    this.isFirst = false;
    if (known && known !== refused.case)
      return afterRefusal(known, refused, 'as another request of the operation was taken');
    const form = this.form === 'untried' && progress.budget.left > 0 ? ladder.formOf(refused.case) : undefined;
    this.form = form ? 'tried now' : 'tried';
    if (form) {
      progress.budget.left--;
      return afterRefusal(form, refused, 'in the form in which another request of the operation was taken');
    }
    // What others of the operation wait for is tried on, though requests of another form were taken.
    const isEnough = progress.isTaken && !isMaking(refused.case) && !ladder.hasTaken(this.base);
    if (isEnough || progress.budget.left <= 0) return undefined;
    return this.attempt();
  }

  answered(exchange: Exchange): boolean {
    const { response } = exchange;
    if (!response || this.endsWith(exchange)) this.isOver = true;
    else if (isSuccess(response.status)) {
      this.keep();
      return true;
    }
    this.noteRefusal(exchange);
    return false;
  }

  /** Returns the next request that was not tried yet. */
  private attempt(): Case | undefined {
    const { ladder, progress, refused, edits } = this;
    const { options, found } = ladder;
    const first = this.withLess ? [this.withLess] : [];
    this.withLess = undefined;
    for (const attempt of [...first, ...options.tries(this.base, found)]) {
      const all = [...edits, ...attempt.edits];
      const each = options.mended(refused.case, all);
      const key = `${keyOfEdits(all)}${attempt.repeats ?? ''}`;
      if (!each || (each === refused.case && attempt.repeats === undefined) || progress.seen.has(key)) continue;
      progress.seen.add(key);
      this.last = { attempt, edits: all };
      progress.budget.left--;
      return afterRefusal(each, refused, attempt.why);
    }
    // What got further is kept for other requests, such as the form of a date, though nothing was taken yet.
    if (progress.kept.length === 0) progress.kept = edits.filter(({ value }) => value !== undefined);
    return undefined;
  }

  /** Tells whether further tries would be of no use after an answer. */
  private endsWith(exchange: Exchange): boolean {
    const { response, error } = exchange;
    if (!response || error) return true;
    const { options, found } = this.ladder;
    // Where the right was refused at first, it may be for what was asked about, or for who asked.
    const first = this.refused.response?.status ?? 0;
    const isAgain = response.status === first && (first === 401 || first === 403);
    if (STOPPING.has(response.status) && !isAgain) return true;
    return response.status > 499 && this.hasFailed && options.tries(exchange, found).length === 0;
  }

  /** Keeps what was taken for later requests of the operation. */
  private keep(): void {
    const { ladder, progress, last } = this;
    const all = ladder.of(this.refused.case.request.operation);
    for (const one of all.isTaken && all !== progress ? [progress] : [progress, all]) {
      if (last) one.kept = [...one.kept, ...last.edits.filter((edit) => !one.kept.includes(edit))];
      one.isTaken = true;
    }
    if (this.form === 'tried now' && all.taken) progress.taken = all.taken;
    ladder.inVain = 0;
  }

  private noteRefusal(exchange: Exchange): void {
    const { ladder, progress, last } = this;
    const { response } = exchange;
    this.hasFailed = response !== null && response.status > 499;
    if (++ladder.inVain > MANY_IN_VAIN) progress.budget.left = Math.min(progress.budget.left, FEW);
    if (!exchange.case.request.operation.safe && mayHaveMade(exchange, ladder.kinds, ladder.origin)) this.isOver = true;
    const isNearer =
      last?.attempt.isNamed &&
      (saysOther(exchange, this.base) ||
        this.namesMore(exchange, last.edits) ||
        this.namesFewer(exchange) ||
        this.saysOtherOf(exchange, last.attempt));
    this.withLess = last && withWhatIsAsked(last.attempt, this.namedBy(exchange));
    if (last && (isNearer || isFoundNow(exchange, this.base))) {
      this.base = exchange;
      this.edits = last.edits;
    }
  }

  /** Tells whether a refusal names another place than those that were changed: then the change was right. */
  private namesMore(refused: Exchange, edits: readonly Edit[]): boolean {
    const changed = new Set(edits.map(placeOfEdit));
    const [first] = this.namedBy(refused);
    return first?.edits.some((edit) => !changed.has(placeOfEdit(edit))) === true;
  }

  /** Tells whether a refusal names some of the places that the one before named, and no other: then what the rest has now is right. */
  private namesFewer(refused: Exchange): boolean {
    const [now, then] = [refused, this.base].map((each) => {
      return new Set(this.namedBy(each).flatMap(({ edits }) => edits.map(placeOfEdit)));
    });
    return now && then ? now.size > 0 && now.size < then.size && [...now].every((place) => then.has(place)) : false;
  }

  /** Tells whether a refusal says something else of the places that it names than what was answered by a try: then that is right now. */
  private saysOtherOf(refused: Exchange, { said }: Try): boolean {
    const [now] = this.namedBy(refused);
    return Boolean(said && now?.said && hasOtherWords(now.said, said));
  }

  /** Returns what may be tried of that which a refusal names. */
  private namedBy(refused: Exchange): readonly Try[] {
    return this.ladder.options.tries(refused, this.ladder.found).filter(({ isNamed }) => isNamed);
  }
}

const NO_EDITS: readonly Edit[] = [];

/** The target asks for another right, or for time: further tries would be of no use. */
const STOPPING: ReadonlySet<number> = new Set([401, 403, 405, 407, 429, 451]);
