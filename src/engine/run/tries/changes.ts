/** How the changes of a refused request are told apart, and which of them a further refusal takes back. */

import { toJson } from '../../../json/value';
import type { Edit, Try } from '../../model/tries';

export function placeOfEdit({ place, name }: Edit): string {
  return `${place} ${name}`;
}

/**
 * Puts back what a refusal asks for after it was left out with other things: a request without all that may be left out is answered `kind is
 * missing`, so the next one has the kind that was sent, and nothing else of it. @returns undefined if the refusal asks for nothing of that.
 */
export function withWhatIsAsked({ edits, why }: Try, named: readonly Try[]): Try | undefined {
  const asked = new Set(
    named.flatMap((each) => each.edits.filter(({ value }) => value !== undefined).map(placeOfEdit)),
  );
  const isLeftOut = edits.length > 1 && edits.every(({ value }) => value === undefined);
  const rest = edits.filter((edit) => !asked.has(placeOfEdit(edit)));
  if (!isLeftOut || rest.length === edits.length || rest.length === 0) return undefined;
  const back = edits.filter((edit) => asked.has(placeOfEdit(edit))).map(({ name }) => name);
  return { why: `${why}, but with ${back.join(' and ')}, as the refusal says`, edits: rest, isNamed: true };
}

/** Returns the key by which changes are told apart, whatever they replace. */
export function keyOfEdits(edits: readonly Edit[]): string {
  const last = new Map(edits.map((edit) => [placeOfEdit(edit), edit.value]));
  return toJson([...last].map(([at, value]) => [at, value === undefined ? [] : [value]]));
}
