/** What a run makes, noted in a file as it happens: where Espalier does not come to its end, the file can be worked off later. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnreadable } from '../../contract/document/files';
import type { Intent, LedgerEvent, Noted } from '../../engine/run/ledger';
import { thingKey } from '../../engine/run/sightings';
import type { Thing } from '../../resources/things';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { makeStateFolder, signingKey } from '../settings/stateFolder';

export interface JournalOptions {
  /** Where the user wants it (`--journal`). Default: a file of its own in the user's state folder, else in the temporary folder. */
  readonly file: string | undefined;
  readonly env: Io['env'];
  /** Told once where the file cannot be written: the run goes on, and removes what it makes all the same. */
  readonly warn: (text: string) => void;
}

export interface Journal {
  /** Takes note, at once. */
  note(event: LedgerEvent): void;
  /** Lets the file be where all that was made is gone. @returns the file where anything is left in it. */
  end(): string | undefined;
}

/** Begins when something is made first. @param target base URL of what it is made at. */
export function createJournal(target: string, { file: given, env, warn }: JournalOptions): Journal {
  let opened: { readonly file: string; readonly number: number; readonly sign: Sign } | undefined;
  let broken = false;
  const left = new Set<string>();
  const take = (event: LedgerEvent) => {
    if ('made' in event) left.add(thingKey(event.made));
    else if ('gone' in event) left.delete(thingKey(event.gone));
    else if ('intended' in event) left.add(String(event.intended.number));
    else left.delete(String(event.came));
  };
  const open = () => {
    const found = given === undefined ? openOwn(env) : { file: given, number: create(given) };
    const key = signingKey(env);
    const begun = { ...found, sign: key === undefined ? (text: string) => text : createSign(key) };
    writeSync(begun.number, line({ target }, begun.sign));
    return begun;
  };
  return {
    note(event) {
      take(event);
      if (broken) return;
      try {
        opened ??= open();
        writeSync(opened.number, line(event, opened.sign));
      } catch (error) {
        broken = true;
        const where = opened?.file ?? given ?? 'a file';
        warn(`What the run makes cannot be noted in ${where}: ${(error as Error).message}.`);
      }
    },
    end() {
      if (opened === undefined) return undefined;
      closeSync(opened.number);
      const { file } = opened;
      opened = undefined;
      broken = true;
      if (left.size > 0) return file;
      rmSync(file, { force: true });
      return undefined;
    },
  };
}

/** @throws UsageError where a journal would take the place of something else: it may be what an earlier run has left. */
export function refuseJournal(file: string | undefined): void {
  if (file === '') throw new UsageError('--journal is empty; is the variable that should hold it set?');
  if (file !== undefined && existsSync(file))
    throw new UsageError(
      `--journal names ${file}, which is there already; name another file, or work that one off first (--cleanup ${file}).`,
    );
}

/** A file that nobody has: an earlier run of the same process id may have left its own. */
function openOwn(env: Io['env']): { readonly file: string; readonly number: number } {
  const name = `espalier-made-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;
  try {
    const file = join(makeStateFolder(env), name);
    return { file, number: create(file) };
  } catch {
    const file = join(tmpdir(), name);
    return { file, number: create(file) };
  }
}

function create(file: string): number {
  return openSync(file, 'wx', 0o600);
}

function line(value: unknown, sign: Sign): string {
  return `${sign(JSON.stringify(value))}\n`;
}

/** Adds to a line, which is a JSON object, what shows that the user's own run wrote it, after all that it wrote before. */
type Sign = (text: string) => string;

function createSign(key: Buffer): Sign {
  let before = 'a journal of espalier';
  return (text) => {
    before = createHmac('sha256', key).update(`${before}\n${text}`).digest('hex');
    return `${text.slice(0, -1)},"mac":"${before}"}`;
  };
}

/** Whether the user's own run has written all of the lines, one after another. */
function areSigned(lines: readonly string[], key: Buffer | undefined): boolean {
  if (key === undefined) return false;
  const sign = createSign(key);
  return lines.every((text) => {
    const [, written] = /^(.*),"mac":"[0-9a-f]{64}"\}$/s.exec(text) ?? [];
    return written !== undefined && isSame(sign(`${written}}`), text);
  });
}

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

export interface Left {
  readonly target: string;
  readonly things: readonly Noted[];
  /** What was under way to be made, of which no answer came. */
  readonly intents: readonly Intent[];
  /** Whether a run of this user has written the file, as it is. */
  readonly isSigned: boolean;
}

/** What a journal says is still there, in the order in which it was made. @throws UsageError where it is none. */
export function readJournal(file: string, env: Io['env']): Left {
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
  const lines = text.split('\n').slice(0, -1);
  const isSigned = lines.length > 0 && areSigned(lines, signingKey(env));
  const [head, ...events] = lines.map(parsed);
  const target = isTarget(head) ? head.target : refuse('which says of no target');
  const left = new Map<string, Noted>();
  const intents = new Map<unknown, Intent>();
  for (const [at, event] of events.entries()) {
    const { mac, ...members } = event ?? {};
    const [[name, value] = ['', undefined], ...more] = Object.entries(members);
    if (more.length > 0) refuse(`in which line ${at + 2} has a member "${more[0]?.[0]}" that it should not have`);
    // A later version may know more of what it made; what nobody has signed can only be wrong.
    const isKnown = isSigned || !hasOthers(value);
    if (name === 'made' && isNoted(value) && isKnown) left.set(thingKey(value), isSigned ? value : proveAnew(value));
    else if (name === 'gone' && isThing(value) && isKnown) left.delete(thingKey(value));
    else if (name === 'intended' && isIntent(value) && isKnown) intents.set(value.number, value);
    else if (name === 'came' && typeof value === 'number') intents.delete(value);
    else refuse(`in which line ${at + 2} is none of its own`);
  }
  return { target, things: [...left.values()], intents: [...intents.values()], isSigned };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isTarget(head: Record<string, unknown> | undefined): head is { readonly target: string } {
  const { target, mac, ...others } = head ?? {};
  return typeof target === 'string' && Object.keys(others).length === 0;
}

const MEMBERS: readonly string[] = [
  'item',
  'ids',
  'number',
  'like',
  'texts',
  'refers',
  'whole',
  'isFresh',
  'isDoubtful',
];

function hasOthers(value: unknown): boolean {
  return Object.keys(value ?? {}).some((name) => !MEMBERS.includes(name));
}

function isThing(value: unknown): value is Thing {
  const { item, ids, like } = (value ?? {}) as Partial<Intent>;
  const isLike = like === undefined || areTexts(like);
  return typeof item === 'string' && Array.isArray(ids) && ids.every((id) => typeof id === 'string') && isLike;
}

/** What nobody has signed may say anything: such a thing is removed where it shows its texts, and not for its name alone. */
function proveAnew({ isFresh, ...noted }: Noted): Noted {
  return noted;
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
  return isThing(value) && typeof number === 'number' && like !== undefined;
}

function areTexts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
