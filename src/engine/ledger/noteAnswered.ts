/** Takes note of what an answer shows: what was made, changed or removed, and what was there. */

import type { Response } from '../../http/message';
import { isNotFound, isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { mentions } from '../../resources/answers/pages';
import { showsNothing } from '../../resources/answers/showsNothing';
import type { Candidate } from '../../resources/identity';
import { isKind } from '../../resources/kinds';
import type { Named } from '../../resources/names';
import { anyNamed, idsIn, type Thing, thingNamed } from '../../resources/things';
import { endsInReturn } from '../../resources/vocabulary/actions';
import { listIn } from '../../resources/wrappers';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { isStray, sentWithin } from './caseFacts';
import { noteChangedPlace } from './changed';
import { candidatesOf, claimEntry, isEchoed } from './claim';
import { noteTaken } from './disturbing';
import { textsOf } from './entry';
import type { Unnamed } from './ledgerEvents';
import {
  actedOn,
  announce,
  entryOf,
  isMadeIn,
  keepEntry,
  type LedgerState,
  type Making,
  makingOf,
  settleIntent,
  standingIn,
  suspectIntent,
} from './ledgerState';
import { noteListedAsOthers } from './listedAsOthers';
import { noteRead } from './lookAtOwn';
import { noteListed, noteShownInVain } from './lookBefore';
import { noteMadeBeside } from './madeBeside';
import { noteNamedElsewhere } from './namedElsewhere';
import { LEAST_TELLING, noteChanged } from './noteSent';
import { isOwnThing } from './ownItems';
import { noteRenamed } from './renamed';
import type { Removal } from './sentRequests';
import { type Span, thingKey } from './sightings';

export function noteAnswered(state: LedgerState, exchange: Exchange, origin: string): void {
  const { sightings, requests, blind } = state;
  const { case: each, response, index } = exchange;
  const { operation, method } = each.request;
  const { sentAt, removal } = requests.answer(index);
  const span: Span = { sent: sentAt ?? sightings.tick(), answered: sightings.tick() };
  if (each.claim.probe === 'unknown' && response && isSuccess(response.status)) blind.add(operation);
  if (method !== undefined) return;
  if (operation.safe) {
    // What somebody else is shown may have the same ids, and be other things.
    if (each.request.byOther) return;
    noteShown(state, exchange, span);
    if (response) noteListedAsOthers(state, operation, response);
    return;
  }
  // What it was about to make is known from here on, or told of by what follows.
  if (operation.method === 'POST' && !makingOf(state, each)) state.onEvent?.({ came: index });
  if (removal) noteRemoval(state, removal, exchange, span);
  noteChanged(state, exchange);
  noteChange(state, exchange, origin);
  noteAction(state, exchange);
  const making = makingOf(state, each);
  if (making) noteMaking(state, exchange, making, span, origin);
  else noteMadeBeside(state, exchange, span);
  noteChangedPlace(state, exchange);
  noteTaken(state, exchange);
}

export function succeeded({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status);
}

/** What a list or a GET shows is there. */
function noteShown(state: LedgerState, exchange: Exchange, span: Span): void {
  const { response, case: each } = exchange;
  const { operation, values } = each.request;
  const entry = operation.method === 'GET' ? entryOf(state, each) : undefined;
  if (entry && !entry.removed) noteRead(state, entry, exchange);
  if (entry?.removed && isNotFound(response?.status))
    state.records.of(entry.kind).noteMissing(entry.thing.ids, span.sent);
  if (!response || !succeeded(exchange)) return;
  const ids = idsIn(operation.path, values);
  const lists = state.kinds.listedBy(operation);
  const isOfSome = each.request.input.query.length > 0;
  if (lists) noteListed(state, lists, anyNamed(lists, each.request), response, { ...span, isOfSome });
  const items = state.kinds.ofItem(operation);
  if (items?.reader !== operation || showsNothing(operation, response)) return;
  const thing = { item: items.item, ids };
  if (!each.claim.exists || isStray(each)) noteShownInVain(state, thing, span.sent);
  state.sightings.show([thing], span);
}

function noteRemoval({ records }: LedgerState, { entry, end }: Removal, exchange: Exchange, span: Span): void {
  const { response, error } = exchange;
  const isMissing = isNotFound(response?.status);
  // What somebody else may not see is not found for them, and some services answer 204 to removing that as well.
  const { byOther = false } = exchange.case.request;
  const isOthers = byOther && succeeded(exchange);
  end(succeeded(exchange) || (isMissing && !byOther));
  if (succeeded(exchange) && !byOther) {
    entry.removed = true;
    records.of(entry.kind).noteRemoved(entry.thing.ids, span.answered);
  }
  if (isMissing || isOthers || error || (response && response.status >= 500)) entry.isShaky = true;
  // It may have been removed all the same.
  if (!isMissing && entry.isShaky) entry.changedBy = undefined;
}

/** What was changed by a request without a text of its own may have lost those that it had. */
function noteChange(state: LedgerState, exchange: Exchange, origin: string): void {
  const { operation, input, byOther } = exchange.case.request;
  const entry = entryOf(state, exchange.case);
  const isRemoval = operation === state.kinds.ofItem(operation)?.remover;
  if (!entry || !succeeded(exchange) || isRemoval) return;
  // What somebody else is answered may be about a thing of theirs.
  const isRenamed = !byOther && noteRenamed(state, entry, exchange, origin);
  entry.changedBy = isRenamed ? undefined : exchange.index;
  if (Object.keys(input.like ?? {}).length > 0) return;
  entry.isBare = true;
  entry.later.clear();
  announce(state, entry);
}

/** Which actions a thing of the run has taken, and what they brought back: what may not be removed in its state is brought into another one by them. */
function noteAction(state: LedgerState, exchange: Exchange): void {
  const { operation, byOther } = exchange.case.request;
  const { kind, thing } = actedOn(state, exchange.case) ?? {};
  if (!kind || !thing || byOther || !succeeded(exchange)) return;
  const entry = state.entries.get(thingKey(thing));
  // What it brings back is removed again.
  if (entry?.removed && endsInReturn(operation.path)) entry.removed = false;
  if (!isOwnThing(state, thing)) return;
  if (state.kinds.actionsOn(kind.item).includes(operation)) state.records.of(kind).actions.add(operation);
}

/** So much of what was sent again is looked for at the end. */
const MOST_SENT_AGAIN = 100;

/** What came of a request that was to make something. */
function noteMaking(state: LedgerState, exchange: Exchange, making: Making, span: Span, origin: string): void {
  const { index } = exchange;
  const unnamed = state.requests.intended(index);
  // What was sent twice may have been done twice, and one answer came.
  if (exchange.sentBefore && unnamed) {
    const reason = `perhaps made: #${index} was sent twice, and the first came to no answer`;
    suspectIntent(state, { ...unnamed.intent, number: -index }, reason);
  }
  if (exchange.failedBefore && unnamed && !making.thing && state.sentAgain.length < MOST_SENT_AGAIN)
    state.sentAgain.push(unnamed.intent);
  const doubt = succeeded(exchange)
    ? noteMade(state, exchange, making, span, origin)
    : doubtOfFailed(exchange, making.thing !== undefined);
  if (succeeded(exchange) && making.thing) noteNamedElsewhere(state, exchange, making.kind, making.thing, span);
  if (!doubt) settleIntent(state, index);
  else if (unnamed) state.requests.intend(index, { ...unnamed, ...doubt });
}

/** Why what was made is not known, and what the answer says of it all the same. */
type Doubt = Pick<Unnamed, 'reason' | 'isMade' | 'isPromised' | 'isFaint'>;

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

/** A request has given a thing its name, as far as its answer says. */
function noteName(
  { sightings, records }: LedgerState,
  kind: Making['kind'],
  thing: Thing,
  index: number,
  span: Span,
): void {
  sightings.name(thing, index, span);
  if (isKind(kind)) records.of(kind).noteGiven(thing.ids, span.sent);
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
  const { sightings, entries, requests } = state;
  // What was there before it was put is not ours.
  if (thing && !requests.intended(index) && response?.status !== 201) return undefined;
  const again = thing && entries.get(thingKey(thing));
  // The run chose its name, and may put it as often as it likes.
  if (again && !again.removed) return undefined;
  const named = thing ? [inPath(thing)] : isKind(kind) ? candidatesOf(exchange, kind, origin) : [];
  const called = ({ text }: Candidate) => thingNamed(kind, each.request, text);
  // A request with a key that was used is answered as the first one was: it made nothing.
  if (each.waitsFor?.repeats && named.some((one) => one.source !== 'guess' && isOwnIn(state, called(one))))
    return undefined;
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
  if (!thing && meant && !isGuess(meant)) noteName(state, kind, called(meant), index, span);
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
  const old = thing ? undefined : named.find((one) => !isGuess(one) && (said.length === 0 || isTaken(one)));
  if (old && isOverwritten(state, exchange, kind, old, span)) {
    const entry = claimEntry(state, exchange, kind, old, [], span);
    entry.isOthers = 'it was there before, and that request has changed it';
    keepEntry(state, entry);
    state.records.of(kind).overwrittenBy ??= index;
    return undefined;
  }
  if (first) {
    const entry = claimEntry(state, exchange, kind, first, others, span);
    if (standingIn(state, entry).is !== 'nothing') keepEntry(state, entry);
    return undefined;
  }
  if (thing) return undefined;
  return doubtOf(exchange, kind, named.every(isGuess));
}

/** @param isGuessed whether the answer gives nothing that is surely a name. @returns why it is not known what was made. */
function doubtOf({ index, response }: Exchange, kind: Making['kind'], isGuessed: boolean): Doubt {
  const answer = `perhaps made: the answer to #${index}`;
  // A list is what a query by POST is answered: what was asked for, and not what was made. And a 200 may be what was found.
  const isFound = response?.status === 200;
  if (isGuessed && isFound && showsList(kind, response)) return { reason: `${answer} is a list`, isFaint: true };
  const made = response?.status === 202 ? ({ isMade: true, isPromised: true } as const) : ({ isMade: true } as const);
  if (isGuessed) return { reason: `${answer} does not say what it made`, ...made };
  return { reason: `${answer} names what was there before`, ...(isFound ? { isFaint: true } : made) };
}

/**
 * Whether a request that was to make something has changed what somebody else has: its answer names what an answer showed before, and shows a text
 * that it sent there. A number that follows those which the run was given is a new one, whatever else has the same. What an earlier request of the run
 * was answered, too, may be found by what the contract says to send, such as an example, which somebody may have sent before.
 */
function isOverwritten(
  { entries, sightings, places }: LedgerState,
  { case: each, response, index }: Exchange,
  kind: Making['kind'],
  named: Candidate,
  { sent }: Span,
): boolean {
  const thing = thingNamed(kind, each.request, named.text);
  const texts = sentWithin(each).flatMap(({ text, isText }) => (isText && text.length >= LEAST_TELLING ? text : []));
  const known = entries.get(thingKey(thing));
  const isOld = known
    ? known.number !== index && !known.removed && !haveOneInCommon(textsOf(known), texts)
    : sightings.hadShown(thing, sent) && !places.isCountedOn(thing, sent);
  return isOld && isEchoed(kind, named, response, { texts, refers: {} });
}

/** Whether the texts of the run by which it knows a thing are in what it sent: then the service may know the thing by them. Without any, nobody can tell. */
function haveOneInCommon(own: readonly string[], sent: readonly string[]): boolean {
  return own.length === 0 || own.some((text) => sent.includes(text));
}

/** Whether the run has proven that it made a thing, which is there still. */
function isOwnIn(state: LedgerState, thing: Thing): boolean {
  const entry = state.entries.get(thingKey(thing));
  return entry !== undefined && !entry.removed && isMadeIn(state, entry);
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
