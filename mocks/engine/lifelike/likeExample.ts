/** Makes values like an example: a list whose members have examples shows the example first, and then other things of its kind. */

import type { MutableJson } from '../../../conformance/values/generator';
import { countsOn, tellsApart } from '../../../src/resources/vocabulary/ids';
import { textByFormat } from './byFormat';
import { type Around, isAnyLabel, nameWords, numberIfNamed, textByName } from './byName';
import { between, type NextRandom } from './subject';

const DAY = 86_400_000;

/**
 * Returns the value that the thing has which `around` tells of, where the first thing of the list has the example.
 * @param words the words of its name.
 */
export function likeExample(example: MutableJson, words: string, around: Around): MutableJson {
  if (Array.isArray(example)) return example.map((each) => (isPlain(each) ? each : likeExample(each, words, around)));
  if (typeof example === 'object' && example !== null) return objectLike(example, around);
  if (typeof example === 'number') return numberLike(example, words, around);
  return typeof example === 'string' ? textLike(example, words, around) : example;
}

function isPlain(value: MutableJson): boolean {
  return typeof value !== 'object' || value === null;
}

function objectLike(example: { [name: string]: MutableJson }, around: Around): MutableJson {
  const members = Object.entries(example).map(([name, value]) => [
    name,
    likeExample(value, nameWords(name), around),
  ]) as [string, MutableJson][];
  return renamed(Object.fromEntries(members), example['id']);
}

/** Puts the id of a thing in the place of the example's, wherever its texts name that: `href: "…/artists/6rqh"`. */
export function renamed<Members extends { [name: string]: MutableJson }>(
  members: Members,
  exampleId: unknown,
): Members {
  const id = members['id'];
  if (typeof exampleId !== 'string' || exampleId.length < 4 || typeof id !== 'string' || id === exampleId)
    return members;
  const all = Object.entries(members).map(([name, value]) => [name, withText(value, exampleId, id)]);
  return Object.fromEntries(all);
}

function withText(value: MutableJson, before: string, after: string): MutableJson {
  if (typeof value === 'string') return value.replaceAll(before, after);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withText(each, before, after)]));
}

function numberLike(example: number, words: string, around: Around): number {
  const later = around.subject.number - 1;
  if (countsOn(words)) return example + later;
  // Seconds and milliseconds since 1970.
  if (example > 1e9 && /(?:\bat|\btime|\btimestamp|\bdate|\bcreated|\bupdated)$/.test(words))
    return example + later * (example > 1e12 ? DAY : DAY / 1000);
  const isWhole = Number.isInteger(example);
  const named = numberIfNamed(words, around);
  if (named !== undefined && example > 0 && named < example * 20 && named > example / 20)
    return isWhole ? Math.round(named) : Math.round(named * 100) / 100;
  const other = example * (0.6 + 0.8 * around.random());
  const decimals = isWhole ? 0 : (String(example).split('.')[1]?.length ?? 0);
  return Number(other.toFixed(Math.min(decimals, 10)));
}

function textLike(example: string, words: string, around: Around): string {
  const { subject, random } = around;
  const later = subject.number - 1;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(example))
    return textByFormat('uuid', words, around) ?? example;
  if (/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/.test(example)) return laterThan(example, later * DAY);
  if (/^[a-z][\w+.-]*:\/\//i.test(example)) return example;
  if (/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(example)) return textByName('email', around) ?? example;
  const counted = /^(.*\p{L}.* )(\d{1,4})$/su.exec(example);
  if (counted) return `${counted[1]}${Number(counted[2]) + later}`;
  if (tellsApart(words)) return idLike(example, later, random);
  // A code, a mark or a kind stays: who reads it knows it from the example alone.
  if (
    /^(?:[A-Z\d]{1,4}|\S*[^\p{L}\d\s]\S*|\p{L}*\p{Ll}\p{Lu}\p{L}*)$/u.test(example) ||
    /\b(?:type|kind|class)$/.test(words)
  )
    return example;
  if (/^(?=.*\d)(?=.*[a-z])[a-z\d]{10,}$/i.test(example)) return idLike(example, later, random);
  // What has a name of its own kind keeps it: "Setup Fee", "Setup Fee 2".
  const other = textByName(words, around);
  return other === undefined ? example : isAnyLabel(other) && !isAnyLabel(example) ? `${example} ${later + 1}` : other;
}

/** Moves a date or a time, which stays as it is written. */
function laterThan(text: string, by: number): string {
  const moment = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(moment)) return text;
  return new Date(moment + by).toISOString().slice(0, 10) + text.slice(10);
}

/** `order-0007` → `order-0008`; `6rqhFgbbKwnb` → another text of such letters and digits; `acme` → `acme-2`. */
export function idLike(id: string, later: number, random: NextRandom): string {
  const [, head = '', digits] = /^(|.*[-_:#/])(\d{1,15})$/.exec(id) ?? [];
  if (digits !== undefined) return `${head}${String(Number(digits) + later).padStart(digits.length, '0')}`;
  if (/\d/.test(id) && id.length >= 6)
    return id.replace(/^[a-z]{2,6}_|[A-Za-z0-9]/g, (part) => (part.length > 1 ? part : charLike(part, id, random)));
  return /^[A-Z\d]{1,3}$/.test(id) ? id : `${id}-${later + 1}`;
}

function charLike(char: string, id: string, random: NextRandom): string {
  const isHex = /^[0-9a-f_-]+$/i.test(id);
  if (/\d/.test(char)) return String(between(1, 9, random));
  const letter = String.fromCharCode(97 + between(0, isHex ? 5 : 25, random));
  return char === char.toUpperCase() ? letter.toUpperCase() : letter;
}
