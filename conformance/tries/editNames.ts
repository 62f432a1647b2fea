/** Says in words what a try changes, for the name of its case. */

import type { Edit } from '../../src/engine/model/tries';
import { isScalar, type JsonValue } from '../../src/json/value';

/** Describes changes: "without /a, with /b 1". */
export function changesOf(edits: readonly Edit[]): string {
  const gone = edits.filter(({ value }) => value === undefined);
  const set = edits.filter(({ value }) => value !== undefined);
  const texts = [
    ...(gone.length > 0 ? [`without ${listed(gone)}`] : []),
    ...(set.length > 0 ? [`with ${listed(set)}`] : []),
  ];
  return texts.join(', ');
}

/** How many names, and how many characters of a value, the name of a case has. */
const MOST_LISTED = 3;

const LONGEST_SHOWN = 30;

export function listed(edits: readonly Edit[]): string {
  const names = edits.slice(0, MOST_LISTED).map(({ name, value }) => {
    return value === undefined || !isScalar(value) ? name : `${name} ${shortened(value)}`;
  });
  const more = edits.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and ');
}

export function shortened(value: JsonValue | undefined): string {
  const text = JSON.stringify(typeof value === 'bigint' ? String(value) : value) ?? '';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
