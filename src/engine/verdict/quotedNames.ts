/** Finds out whether a refusal speaks of a name that the path of its request has. */

import { pathParameters } from '../../contract/contract';
import type { Exchange } from '../model/exchange';

type Refused = Pick<Exchange, 'said'> & {
  readonly case: { readonly request: Pick<Exchange['case']['request'], 'operation' | 'values'> };
  readonly request: Pick<Exchange['request'], 'path' | 'body'>;
};

/** A shorter value may stand in a sentence by chance: "at least 1 character". */
const SHORTEST = 3;

/**
 * Returns the path parameters whose value a refusal quotes. A value that the body holds as well is left out, and so is the path as a whole, which
 * many services repeat. An example: `POST /contents/abc` → "No such directory: abc".
 */
export function quotedNames({ said = '', case: { request: asked }, request }: Refused): string[] {
  const { operation, values } = asked;
  const path = request.path.replace(/\?.*/s, '');
  const rest = said.replaceAll(path, ' ').replaceAll(decoded(path), ' ');
  const body = request.body?.toString() ?? '';
  return pathParameters(operation)
    .map(({ name }) => name)
    .filter((name) => {
      const value = values[name] ?? '';
      return value.length >= SHORTEST && !body.includes(value) && isWordOf(value, rest);
    });
}

function isWordOf(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1))
    if (!PART_OF_WORD.test(text[at - 1] ?? '') && !PART_OF_WORD.test(text[at + value.length] ?? '')) return true;
  return false;
}

const PART_OF_WORD = /[\p{L}\p{N}_]/u;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
