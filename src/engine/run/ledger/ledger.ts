/** What the run made, and what became of it: it is removed again, children first, last first, and looked for. */

import type { Operation } from '../../../contract/contract';
import type { Fields, Request, Response } from '../../../http/message';
import { isAccessDenial, isNotFound, isSuccess } from '../../../http/statuses';
import { parsedBody } from '../../../json/exactJson';
import { mentions } from '../../../resources/answers/pages';
import type { Candidate, Identity } from '../../../resources/identity';
import type { Kinds } from '../../../resources/kinds';
import type { Named } from '../../../resources/names';
import { idsAbove, idsIn, type Thing, thingNamed, valuesFor } from '../../../resources/things';
import { listIn } from '../../../resources/wrappers';
import type { Values } from '../../../routing/pathTemplate';
import type { Connections } from '../../../wire/connections';
import type { Limits, SendOptions } from '../../../wire/send';
import { createPatientSender } from '../../../wire/sendPatiently';
import type { Target } from '../../../wire/target';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { User } from '../../model/user';
import { asUser } from '../credentials/asUser';
import type { Renewing } from '../credentials/renewing';
import { type Became, createFirstOnes } from '../firstOnes';
import type { Pace } from '../pace';
import { toRequest } from '../toRequest';
import {
  type AskAbout,
  announce,
  collectionKey,
  createLedgerState,
  type Entry,
  type Intent,
  isKind,
  isMadeIn,
  itemsAt,
  keepEntry,
  type LedgerEvent,
  type LedgerState,
  type Making,
  makingOf,
  type Noted,
  notedEntry,
  scalarsOf,
  settleIntent,
  standingIn,
  suspectIntent,
  type Unnamed,
  type Unremoved,
} from './ledgerState';
import { lookBefore, noteListed } from './lookBefore';
import { createMakers } from './makerUsers';
import { isDoubtfulElsewhere, lookElsewhere, noteNamedElsewhere } from './namedElsewhere';
import { type Evidence, isImprobable } from './ownership';
import { candidatesOf, claimEntry, proveMade } from './proveOwn';
import { noteRenamed } from './renamed';
import { settleLedger } from './settle';
import { type Span, thingKey } from './sightings';

interface LedgerOptions {
  readonly kinds: Kinds;
  /** Whether all that was made is removed, and looked for; otherwise that alone whose name the run made up. */
  readonly mayRemove: boolean;
  /** Whether the first thing of a kind is to be known before a second one is made. Default: no. */
  readonly knowsFirst?: boolean;
  /**
   * How an operation is asked about a thing, with a right that was handed over; undefined where it cannot or may not be.
   * @param way which of the rights, from 0 on; default: the first.
   */
  readonly ask: (operation: Operation, values: Values, way?: number) => Case | undefined;
  /** The same for a person to see, whether or not it may be sent. */
  readonly show: (operation: Operation, values: Values) => Case | undefined;
  readonly target: Target;
  readonly limits: Limits;
  /** By which every request has its turn. */
  readonly pace: Pace;
  readonly headers: Fields;
  /** Keeps credentials that the run fetches itself working. */
  readonly renewing: Renewing;
  /** Further users: what was made as one of them is asked about and removed as that one. */
  readonly users?: readonly User[];
  /** Those of the run. */
  readonly connections?: Connections;
  readonly onEvent?: ((event: LedgerEvent) => void) | undefined;
}

interface Ledger {
  /**
   * Looks at what is there, before a request is sent that may make something, or change it.
   * @returns whether it may be sent: not where something stands in a place that was made up, or was left by what the run removed.
   */
  look(each: Case, signal?: AbortSignal): boolean | Promise<boolean>;
  /** Takes note that a case is not sent, which {@link look} let through. */
  drop(each: Case): void;
  /** Takes note of what is about to be sent. */
  intend(each: Case, index: number): void;
  /** Takes note of what an exchange made, removed, or showed. */
  note(exchange: Exchange): void;
  /** What is noted as made by an earlier run: it is removed once it shows what was noted of it. */
  add(noted: Noted): void;
  /** What an earlier run was about to make. */
  suspect(intent: Intent): void;
  /** Looks whether what this exchange made is the run's own. @returns its name, where that is known. */
  prove(exchange: Exchange, signal?: AbortSignal): Promise<Identity | undefined>;
  /** Whether the run has proven that it made a thing: only then may it be changed. */
  isOwn(thing: Thing): boolean;
  /** Why the run makes no more of what an operation makes, or is about; undefined if it does. */
  whyNoMore(operation: Operation): string | undefined;
  /** How many requests it sent itself. */
  sent(): number;
  /**
   * Removes what is left, and looks whether it is gone.
   * @param signal ends it, whatever is left then.
   * @returns what could not be removed, with the request that would; and what was perhaps made, with one that shows it.
   */
  settle(signal: AbortSignal): Promise<readonly Unremoved[]>;
}

export function createLedger(options: LedgerOptions): Ledger {
  const { kinds, onEvent, target, mayRemove, show } = options;
  const makers = createMakers((thing) => state.entries.get(thingKey(thing))?.number, options.users);
  const makerOf = makers.of;
  const sender = createLedgerSender(options);
  const send: AskAbout = (operation, thing, signal) => sender.send(operation, thing, signal, makerOf(thing));
  const state: LedgerState = createLedgerState({ kinds, onEvent: onEvent && makers.named(onEvent), send });
  /** What goes with a request is asked as the user who sends it. */
  const stateFor = ({ request: { user } }: Case): LedgerState =>
    user
      ? { ...state, send: (operation, thing, signal) => sender.send(operation, thing, signal, makerOf(thing) ?? user) }
      : state;
  const firstOnes = createFirstOnes(kinds);
  const gated = (each: Case) =>
    options.knowsFirst && !each.request.operation.safe ? makingOf(state, each) : undefined;
  return {
    suspect(intent) {
      makers.add(intent);
      suspectIntent(state, intent, 'it was under way when the run ended, and may have made something');
    },
    add(noted) {
      makers.add(noted);
      addNoted(state, noted);
    },
    sent: sender.sent,
    isOwn(thing) {
      const entry = state.entries.get(thingKey(thing));
      return entry !== undefined && isMadeIn(state, entry);
    },
    async look(each, signal) {
      if (!(await lookBefore(stateFor(each), each, signal))) return false;
      return gated(each) ? firstOnes.enter(each, signal) : true;
    },
    drop: (each) => firstOnes.drop(each),
    whyNoMore: (operation) => firstOnes.whyNoMore(operation),
    intend(each, index) {
      firstOnes.send(each, index);
      const { user, operation } = each.request;
      if (user && !operation.safe) makers.note(index, user);
      noteIntended(state, each, index);
    },
    note: (exchange) => noteAnswered(state, exchange, target.origin),
    async prove(exchange, signal) {
      const { case: each, index } = exchange;
      const making = gated(each);
      const { thing } = makingOf(state, each) ?? {};
      try {
        if (thing) await lookElsewhere(stateFor(each), exchange, thing, signal);
        return await proveMade(stateFor(each), exchange, mayRemove, signal);
      } finally {
        if (making) firstOnes.leave(each, index, becameOf(state, exchange, making));
      }
    },
    settle: (signal) => {
      const shown = (operation: Operation, thing: Thing) => {
        const each = show(operation, valuesFor(operation, thing));
        const maker = makerOf(thing);
        return (each && maker && asUser(each, maker)) ?? each;
      };
      return settleLedger({ state, mayRemove, show: shown, signal });
    },
  };
}

/** What became of a request that was to make something. */
function becameOf(state: LedgerState, exchange: Exchange, { thing }: Making): Became {
  const { entries, intended, before } = state;
  if (!isDone(exchange) || intended.get(exchange.index)?.isFaint) return 'nothing';
  if (thing && before.get(thingKey(thing)) === 'showed') return 'nothing';
  if (thing && isDoubtfulElsewhere(state, exchange.index, thing, (entry) => isMadeIn(state, entry))) return 'unknown';
  const made = thing
    ? [entries.get(thingKey(thing))]
    : [...entries.values()].filter(({ number }) => number === exchange.index);
  const known = made.find((entry) => entry && isMadeIn(state, entry));
  return known ? (isTextless(state, known) ? 'known' : 'known by its text') : 'unknown';
}

/** Whether another thing of the kind would be known without a text: by its number, or by the list. */
function isTextless(
  { showsAll, lookedAt, places }: LedgerState,
  { kind, thing, evidence, place, unnamed }: Entry,
): boolean {
  const { source } = evidence;
  if (source === 'path') return true;
  // What was found in a list alone was found by its text.
  if (unnamed === undefined) return false;
  if (source !== 'representation' && source !== 'location' && (place === undefined || places.get(kind) !== place))
    return false;
  if (/^\d{1,30}$/.test(thing.ids.at(-1) ?? '')) return true;
  return place === undefined && lookedAt.has(collectionKey(thing)) && showsAll.get(kind) !== false;
}

/** Sends what the ledger asks, at the pace of the run; and counts it. */
function createLedgerSender(options: LedgerOptions) {
  const { ask, pace, target, headers, limits, connections, renewing, users = [] } = options;
  const patient = createPatientSender((signal) => pace.again(signal));
  let sent = 0;
  const sendAs = (each: Case, operation: Operation, signal: AbortSignal | undefined) => {
    const way = { connections, once: !operation.safe, kind: operation.name };
    const request = toRequest(each, target, headers);
    const go = (one: Request, by?: SendOptions) => {
      sent++;
      return patient(one, target, limits, signal, by);
    };
    const inTurn = async () => {
      const end = await pace.begin(signal);
      try {
        return await renewing.send(
          each,
          request,
          (one) => go(one, way),
          (one) => go(one),
        );
      } finally {
        end();
      }
    };
    return inTurn();
  };
  const letIn = new Map<Operation, number>();
  /** All that may be tried: with each right of the first user, then as each further one. */
  const waysOf = (operation: Operation, values: Values): Case[] => {
    const ways: Case[] = [];
    for (let each = ask(operation, values, 0); each; each = ask(operation, values, ways.length)) ways.push(each);
    const [plain] = ways;
    return [...ways, ...users.flatMap((user) => (plain && asUser(plain, user)) ?? [])];
  };
  const send = (operation: Operation, thing: Thing, signal: AbortSignal | undefined, maker: User | undefined) => {
    const values = valuesFor(operation, thing);
    const usual = letIn.get(operation) ?? 0;
    const plain = ask(operation, values, 0);
    if (!plain) return undefined;
    const own = maker && asUser(plain, maker);
    const inEachWay = async () => {
      const first = own ?? waysOf(operation, values)[usual] ?? plain;
      const outcome = await sendAs(first, operation, signal);
      if (!isAccessDenial(outcome.response?.status)) return outcome;
      // Some services let one credential make what another one alone may remove.
      for (const [way, further] of waysOf(operation, values).entries()) {
        if (signal?.aborted) break;
        const isAsked = own ? further.request.user === maker : way === usual;
        const other = isAsked ? outcome : await sendAs(further, operation, signal);
        if (isAccessDenial(other.response?.status)) continue;
        if (!own) letIn.set(operation, way);
        return other;
      }
      return outcome;
    };
    return inEachWay();
  };
  return { send, sent: () => sent };
}

function addNoted(state: LedgerState, noted: Noted): void {
  const kind = itemsAt(state, noted.item);
  if (!kind) return;
  const { item, ids, texts = [], refers = {}, whole, isFresh, isDoubtful = false } = noted;
  const isOurs = isFresh === true && isImprobable(ids.at(-1) ?? '') && (texts.length === 0 || !kind.reader);
  const evidence: Partial<Evidence> = isOurs ? { source: 'path', isImprobable: true } : {};
  const entry = notedEntry({ item, ids }, kind, { texts, refers, whole }, evidence);
  keepEntry(state, { ...entry, number: -state.entries.size - 1, isDoubtful });
}

/** The thing that a request is about, where the ledger knows it. */
function entryOf({ kinds, entries }: LedgerState, { request: { operation, values } }: Case): Entry | undefined {
  const items = kinds.ofItem(operation);
  return items && entries.get(thingKey({ item: items.item, ids: idsIn(operation.path, values) }));
}

function noteIntended(state: LedgerState, each: Case, index: number): void {
  state.sentAt.set(index, state.sightings.tick());
  const { operation, method, input } = each.request;
  const { like = {} } = input;
  const entry = entryOf(state, each);
  if (entry && method === undefined) {
    const texts = Object.values(like);
    if (operation.method === 'DELETE') {
      state.removing.set(index, { entry, end: state.sightings.removing(entry.thing) });
    } else if (!operation.safe && texts.length > 0) {
      for (const text of texts) entry.later.add(text);
      announce(state, entry);
    }
  }
  const making = makingOf(state, each);
  if (!making) return;
  const { kind, thing } = making;
  const ids = thing?.ids ?? idsAbove(kind, each.request);
  const isNameless = Object.keys(like).length === 0;
  const intent: Intent = {
    number: index,
    item: kind.item,
    ids,
    like,
    ...(isNameless ? {} : { whole: scalarsOf(each.request) }),
  };
  suspectIntent(state, intent, 'perhaps made: it never came to its end');
}

function noteAnswered(state: LedgerState, exchange: Exchange, origin: string): void {
  const { sightings, sentAt, blind } = state;
  const { case: each, response, index } = exchange;
  const { operation, method } = each.request;
  const span: Span = { sent: sentAt.get(index) ?? sightings.tick(), answered: sightings.tick() };
  sentAt.delete(index);
  if (each.claim.probe === 'unknown' && response && isSuccess(response.status)) blind.add(operation);
  if (method !== undefined) return;
  if (operation.safe) {
    // What somebody else is shown may have the same ids, and be other things.
    if (each.request.byOther) return;
    noteShown(state, exchange, span);
    return;
  }
  noteRemoval(state, exchange);
  noteChange(state, exchange, origin);
  const making = makingOf(state, each);
  if (making) noteMaking(state, exchange, making, span, origin);
}

function isDone({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status);
}

/** What a list or a GET shows is there. */
function noteShown(state: LedgerState, exchange: Exchange, span: Span): void {
  const { response, case: each } = exchange;
  const { operation, values } = each.request;
  if (!response || !isDone(exchange)) return;
  const ids = idsIn(operation.path, values);
  const lists = state.kinds.listedBy(operation);
  if (lists) noteListed(state, lists, ids, response, span);
  const items = state.kinds.ofItem(operation);
  if (items?.reader === operation) state.sightings.show([{ item: items.item, ids }], span);
}

function noteRemoval({ removing }: LedgerState, exchange: Exchange): void {
  const { response, error, index } = exchange;
  const removal = removing.get(index);
  if (!removal) return;
  removing.delete(index);
  const isMissing = isNotFound(response?.status);
  // What somebody else may not see is not found for them, and some services answer 204 to removing that as well.
  const { byOther = false } = exchange.case.request;
  const isOthers = byOther && isDone(exchange);
  removal.end(isDone(exchange) || (isMissing && !byOther));
  if (isDone(exchange) && !byOther) removal.entry.removed = true;
  if (isMissing || isOthers || error || (response && response.status >= 500)) removal.entry.isShaky = true;
  // It may have been removed all the same.
  if (!isMissing && removal.entry.isShaky) removal.entry.changedBy = undefined;
}

/** What was changed by a request without a text of its own may have lost those that it had. */
function noteChange(state: LedgerState, exchange: Exchange, origin: string): void {
  const { operation, input, byOther } = exchange.case.request;
  const entry = entryOf(state, exchange.case);
  const isRemoval = operation === state.kinds.ofItem(operation)?.remover;
  if (!entry || !isDone(exchange) || isRemoval) return;
  // What somebody else is answered may be about a thing of theirs.
  const isRenamed = !byOther && noteRenamed(state, entry, exchange, origin);
  entry.changedBy = isRenamed ? undefined : exchange.index;
  if (Object.keys(input.like ?? {}).length > 0) return;
  entry.isBare = true;
  entry.later.clear();
  announce(state, entry);
}

/** What came of a request that was to make something. */
function noteMaking(state: LedgerState, exchange: Exchange, making: Making, span: Span, origin: string): void {
  const { index } = exchange;
  const unnamed = state.intended.get(index);
  // What was sent twice may have been done twice, and one answer came.
  if (exchange.sentBefore && unnamed) {
    const reason = `perhaps made: #${index} was sent twice, and the first came to no answer`;
    suspectIntent(state, { ...unnamed.intent, number: -index }, reason);
  }
  const doubt = isDone(exchange)
    ? noteMade(state, exchange, making, span, origin)
    : doubtOfFailed(exchange, making.thing !== undefined);
  if (isDone(exchange) && making.thing) noteNamedElsewhere(state, exchange, making.kind, making.thing, span);
  if (!doubt) settleIntent(state, index);
  else if (unnamed) state.intended.set(index, { ...unnamed, ...doubt });
}

/** Why what was made is not known, and what the answer says of it all the same. */
type Doubt = Pick<Unnamed, 'reason' | 'isMade' | 'isFaint'>;

/** Why a request that came to no success may have made something; undefined where it was plainly refused. */
function doubtOfFailed({ case: each, response, error, index }: Exchange, isNamed: boolean): Doubt | undefined {
  if (error && error.kind !== 'unreachable')
    return { reason: `#${index} came to no answer (${error.kind}), and may have made something` };
  const { status = 0 } = response ?? {};
  if (isNamed || status < 300) return undefined;
  const reason = `#${index} was answered ${status}, and may have made something`;
  if (status < 400) return { reason };
  // Some services keep a thing, and are in trouble, or refuse, only then. A list tells.
  return Object.keys(each.request.input.like ?? {}).length > 0 ? { reason, isFaint: true } : undefined;
}

/**
 * Keeps what an answer says was made.
 * @returns why its answer is not enough to know it; undefined where it is kept, or known already, or nothing was made.
 */
function noteMade(
  state: LedgerState,
  exchange: Exchange,
  { kind, thing }: Making,
  span: Span,
  origin: string,
): Doubt | undefined {
  const { case: each, response, index } = exchange;
  const { request } = each;
  const { sightings, entries, intended } = state;
  // What was there before it was put is not ours.
  if (thing && !intended.has(index) && response?.status !== 201) return undefined;
  const again = thing && entries.get(thingKey(thing));
  // The run chose its name, and may put it as often as it likes.
  if (again && !again.removed) return undefined;
  const named = thing ? [inPath(thing)] : isKind(kind) ? candidatesOf(exchange, kind, origin) : [];
  const called = ({ text }: Candidate) => thingNamed(kind, each.request, text);
  const fresh = named.filter((one) => !sightings.hadShown(called(one), span.sent));
  const isTaken = (one: Candidate) => entries.get(thingKey(called(one)))?.removed === false;
  const isGuess = ({ source }: Candidate) => source === 'guess';
  const said = fresh.filter((one) => !isGuess(one));
  // A guess comes last, so that what two answers say is known to be said twice.
  const [first, ...others] = [
    ...said.filter((one) => !isTaken(one)),
    ...said.filter(isTaken),
    ...fresh.filter(isGuess),
  ];
  const meant = first ?? named[0];
  if (!thing && meant && !isGuess(meant)) sightings.name(called(meant), index, span);
  for (const one of named) {
    const twice = entries.get(thingKey(called(one)));
    if (twice && !isMadeIn(state, twice)) announce(state, twice);
  }
  // Nothing else can be asked about it: a query by POST, or an action, of which nothing says that it made anything.
  const isBareAction = request.operation === kind.poster && !ABOUT_ITEMS.some((name) => kind[name]);
  const texts = [...Object.values(request.input.like ?? {}), thing?.ids.at(-1) ?? ''];
  const isAnswer = response?.status === 200 && response.body.length > 0 && !mentions(response, texts);
  if (isBareAction && isAnswer) return undefined;
  // What was only to be tried out is no thing, and has no name yet.
  if (named.every(isGuess) && response?.status === 200 && isTrial(request))
    return { reason: `perhaps made: #${index} was to be tried out alone`, isFaint: true };
  if (first) {
    const entry = claimEntry(state, exchange, kind, first, others, span);
    if (standingIn(state, entry).is !== 'nothing') keepEntry(state, entry);
    return undefined;
  }
  if (thing) return undefined;
  const answer = `perhaps made: the answer to #${index}`;
  // A list is what a query by POST is answered: what was asked for, and not what was made.
  if (named.every(isGuess) && response?.status === 200 && showsList(kind, response))
    return { reason: `${answer} is a list`, isFaint: true };
  if (named.every(isGuess)) return { reason: `${answer} does not say what it made`, isMade: true };
  // A 200 may be what was found.
  const isFound = response?.status === 200;
  return { reason: `${answer} names what was there before`, ...(isFound ? { isFaint: true } : { isMade: true }) };
}

/** Tells whether a request asks that it is only tried out: `?validateOnly=true`, `?dry_run=1` (Google's AIP-163). */
function isTrial({ input: { query } }: Case['request']): boolean {
  return query.some(
    ({ name, value }) => /^(validate-?_?only|dry-?_?run)$/i.test(name) && /^(true|1|all)$/i.test(value),
  );
}

/** The operations by which a thing can be seen, changed or removed once it was made. */
const ABOUT_ITEMS = ['reader', 'replacer', 'patcher', 'remover', 'lister'] as const;

function showsList(kind: Named, { body }: Response): boolean {
  const json = parsedBody(body);
  return json !== undefined && listIn(json.value, kind) !== undefined;
}

function inPath({ ids }: Thing): Candidate {
  return { text: ids.at(-1) ?? '', pointer: undefined, source: 'path' };
}
