/** What the run made, and what became of it: it is removed again, children first, last first, and looked for. */

import type { Case, Values } from './case';
import { identify, type Kind, type Kinds, namesIn, parsed } from './chains';
import type { Operation } from './contract/contract';
import type { Leftover } from './report';
import { toRequest } from './request/request';
import { createPatientSender, pause } from './wait';
import type { Exchange, Fields } from './wire/exchange';
import type { Limits, Outcome, send } from './wire/send';
import type { Target } from './wire/target';

/** One thing that the run made: the path of an item without names, and what stands in the place of each. */
export interface Thing {
  readonly item: string;
  readonly ids: readonly string[];
}

/** What is noted as it happens, so that it can be worked off even where the run does not come to its end. */
export type LedgerEvent = { readonly made: Thing } | { readonly gone: Thing };

export interface LedgerOptions {
  readonly kinds: Kinds;
  /** How an operation is asked about a thing, with the right that was handed over; undefined where it cannot be. */
  readonly ask: (operation: Operation, values: Values) => Case | undefined;
  readonly target: Target;
  readonly limits: Limits;
  readonly headers: Fields;
  readonly onEvent?: ((event: LedgerEvent) => void) | undefined;
}

export interface Ledger {
  /** Takes note of what an exchange made, or removed. */
  note(exchange: Exchange): void;
  /** What is known to be made by an earlier run. */
  add(thing: Thing): void;
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
}

interface Entry {
  readonly thing: Thing;
  readonly kind: Kind;
  /** Whether a request of the run has removed it already. */
  removed: boolean;
}

/** How many are removed side by side. */
const AT_ONCE = 4;

export function createLedger(options: LedgerOptions): Ledger {
  const { kinds, onEvent } = options;
  const patient = createPatientSender();
  const entries = new Map<string, Entry>();
  /** Things of a kind that stayed however long it was waited. */
  const staying = new Map<Kind, number>();
  let stayedAtAll = 0;
  /** What shows anything at all, made up or not: by them nobody can tell that something is gone. */
  const blind = new Set<Operation>();
  const unnamed: Unremoved[] = [];
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

  return {
    add,
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
      const replaces = each.operation === kind.replacer;
      if (exchange.sentBefore)
        unnamed.push(
          unknownThing(
            each,
            `#${exchange.index} was sent twice, since the first came to no answer, and may have made something twice`,
          ),
        );
      // What was there before it was put is not ours.
      if (replaces && each.step !== 'make' && each.exists && response?.status !== 201) return;
      if (response && response.status >= 200 && response.status < 300) {
        const identity = identify(kind, exchange);
        if (identity) return add({ item: kind.item, ids: [...idsAbove(kind, each), identity.text] });
        unnamed.push(unknownThing(each, `#${exchange.index} made something, and its answer does not say what`));
      } else if (error && error.kind !== 'unreachable') {
        unnamed.push(
          unknownThing(each, `#${exchange.index} came to no answer (${error.kind}), and may have made something`),
        );
      }
    },
    async settle(limitMs) {
      const signal = AbortSignal.timeout(limitMs);
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
            const why = await remove(next, { ...options, looks }, patient, signal);
            staying.set(next.kind, why === undefined ? 0 : stayed + 1);
            if (why !== undefined) stayedAtAll++;
            if (why === undefined) onEvent?.({ gone: next.thing });
            if (why === undefined) left.delete(next);
            else left.set(next, why);
          }
        };
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker));
      }
      return [...left].flatMap(([entry, reason]) => unremoved(entry, reason, options) ?? []).concat(unnamed);
    },
  };
}

function unknownThing(maker: Case, reason: string): Unremoved {
  return { leftover: { operation: maker.operation.name, reason }, case: maker };
}

/** What stands in the places of a path, in its order. */
function idsIn(path: string, values: Values): string[] {
  return namesIn(path).map((name) => values[name] ?? '');
}

function idsAbove({ item }: Kind, { operation, values }: Case): string[] {
  return idsIn(operation.path, values).slice(0, item.split('{}').length - 2);
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

/** @returns why it is not known to be gone; undefined where it is. */
async function remove(
  { kind, thing, removed }: Entry,
  options: LedgerOptions & { readonly looks: readonly number[] },
  patient: typeof send,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { remover, reader } = kind;
  const asked = async (operation: Operation) => {
    const each = options.ask(operation, valuesFor(operation, thing));
    if (!each) return undefined;
    const request = toRequest(each, options.target, options.headers);
    return patient(request, options.target, options.limits, signal);
  };
  if (!remover) return 'the contract has no operation that removes it';
  let answered = '';
  if (!removed) {
    const outcome = await asked(remover);
    if (!outcome) return 'there is no right to remove it';
    if (isGone(outcome)) return undefined;
    answered = describe(outcome);
    if (!outcome.response || outcome.response.status >= 300) return `${remover.name} ${answered}`;
  }
  if (!reader) return undefined;
  for (const waitMs of options.looks) {
    await pause(waitMs, signal);
    const outcome = await asked(reader);
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

function unremoved({ kind, thing }: Entry, reason: string, { ask }: LedgerOptions): Unremoved | undefined {
  const operation = kind.remover ?? kind.reader ?? kind.replacer;
  const each = operation && ask(operation, valuesFor(operation, thing));
  return each && { leftover: { operation: each.operation.name, reason }, case: each };
}
