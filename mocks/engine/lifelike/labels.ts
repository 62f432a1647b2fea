/** Makes texts of nothing but the name of a member: what it is called, or what its name suggests. */

import { singularOf } from '../../../src/resources/names';
import { anyTexts, nameWords, textByName } from './byName';
import { textByTable } from './nameTable';
import { type NextRandom, subjectOf } from './subject';

/** `settings.media.title` → `title`: the rest says where it stands. */
export function ownPart(name: string): string {
  return name.replace(/^.*\w\.(?=[A-Za-z])/, '');
}

/** `campaigns.onlyActivePause` → `Only active pause`. */
export function pageLabel(name: string): string {
  const words = nameWords(ownPart(name));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the text that a name suggests, or else the name. */
export function textOfName(name: string, random: NextRandom): string | undefined {
  const around = { place: '', subject: subjectOf(1, random, undefined), random };
  const words = nameWords(name);
  const { madeAt } = around.subject;
  return textByTable(words, 1, madeAt, random) ?? textByName(words, around) ?? anyTexts(words, around)[0];
}

/** `tags` and `tagList` → `tag`, so that each of them is made as one. */
export function nameOfOne(name: string): string {
  return name
    .replace(/(?<=[a-z])(?:List|[_-]list)$/, '')
    .replace(/[A-Za-z][a-z]*$/, (word) => word.charAt(0) + singularOf(word).slice(1));
}
