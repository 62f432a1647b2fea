/** What a run makes, noted in a file as it happens: where Espalier does not come to its end, the file can be worked off later. */

import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { whyUnreadable } from '../contract/files';
import type { Intent, LedgerEvent, Noted } from '../ledger';
import { keyOf } from '../sightings';
import type { Thing } from '../things';
import { UsageError } from '../wire/target';

export interface Journal {
  readonly file: string;
  /** Takes note, at once. */
  note(event: LedgerEvent): void;
  /** Lets the file be where all that was made is gone. @returns whether anything is left in it. */
  end(): boolean;
}

/**
 * Begins when something is made first.
 * @param warn told once where the file cannot be written: the run goes on, and removes what it makes all the same.
 */
export function createJournal(file: string, target: string, warn: (text: string) => void): Journal {
  let opened: number | undefined;
  let broken = false;
  const left = new Set<string>();
  const take = (event: LedgerEvent) => {
    if ('made' in event) left.add(keyOf(event.made));
    else if ('gone' in event) left.delete(keyOf(event.gone));
    else if ('intended' in event) left.add(String(event.intended.number));
    else left.delete(String(event.came));
  };
  return {
    file,
    note(event) {
      take(event);
      if (broken) return;
      try {
        if (opened === undefined) {
          opened = openSync(file, 'w');
          writeSync(opened, line({ target }));
        }
        writeSync(opened, line(event));
      } catch (error) {
        broken = true;
        warn(`What the run makes cannot be noted in ${file}: ${(error as Error).message}.`);
      }
    },
    end() {
      if (opened === undefined) return false;
      closeSync(opened);
      if (left.size === 0) rmSync(file, { force: true });
      return left.size > 0;
    },
  };
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export interface Left {
  readonly target: string;
  readonly things: readonly Noted[];
  /** What was under way to be made, of which no answer came. */
  readonly intents: readonly Intent[];
}

/** What a journal says is still there, in the order in which it was made. @throws UsageError where it is none. */
export function readJournal(file: string): Left {
  const refuse = (why: string): never => {
    throw new UsageError(`--cleanup names ${file}, ${why}; name a file that a run with --writes own has left.`);
  };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    refuse(`which cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
  // The last line may be half of one, where the machine went down.
  const lines = text.split('\n').slice(0, -1).map(parsed);
  const [head, ...events] = lines;
  const target = typeof head?.['target'] === 'string' ? head['target'] : refuse('which says of no target');
  const left = new Map<string, Noted>();
  const intents = new Map<unknown, Intent>();
  for (const event of events) {
    const { made, gone, intended, came } = event ?? {};
    if (isNoted(made)) left.set(keyOf(made), made);
    else if (isThing(gone)) left.delete(keyOf(gone));
    else if (isIntent(intended)) intents.set(intended.number, intended);
    else if (typeof came === 'number') intents.delete(came);
    else refuse('in which a line is none of its own');
  }
  return { target, things: [...left.values()], intents: [...intents.values()] };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isThing(value: unknown): value is Thing {
  const { item, ids } = (value ?? {}) as Partial<Thing>;
  return typeof item === 'string' && Array.isArray(ids) && ids.every((id) => typeof id === 'string');
}

function isNoted(value: unknown): value is Noted {
  const { texts = [], refers = {}, whole = {} } = (value ?? {}) as Partial<Noted>;
  const isTexts = (each: unknown) => Array.isArray(each) && each.every((text) => typeof text === 'string');
  const isObject = (each: unknown) => typeof each === 'object' && each !== null;
  if (!isThing(value) || !isTexts(texts) || !isObject(refers) || !isObject(whole)) return false;
  return isTexts(Object.values(refers)) && isTexts(Object.values(whole));
}

function isIntent(value: unknown): value is Intent {
  const { number, like } = (value ?? {}) as Partial<Intent>;
  const texts = typeof like === 'object' && like !== null ? Object.values(like) : [undefined];
  return isThing(value) && typeof number === 'number' && texts.every((text) => typeof text === 'string');
}
