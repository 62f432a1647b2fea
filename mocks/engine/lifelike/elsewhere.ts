/** Finds values that a contract gives elsewhere to members of the same name: in examples of other schemas, and in examples of whole contents. */

import type { SourceFile } from '../../../src/contract/document/files';
import { isObject } from '../../../src/json/value';
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
