/** Finds the place of a value that a refusal quotes, where the refusal says that nothing is known by it: `Unable to find Desk with id 69`. */

import type { Edit, EditPlace } from '../../src/engine/model/tries';
import { escapePointer, pointerTokens } from '../../src/json/pointer';
import { isScalar, toText } from '../../src/json/value';
import { escapeRegExp } from '../../src/support/words';
import { scalarsIn } from './bodyPlaces';
import { foundFor, furtherValues } from './placeValues';
import type { RefusedRequest } from './refusedRequest';
import { textsOfRefusal } from './saidForms';

const UNKNOWN = /\b(find|found|exists?|no such|unknown|missing|no \w+ (object )?with)\b/i;

/** Shorter values stand in many texts. */
const SHORTEST = 2;

/** For each such place, returns what may stand there instead, the likeliest first: another value, or nothing of the optional thing around it. */
export function remediesOfQuoted(asked: RefusedRequest): Edit[][] {
  const { response } = asked.refused;
  const said = response ? textsOfRefusal(response).filter((text) => UNKNOWN.test(text)) : [];
  if (said.length === 0) return [];
  const members = scalarsIn(asked.body, '', 0).map((name): EditPlace => ({ place: 'body', name }));
  const sent = [...asked.parametersSent(), ...members].flatMap((at) => {
    const value = asked.valueAt(at);
    return value !== undefined && isScalar(value) ? [{ at, text: toText(value) }] : [];
  });
  return sent.flatMap(({ at, text }) => {
    const isAlone = sent.filter((other) => other.text === text).length === 1;
    if (!isAlone || text.length < SHORTEST || !said.some((each) => hasWord(each, text))) return [];
    const others = foundFor(asked, at).length > 0 ? foundFor(asked, at) : furtherValues(asked, at);
    const [first, ...more] = others.map((value): Edit => ({ ...at, value }));
    const without = leftOut(asked, at);
    return [[...(first ? [first] : []), ...(without ? [without] : []), ...more]];
  });
}

/** Tells whether a text has a value as a word of its own: not `22` in `22-11-2024`. */
function hasWord(said: string, value: string): boolean {
  const literal = escapeRegExp(value);
  return new RegExp(`(?<![\\w.:-])${literal}(?![\\w:-]|\\.\\w)`).test(said);
}

/** Leaves out the outermost optional thing around a place, or the place itself; undefined if all of them are required. */
function leftOut(asked: RefusedRequest, at: EditPlace): Edit | undefined {
  if (at.place !== 'body') return asked.isRequired(at) ? undefined : { ...at, value: undefined };
  const tokens = pointerTokens(at.name);
  const around = tokens.map((_, end) =>
    tokens
      .slice(0, end + 1)
      .map((token) => `/${escapePointer(token)}`)
      .join(''),
  );
  const name = around.find((each) => !/\/\d+$/.test(each) && !asked.isRequired({ place: 'body', name: each }));
  return name === undefined ? undefined : { place: 'body', name, value: undefined };
}
