/**
 * Guesses by which name a thing can be asked for, where its answer has no member that is named like the parameter. A guess counts only once a
 * GET of it has shown what was sent.
 */

import { isNoSegment } from '../contract/contract';
import type { ReadJson } from '../json/exactJson';
import { textAt } from '../json/exactJson';
import { escapePointer, valueAt } from '../json/pointer';
import { isObject } from '../json/value';
import type { AskedRequest } from './answered';
import type { Named } from './names';
import { namingRank } from './vocabulary/naming';

/** So many guesses are made of one answer: each costs a request. */
const MOST_GUESSES = 4;

/** An answer is searched to this depth, and that many of its members. */
const DEEPEST = 3;
const MOST_MEMBERS = 200;

/** A text that may name what was made. */
export interface Guess {
  readonly text: string;
  /** JSON Pointer in the answer; undefined for a text of the request. */
  readonly place: string | undefined;
}

/** Returns texts of an answer, and then of its request, that may name what was made, the likeliest first. */
export function guessedNames(
  named: Named,
  body: ReadJson,
  { input: { like = {} } }: Pick<AskedRequest, 'input'>,
): Guess[] {
  const answered = membersIn(body, '', 1).flatMap(({ pointer, name, depth }) => {
    const rank = namingRank(name);
    const text = rank === undefined ? undefined : textAt(body, pointer);
    return rank === undefined || text === undefined ? [] : [{ text, place: pointer, rank, depth }];
  });
  answered.sort((one, other) => one.depth - other.depth || one.rank - other.rank);
  const sent = Object.entries(like).filter(([name]) => namingRank(name) !== undefined);
  const guesses = [...answered, ...sent.map(([, text]) => ({ text, place: undefined }))].filter(
    ({ text }) => text !== '' && text.length <= LONGEST && !isNoSegment(text) && named.parameter.accepts(text),
  );
  const unique = guesses.filter(({ text }, at) => guesses.findIndex((each) => each.text === text) === at);
  return unique.slice(0, MOST_GUESSES).map(({ text, place }) => ({ text, place }));
}

/** Longer texts name nothing in a path. */
const LONGEST = 200;

interface Member {
  readonly pointer: string;
  readonly name: string;
  readonly depth: number;
}

/** Returns the scalar members of the objects in a body. */
function membersIn(body: ReadJson, pointer: string, depth: number): Member[] {
  const value = valueAt(body.value, pointer);
  // An answer may be a list of what was made.
  if (Array.isArray(value)) return value.length === 1 ? membersIn(body, `${pointer}/0`, depth) : [];
  if (!isObject(value) || depth > DEEPEST) return [];
  return Object.keys(value)
    .slice(0, MOST_MEMBERS)
    .flatMap((name) => {
      const inner = `${pointer}/${escapePointer(name)}`;
      const member = value[name];
      return typeof member === 'object' ? membersIn(body, inner, depth + 1) : [{ pointer: inner, name, depth }];
    });
}
