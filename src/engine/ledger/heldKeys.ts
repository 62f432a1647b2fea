/**
 * Finds out which values of a request one of the listed things of others has, and no two of them have alike: by these a service may know the thing,
 * and overwrite it. The contract does not say so, and the names of the members need not tell: one rate for two currencies, one seat in a row. Pure.
 */

import { canonical } from '../../json/equality';
import type { FewName } from '../../resources/fewNames';
import { isIdName } from '../../resources/vocabulary/ids';
import { plain } from '../../resources/vocabulary/words';
import { scalarsWithin } from './view';

/** What one thing shows, by the plain names of its members at any depth; texts as {@link keyText} gives them. */
type Shows = ReadonlyMap<string, ReadonlySet<string>>;

/** Of fewer things of others nobody can tell that they are told apart by a value, and do not only differ by chance. */
const FEWEST = 5;

/** So many things of a list tell enough. */
const MOST = 500;

/** Returns a value as services compare it: without the case of letters. */
export function keyText(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** By what the listed things of others are told apart. */
export class HeldKeys {
  #shows: readonly Shows[] | undefined;

  /** @param items is called once something is asked, since most lists are read for other reasons. */
  constructor(private readonly items: () => readonly unknown[] = () => []) {}

  private get shows(): readonly Shows[] {
    this.#shows ??= this.items().slice(0, MOST).map(showsOf);
    return this.#shows;
  }

  /** Returns what things have in members of a name. */
  takenAt(name: string): ReadonlySet<string> {
    return new Set(this.shows.flatMap((each) => [...(each.get(plain(name)) ?? [])]));
  }

  /** Returns the values by which together one thing is told apart from all others. A reference to something else is no such value by itself. */
  takenBy(sent: readonly FewName[]): readonly FewName[] {
    const some = sent.filter(({ value }) => typeof value !== 'boolean');
    for (const shown of this.shows) {
      const same = some.filter(({ name, text }) => shown.get(plain(name))?.has(keyText(text)));
      const own = same.filter(({ name }) => !isIdName(name));
      if (own.length === 0 || !this.tellApart(same)) continue;
      if (own.length === same.length || !this.tellApart(same.filter((each) => !own.includes(each)))) return own;
    }
    return [];
  }

  /** Whether no two things show the same in the places of these, and enough do show something. */
  private tellApart(some: readonly FewName[]): boolean {
    const names = some.map(({ name }) => plain(name));
    const all = this.shows.filter((shown) => names.every((name) => shown.has(name)));
    const views = all.map((shown) => canonical(names.map((name) => [...(shown.get(name) ?? [])])));
    return some.length > 0 && all.length >= FEWEST && new Set(views).size === all.length;
  }
}

function showsOf(item: unknown): Shows {
  const shown = new Map<string, Set<string>>();
  for (const { name, text } of scalarsWithin(item)) {
    const texts = shown.get(plain(name)) ?? new Set();
    shown.set(plain(name), texts.add(keyText(text)));
  }
  return shown;
}
