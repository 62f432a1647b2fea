/** Keeps the lines of a long body around what is wrong in it, since the evidence shows only the beginning of the body. */

import type { Response } from '../../http/message';
import { jsonExcerpt, markedText } from '../../json/jsonExcerpt';
import { LONGEST_EVIDENCE } from '../../redaction/printable';
import { decodedContent, textOf } from '../../serialization/readResponse';
import type { Exchange } from '../model/exchange';
import type { Breach } from '../model/rule';

/** Of one response, this many places are looked up: each takes a while in a long body. */
const MOST_EXCERPTS = 10;

const lookedUp = new WeakMap<Response, number>();

/** @returns undefined if the evidence shows the place anyway, or the body has no such place. */
export function excerptOf({ places: [place] = [], at }: Breach, { response }: Exchange): string | undefined {
  if (place === undefined || at || !response) return undefined;
  const content = decodedContent(response);
  if (Buffer.isBuffer(content) && content.length <= LONGEST_EVIDENCE) return undefined;
  const before = lookedUp.get(response) ?? 0;
  if (before === MOST_EXCERPTS) return undefined;
  lookedUp.set(response, before + 1);
  const text = textOf(response, 'json');
  const lines = typeof text === 'string' ? jsonExcerpt(text, place) : undefined;
  return lines && markedText(lines);
}
