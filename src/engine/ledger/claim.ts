/** What the answer to a request names as made, with all that speaks for it and against it before anybody has looked. */

import { declaredResponse, isSuccessStatus, type Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { parsedBody } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import { itemsMade, type Proof, showsAt } from '../../resources/answers/shown';
import type { Candidate, NameSource } from '../../resources/identity';
import { candidates, chosenName } from '../../resources/identity';
import { type Items, isKind, type Kind, makersOf } from '../../resources/kinds';
import { isNeverShown } from '../../resources/serversOwn';
import { mayCountWithin, type Thing, thingNamed } from '../../resources/things';
import type { Exchange } from '../model/exchange';
import { hasMadeUpName, scalarsOf } from './caseFacts';
import { type Entry, notedEntry } from './entry';
import { marksSeen } from './keptRemoved';
import { KnownTexts } from './knownTexts';
import type { LedgerState } from './ledgerState';
import type { Evidence } from './ownership';
import { type Span, thingKey } from './sightings';
import { textsAndNumbers } from './textsShown';
import { memberNames, scalarsSeen } from './view';

/** What the answer to a request to make something may name, the likeliest first. @param origin of the target. */
export function candidatesOf(exchange: Exchange, kind: Kind, origin: string): Candidate[] {
  const named = candidates(kind, exchange, origin);
  const isSure = named.some(({ source }) => source !== 'guess');
  const body = !isSure && exchange.response ? parsedBody(exchange.response.body) : undefined;
  if (!body) return named;
  const { like = {}, refers = {} } = exchange.case.request.input;
  const items = itemsMade(kind, body, { texts: Object.values(like), refers })
    .filter(({ text }) => kind.parameter.accepts(text))
    .map((each) => ({ ...each, source: 'representation' as const }));
  return [...items, ...named];
}

/** What an exchange made, if it is what a candidate says, with all that speaks for it. @param others what else the answer may have named. */
export function claimEntry(
  state: LedgerState,
  exchange: Exchange,
  kind: Items,
  candidate: Candidate,
  others: readonly Candidate[],
  span: Span,
): Entry {
  const { index, response } = exchange;
  const { request } = exchange.case;
  const thing = thingNamed(kind, request, candidate.text);
  const proof: Proof = { texts: tellingTexts(kind, exchange), refers: request.input.refers ?? {} };
  const { body } = request.input;
  return {
    ...notedEntry(thing, kind, proof, evidenceOf(state, exchange, kind, candidate, proof, span)),
    content: {
      written: scalarsOf(request),
      sent: new Set(body && textsAndNumbers(parsedBody(body.bytes)?.value)),
      seen: new KnownTexts(response ? [...scalarsSeen(response), ...marksSeen(response)] : []),
      answeredNames: response ? memberNames(response) : new Set(),
      isLooked: false,
      isChanged: false,
    },
    number: index,
    pointer: candidate.pointer,
    place: candidate.place,
    sent: scalarsOf(request),
    answered: new Set(response && textsAndNumbers(parsedBody(response.body)?.value)),
    unnamed: state.requests.intended(index),
    others,
  };
}

/** The texts of a request by which what it makes is told from all else: those that the answer shows, or that an answer may show by the contract. */
function tellingTexts(kind: Items, { case: each, response }: Exchange): readonly string[] {
  const shown = response?.body.toString('utf8').toLowerCase() ?? '';
  const isTelling = ([name, text]: readonly [string, string]) =>
    !isNeverShown(kind, name) || shown.includes(text.toLowerCase());
  return Object.entries(each.request.input.like ?? {}).flatMap((entry) => (isTelling(entry) ? entry[1] : []));
}

/** What speaks for a candidate as what an exchange made, and against it. */
function evidenceOf(
  state: LedgerState,
  { case: each, response }: Exchange,
  kind: Items,
  candidate: Candidate,
  proof: Proof,
  span: Span,
): Partial<Evidence> {
  const { request } = each;
  const { operation } = request;
  const { status = 0 } = response ?? {};
  const { text } = candidate;
  const thing = thingNamed(kind, request, text);
  const source = sourceIn(state, kind, operation, candidate);
  const isChosen = isKind(kind) && chosenName(kind, request) === text;
  const isOwnKey = isChosen && proof.texts.includes(text);
  const old = state.entries.get(thingKey(thing));
  const isMadeAgain = old?.removed === true && old.evidence.isImprobable;
  const before = seenBefore(state, thing, span);
  const isNew = state.places.isCountedOn(thing, span.sent);
  const isSurelyNew =
    isNew || before === 'absent' || (before === 'unlisted' && state.places.wasShownWhole(thing)) || isOwnKey;
  return {
    status,
    isDeclared: isSuccessStatus(declaredResponse(operation, status)?.status ?? ''),
    source,
    isChosen,
    isImprobable: source === 'path' ? hasMadeUpName(each, thing) || isMadeAgain : isOwnKey,
    before,
    isNew,
    mayBeOld: status === 200 && source !== 'path' && declaredResponse(operation, 201)?.status === '201' && !isSurelyNew,
    mayCountWithin: mayCountWithin(kind, thing) && !state.places.wasShownAmongAll(thing, span.sent),
    isEchoed: source !== 'scalar' && isEchoed(kind, candidate, response, proof),
  };
}

/** Whether an answer shows what was sent where it has the name. */
export function isEchoed(kind: Items, { pointer }: Candidate, response: Response | null, proof: Proof): boolean {
  const body = response && parsedBody(response.body);
  const at = pointer?.split('/').slice(0, -1).join('/') ?? '';
  return !!body && showsAt(kind, body.value, hasMembers(valueAt(body.value, at)) ? at : '', proof);
}

/** How far the source of a name is to be trusted. */
export function sourceIn(
  { records }: LedgerState,
  kind: Items,
  operation: Operation,
  { source, place }: Candidate,
): NameSource {
  // Below a twin path others may have that name. Only a GET by it shows whose it is.
  const isMaker = isKind(kind) && makersOf(kind).includes(operation);
  if (!isMaker && source !== 'path' && source !== 'guess') return 'scalar';
  return source === 'guess' && place !== undefined && records.of(kind).place === place ? 'representation' : source;
}

function seenBefore({ sightings, places }: LedgerState, thing: Thing, { sent }: Span): Evidence['before'] {
  if (sightings.hadShown(thing, sent)) return 'showed';
  return places.before(thing) ?? (places.wasLookedAt(thing, sent) ? 'unlisted' : 'unknown');
}

/** Tells whether a value is an object or an array. */
function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
