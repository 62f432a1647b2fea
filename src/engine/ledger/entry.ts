/** One thing that the run made, or perhaps, with all that is known of it. */

import { isProof, type Proof } from '../../resources/answers/shown';
import type { Candidate, Identity } from '../../resources/identity';
import type { Items } from '../../resources/kinds';
import { isNeverShown } from '../../resources/serversOwn';
import type { Thing } from '../../resources/things';
import { KnownTexts } from './knownTexts';
import type { Unnamed } from './ledgerEvents';
import type { Evidence } from './ownership';
import type { KnownContent } from './view';

/** One thing that was made, or perhaps. */
export interface Entry {
  readonly thing: Thing;
  readonly kind: Items;
  /** Of the request that made it. */
  readonly number: number;
  readonly pointer: string | undefined;
  /** JSON Pointer of a guessed name in the answer. */
  readonly place: string | undefined;
  readonly proof: Proof;
  /** All that was sent, as text, by the names of its members. */
  readonly sent: Readonly<Record<string, string>>;
  /** As it was noted before its request was sent. */
  readonly unnamed: Unnamed | undefined;
  evidence: Omit<Evidence, 'isNamedTwice'>;
  /** All texts and numbers that the answer to its request showed, as text. */
  readonly answered: ReadonlySet<string>;
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
  /** It has another name by now, which is an entry of its own. */
  isRenamed: boolean;
  /** Of the last request that changed it, after which it may have another name that nobody told. */
  changedBy: number | undefined;
  readonly content: Content;
  /** When it was noted, as `performance.now()` tells. */
  readonly madeMs: number;
  readonly look: Look;
  /** Why it is taken for somebody else's by now; undefined as long as it is not. */
  isOthers: string | undefined;
}

/** What is known of the content of one thing, as {@link KnownContent} has it, while that changes. */
export interface Content {
  written: Readonly<Record<string, string>>;
  readonly sent: Set<string>;
  readonly seen: KnownTexts;
  /** The names of the members that the answer to its making showed. */
  readonly answeredNames: ReadonlySet<string>;
  isLooked: boolean;
  isChanged: boolean;
}

/** When a thing was looked at. */
interface Look {
  /** As `performance.now()` tells; so do the others. */
  atMs: number;
  /** Nothing was sent to it since. */
  isFresh: boolean;
  /** The answer to the last request that changed it shows what was sent. */
  isEchoed: boolean;
  /** How many requests that are to be refused may follow it. */
  blind: number;
  /** When the run last sent something to the thing that may change it. */
  usedMs: number;
  /** How often an answer showed the thing otherwise than as the run's own. */
  denials: number;
}

/** No look from before counts any more: an answer shows the thing otherwise than as the run's own. */
export function noteDenied({ look }: Entry): void {
  look.isFresh = false;
  look.isEchoed = false;
  look.blind = 0;
  look.denials++;
}

/** For so long a look that came before anything else was sent to a thing counts, in milliseconds. */
export const FRESH_MS = 1000;

/** Within so long nobody else has found and changed what the run has just made, in milliseconds. */
const A_MOMENT_MS = 2000;

/** What the run knows of the content of a thing. */
export function viewOf(entry: Entry): KnownContent {
  const { content, evidence } = entry;
  return {
    ...content,
    id: entry.thing.ids.at(-1) ?? '',
    texts: textsOf(entry),
    isJustMade: performance.now() - entry.madeMs < A_MOMENT_MS,
    isJustUsed: performance.now() - Math.max(entry.madeMs, entry.look.usedMs) < A_MOMENT_MS,
    isOwnName: evidence.source === 'path' && evidence.isImprobable,
  };
}

/** What is known of a thing by more than an answer that named it: it is to be shown. */
export function notedEntry(thing: Thing, kind: Items, proof: Proof, evidence: Partial<Evidence>): Entry {
  return {
    thing,
    kind,
    number: 0,
    pointer: undefined,
    place: undefined,
    proof,
    sent: {},
    answered: new Set(),
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
      mayBeOld: false,
      isTrusted: false,
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
    isRenamed: false,
    changedBy: undefined,
    content: {
      written: proof.whole ?? {},
      sent: new Set(Object.values(proof.whole ?? {})),
      seen: new KnownTexts(),
      answeredNames: new Set(),
      isLooked: false,
      isChanged: false,
    },
    madeMs: performance.now(),
    look: {
      atMs: Number.NEGATIVE_INFINITY,
      isFresh: false,
      isEchoed: false,
      blind: 0,
      usedMs: Number.NEGATIVE_INFINITY,
      denials: 0,
    },
    isOthers: undefined,
  };
}

/** What it may show by now of all that was sent. */
export function textsOf({ proof, later, isBare }: Entry): readonly string[] {
  return isBare ? [...later] : [...proof.texts, ...later];
}

export function toIdentity({ thing, pointer }: Entry): Identity {
  return { text: thing.ids.at(-1) ?? '', pointer };
}

/** Takes note of further evidence. */
export function addEvidence(entry: Entry, more: Partial<Evidence>): void {
  entry.evidence = { ...entry.evidence, ...more };
}

/**
 * Returns what was sent and is to be shown. Where such answers are trusted, that is what the answer had of it: some services put a default in the
 * place of what they were sent.
 */
export function wholeOf({ kind, sent, answered, evidence }: Entry): Readonly<Record<string, string>> {
  const isShown = ([name, text]: readonly [string, string]) =>
    answered.has(text) || !(evidence.isTrusted || isNeverShown(kind, name));
  return Object.fromEntries(Object.entries(sent).filter(isShown));
}
