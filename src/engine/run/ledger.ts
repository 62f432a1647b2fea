/** What the run made, and what became of it: it is removed again, children first, last first, and looked for. */

import { declaredResponse, type Operation } from '../../contract/contract';
import type { Fields, Response } from '../../http/message';
import { parsedBody } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import type { Leftover } from '../../report/report';
import type { Candidate, Identity } from '../../resources/identity';
import { candidates, chosenName } from '../../resources/identity';
import type { Items, Kind, Kinds } from '../../resources/kinds';
import { findListed } from '../../resources/lists';
import { isProof, itemsShowing, listShows, namesListed, type Proof, shows, showsAt } from '../../resources/shown';
import { isSoftDeletion } from '../../resources/softDeletion';
import { idsAbove, idsIn, placesIn, type Thing, thingNamed, valuesFor } from '../../resources/things';
import type { Values } from '../../routing/pathTemplate';
import { lastName } from '../../routing/pathTemplate';
import { NO_INPUT } from '../../serialization/input';
import { pause } from '../../support/waiting';
import type { Connections } from '../../wire/connections';
import type { Limits, Outcome } from '../../wire/send';
import { createPatientSender, retryAfter } from '../../wire/sendPatiently';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { type Evidence, isImprobable, isProvable, type Standing, standingOf } from './ownership';
import type { Pace } from './pace';
import { createSightings, type Span, thingKey } from './sightings';
import { toRequest } from './toRequest';

/** A thing that the run made, and by what it is known again. */
export interface Noted extends Thing, Partial<Proof> {
  /** Its name was made up by the run: that is proof enough. */
  readonly isFresh?: true;
  /** It may be another's: it is never removed. */
  readonly isDoubtful?: true;
}

/** A request that is about to make something, and by what that would be known. */
export interface Intent extends Thing {
  /** Of the request: as that of its exchange. */
  readonly number: number;
  /** Texts that nothing else has, by the names of the members that hold them. */
  readonly like: Readonly<Record<string, string>>;
}

/** What is noted as it happens, so that it can be worked off even where the run does not come to its end. */
export type LedgerEvent =
  | { readonly made: Noted }
  | { readonly gone: Thing }
  | { readonly intended: Intent }
  /** The number of one whose answer told what became of it. */
  | { readonly came: number };

export interface LedgerOptions {
  readonly kinds: Kinds;
  /** Whether all that was made is removed, and looked for; otherwise that alone whose name the run made up. */
  readonly mayRemove: boolean;
  /** How an operation is asked about a thing, with the right that was handed over; undefined where it cannot or may not be. */
  readonly ask: (operation: Operation, values: Values) => Case | undefined;
  /** The same for a person to see, whether or not it may be sent. */
  readonly show: (operation: Operation, values: Values) => Case | undefined;
  readonly target: Target;
  readonly limits: Limits;
  /** By which every request has its turn. */
  readonly pace: Pace;
  readonly headers: Fields;
  /** Those of the run. */
  readonly connections?: Connections;
  readonly onEvent?: ((event: LedgerEvent) => void) | undefined;
}

export interface Ledger {
  /**
   * Looks at what is there, before a request is sent that may make something, or change it.
   * @returns whether it may be sent: not where something stands in a place that was made up, or was left by what the run removed.
   */
  look(each: Case): Promise<boolean>;
  /** Takes note of what is about to be sent. */
  intend(each: Case, index: number): void;
  /** Takes note of what an exchange made, removed, or showed. */
  note(exchange: Exchange): void;
  /** What is noted as made by an earlier run: it is removed once it shows what was noted of it. */
  add(noted: Noted): void;
  /** What an earlier run was about to make. */
  suspect(intent: Intent): void;
  /** Looks whether what this exchange made is the run's own. @returns its name, where that is known. */
  prove(exchange: Exchange): Promise<Identity | undefined>;
  /** Whether the run has proven that it made a thing: only then may it be changed. */
  isOwn(thing: Thing): boolean;
  /** How many requests it sent itself. */
  sent(): number;
  /**
   * Removes what is left, and looks whether it is gone.
   * @param limitMs for all of it together, in milliseconds.
   * @returns what could not be removed, with the request that would; and what was perhaps made, with one that shows it.
   */
  settle(limitMs: number): Promise<readonly Unremoved[]>;
}

/** What was made and is not known to be gone. */
export interface Unremoved {
  readonly leftover: Omit<Leftover, 'url' | 'curl'>;
  /** Removes it; where nothing does, shows it. */
  readonly case: Case;
  /** Nobody saw it: it was on its way, and the list that was asked has nothing of it. */
  readonly isUnseen: boolean;
}

/** Something that may have been made, of which no answer says what it is. */
interface Unnamed {
  readonly intent: Intent;
  readonly kind: Items;
  readonly reason: string;
  /** When its request was sent. */
  readonly sent: number;
  /** The answer says that something was made. */
  readonly isMade?: true;
  /** It was refused, and is told of where it is seen alone. */
  readonly isFaint?: true;
}

interface Entry {
  readonly thing: Thing;
  readonly kind: Items;
  /** Of the request that made it. */
  readonly number: number;
  readonly pointer: string | undefined;
  readonly proof: Proof;
  /** All that was sent, as text, by the names of its members. */
  readonly sent: Readonly<Record<string, string>>;
  /** As it was noted before its request was sent. */
  readonly unnamed: Unnamed | undefined;
  evidence: Omit<Evidence, 'isNamedTwice'>;
  /** What else the answer may have named. */
  readonly others: readonly Candidate[];
  /** Texts that later requests gave it. */
  readonly later: Set<string>;
  /** A later request may have taken its texts. */
  isBare: boolean;
  readonly isDoubtful: boolean;
  /** Whether a request of the run has removed it already. */
  removed: boolean;
  /** A request to remove it came to no plain answer: something else may stand there now. */
  isShaky: boolean;
}

/** A POST below what was handed over, or a PUT to what was not there. */
const NOT_ASKED_TO = 'a request made it, and the run has no leave to remove anything';

/** How many are removed side by side. */
const AT_ONCE = 4;

/** So often it is looked whether the answers of a kind name what they made, where that does not show at once. */
const MOST_TRIALS = 3;

/** As far as ids may be apart that were counted on, one after another. */
const MOST_BETWEEN = 1000n;

export function createLedger(options: LedgerOptions): Ledger {
  const { kinds, onEvent, pace, target } = options;
  const patient = createPatientSender(pace.again);
  let sent = 0;
  const send: Asking['send'] = (operation, thing, signal) => {
    const each = options.ask(operation, valuesFor(operation, thing));
    if (!each) return undefined;
    const { limits, connections } = options;
    const way = { connections, once: !operation.safe, kind: operation.name };
    const request = toRequest(each, target, options.headers);
    const go = async () => {
      const end = await pace.begin(signal);
      try {
        sent++;
        return await patient(request, target, limits, signal, way);
      } finally {
        end();
      }
    };
    return go();
  };
  const sightings = createSightings();
  const entries = new Map<string, Entry>();
  const byNumber = new Map<number, Entry>();
  /** When requests that are under way were sent, and what those do that remove something. */
  const sentAt = new Map<number, number>();
  const removing = new Map<number, { readonly entry: Entry; readonly end: (isDone: boolean) => void }>();
  /** By place, whether a list of it was looked at, and when. */
  const looks = new Map<string, Promise<number | undefined>>();
  const lookedAt = new Map<string, number>();
  /** What a GET did not find, or did, before a request was to make it. */
  const before = new Map<string, 'absent' | 'showed'>();
  /** Kinds whose answers were seen to name what they made; and how often it was looked. */
  const trusted = new Set<Items>();
  const trials = new Map<Items, number>();
  /** Kinds of which an answer named something else. */
  const lying = new Set<Items>();
  /** By place, numbers that are proven to be those of things that were made, with when that was. */
  const counted = new Map<string, { readonly id: bigint; readonly answered: number }[]>();
  /** Things of a kind that stayed however long it was waited. */
  const staying = new Map<Items, number>();
  let stayedAtAll = 0;
  /** By the numbers of their requests. */
  const intended = new Map<number, Unnamed>();
  /** What shows anything at all, made up or not: by them nobody can tell that something is gone. */
  const blind = new Set<Operation>();

  const standing = (entry: Entry): Standing => {
    if (isDeceived(entry)) return { is: 'perhaps', why: 'other answers to such requests named what they had not made' };
    const isNamedTwice = entry.isDoubtful || sightings.isNamedTwice(entry.thing);
    return standingOf({ ...entry.evidence, isNamedTwice });
  };
  const isMade = (entry: Entry) => standing(entry).is === 'made';
  const announce = (entry: Entry) => {
    const { thing, proof, evidence } = entry;
    const isNamedTwice = entry.isDoubtful || sightings.isNamedTwice(thing);
    const isSure = isMade(entry) || isProvable({ ...evidence, isNamedTwice });
    const noted: Noted = {
      ...thing,
      ...proof,
      texts: textsOf(entry),
      ...(evidence.source === 'path' && evidence.isImprobable ? { isFresh: true as const } : {}),
      ...(isSure ? {} : { isDoubtful: true as const }),
    };
    onEvent?.({ made: noted });
  };
  const keep = (entry: Entry) => {
    entries.set(thingKey(entry.thing), entry);
    byNumber.set(entry.number, entry);
    announce(entry);
  };
  const forget = (entry: Entry) => {
    if (entries.get(thingKey(entry.thing)) === entry) entries.delete(thingKey(entry.thing));
    byNumber.delete(entry.number);
    onEvent?.({ gone: entry.thing });
  };
  const came = (number: number) => {
    if (intended.delete(number)) onEvent?.({ came: number });
  };
  const suspect = (intent: Intent, reason: string) => {
    const kind = itemsAt(intent.item);
    if (!kind) return;
    intended.set(intent.number, { intent, kind, reason, sent: sightings.tick() });
    onEvent?.({ intended: intent });
  };
  const itemsAt = (item: string) => kinds.items.find((kind) => kind.item === item);
  /** What was sent twice may have been done twice, and one answer came. */
  const suspectTwin = (index: number, unnamed: Unnamed | undefined) => {
    if (unnamed)
      suspect({ ...unnamed.intent, number: -index }, `#${index} was sent twice, and the first came to no answer`);
  };
  /** What a request is to make; with its names where they are in its path. */
  const makingOf = (each: Case) => {
    const { request, chain, claim: claimed } = each;
    if (request.method !== undefined) return undefined;
    const items = kinds.ofItem(request.operation);
    if (items && (request.operation === items.replacer || request.operation === items.poster)) {
      if (chain?.step !== 'make' && claimed.exists && !isStray(each)) return undefined;
      return { kind: items, thing: { item: items.item, ids: idsIn(request.operation.path, request.values) } };
    }
    const kind = kinds.madeBy(request.operation);
    return kind && { kind, thing: undefined };
  };
  /** Whether something else stands now where the run removed what it had made. */
  const isOthersNow = async (entry: Entry): Promise<boolean> => {
    const { kind, thing } = entry;
    const outcome = kind.reader && (await send(kind.reader, thing));
    if (!outcome?.response || isGone(outcome) || saysGone(outcome) || outcome.response.status > 299) return false;
    return !isShownStill(outcome.response, entry);
  };

  const list = async (kind: Items, thing: Thing): Promise<Outcome | undefined> => {
    if (!kind.lister) return undefined;
    const span = { sent: sightings.tick() };
    const outcome = await send(kind.lister, thing);
    if (outcome?.response) noteListed(kind, thing.ids, outcome.response, { ...span, answered: sightings.tick() });
    return outcome;
  };
  /** @returns whether there was a list to be seen. */
  const noteListed = (kind: Items, above: readonly string[], response: Response, span: Span): boolean => {
    const ids = above.slice(0, placesIn(kind.item) - 1);
    const names = namesListed(kind, response);
    if (!names) return false;
    sightings.show(
      names.map((name) => ({ item: kind.item, ids: [...ids, name] })),
      span,
    );
    const place = placeOf({ item: kind.item, ids: [...ids, ''] });
    if (!lookedAt.has(place)) lookedAt.set(place, span.answered);
    return true;
  };
  const readBefore = async (kind: Items, thing: Thing) => {
    const key = thingKey(thing);
    if (!kind.reader || before.has(key)) return;
    const outcome = await send(kind.reader, thing);
    if (outcome && isGone(outcome)) before.set(key, 'absent');
    else if (outcome?.response && outcome.response.status < 300) before.set(key, 'showed');
  };

  const claim = (
    exchange: Exchange,
    kind: Items,
    candidate: Candidate,
    others: readonly Candidate[],
    span: Span,
  ): Entry => {
    const { case: each, index, response } = exchange;
    const { status = 0 } = response ?? {};
    const thing = thingNamed(kind, each.request, candidate.text);
    const proof: Proof = {
      texts: Object.values(each.request.input.like ?? {}),
      refers: each.request.input.refers ?? {},
    };
    const isChosen = isKind(kind) && chosenName(kind, each.request) === candidate.text;
    const seen = before.get(thingKey(thing));
    const wasLooked = (lookedAt.get(placeOf(thing)) ?? Number.POSITIVE_INFINITY) < span.sent;
    const { source } = candidate;
    const body = response && parsedBody(response.body);
    const at = candidate.pointer?.split('/').slice(0, -1).join('/') ?? '';
    return {
      thing,
      kind,
      number: index,
      pointer: candidate.pointer,
      proof,
      sent: scalarsOf(each),
      unnamed: intended.get(index),
      others,
      evidence: {
        status,
        isDeclared: /^2/.test(declaredResponse(each.request.operation, status)?.status ?? ''),
        source,
        isChosen,
        isImprobable: source === 'path' ? isMadeUp(each, thing) : isChosen && proof.texts.includes(candidate.text),
        before: sightings.hadShown(thing, span.sent) ? 'showed' : (seen ?? (wasLooked ? 'unlisted' : 'unknown')),
        isNew: isCountedOn(thing, span),
        hasText: isProof(proof),
        isEchoed:
          source !== 'scalar' &&
          !!body &&
          showsAt(kind, body.value, isObject(valueAt(body.value, at)) ? at : '', proof),
        found: 'unknown',
      },
      later: new Set(),
      isBare: false,
      isDoubtful: false,
      removed: false,
      isShaky: false,
    };
  };
  const isCountedOn = (thing: Thing, { sent: at }: Span) => {
    const id = numberIn(thing);
    const proven = counted.get(placeOf(thing)) ?? [];
    return id !== undefined && proven.some((one) => one.answered < at && id > one.id && id - one.id <= MOST_BETWEEN);
  };
  /** Notes what is proven. */
  const count = ({ thing, evidence: { source } }: Entry, answered: number) => {
    const id = numberIn(thing);
    if (id === undefined || source === 'path') return;
    counted.set(placeOf(thing), [...(counted.get(placeOf(thing)) ?? []), { id, answered }].slice(-MOST_COUNTED));
  };

  /** Looks whether a thing shows what was sent, where that is not plain. */
  const lookAt = async (entry: Entry, signal?: AbortSignal): Promise<void> => {
    const { kind, thing, proof, evidence } = entry;
    const { reader, lister } = kind;
    if (evidence.source === 'path' || sightings.isNamedTwice(thing)) return;
    const isOpen = isProvable({ ...evidence, isNamedTwice: false });
    const isTrial = lying.has(kind) || (!trusted.has(kind) && (trials.get(kind) ?? 0) < MOST_TRIALS);
    if (!isOpen && !(isTrial && isMade(entry))) return;
    const set = (more: Partial<Evidence>) => {
      entry.evidence = { ...entry.evidence, ...more };
    };
    // Without a text of its own it has to be new, and all that was sent.
    const known = evidence.hasText ? proof : { ...proof, whole: entry.sent };
    const found = (isShown: boolean | undefined) => {
      if (isShown === undefined) return;
      set({ found: isShown ? 'text' : 'else' });
      if (!evidence.hasText) return;
      if (isShown) trusted.add(kind);
      else lying.add(kind);
    };
    if (reader && isProof(known)) {
      trials.set(kind, (trials.get(kind) ?? 0) + 1);
      const outcome = await send(reader, thing, signal);
      const { response } = outcome ?? {};
      if (outcome && isGone(outcome)) set({ found: 'missing' });
      else if (response && response.status < 300) found(shows(kind, response, known));
    }
    if (!lister || !isProvable({ ...entry.evidence, isNamedTwice: false })) return;
    if (!evidence.hasText && entry.evidence.before !== 'unlisted') return;
    const { response } = (await list(kind, thing)) ?? {};
    const name = thing.ids.at(-1) ?? '';
    if (!response) return;
    const isShown = listShows(kind, response, name, known);
    if (!evidence.hasText && isShown !== undefined) set({ isNew: true });
    if (isProof(known)) found(isShown);
  };
  /** Text-less things are no proof against a service that names others. */
  const isDeceived = ({ kind, evidence }: Entry) => !evidence.hasText && lying.has(kind) && evidence.source !== 'path';

  /** @returns the name of what was made, empty where nothing can be; undefined where the list has nothing of it, or more than one; null where it could not be asked. */
  const search = async (
    { intent, kind, isMade: isSaid, sent: at }: Unnamed,
    ask: List,
  ): Promise<string | undefined | null> => {
    const { item, ids, like, number } = intent;
    const isFresh = ids.length === placesIn(item);
    const found = (thing: Thing, evidence: Partial<Evidence>) => {
      keep({ ...noted(thing, kind, { texts: Object.values(like), refers: {} }, evidence), number });
      came(number);
      return thing.ids.at(-1);
    };
    if (isFresh) {
      const isNew = before.get(thingKey(intent)) === 'absent';
      return found(
        { item, ids },
        { source: 'path', isImprobable: isImprobable(ids.at(-1) ?? ''), before: isNew ? 'absent' : 'unknown' },
      );
    }
    const isNameless = Object.keys(like).length === 0;
    if (!kind.lister || (isNameless && ids.length === 0)) return null;
    const listed = await ask(kind.lister, intent);
    // Below what is not there nothing can be, unless somebody says so.
    if (listed && !isSaid && ids.length > 0 && isGone(listed)) {
      came(number);
      return '';
    }
    if (!listed?.response || isNameless) return null;
    const text = findListed(kind, listed.response, like);
    if (typeof text !== 'string') return text;
    const thing = { item, ids: [...ids, text] };
    // What was there before, and has its text since, was changed by it.
    const isOthers = entries.has(thingKey(thing)) || sightings.hadShown(thing, at);
    return isOthers ? undefined : found(thing, { found: 'text' });
  };

  /**
   * Where an answer named what is not there, or does not have what was sent, looks for that in the list.
   * @returns its name, empty where it is not there either; undefined where what was named stands.
   */
  const findInstead = async (entry: Entry, ask: List): Promise<string | undefined> => {
    const { unnamed, number, evidence } = entry;
    const { found } = evidence;
    const isTwice = sightings.isNamedTwice(entry.thing);
    if (!unnamed || evidence.source === 'path' || found === 'text' || (found === 'unknown' && !isTwice))
      return undefined;
    if (!evidence.hasText && !isTwice && !isDeceived(entry) && found !== 'missing') return undefined;
    forget(entry);
    intended.set(number, {
      ...unnamed,
      reason: `#${number} made something, and its answer names something else`,
      isMade: true,
    });
    onEvent?.({ intended: unnamed.intent });
    return (await search({ ...unnamed, isMade: true }, ask)) || '';
  };

  /** Whether something that it lay in is gone, and it with that. */
  const liesInGone = ({ thing }: Entry, gone: readonly Entry[]): boolean =>
    gone.some(
      (entry) =>
        thing.item.startsWith(`${entry.thing.item}/`) && entry.thing.ids.every((id, at) => thing.ids[at] === id),
    );

  return {
    suspect: (intent) => suspect(intent, 'it was under way when the run ended, and may have made something'),
    add(each) {
      const kind = itemsAt(each.item);
      if (!kind) return;
      const { item, ids, texts = [], refers = {}, whole, isFresh, isDoubtful = false } = each;
      const isOurs = isFresh === true && isImprobable(ids.at(-1) ?? '') && (texts.length === 0 || !kind.reader);
      const evidence: Partial<Evidence> = isOurs ? { source: 'path', isImprobable: true } : {};
      const entry = noted({ item, ids }, kind, { texts, refers, whole }, evidence);
      keep({ ...entry, number: -entries.size - 1, isDoubtful });
    },
    sent: () => sent,
    isOwn(thing) {
      const entry = entries.get(thingKey(thing));
      return entry !== undefined && isMade(entry);
    },
    async look(each) {
      const { operation, method, authorised, values } = each.request;
      if (method !== undefined || operation.safe || (!authorised && operation.security.alternatives.length > 0))
        return true;
      const items = kinds.ofItem(operation);
      const about = items && { item: items.item, ids: idsIn(operation.path, values) };
      const entry = about && entries.get(thingKey(about));
      // Some services give a name again as soon as it is free.
      if (entry?.removed && entry.kind.reader) return !(await isOthersNow(entry));
      if (entry) return true;
      if (items && about && isMadeUp(each, about)) {
        await readBefore(items, about);
        return before.get(thingKey(about)) !== 'showed';
      }
      const making = makingOf(each);
      if (!making) return true;
      const { kind, thing } = making;
      if (thing) {
        await readBefore(kind, thing);
        return true;
      }
      const chosen = isKind(kind) ? chosenName(kind, each.request) : undefined;
      const hasText = Object.keys({ ...each.request.input.like, ...each.request.input.refers }).length > 0;
      if (chosen !== undefined && !Object.values(each.request.input.like ?? {}).includes(chosen))
        await readBefore(kind, thingNamed(kind, each.request, chosen));
      const above = idsAbove(kind, each.request);
      // What was made up, or made by the run, has nothing in it that is another's.
      if (above.length > 0 && (!each.claim.exists || (each.chain?.kind === 'own' && hasText))) return true;
      const place = placeOf({ item: kind.item, ids: [...above, ''] });
      const looked = looks.get(place) ?? list(kind, { item: kind.item, ids: above }).then(() => undefined);
      looks.set(place, looked);
      await looked;
      return true;
    },
    intend(each, index) {
      sentAt.set(index, sightings.tick());
      const { operation, method, values, input } = each.request;
      const items = kinds.ofItem(operation);
      const entry = items && entries.get(thingKey({ item: items.item, ids: idsIn(operation.path, values) }));
      if (entry && items && method === undefined) {
        if (operation === items.remover) removing.set(index, { entry, end: sightings.removing(entry.thing) });
        const texts = Object.values(input.like ?? {});
        if (!operation.safe && texts.length > 0 && operation !== items.remover) {
          for (const text of texts) entry.later.add(text);
          announce(entry);
        }
      }
      const making = makingOf(each);
      if (!making) return;
      const { kind, thing } = making;
      const ids = thing?.ids ?? idsAbove(kind, each.request);
      suspect({ number: index, item: kind.item, ids, like: input.like ?? {} }, 'it never came to its end');
    },
    note(exchange) {
      const { case: each, response, error, index } = exchange;
      const { operation } = each.request;
      const span: Span = { sent: sentAt.get(index) ?? sightings.tick(), answered: sightings.tick() };
      sentAt.delete(index);
      const isDone = response !== null && response.status >= 200 && response.status < 300;
      if (each.claim.probe === 'unknown' && response && response.status < 300) blind.add(operation);
      if (each.request.method !== undefined) return;
      const items = kinds.ofItem(operation);
      if (operation.safe) {
        const lists = kinds.listedBy(operation);
        if (isDone && lists) noteListed(lists, idsIn(operation.path, each.request.values), response, span);
        if (isDone && items?.reader === operation)
          sightings.show([{ item: items.item, ids: idsIn(operation.path, each.request.values) }], span);
        return;
      }
      const removal = removing.get(index);
      if (removal) {
        removing.delete(index);
        const isMissing = response?.status === 404 || response?.status === 410;
        removal.end(isDone || isMissing);
        if (isDone) removal.entry.removed = true;
        if (isMissing || error || (response && response.status >= 500)) removal.entry.isShaky = true;
      }
      const own = items && entries.get(thingKey({ item: items.item, ids: idsIn(operation.path, each.request.values) }));
      if (own && isDone && operation !== items.remover && Object.keys(each.request.input.like ?? {}).length === 0) {
        own.isBare = true;
        own.later.clear();
        announce(own);
      }
      const making = makingOf(each);
      if (!making) return;
      const { kind, thing } = making;
      const unnamed = intended.get(index);
      const because = (reason: string, more: Pick<Unnamed, 'isMade' | 'isFaint'> = {}) =>
        void (unnamed && intended.set(index, { ...unnamed, reason, ...more }));
      if (exchange.sentBefore) suspectTwin(index, unnamed);
      if (isDone) {
        // What was there before it was put is not ours.
        if (thing && !unnamed && response.status !== 201) return;
        const again = thing && entries.get(thingKey(thing));
        // The run chose its name, and may put it as often as it likes.
        if (again && !again.removed) return came(index);
        const named = thing ? [inPath(thing)] : isKind(kind) ? candidatesOf(exchange, kind) : [];
        const fresh = named.filter((one) => !sightings.hadShown(thingNamed(kind, each.request, one.text), span.sent));
        const isTaken = (one: Candidate) =>
          entries.get(thingKey(thingNamed(kind, each.request, one.text)))?.removed === false;
        const [first, ...others] = [...fresh.filter((one) => !isTaken(one)), ...fresh.filter(isTaken)];
        for (const one of thing ? [] : first ? [first] : named.slice(0, 1))
          sightings.name(thingNamed(kind, each.request, one.text), index, span);
        for (const one of named) {
          const twice = entries.get(thingKey(thingNamed(kind, each.request, one.text)));
          if (twice && !isMade(twice)) announce(twice);
        }
        if (first) {
          const entry = claim(exchange, kind, first, others, span);
          if (standing(entry).is !== 'nothing') keep(entry);
        } else if (!thing) {
          const what = named.length === 0 ? 'does not say what' : 'names what was there before';
          // A 200 may be what was found.
          const more =
            named.length === 0 || response.status !== 200 ? ({ isMade: true } as const) : ({ isFaint: true } as const);
          return because(`#${index} made something, and its answer ${what}`, more);
        }
      } else if (error && error.kind !== 'unreachable') {
        return because(`#${index} came to no answer (${error.kind}), and may have made something`);
      } else if (response && response.status >= 300 && (response.status < 400 || response.status >= 500)) {
        const isFaint = response.status >= 500;
        const hasText = Object.keys(each.request.input.like ?? {}).length > 0;
        const reason = `#${index} was answered ${response.status}, and may have made something`;
        if (!thing && (hasText || !isFaint)) return because(reason, isFaint ? { isFaint } : {});
      }
      came(index);
    },
    async prove({ index, case: each }) {
      let entry = byNumber.get(index);
      byNumber.delete(index);
      if (entry) {
        await lookAt(entry);
        for (const other of entry.others) {
          if (isMade(entry)) break;
          // Another member of the answer may be the name of it.
          const { evidence } = entry;
          const thing = thingNamed(entry.kind, each.request, other.text);
          const next: Entry = {
            ...entry,
            thing,
            pointer: other.pointer,
            others: [],
            evidence: { ...evidence, source: other.source, found: 'unknown' },
          };
          await lookAt(next);
          if (!isMade(next)) continue;
          forget(entry);
          keep(next);
          entry = next;
        }
        byNumber.delete(index);
        const real = isMade(entry) ? undefined : await findInstead(entry, send);
        if (real !== undefined) return real === '' ? undefined : { text: real, pointer: undefined };
        if (!isMade(entry) || !entries.has(thingKey(entry.thing))) return toIdentity(entry);
        count(entry, sightings.tick());
        if (!isProof(entry.proof) && entry.evidence.source !== 'path') {
          const known = { ...entry, proof: { ...entry.proof, whole: entry.sent } };
          keep(known);
          byNumber.delete(index);
        } else announce(entry);
        return toIdentity(entry);
      }
      const unnamed = options.mayRemove ? intended.get(index) : undefined;
      const text = unnamed?.isMade && (await search(unnamed, send));
      return text ? { text, pointer: undefined } : undefined;
    },
    async settle(limitMs) {
      const signal = AbortSignal.timeout(limitMs);
      const told: Unremoved[] = [];
      const ask = once((lister, thing) => send(lister, thing, signal));
      const mayRemove = (entry: Entry) => options.mayRemove || entry.evidence.source === 'path';
      for (const entry of [...entries.values()]) {
        if (entry.removed) continue;
        await lookAt(entry, signal);
        // What is made, and was not there at once, may be there by now.
        if (!isMade(entry)) await findInstead(entry, ask);
      }
      for (const unnamed of [...intended.values()]) {
        const isPath = unnamed.intent.ids.length === placesIn(unnamed.intent.item);
        if (!options.mayRemove && !isPath) {
          if (unnamed.isMade) told.push(...unfound(unnamed, false, options));
          continue;
        }
        const found = await search(unnamed, ask);
        if (typeof found === 'string' || unnamed.isFaint) continue;
        told.push(...unfound(unnamed, found === undefined, options));
      }
      const own = [...entries.values()].filter((entry) => isMade(entry) && mayRemove(entry));
      const left = new Map<Entry, string>();
      const goneBut = (those: ReadonlyMap<Entry, string>) =>
        [...entries.values()].filter((entry) => entry.removed || (own.includes(entry) && !those.has(entry)));
      const depths = [...new Set(own.map(({ kind }) => kind.item.split('/').length))];
      depths.sort((one, other) => other - one);
      const asking = { send: steadily(send, signal), signal };
      // What was refused at first may be let go once all else is gone.
      for (const [at, depth] of [...depths, ...depths].entries()) {
        const those = at < depths.length ? own : [...left.keys()];
        const queue = those.filter(({ kind }) => kind.item.split('/').length === depth).reverse();
        const worker = async () => {
          for (let next = queue.shift(); next; next = queue.shift()) {
            const stayed = staying.get(next.kind) ?? 0;
            const { reader, remover } = next.kind;
            const isBlind = reader !== undefined && blind.has(reader);
            const isHopeless = isBlind || stayed >= MOST_STAYING || stayedAtAll >= MOST_STAYING_AT_ALL;
            const waits = LOOKS.slice(0, isHopeless ? 1 : undefined);
            const isLast = at >= depths.length;
            const isInGone = isLast && !remover && !reader && liesInGone(next, goneBut(left));
            const why = isInGone ? undefined : await remove(next, { ...asking, looks: waits });
            staying.set(next.kind, why === undefined ? 0 : stayed + 1);
            if (why !== undefined) stayedAtAll++;
            if (why === undefined) onEvent?.({ gone: next.thing });
            if (why === undefined) left.delete(next);
            else left.set(next, why);
          }
        };
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker));
      }
      // What may be another's is looked at, and left.
      for (const entry of entries.values()) {
        const is = standing(entry);
        if (entry.removed || is.is === 'nothing' || own.includes(entry)) continue;
        const isThere =
          !liesInGone(entry, goneBut(left)) &&
          !(await isGoneBy({ ...entry, isBare: true, later: new Set() }, asking.send, signal));
        const reason =
          is.is === 'made' ? NOT_ASKED_TO : `perhaps made: #${Math.abs(entry.number)} named it, but ${is.why}`;
        if (isThere)
          told.push(...(is.is === 'made' ? unremoved(entry, reason, options) : doubtful(entry, reason, options)));
        if (is.is !== 'made' || !isThere) onEvent?.({ gone: entry.thing });
      }
      return [...left].flatMap(([entry, reason]) => unremoved(entry, reason, options)).concat(told);
    },
  };

  function candidatesOf(exchange: Exchange, kind: Kind): Candidate[] {
    const named = candidates(kind, exchange, target.origin);
    const body = named.length === 0 && exchange.response ? parsedBody(exchange.response.body) : undefined;
    if (!body) return named;
    const { like = {}, refers = {} } = exchange.case.request.input;
    const items = itemsShowing(kind, body, { texts: Object.values(like), refers });
    return items
      .filter(({ text }) => kind.parameter.accepts(text))
      .map((each) => ({ ...each, source: 'representation' as const }));
  }
}

/** So many numbers are remembered of what was made in one place. */
const MOST_COUNTED = 20;

function inPath({ ids }: Thing): Candidate {
  return { text: ids.at(-1) ?? '', pointer: undefined, source: 'path' };
}

function toIdentity({ thing, pointer }: Entry): Identity {
  return { text: thing.ids.at(-1) ?? '', pointer };
}

function isKind(kind: Items): kind is Kind {
  return kind.maker !== undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether the name in its path is another one than that of what it is about. */
function isStray({ claim, request }: Case): boolean {
  return claim.probe === 'lookalike' || claim.violation?.subject === `${lastName(request.operation.path)} in the path`;
}

/** Whether a name in a path was made up, so that it names nothing. */
function isMadeUp(each: Case, { ids }: Thing): boolean {
  const { chain, claim } = each;
  return (
    (chain?.step === 'make' || isStray(each) || (!claim.exists && claim.probe !== 'valid')) &&
    isImprobable(ids.at(-1) ?? '')
  );
}

/** A collection, told from others. */
function placeOf({ item, ids }: Thing): string {
  return thingKey({ item, ids: ids.slice(0, -1) });
}

function numberIn({ ids }: Thing): bigint | undefined {
  const id = ids.at(-1) ?? '';
  return /^\d{1,30}$/.test(id) ? BigInt(id) : undefined;
}

/** What the body of a request holds in its own members, as text. */
function scalarsOf({ request }: Case): Readonly<Record<string, string>> {
  const value = request.input.body?.contentType.includes('json')
    ? parsedBody(request.input.body.bytes)?.value
    : undefined;
  if (typeof value !== 'object' || value === null) return {};
  const scalars = Object.entries(value).filter(([, each]) => ['string', 'number', 'boolean'].includes(typeof each));
  return Object.fromEntries(scalars.map(([name, each]) => [name, String(each)]));
}

/** What is known of a thing by more than an answer that named it: it is to be shown. */
function noted(thing: Thing, kind: Items, proof: Proof, evidence: Partial<Evidence>): Entry {
  return {
    thing,
    kind,
    number: 0,
    pointer: undefined,
    proof,
    sent: {},
    unnamed: undefined,
    others: [],
    evidence: {
      status: 201,
      isDeclared: true,
      source: 'representation',
      isChosen: false,
      isImprobable: false,
      before: 'unknown',
      isNew: false,
      hasText: isProof(proof),
      isEchoed: false,
      found: 'unknown',
      ...evidence,
    },
    later: new Set(),
    isBare: false,
    isDoubtful: false,
    removed: false,
    isShaky: false,
  };
}

type List = (lister: Operation, thing: Thing) => Promise<Outcome> | undefined;

/** Asks once for what is asked for several times on end: what lies in one collection. */
function once(list: List): List {
  let last: { readonly key: string; readonly answer: ReturnType<List> } | undefined;
  return (lister, thing) => {
    const key = JSON.stringify([lister.name, thing.ids]);
    if (last?.key !== key) last = { key, answer: list(lister, thing) };
    return last.answer;
  };
}

/** What may have been made, with the request that would show it. @param isAsked whether the list has nothing of it. */
function unfound({ kind, intent, reason }: Unnamed, isAsked: boolean, { show }: LedgerOptions): Unremoved[] {
  const { maker = kind.poster, lister } = kind;
  if (!maker) return [];
  const why = isAsked && lister ? `${reason}; ${lister.name} does not show it` : reason;
  const each = showing(lister ?? maker, intent, show);
  return each ? [{ leftover: { operation: maker.name, reason: why }, case: each, isUnseen: isAsked }] : [];
}

/** What may be another's, with a request that shows it and changes nothing. */
function doubtful({ kind, thing }: Entry, reason: string, { show }: LedgerOptions): Unremoved[] {
  const { reader, remover, replacer, patcher, lister, maker } = kind;
  const operation = reader ?? remover ?? replacer ?? patcher ?? lister ?? maker;
  const each = operation && showing(operation, thing, show);
  return each ? [{ leftover: { operation: operation.name, reason }, case: each, isUnseen: true }] : [];
}

/** A GET of the path of an operation. */
function showing(operation: Operation, thing: Thing, show: LedgerOptions['show']): Case | undefined {
  const each = show(operation, valuesFor(operation, thing));
  return each && !operation.safe ? { ...each, request: { ...each.request, method: 'GET', input: NO_INPUT } } : each;
}

/** How often it is asked for once more whether it is gone, and after how long, in milliseconds: not every service knows at once. */
const LOOKS = [0, 200, 800, 2000];
/** So many in a row that stayed: then the next one is looked for once. */
const MOST_STAYING = 2;
/** And of whichever kind: a target that never lets go of anything. */
const MOST_STAYING_AT_ALL = 8;

/** How the ledger asks about a thing; undefined where it may not. */
interface Asking {
  readonly send: (operation: Operation, thing: Thing, signal?: AbortSignal) => Promise<Outcome> | undefined;
  readonly looks: readonly number[];
  readonly signal: AbortSignal;
}

/** How long is waited before what came to no plain answer is asked once more, time after time, in milliseconds. */
const WAITS_MS = [500, 1000, 2000, 4000];

/** So many that came to no plain answer however often they were asked: then the next ones are asked once. */
const MOST_IN_VAIN = 3;

/** For how long to wait before a request is repeated that was refused for now, or came to no answer; undefined for any other. */
function waitBefore({ response, error }: Outcome, usualMs: number | undefined): number | undefined {
  if (response)
    return response.status === 429 || response.status === 503 ? (retryAfter(response) ?? usualMs) : undefined;
  return error && ['timeout', 'reset', 'truncated', 'stalled'].includes(error.kind) ? usualMs : undefined;
}

/** Repeats what is refused for now; and what comes to no answer, where it changes nothing. */
function steadily(send: Asking['send'], signal: AbortSignal): Asking['send'] {
  let inVain = 0;
  return (operation, thing) => {
    const first = send(operation, thing, signal);
    if (!first) return undefined;
    const repeat = async () => {
      let outcome = await first;
      for (const usualMs of WAITS_MS) {
        const waitMs = waitBefore(outcome, usualMs);
        if (waitMs === undefined || signal.aborted || inVain >= MOST_IN_VAIN) return outcome;
        if (!operation.safe && !outcome.response) return outcome;
        await pause(waitMs, signal);
        outcome = (await send(operation, thing, signal)) ?? outcome;
      }
      if (waitBefore(outcome, 0) !== undefined) inVain++;
      return outcome;
    };
    return repeat();
  };
}

/** @returns why it is not known to be gone; undefined where it is. */
async function remove(entry: Entry, { send, looks, signal }: Asking): Promise<string | undefined> {
  const { kind, thing, removed, isShaky } = entry;
  const { remover, reader } = kind;
  if (!remover) {
    // It may have gone with what it lay in.
    const outcome = reader && (await send(reader, thing, signal));
    return outcome && isGoneOrOthers(outcome, entry) ? undefined : 'the contract has no operation that removes it';
  }
  let answered = '';
  if (!removed) {
    if (isShaky && (await isGoneBy(entry, send, signal))) return undefined;
    let outcome = await send(remover, thing, signal);
    for (const waitMs of WAITS_MS) {
      // Whether it was done nobody knows: it is looked for before it is asked again.
      if (!outcome || outcome.response || !reader || signal.aborted || waitBefore(outcome, waitMs) === undefined) break;
      await pause(waitMs, signal);
      if (await isGoneBy(entry, send, signal)) return undefined;
      outcome = await send(remover, thing, signal);
    }
    if (!outcome) return `${remover.name} may not be asked: it is left out, or there is no right to it`;
    if (isGone(outcome)) return undefined;
    answered = describe(outcome);
    if (!outcome.response || outcome.response.status >= 300) return `${remover.name} ${answered}`;
    // Whatever stands there from now on may be another's.
    entry.removed = true;
  }
  if (!reader) return undefined;
  for (const waitMs of looks) {
    await pause(waitMs, signal);
    const outcome = await send(reader, thing, signal);
    // Where nobody can look, the answer to the removal has to do.
    if (!outcome || (outcome.response && outcome.response.status >= 400)) return undefined;
    if (isGoneOrOthers(outcome, entry)) return undefined;
    answered = describe(outcome);
    if (signal.aborted) break;
  }
  return `it is still there after it was removed: ${reader.name} ${answered}`;
}

async function isGoneBy(entry: Entry, send: Asking['send'], signal: AbortSignal): Promise<boolean> {
  const { kind, thing } = entry;
  const outcome = kind.reader && (await send(kind.reader, thing, signal));
  return outcome !== undefined && isGoneOrOthers(outcome, entry);
}

/** Whether it is gone; or something else stands there in its place, for the service gives names again. */
function isGoneOrOthers(outcome: Outcome, entry: Entry): boolean {
  if (isGone(outcome) || saysGone(outcome)) return true;
  const { response } = outcome;
  return !!response && response.status < 300 && isTellable(entry) && !isShownStill(response, entry);
}

/** Whether something else in its place could be told from it. */
function isTellable(entry: Entry): boolean {
  const { proof, isBare } = entry;
  return textsOf(entry).length > 0 || (!isBare && proof.whole !== undefined && Object.keys(proof.whole).length > 0);
}

/** Whether an answer shows what was sent, or may do so. */
function isShownStill(response: Response, entry: Entry): boolean {
  const { kind, proof, isBare } = entry;
  const texts = textsOf(entry);
  return (
    shows(kind, response, { texts, refers: {}, whole: isBare || texts.length > 0 ? undefined : proof.whole }) !== false
  );
}

/** What it may show by now of all that was sent. */
function textsOf({ proof, later, isBare }: Entry): readonly string[] {
  return isBare ? [...later] : [...proof.texts, ...later];
}

function describe({ response, error }: Outcome): string {
  return response ? `was answered ${response.status}` : `came to nothing (${error?.kind})`;
}

function isGone({ response }: Outcome): boolean {
  return response?.status === 404 || response?.status === 410;
}

/** Some services keep what is removed, and say in a field that it is. */
function saysGone({ response }: Outcome): boolean {
  const body = response && parsedBody(response.body)?.value;
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(([name, value]) => isSoftDeletion(name, value));
}

function unremoved(entry: Entry, reason: string, options: LedgerOptions): Unremoved[] {
  // What stands there may be another's by now.
  if (entry.removed && !isTellable(entry)) return doubtful(entry, reason, options);
  const { kind, thing } = entry;
  const { show } = options;
  const operation = kind.remover ?? kind.reader ?? kind.maker ?? kind.poster;
  const each = operation && show(operation, valuesFor(operation, thing));
  return each ? [{ leftover: { operation: operation.name, reason }, case: each, isUnseen: false }] : [];
}
