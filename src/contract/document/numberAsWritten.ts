/** Finds a number of a contract as it is written there, since a double shows 9223372036854775807 as 9223372036854776000. */

import { remembered } from '../../support/caching';
import type { SourceFile } from './files';
import { createPlaces } from './positions';

/** A longer number is shown as a double, in characters. */
const LONGEST = 400;

const placesIn = remembered((file: SourceFile) => createPlaces(file.text, file.index));

/**
 * Returns the text of a number.
 * @param tokens the unescaped tokens of its JSON Pointer.
 */
export function numberAsWritten(file: SourceFile, tokens: readonly string[], value: number): string {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return String(value);
  const offset = placesIn(file).offsetOf(tokens, false);
  const [text = ''] = /^-?\d+/.exec(file.text.slice(offset, offset + LONGEST)) ?? [];
  return Number(text) === value ? text : String(value);
}
