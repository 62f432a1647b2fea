/**
 * Notes what a run makes in a file, at once. If Espalier is killed before it has removed those things, `--cleanup FILE` removes them
 * later: it reads such a file, and says why one is refused.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnreadable } from '../../contract/document/files';
import type { Intent, LedgerEvent, Noted, Perhaps, Sight } from '../../engine/ledger/ledgerEvents';
import { thingKey } from '../../engine/ledger/sightings';
import { jsonOfText } from '../../json/value';
import type { Thing } from '../../resources/things';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { makeStateFolder, signingKey } from '../settings/stateFolder';

interface JournalOptions {
  /** The file that the user names (`--journal`). Default: a new file in the user's state folder, else in the temporary folder. */
  readonly file: string | undefined;
  readonly env: Io['env'];
  /** Called once if the file cannot be written. The run goes on, and still removes what it makes. */
  readonly warn: (text: string) => void;
  /** Is told of the file once it is made. */
  readonly onOpened?: ((file: string) => void) | undefined;
}

interface Journal {
  /** Writes an event to the file at once. */
  note(event: LedgerEvent): void;
  /** Deletes the file if everything that was made is gone. @returns the file if something is left. */
  end(): string | undefined;
}

/** Creates a journal. Its file is created when the run makes the first thing. @param target base URL of the target. */
export function createJournal(target: string, { file: given, env, warn, onOpened }: JournalOptions): Journal {
  let opened: { readonly file: string; readonly number: number; readonly sign: Sign } | undefined;
  let broken = false;
  const left = new Set<string>();
  const take = (event: LedgerEvent) => {
    if ('made' in event) left.add(thingKey(event.made));
    else if ('gone' in event) left.delete(thingKey(event.gone));
    else if ('intended' in event) left.add(String(event.intended.number));
    else if ('perhaps' in event) left.add(String(event.perhaps.number));
    else if ('came' in event) left.delete(String(event.came));
  };
  const open = () => {
    const file = given === undefined ? openOwn(env) : { file: given, number: create(given) };
    const key = signingKey(env);
    const begun = { ...file, sign: key === undefined ? (text: string) => text : createSign(key) };
    writeSync(begun.number, line({ target }, begun.sign));
    onOpened?.(file.file);
    return begun;
  };
  return {
    note(event) {
      take(event);
      // What is seen of a thing that is not noted, or gone, serves nobody.
      if (broken || ('seen' in event && !left.has(thingKey(event.seen)))) return;
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

/** @throws UsageError if the file exists already, since it may list what an earlier run has left. */
export function refuseJournal(file: string | undefined): void {
  if (file === '') throw new UsageError('--journal is empty; is the variable that should hold it set?');
  if (file !== undefined && existsSync(file))
    throw new UsageError(
      `--journal names ${file}, which is there already; name another file, or work that one off first (--cleanup ${file}).`,
    );
}

/** Opens a new file. Its name has a random part, since an earlier run with the same process id may have left a file. */
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

/** Adds a signature to a line, which is a JSON object. It proves that a run of this user wrote the line and all lines before it. */
type Sign = (text: string) => string;

function createSign(key: Buffer): Sign {
  let before = 'a journal of espalier';
  return (text) => {
    before = createHmac('sha256', key).update(`${before}\n${text}`).digest('hex');
    return `${text.slice(0, -1)},"mac":"${before}"}`;
  };
}

/** Tells whether a run of this user wrote all of the lines in this order. */
function areSigned(lines: readonly string[], key: Buffer | undefined): boolean {
  if (key === undefined) return false;
  const sign = createSign(key);
  return lines.every((text) => {
    const [, written] = /^(.*),"mac":"[0-9a-f]{64}"\}$/s.exec(text) ?? [];
    return written !== undefined && isSame(sign(`${written}}`), text);
  });
}

function isSame(first: string, second: string): boolean {
  const [firstBytes, secondBytes] = [Buffer.from(first), Buffer.from(second)];
  return firstBytes.length === secondBytes.length && timingSafeEqual(firstBytes, secondBytes);
}

export interface Left {
  readonly target: string;
  readonly things: readonly Noted[];
  /** Requests that were to make something, and got no answer. */
  readonly intents: readonly Intent[];
  /** Requests that perhaps made what nothing can ask for. */
  readonly perhaps: readonly Perhaps[];
  /** The run's own texts that were sent in requests whose answers named nothing that was made: a list may show that they made it all the same. */
  readonly sent: readonly string[];
  /** Whether a run of this user wrote the file, and nobody changed it. */
  readonly isSigned: boolean;
}

/** Returns what still exists according to a journal, in the order in which it was made. @throws UsageError if the file is no journal. */
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
  // The last line may be incomplete if the machine went down.
  const lines = text.split('\n').slice(0, -1);
  const isSigned = lines.length > 0 && areSigned(lines, signingKey(env));
  const [head, ...events] = lines.map(parsed);
  const target = isTarget(head) ? head.target : refuse('which names no target in its first line');
  const left = new Map<string, Noted>();
  const intents = new Map<unknown, Intent>();
  const perhaps = new Map<number, Perhaps>();
  const settled: string[] = [];
  const ofMade = new Set<string>();
  for (const [at, event] of events.entries()) {
    const { mac, ...members } = event ?? {};
    const [[name, value] = ['', undefined], ...more] = Object.entries(members);
    if (more.length > 0) refuse(`in which line ${at + 2} has a member "${more[0]?.[0]}" that it should not have`);
    // In a signed file, an unknown member may be of a later version. In a file without signature, it is a mistake.
    const isKnown = isSigned || !hasOthers(value);
    if (name === 'made' && isNoted(value) && isKnown) {
      const { known, isLooked = false, isChanged = false } = left.get(thingKey(value)) ?? {};
      const before = known ? { known, isLooked, isChanged } : {};
      for (const text of value.texts ?? []) ofMade.add(text);
      left.set(thingKey(value), isSigned ? { ...value, ...before } : proveAnew(value));
    } else if (name === 'seen' && isSight(value) && isKnown) {
      if (isSigned) addSight(left, value);
    } else if (name === 'gone' && isThing(value) && isKnown) left.delete(thingKey(value));
    else if (name === 'intended' && isIntent(value) && isKnown) intents.set(value.number, value);
    else if (name === 'perhaps' && isPerhaps(value)) perhaps.set(value.number, value);
    else if (name === 'came' && typeof value === 'number') {
      settled.push(...Object.values(intents.get(value)?.like ?? {}));
      intents.delete(value);
      perhaps.delete(value);
    } else refuse(`in which line ${at + 2} is not a line of a journal`);
  }
  const things = [...left.values()];
  return {
    target,
    things,
    intents: [...intents.values()],
    perhaps: [...perhaps.values()],
    sent: settled.filter((text) => !ofMade.has(text)),
    isSigned,
  };
}

function parsed(text: string): Record<string, unknown> | undefined {
  const value: unknown = jsonOfText(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function isTarget(head: Record<string, unknown> | undefined): head is { readonly target: string } {
  const { target, mac, ...others } = head ?? {};
  return typeof target === 'string' && Object.keys(others).length === 0;
}

const MEMBERS: readonly string[] = [
  'item',
  'ids',
  'around',
  'number',
  'like',
  'texts',
  'refers',
  'whole',
  'isFresh',
  'isDoubtful',
  'isMissed',
  'others',
  'alsoNamed',
  'unproven',
  'known',
  'isLooked',
  'isChanged',
  'user',
];

function hasOthers(value: unknown): boolean {
  return Object.keys(value ?? {}).some((name) => !MEMBERS.includes(name));
}

function isThing(value: unknown): value is Thing {
  const { item, ids, around, like } = (value ?? {}) as Partial<Intent>;
  const isLike = like === undefined || areTexts(like);
  const isPlaced = around === undefined || isThing(around);
  return (
    typeof item === 'string' && Array.isArray(ids) && ids.every((id) => typeof id === 'string') && isPlaced && isLike
  );
}

/** Adds what the run saw of a thing to what it noted of it. */
function addSight(
  left: Map<string, Noted>,
  { known = [], isLooked = false, isChanged = false, ...thing }: Sight,
): void {
  const noted = left.get(thingKey(thing));
  if (!noted) return;
  const { unproven, ...more } = noted;
  // What was looked at was what it was named.
  const open = unproven && !isLooked ? { unproven } : {};
  left.set(thingKey(thing), { ...more, ...open, known: [...(noted.known ?? []), ...known], isLooked, isChanged });
}

/** A file without signature may say anything. So a thing of it is removed only if the target shows its texts, not because of its name. */
function proveAnew({ isFresh, known, ...noted }: Noted): Noted {
  return noted;
}

function isNoted(value: unknown): value is Noted {
  const { texts = [], refers = {}, whole = {}, alsoNamed = [], unproven } = (value ?? {}) as Partial<Noted>;
  const isIntended = unproven === undefined || isIntent({ ...(value as object), ...(unproven as object) });
  if (!isTexts(alsoNamed) || !isIntended) return false;
  const isObject = (each: unknown) => typeof each === 'object' && each !== null;
  if (!isThing(value) || !isTexts(texts) || !isObject(refers) || !isObject(whole)) return false;
  return isTexts(Object.values(refers)) && isTexts(Object.values(whole));
}

function isSight(value: unknown): value is Sight {
  return isThing(value) && isTexts((value as Sight).known ?? []);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isPerhaps(value: unknown): value is Perhaps {
  const { number, operation, values, reason } = (value ?? {}) as Partial<Perhaps>;
  return typeof number === 'number' && typeof operation === 'string' && areTexts(values) && typeof reason === 'string';
}

function isIntent(value: unknown): value is Intent {
  const { number, like, whole = {} } = (value ?? {}) as Partial<Intent>;
  return isThing(value) && typeof number === 'number' && like !== undefined && areTexts(whole);
}

function areTexts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
