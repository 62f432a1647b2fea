/** Finds values that a contract gives elsewhere to members of the same name: in examples of other schemas, and in examples of whole contents. */

import type { SourceFile } from '../../../src/contract/document/files';
import { isObject } from '../../../src/json/value';
import { singularOf } from '../../../src/resources/names';
import { remembered } from '../../../src/support/caching';
import { nameWords } from './byName';

/** So many different texts are kept of a name, and so many places of a contract are looked at. */
const MOST_OF_A_NAME = 8;
const MOST_PLACES = 400_000;

/** A longer text belongs to its own thing, in characters. */
const LONGEST = 120;

/** Returns the texts that a file of a contract gives as examples to members of a name, which is given in words. */
export function textsElsewhere(file: SourceFile, words: string): readonly string[] {
  return textsIn(file).get(words) ?? [];
}

const textsIn = remembered((file: SourceFile): ReadonlyMap<string, readonly string[]> => {
  const texts = new Map<string, string[]>();
  const note = (member: string, value: unknown) => {
    const name = nameWords(member);
    if (typeof value !== 'string' || value === '' || value.length > LONGEST) return;
    const known = texts.get(name) ?? [];
    if (known.length < MOST_OF_A_NAME && !known.includes(value)) texts.set(name, [...known, value]);
  };
  const seen = new Set<unknown>();
  let left = MOST_PLACES;
  const walk = (value: unknown, isExample: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || left-- < 0) return;
    seen.add(value);
    for (const [name, part] of Object.entries(value)) {
      if (isExample) note(name, part);
      else if (name === 'properties' && isObject(part))
        for (const [member, schema] of Object.entries(part))
          if (isObject(schema))
            note(member, schema['example'] ?? (Array.isArray(schema['examples']) ? schema['examples'][0] : undefined));
      walk(part, isExample || name === 'example' || name === 'examples');
    }
  };
  walk(file.value, false);
  return texts;
});

/** Names that mean another thing of each thing, so that only what is listed of the same thing counts. */
const OF_EACH =
  /^(?:type|kind|class|status|state|source|role|mode|level|format|category|action|method|scope|order|sort|by)$/;

/** Names of what is written, or made up, of which a list elsewhere says nothing. */
const WRITTEN =
  /\b(?:name|title|label|text|description|summary|notes?|comment|message|value|values|data|content|body|q|query|search)$/;

/**
 * Returns the texts of which a file of a contract lists one elsewhere for members or parameters of a name: `single`, `double` of `optin`, which only the
 * request that makes a list says. Of several lists, those about the same thing come first, and of these the one that is about little else.
 * @param place what the member is of, in words.
 */
export function listedElsewhere(file: SourceFile, words: string, place: string): readonly string[] {
  const lists = WRITTEN.test(words) ? [] : (listsIn(file).get(words) ?? []);
  const about = singularOf(place.split(' ').at(-1) ?? '');
  const [own] = lists
    .filter((each) => each.about.includes(about))
    .sort((one, other) => one.about.length - other.about.length);
  return (own ?? (OF_EACH.test(words) ? undefined : lists[0]))?.texts ?? [];
}

interface Listed {
  readonly texts: readonly string[];
  /** The words of the places that list these, in the singular. */
  readonly about: readonly string[];
}

/** So many words are kept of what the places that list the same are about. */
const MOST_WORDS = 40;

const listsIn = remembered((file: SourceFile): ReadonlyMap<string, readonly Listed[]> => {
  const lists = new Map<string, Listed[]>();
  const note = (member: string, schema: unknown, way: readonly string[]) => {
    const listed = isObject(schema)
      ? (schema['enum'] ?? (isObject(schema['items']) ? schema['items']['enum'] : undefined))
      : undefined;
    if (!Array.isArray(listed)) return;
    const texts = listed.filter((each): each is string => typeof each === 'string' && each !== '');
    if (texts.length < 2) return;
    const about = way.flatMap((each) => nameWords(each).split(' ')).map(singularOf);
    const name = nameWords(member);
    const known = lists.get(name) ?? [];
    const same = known.find((each) => each.texts.join('\n') === texts.join('\n'));
    const joined = { texts, about: [...new Set([...(same?.about ?? []), ...about])].slice(0, MOST_WORDS) };
    lists.set(name, [...known.filter((each) => each !== same), joined]);
  };
  let left = MOST_PLACES;
  const seen = new Set<unknown>();
  const walk = (value: unknown, way: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || left-- < 0) return;
    seen.add(value);
    if (!Array.isArray(value) && 'name' in value && 'in' in value && typeof value.name === 'string')
      note(value.name, 'schema' in value ? value.schema : value, way);
    for (const [name, part] of Object.entries(value)) {
      if (name === 'example' || name === 'examples') continue;
      if (name === 'properties' && isObject(part))
        for (const [member, schema] of Object.entries(part)) note(member, schema, way);
      walk(part, [...way, name]);
    }
  };
  walk(file.value, []);
  return lists;
});
