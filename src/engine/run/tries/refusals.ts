/** What a refusal says of the request that was tried before it: whether it got further, and whether something was made all the same. */

import { fieldValues } from '../../../http/message';
import { saidReason } from '../../../http/saidReason';
import { identify } from '../../../resources/identity';
import type { Kinds } from '../../../resources/kinds';
import type { Exchange } from '../../model/exchange';

/** Tells whether what was not found, or may not be seen, was found in another place: now it is what was sent that is refused. */
export function isFoundNow({ response }: Exchange, before: Exchange): boolean {
  const [now, then] = [response?.status ?? 0, before.response?.status ?? 0];
  return (then === 403 || then === 404) && (now === 400 || now === 422);
}

/** Tells whether a refusal has another reason than the one before, whatever they quote and count. */
export function saysOther({ response }: Exchange, before: Exchange): boolean {
  const [now, then] = [response, before.response].map((each) => each && wordsOf(saidReason(each) ?? ''));
  return Boolean(now && then && now !== then);
}

/** Tells whether two refusals say other things, whatever they quote and count. */
export function hasOtherWords(one: string, other: string): boolean {
  return wordsOf(one) !== wordsOf(other);
}

function wordsOf(said: string): string {
  return said.replace(/"[^"]*"|'[^']*'|`[^`]*`|\d+/g, '');
}

/** Tells whether a refusal says that something was made all the same: it names a place, or shows what was sent under a name. In doubt it does. */
export function mayHaveMade(exchange: Exchange, kinds: Kinds, origin: string): boolean {
  const { response } = exchange;
  if (!response) return true;
  if (fieldValues(response, 'location').length > 0) return true;
  const { operation, input } = exchange.case.request;
  const kind = kinds.madeBy(operation);
  const texts = Object.values(input.like ?? {});
  const isEchoed = texts.some((text) => response.body.includes(text));
  const asMade = { ...exchange, response: { ...response, status: 201 } };
  return kind !== undefined && isEchoed && identify(kind, asMade, origin)?.pointer !== undefined;
}
