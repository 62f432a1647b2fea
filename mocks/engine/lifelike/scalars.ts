/** Makes texts and numbers as a schema asks for them: by the words of a name, the format, and the bounds. */

import type { MutableJson } from '../../../conformance/values/results';
import { satisfies } from '../../../src/contract/schema/evaluate';
import { endOf, type Schema } from '../../../src/contract/schema/schema';
import { tellsApart } from '../../../src/resources/vocabulary/ids';
import { filledForm, measureIn, namesByDescription, valuesIn } from './byDescription';
import { momentOf, textByFormat } from './byFormat';
import { type Around, anyTexts, between, numberByName, oneOf, picturesByName, textByName } from './byName';
import { textsElsewhere } from './elsewhere';
import { lengthened } from './longTexts';
import { textByTable } from './nameTable';
import { LABELS } from './words';

interface Limits {
  /** Returns the value of a keyword. */
  readonly first: (name: string) => unknown;
  readonly isWhole?: boolean;
}

/** Returns a text that a schema allows, by the words of a name; undefined if none was found. */
export function fittingText(schema: Schema, words: string, around: Around, { first }: Limits): MutableJson | undefined {
  const format = first('format');
  const picture = picturesByName(words, around).find((each) => fits(schema, each) !== undefined);
  if (picture !== undefined) return picture;
  const byFormat = typeof format === 'string' ? textByFormat(format, words, around) : undefined;
  const least = first('minLength');
  const long = (text: string) => (typeof least === 'number' ? lengthened(text, least, around) : text);
  if (byFormat !== undefined) return fits(schema, byFormat) ?? fits(schema, long(byFormat));
  const described = first('description');
  const description = typeof described === 'string' ? described : '';
  const said = givenIn(schema, description, words, around);
  if (said !== undefined) return said;
  const names = namesByDescription(description);
  // "Device path" of a member `path` says more than its name.
  const closer = names.find((each) => each !== words && each.endsWith(` ${words}`));
  const listed = tabled(words, around, closer);
  if (listed !== undefined && fits(schema, listed) !== undefined) return listed;
  if (/(?:^| )(?:uuid|guid)$/.test(words)) {
    const uuid = fits(schema, textByFormat('uuid', words, around) ?? '');
    if (uuid !== undefined) return uuid;
  }
  if (/(?:^| )(?:id|key|uid|guid|token)$/.test(words)) {
    // The id of a thing begins as its name does: `use_204117` of a user.
    const thing =
      words === 'id' ? (around.place.replace(/ by$/, '').split(' ').at(-1) ?? '') : words.replace(/ .*| ?id$/g, '');
    const id = `${thing.slice(0, 3) || 'id'}_${between(100_000, 999_999, around.random)}`;
    return (
      fits(schema, id) ??
      fits(schema, textByFormat('uuid', words, around) ?? '') ??
      fits(schema, String(around.subject.number))
    );
  }
  // The code of a country is one of countries: { country: { code: "FR" } }.
  const named = textByName(words === 'code' ? `${around.place} code` : headOf(words), around);
  if (named === undefined && /(?:\bat|\bdate|\btime|\bcreated|\bupdated)$/.test(words))
    return fits(schema, textByFormat(/\bdate$/.test(words) ? 'date' : 'date-time', words, around) ?? '');
  const others = anyTexts(words, around);
  const hinted = named === undefined ? hintedText(schema, words, names, around) : undefined;
  const text = named ?? hinted ?? others[0] ?? '';
  const most = first('maxLength');
  const short = typeof most === 'number' ? text.slice(0, most).trim() : text;
  // "PT" where "Portugal" is too long, or does not match the pattern. What is cut off is no code: "PO".
  const code = /country|nation/.test(words) ? around.subject.town[3] : undefined;
  const cut = code === undefined ? [short, ...others] : [code, short, ...others];
  const longer = long(named ?? hinted ?? textByName('description', around) ?? '');
  const longest =
    typeof least !== 'number'
      ? []
      : typeof most === 'number'
        ? [longer, longer.slice(0, most).trim(), longer.slice(0, most)]
        : [longer];
  return [text, ...longest, ...cut].find((each) => fits(schema, each) !== undefined);
}

/** Returns the part of a name that says what its value is: `reason for access` is a reason. */
function headOf(words: string): string {
  return words.replace(/(?<=\w) (?:for|of) .*$/, '');
}

/** Returns one of the values that a description gives, in turn; undefined if it gives none that the schema allows. */
function givenIn(
  schema: Schema,
  description: string,
  words: string,
  { subject, random }: Around,
): MutableJson | undefined {
  if (description === '') return undefined;
  const listed = valuesIn(description);
  const texts = listed.map((each) => filledForm(each, subject.number, () => oneOf(LABELS, random)));
  // By what tells things apart they are asked for in a path: there it is one segment, and no two have the same.
  const isOfId = tellsApart(words) || /(?:^| )name$/.test(words);
  const isUsable = (each: string) => !isOfId || (!each.includes('/') && (texts.length > 1 || each !== listed[0]));
  const values = texts.filter((each) => isUsable(each) && fits(schema, each) !== undefined);
  return values[(subject.number - 1) % values.length];
}

/** Returns the text of the table for a name: as a part of its thing, such as the label of an album, or by itself. */
function tabled(words: string, { place, subject, random }: Around, closer?: string): string | undefined {
  const isOfAny = place === '' || /(?:^| )(?:id|name)$/.test(words);
  const names = [closer, isOfAny ? undefined : `${place.replace(/s$/, '')} ${words}`, words];
  return names
    .filter((each) => each !== undefined)
    .map((each) => textByTable(each, subject.number, subject.madeAt, random))
    .find((each) => each !== undefined);
}

/** Returns a text for a name that suggests none: as the contract has it elsewhere, or as what its description calls it. */
function hintedText(schema: Schema, words: string, names: readonly string[], around: Around): string | undefined {
  const elsewhere = (name: string) => {
    const known = textsElsewhere(endOf(schema).place.file, name).filter((each) => fits(schema, each) !== undefined);
    return known[(around.subject.number - 1) % known.length];
  };
  const own = elsewhere(words);
  if (own !== undefined) return own;
  for (const name of names) {
    const text = tabled(name, around) ?? textByName(name, around) ?? elsewhere(name);
    if (text !== undefined && fits(schema, text) !== undefined) return text;
  }
  return undefined;
}

/** Returns a number that a schema allows, by the words of a name; undefined if none was found. */
export function fittingNumber(
  schema: Schema,
  words: string,
  around: Around,
  { first, isWhole = false }: Limits,
): MutableJson | undefined {
  const number =
    timeAsNumber(words, around, first) ??
    measured(first('description'), words, around) ??
    numberByName(words, around, isWhole);
  const [least, most] = [first('minimum'), first('maximum')];
  const low = typeof least === 'number' ? least : 0;
  const high = typeof most === 'number' ? most : Math.max(low + 100, 100);
  const inside = low + around.random() * (high - low);
  return fits(schema, number) ?? fits(schema, isWhole ? Math.floor(inside) : Math.round(inside * 100) / 100);
}

/** Returns a number as large as what a description says that it counts or measures; undefined if it says nothing of that. */
function measured(description: unknown, words: string, { random }: Around): number | undefined {
  const measure = typeof description === 'string' ? measureIn(description) : undefined;
  if (measure === 'colour' || /\bcolou?r$/.test(words)) return between(0x202020, 0xf0f0f0, random);
  if (measure === 'bytes') return between(2_000, 900_000, random);
  if (measure === 'nanoseconds') return between(1, 30, random) * 1_000_000_000;
  if (measure === 'milliseconds' && !/duration|length/.test(words)) return between(1, 90, random) * 100;
  return measure === 'count' && /\b(?:size|length|total|value)$/.test(words) ? between(1, 40, random) : undefined;
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
