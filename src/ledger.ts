/** What the run made, and what became of it: it is removed again, children first, last first, and looked for. */

import type { Case, Values } from './case';
import { identify, type Kind, type Kinds, namesIn, parsed } from './chains';
import type { Operation } from './contract/contract';
import { findListed } from './lists';
import type { Leftover } from './report';
import { toRequest } from './request/request';
import { createPatientSender, pause } from './wait';
import type { Connections } from './wire/connections';
import type { Exchange, Fields } from './wire/exchange';
import type { Limits, Outcome } from './wire/send';
import type { Target } from './wire/target';

/** One thing that the run made: the path of an item without names, and what stands in the place of each. */
export interface Thing {
  readonly item: string;
  readonly ids: readonly string[];
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
  | { readonly made: Thing }
  | { readonly gone: Thing }
  | { readonly intended: Intent }
  /** The number of one whose answer told what became of it. */
  | { readonly came: number };

export interface LedgerOptions {
  readonly kinds: Kinds;
  /** Whether what was made is removed, and looked for; otherwise it is told of alone. */
  readonly mayRemove: boolean;
  /** How an operation is asked about a thing, with the right that was handed over; undefined where it cannot or may not be. */
  readonly ask: (operation: Operation, values: Values) => Case | undefined;
  /** The same for a person to see, whether or not it may be sent. */
  readonly show: (operation: Operation, values: Values) => Case | undefined;
  readonly target: Target;
  readonly limits: Limits;
  readonly headers: Fields;
  /** Those of the run. */
  readonly connections?: Connections;
  readonly onEvent?: ((event: LedgerEvent) => void) | undefined;
}

export interface Ledger {
  /** Takes note of what is about to be sent. */
  intend(each: Case, index: number): void;
  /** Takes note of what an exchange made, or removed. */
  note(exchange: Exchange): void;
  /** What is known to be made by an earlier run. */
  add(thing: Thing): void;
  /** What an earlier run was about to make. */
  suspect(intent: Intent): void;
  /** Looks in the list for what the answer to this exchange does not name. @returns its name, where the list tells. */
  find(exchange: Exchange): Promise<string | undefined>;
  /** How many requests it sent itself. */
  sent(): number;
  /**
   * Removes what is left, and looks whether it is gone.
   * @param limitMs for all of it together, in milliseconds.
   * @returns what could not be removed, with the request that would.
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
  readonly kind: Kind;
  readonly reason: string;
  /** The answer says that something was made. */
  readonly isMade?: true;
}

interface Entry {
  readonly thing: Thing;
  readonly kind: Kind;
  /** Whether a request of the run has removed it already. */
  removed: boolean;
}

/** A POST below what was handed over, or a PUT to what was not there. */
const NOT_ASKED_TO = 'a request made it, and the run has no leave to remove anything';

/** How many are removed side by side. */
const AT_ONCE = 4;

export function createLedger(options: LedgerOptions): Ledger {
  const { kinds, onEvent } = options;
  const patient = createPatientSender();
  let sent = 0;
  const send: Asking['send'] = (operation, thing, signal) => {
    const each = options.ask(operation, valuesFor(operation, thing));
    if (!each) return undefined;
    sent++;
    const { target, limits, connections } = options;
    const way = { connections, once: !operation.safe, kind: operation.name };
    return patient(toRequest(each, target, options.headers), target, limits, signal, way);
  };
  const entries = new Map<string, Entry>();
  /** Things of a kind that stayed however long it was waited. */
  const staying = new Map<Kind, number>();
  let stayedAtAll = 0;
  /** By the numbers of their requests. */
  const intended = new Map<number, Unnamed>();
  /** What shows anything at all, made up or not: by them nobody can tell that something is gone. */
  const blind = new Set<Operation>();
  const removedBy = new Map(kinds.all.flatMap((kind) => (kind.remover ? [[kind.remover, kind] as const] : [])));

  const add = (thing: Thing) => {
    const kind = kinds.at(thing.item);
    const key = JSON.stringify(thing);
    const known = entries.get(key);
    if (known) known.removed = false;
    if (!kind || known) return;
    entries.set(key, { thing, kind, removed: false });
    onEvent?.({ made: thing });
  };
  const came = (number: number) => {
    if (intended.delete(number)) onEvent?.({ came: number });
  };
  const suspect = (intent: Intent, reason: string) => {
    const kind = kinds.at(intent.item);
    if (!kind) return;
    intended.set(intent.number, { intent, kind, reason });
    onEvent?.({ intended: intent });
  };
  /** What was sent twice may have been done twice, and one answer came. */
  const suspectTwin = (index: number, unnamed: Unnamed | undefined) => {
    if (unnamed)
      suspect({ ...unnamed.intent, number: -index }, `#${index} was sent twice, and the first came to no answer`);
  };
  /** @returns the name of what was made, empty where nothing can be; undefined where the list has nothing of it, or more than one; null where it could not be asked. */
  const search = async ({ intent, kind, isMade }: Unnamed, list: List = send): Promise<string | undefined | null> => {
    const { item, ids, like, number } = intent;
    if (ids.length === placesIn(item)) {
      add({ item, ids });
      came(number);
      return ids.at(-1);
    }
    const isNameless = Object.keys(like).length === 0;
    if (!kind.lister || (isNameless && ids.length === 0)) return null;
    const listed = await list(kind.lister, intent);
    // Below what is not there nothing can be, unless somebody says so.
    if (listed && !isMade && ids.length > 0 && isGone(listed)) {
      came(number);
      return '';
    }
    if (!listed?.response || isNameless) return null;
    const text = findListed(kind, listed.response, like);
    if (typeof text !== 'string') return text;
    add({ item, ids: [...ids, text] });
    came(number);
    return text;
  };

  /** Whether nobody can look for it, and something that it lay in is gone, and it with that. */
  const liesInGone = ({ kind: { remover, reader }, thing }: Entry, left: ReadonlyMap<Entry, string>): boolean =>
    !remover &&
    !reader &&
    [...entries.values()].some(
      (entry) =>
        !left.has(entry) &&
        thing.item.startsWith(`${entry.thing.item}/`) &&
        entry.thing.ids.every((id, at) => thing.ids[at] === id),
    );

  return {
    add,
    suspect: (intent) => suspect(intent, 'it was under way when the run ended, and may have made something'),
    sent: () => sent,
    intend(each, index) {
      const { operation, method, step, exists, values, input } = each;
      const kind = kinds.madeBy(operation);
      if (!kind || method !== undefined) return;
      const puts = operation === kind.replacer;
      if (puts && step !== 'make' && exists) return;
      const ids = puts ? idsIn(operation.path, values) : idsAbove(kind, each);
      suspect({ number: index, item: kind.item, ids, like: input.like ?? {} }, 'it never came to its end');
    },
    note(exchange) {
      const { case: each, response, error } = exchange;
      if (each.probe === 'unknown' && response && response.status < 300) blind.add(each.operation);
      if (each.method !== undefined || each.operation.safe) return;
      const removes = removedBy.get(each.operation);
      if (removes && response && response.status < 300) {
        const entry = entries.get(JSON.stringify({ item: removes.item, ids: idsIn(each.operation.path, each.values) }));
        if (entry) entry.removed = true;
      }
      const kind = kinds.madeBy(each.operation);
      if (!kind) return;
      const { index } = exchange;
      const unnamed = intended.get(index);
      const because = (reason: string, more: Pick<Unnamed, 'isMade'> = {}) =>
        void (unnamed && intended.set(index, { ...unnamed, reason, ...more }));
      if (exchange.sentBefore) suspectTwin(index, unnamed);
      if (response && response.status >= 200 && response.status < 300) {
        const identity = identify(kind, exchange);
        if (!identity) return because(`#${index} made something, and its answer does not say what`, { isMade: true });
        // What was there before it was put is not ours.
        if (unnamed || response.status === 201) add({ item: kind.item, ids: [...idsAbove(kind, each), identity.text] });
      } else if (error && error.kind !== 'unreachable') {
        return because(`#${index} came to no answer (${error.kind}), and may have made something`);
      }
      came(index);
    },
    async find({ index, response }) {
      const unnamed = response && options.mayRemove ? intended.get(index) : undefined;
      return (unnamed && (await search(unnamed))) || undefined;
    },
    async settle(limitMs) {
      if (!options.mayRemove) {
        const there = [...entries.values()].filter(({ removed }) => !removed);
        const unnamed = [...intended.values()].filter(({ isMade }) => isMade);
        return [
          ...there.flatMap((entry) => unremoved(entry, NOT_ASKED_TO, options)),
          ...unnamed.flatMap((each) => unfound(each, false, options)),
        ];
      }
      const signal = AbortSignal.timeout(limitMs);
      const unseen: Unremoved[] = [];
      const list = once((lister, thing) => send(lister, thing, signal));
      for (const unnamed of [...intended.values()]) {
        const found = await search(unnamed, list);
        if (typeof found === 'string') continue;
        unseen.push(...unfound(unnamed, found === undefined, options));
      }
      const left = new Map<Entry, string>();
      const depths = [...new Set([...entries.values()].map(({ kind }) => kind.item.split('/').length))];
      depths.sort((one, other) => other - one);
      // What was refused at first may be let go once all else is gone.
      for (const [at, depth] of [...depths, ...depths].entries()) {
        const those = at < depths.length ? [...entries.values()] : [...left.keys()];
        const queue = those.filter(({ kind }) => kind.item.split('/').length === depth).reverse();
        const worker = async () => {
          for (let next = queue.shift(); next; next = queue.shift()) {
            const stayed = staying.get(next.kind) ?? 0;
            const { reader } = next.kind;
            const isBlind = reader !== undefined && blind.has(reader);
            const isHopeless = isBlind || stayed >= MOST_STAYING || stayedAtAll >= MOST_STAYING_AT_ALL;
            const looks = LOOKS.slice(0, isHopeless ? 1 : undefined);
            const isLast = at >= depths.length;
            const why = isLast && liesInGone(next, left) ? undefined : await remove(next, { send, looks, signal });
            staying.set(next.kind, why === undefined ? 0 : stayed + 1);
            if (why !== undefined) stayedAtAll++;
            if (why === undefined) onEvent?.({ gone: next.thing });
            if (why === undefined) left.delete(next);
            else left.set(next, why);
          }
        };
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker));
      }
      return [...left].flatMap(([entry, reason]) => unremoved(entry, reason, options)).concat(unseen);
    },
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
  const { maker, lister } = kind;
  const why = isAsked && lister ? `${reason}; ${lister.name} does not show it` : reason;
  const shown = lister && show(lister, valuesFor(lister, intent));
  const each = shown ?? show(maker, valuesFor(maker, intent));
  return each ? [{ leftover: { operation: maker.name, reason: why }, case: each, isUnseen: isAsked }] : [];
}

/** What stands in the places of a path, in its order. */
function idsIn(path: string, values: Values): string[] {
  return namesIn(path).map((name) => values[name] ?? '');
}

function idsAbove({ item }: Kind, { operation, values }: Case): string[] {
  return idsIn(operation.path, values).slice(0, item.split('{}').length - 2);
}

function placesIn(item: string): number {
  return item.split('{}').length - 1;
}

/** The values of an operation on the item, by the names that its own path has for them. */
function valuesFor({ path }: Operation, { ids }: Thing): Values {
  return Object.fromEntries(namesIn(path).map((name, at) => [name, ids[at] ?? '']));
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

/** @returns why it is not known to be gone; undefined where it is. */
async function remove({ kind, thing, removed }: Entry, { send, looks, signal }: Asking): Promise<string | undefined> {
  const { remover, reader } = kind;
  if (!remover) {
    // It may have gone with what it lay in.
    const outcome = reader && (await send(reader, thing, signal));
    return outcome && isGone(outcome) ? undefined : 'the contract has no operation that removes it';
  }
  let answered = '';
  if (!removed) {
    const outcome = await send(remover, thing, signal);
    if (!outcome) return `${remover.name} may not be asked: it is left out, or there is no right to it`;
    if (isGone(outcome)) return undefined;
    answered = describe(outcome);
    if (!outcome.response || outcome.response.status >= 300) return `${remover.name} ${answered}`;
  }
  if (!reader) return undefined;
  for (const waitMs of looks) {
    await pause(waitMs, signal);
    const outcome = await send(reader, thing, signal);
    // Where nobody can look, the answer to the removal has to do.
    if (!outcome || isGone(outcome) || (outcome.response && outcome.response.status >= 400)) return undefined;
    if (outcome.response && saysGone(outcome)) return undefined;
    answered = describe(outcome);
    if (signal.aborted) break;
  }
  return `it is still there after it was removed: ${reader.name} ${answered}`;
}

function describe({ response, error }: Outcome): string {
  return response ? `was answered ${response.status}` : `came to nothing (${error?.kind})`;
}

function isGone({ response }: Outcome): boolean {
  return response?.status === 404 || response?.status === 410;
}

/** Some services keep what is removed, and say in a field that it is. */
function saysGone({ response }: Outcome): boolean {
  const body = response && parsed(response.body)?.value;
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(([name, value]) => isSoftDeletion(name, value));
}

/** Whether a member says that the thing it belongs to is deleted: `deletedAt: "2026-…"`, `status: "archived"`. */
export function isSoftDeletion(name: string, value: unknown): boolean {
  if (/(delet|remov|archiv|trash|discard|cancel)/i.test(name)) return value !== null && value !== false && value !== '';
  if (/^(is_?)?(active|enabled|alive)$/i.test(name)) return value === false;
  return (
    /^(state|status|lifecycle.*)$/i.test(name) &&
    typeof value === 'string' &&
    /(delet|remov|archiv|trash|discard|inactive|terminat|cancel)/i.test(value)
  );
}

function unremoved({ kind, thing }: Entry, reason: string, { show }: LedgerOptions): Unremoved[] {
  const operation = kind.remover ?? kind.reader ?? kind.maker;
  const each = show(operation, valuesFor(operation, thing));
  return each ? [{ leftover: { operation: operation.name, reason }, case: each, isUnseen: false }] : [];
}
