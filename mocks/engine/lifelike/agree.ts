/**
 * Lets the members of one object agree with each other: a slug is the name as a URL writes it, a file has the type that its name says.
 */

import type { MutableJson } from '../../../conformance/values/generator';
import { nameWords, singleWord } from './byName';
import { OUTCOMES, TYPES_OF_FILES } from './words';

interface Agreeing {
  /** The number of the thing in its list, from 1. */
  readonly number: number;
  /** What the object is about, in words. */
  readonly place: string;
  /** Whether the object is what the answer is about, or one of the things of its list, and no part of them. */
  readonly isThing: boolean;
  /** Changes a member, if it is made up and may have the value. */
  readonly set: (name: string, value: MutableJson) => void;
}

/** Changes the members of an object that do not agree with the others. */
export function agree(members: Readonly<Record<string, MutableJson>>, { number, place, isThing, set }: Agreeing): void {
  const names = Object.keys(members);
  const textOf = (wanted: RegExp) => {
    const name = names.find((each) => wanted.test(nameWords(each)) && typeof members[each] === 'string');
    return name === undefined ? undefined : (members[name] as string);
  };
  const title = textOf(/^(?:(?:display |full )?name|title|headline)$/);
  const ends = names
    .filter((name) => /^(?:(?:original )?file ?name|file|name)$/.test(nameWords(name)))
    .map((name) => /\.(\w+)$/.exec(String(members[name]))?.[1]);
  const end = ends.find((each) => each !== undefined);
  const type = end === undefined ? undefined : TYPES_OF_FILES[end];
  const says = isThing && isOutcome(names);
  const card = textOf(/^(?:credit card|(?:credit )?card number|pan)$/);
  // What leads to a thing says by its type of which kind that is: { id, type: "status_page", self }.
  const refers =
    names.some((each) => /^id$/.test(each)) && names.some((each) => /^(?:self|href|html_url|summary)$/.test(each));
  const size = names
    .map((name) => (/\bbytes$/.test(nameWords(name)) ? members[name] : undefined))
    .find((each) => typeof each === 'number');
  const hasFailed = !/^(?:success|succeeded|ok|done|completed?|finished|active|running|pending|queued)$/i.test(
    textOf(/^(?:status|state|result)$/) ?? '-',
  );
  for (const name of names) {
    const words = nameWords(name);
    const end = typeof members[name] === 'number' ? endBeside(words, members[name], names, number) : undefined;
    if (end !== undefined && Number(members[end[0]]) <= Number(members[name])) set(...end);
    if (typeof members[name] !== 'string') continue;
    if (!hasFailed && /\b(?:error|failure)(?: (?:message|reason|text|details?))?$/.test(words)) set(name, null);
    if (words === 'full name' && title !== undefined && names.includes('name')) set(name, String(members['name']));
    if (/^(?:title sort|sort(?:ing)? title|name sort|sort name)$/.test(words) && title !== undefined) set(name, title);
    if (words === 'size' && typeof size === 'number') set(name, readableSize(size));
    if (words === 'type' && refers && place !== '') set(name, singleWord(place));
    if (words === 'slug' && title !== undefined) set(name, titleSlug(title, number));
    if (type !== undefined && /^(?:content|mime|media|file) ?type$/.test(words)) set(name, type);
    if (end !== undefined && /^(?:file )?(?:extension|ext)$/.test(words)) set(name, end);
    if (card !== undefined && /\blast ?(?:4|four)$/.test(words)) set(name, card.slice(-4));
    if (says && /^(?:message|msg|detail)$/.test(words)) set(name, OUTCOMES[0] ?? '');
  }
}

/** Tells whether an object only says that something was done: `{ "success": true, "message": "…" }`. */
function isOutcome(names: readonly string[]): boolean {
  return names.every((name) =>
    /^(?:message|msg|detail|success|ok|status|code|status code|timestamp|deleted|id)$/.test(nameWords(name)),
  );
}

/** `All about the harbour` → `all-about-the-harbour`; of later things with their number, since others may be called the same. */
export function titleSlug(title: string, number: number): string {
  const slug = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
  return number === 1 ? slug : `${slug}-${number}`;
}

/** What a range begins with and ends with. */
const ENDS: readonly (readonly [start: RegExp, end: string])[] = [
  [/\bstart\b/, 'end'],
  [/\bmin\b/, 'max'],
  [/\bfrom\b/, 'to'],
];

/** Returns the member that ends what a number begins, with a number that is larger: `end_offset` for `start_offset`. */
function endBeside(
  words: string,
  start: number,
  names: readonly string[],
  number: number,
): [name: string, value: number] | undefined {
  for (const [begins, ends] of ENDS) {
    const wanted = begins.test(words) ? words.replace(begins, ends) : undefined;
    const name = wanted === undefined ? undefined : names.find((each) => nameWords(each) === wanted);
    if (name !== undefined) return [name, start + 10 + 7 * number];
  }
  return undefined;
}

/** `823888` → `804.6 KiB`. */
function readableSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const size = bytes / 1024 ** power;
  return `${power === 0 ? size : size.toFixed(1)} ${units[power]}`;
}
