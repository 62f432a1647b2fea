/** Makes texts and numbers as a schema asks for them: by the words of a name, the format, and the bounds. */

import type { MutableJson } from '../../../conformance/values/results';
import { satisfies } from '../../../src/contract/schema/evaluate';
import type { Schema } from '../../../src/contract/schema/schema';
import { momentOf, textByFormat } from './byFormat';
import { type Around, anyTexts, between, numberByName, oneOf, pictureByName, textByName } from './byName';
import { lengthened } from './longTexts';
import { textByTable } from './nameTable';
import { SENTENCES } from './words';

interface Limits {
  /** Returns the value of a keyword. */
  readonly first: (name: string) => unknown;
  readonly isWhole?: boolean;
}

/** Returns a text that a schema allows, by the words of a name; undefined if none was found. */
export function fittingText(schema: Schema, words: string, around: Around, { first }: Limits): MutableJson | undefined {
  const format = first('format');
  const picture = pictureByName(words, around);
  if (picture !== undefined && fits(schema, picture) !== undefined) return picture;
  const byFormat = typeof format === 'string' ? textByFormat(format, words, around) : undefined;
  const least = first('minLength');
  const long = (text: string) => (typeof least === 'number' ? lengthened(text, least, around) : text);
  if (byFormat !== undefined) return fits(schema, byFormat) ?? fits(schema, long(byFormat));
  const listed = textByTable(words, around.subject.number, around.subject.madeAt, around.random);
  if (listed !== undefined && fits(schema, listed) !== undefined) return listed;
  if (/(?:^| )(?:id|key|uid|guid|token)$/.test(words)) {
    const id = `${words.replace(/ .*| ?id$/g, '').slice(0, 3) || 'id'}_${between(100_000, 999_999, around.random)}`;
    return (
      fits(schema, id) ??
      fits(schema, textByFormat('uuid', words, around) ?? '') ??
      fits(schema, String(around.subject.number))
    );
  }
  // The code of a country is one of countries: { country: { code: "FR" } }.
  const named = textByName(words === 'code' ? `${around.place} code` : words, around);
  if (named === undefined && /(?:\bat|\bdate|\btime|\bcreated|\bupdated)$/.test(words))
    return fits(schema, textByFormat(/\bdate$/.test(words) ? 'date' : 'date-time', words, around) ?? '');
  const others = anyTexts(words, around);
  const text = named ?? others[0] ?? '';
  const most = first('maxLength');
  const short = typeof most === 'number' ? text.slice(0, most).trim() : text;
  // "PT" where "Portugal" is too long, or does not match the pattern. What is cut off is no code: "PO".
  const code = /country|nation/.test(words) ? around.subject.town[3] : undefined;
  const cut = code === undefined ? [short, ...others] : [code, short, ...others];
  const longer = long(named ?? oneOf(SENTENCES, around.random));
  const longest =
    typeof least !== 'number'
      ? []
      : typeof most === 'number'
        ? [longer, longer.slice(0, most).trim(), longer.slice(0, most)]
        : [longer];
  return [text, ...longest, ...cut].find((each) => fits(schema, each) !== undefined);
}

/** Returns a number that a schema allows, by the words of a name; undefined if none was found. */
export function fittingNumber(
  schema: Schema,
  words: string,
  around: Around,
  { first, isWhole = false }: Limits,
): MutableJson | undefined {
  const number = timeAsNumber(words, around, first) ?? numberByName(words, around, isWhole);
  const [least, most] = [first('minimum'), first('maximum')];
  const low = typeof least === 'number' ? least : 0;
  const high = typeof most === 'number' ? most : Math.max(low + 100, 100);
  const inside = low + around.random() * (high - low);
  return fits(schema, number) ?? fits(schema, isWhole ? Math.floor(inside) : Math.round(inside * 100) / 100);
}

/** Returns a time as a number, in milliseconds where the contract speaks of these, else in seconds; undefined if a name speaks of no time. */
function timeAsNumber(words: string, around: Around, first: Limits['first']): number | undefined {
  if (
    !/(?:\bat|\btime|\btimestamp|\bdate|\bcreated|\bupdated|\bmodified|\bexp|\biat|\bexpires)(?: (?:ms|millis))?$/.test(
      words,
    )
  )
    return undefined;
  const moment = momentOf(words.replace(/\bexp$/, 'expires'), around);
  const isFine = / (?:ms|millis)$/.test(words) || /\bmilli-?seconds?\b/i.test(String(first('description') ?? ''));
  return isFine ? moment : Math.floor(moment / 1000);
}

/** Returns a value if a schema allows it in an answer. */
export function fits(schema: Schema, value: MutableJson | undefined): MutableJson | undefined {
  try {
    return value !== undefined && satisfies(schema, value, 'response') ? value : undefined;
  } catch {
    // The schema refers to something that does not exist.
    return undefined;
  }
}
