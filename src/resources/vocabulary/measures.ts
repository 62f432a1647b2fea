/** Names of values that say how much, how or in which form, and never which thing. */

import { isRelatingWord } from './relations';
import { wordsIn } from './words';

/** Names of values that say how much, how, or in which form, and never which thing. */
const PLAIN =
  /^(limit|offset|page|per|size|count|max|min|maximum|minimum|depth|timeout|ttl|delay|duration|seconds|minutes|hours|days|amount|quantity|qty|total|price|weight|width|height|length|version|lang|language|languages|locale|currency|country|timezone|tz|format|fields|include|expand|embed|sort|order|direction|encoding|charset|accept|prefer|pretty|verbose|dry|wait|age|date|time|since|until|expires|match|modified|agent|type)$/;

/** Tells whether a number of this name is taken from what somebody has, or added to it: `quantity`, `amountToPay` is none, `total_amount`. */
export function isAmountName(name: string): boolean {
  return /^(quantity|quantities|qty|amount|amounts|count|units?|sum|credits?|volume)$/.test(wordsIn(name).at(-1) ?? '');
}

/** Measures that stand in lists. */
const MEASURES =
  /^(size|score|value|number|rating|coordinate|position|point|port|year|month|byte|bit|data|age|vector|embedding|bucket|level|rate|percentile|threshold|range|interval|retr(y|ies)|code|status|dimension|matrix|row|column|bound|box|bbox|sample|series|weekday|day|hour|minute|digit|grade|mark|step|temperature|token)s?$/;

/** Tells whether numbers in a list of this name are measures: `scores`, `retry_delays`, `quantities`. */
export function isMeasureName(name: string): boolean {
  const last = wordsIn(name).at(-1) ?? '';
  return (
    MEASURES.test(last) || [last, last.replace(/s$/, ''), last.replace(/ies$/, 'y')].some((each) => PLAIN.test(each))
  );
}

/** Tells whether a parameter of this name says how much, how or in which form: `limit`, `per_page`, `Accept-Language`, `api-version`. */
export function isPlainName(name: string): boolean {
  const words = wordsIn(name);
  return words.length > 0 && PLAIN.test(words.at(-1) ?? '') && !words.some(isRelatingWord);
}

/** Tells whether a value of this name says how long a thing is there, or how often it may be used: `ttl`, `expiresIn`, `validUntil`, `maxUses`. */
export function isLifetimeName(name: string): boolean {
  return wordsIn(name).some((word) =>
    /^(ttl|lifetime|duration|expir(es|y|e|ation)|valid|validity|until|age|seconds|minutes|hours|days|uses|remaining|left)$/.test(
      word,
    ),
  );
}
