/** Makes texts and numbers as a schema asks for them: by the words of a name, the format, and the bounds. */

import type { MutableJson } from '../../../conformance/values/results';
import { satisfies } from '../../../src/contract/schema/evaluate';
import { endOf, type Schema } from '../../../src/contract/schema/schema';
import { singularOf } from '../../../src/resources/names';
import { countsOn, tellsApart } from '../../../src/resources/vocabulary/ids';
import { isDoing } from '../../../src/resources/vocabulary/naming';
import {
  asksWhether,
  filledForm,
  lengthIn,
  measureIn,
  mostCharactersIn,
  namesByDescription,
  standardIn,
  valuesIn,
} from './byDescription';
import { momentOf, textByFormat } from './byFormat';
import { type Around, anyTexts, nameWords, numberByName, numberIfNamed, picturesByName, textByName } from './byName';
import { listedElsewhere, textsElsewhere } from './elsewhere';
import { idLike } from './likeExample';
import { lengthened } from './longTexts';
import { textByTable } from './nameTable';
import { between, oneOf } from './subject';
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
  const said = givenIn(schema, description, words, around) ?? listedFor(schema, words, around);
  if (said !== undefined) return said;
  const standard = byStandard(schema, description, words, around);
  if (standard !== undefined) return standard;
  const names = namesByDescription(description);
  const id = idText(schema, words, names, around);
  if (id !== undefined) return id;
  // "Device path" of a member `path` says more than its name.
  const closer = names.find((each) => each !== words && each.endsWith(` ${words}`));
  const listed = tabled(withoutShowing(words).replace(/(?<=\w) (?:for|or) .*$/, ''), around, closer);
  if (listed !== undefined && fits(schema, listed) !== undefined) return listed;
  // The code of a country is one of countries: { country: { code: "FR" } }.
  const named = textByName(
    words === 'code' ? `${around.place.replace(/\w+$/, singularOf)} code` : headOf(words),
    around,
  );
  if (named === undefined && isTime(words))
    return fits(
      schema,
      textByFormat(/\b(?:date|dob|birthday|anniversary)\b/.test(words) ? 'date' : 'date-time', words, around) ?? '',
    );
  const others = anyTexts(words, around);
  const hinted = named === undefined ? hintedText(schema, words, { names, description }, around) : undefined;
  const text = named ?? hinted ?? others[0] ?? '';
  const most = first('maxLength') ?? mostCharactersIn(description);
  const isTooLong = typeof most === 'number' && text.length > most;
  const short = isTooLong ? shortened(text, most) : text;
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
  return [...(isTooLong ? cut : []), text, ...longest, ...cut].find((each) => fits(schema, each) !== undefined);
}

/** Returns the part of a name that says what its value is: `reason for access` is a reason, and `number or name` a number. */
function headOf(words: string): string {
  return withoutShowing(words).replace(/(?<=\w) (?:for|of|or) .*$/, '');
}

/** Returns the name of what another member shows for people: `status` for `status_text`. */
function withoutShowing(words: string): string {
  return words.replace(/\b(status|state|priority|severity|stage|type|category) (?:text|label|display|title)$/, '$1');
}

/** Tells whether the words of a name say when something is: `created at`, `date of birth`, `valid until`. */
function isTime(words: string): boolean {
  return /\b(?:at|date|time|timestamp|created|updated|modified|expiration|expiry|expires|dob|birthday|anniversary|start|end|until)$|^date (?:of|time) /.test(
    words,
  );
}

/** Returns a text of the standard, or of the length, that a description names; undefined if it names none. */
function byStandard(schema: Schema, description: string, words: string, around: Around): MutableJson | undefined {
  if (description === '' || isId(words)) return undefined;
  const length = lengthIn(description);
  if (length?.count === 2 && /\b(?:state|province|region)\b/.test(words))
    return fits(schema, around.subject.town[1].slice(0, 2).toUpperCase());
  const standard = standardIn(description);
  const time = isTime(words) ? words : 'created at';
  const compact = standard === 'phone' ? /[^+\d]/g : '';
  const text =
    standard === 'created at' || standard === 'date'
      ? textByFormat(standard === 'date' ? standard : 'date-time', time, around)
      : standard && (tabled(standard, { ...around, place: '' }) ?? textByName(standard, around))?.replace(compact, '');
  if (text !== undefined) return fits(schema, text);
  return length && tellsApart(words) ? fits(schema, textOfLength(length, around)) : undefined;
}

/** `{ count: 4, of: 'digit' }` → `7302`. */
function textOfLength({ count, of }: { readonly count: number; readonly of: string }, { random }: Around): string {
  const signs =
    of === 'digit' ? '0123456789' : of === 'letter' ? 'ABCDEFGHJKLMNPRSTVWX' : 'ABCDEFGHJKLMNPRSTVWX23456789';
  return Array.from({ length: count }, () => oneOf([...signs], random)).join('');
}

/** Names of what has a form of its own, even where it is told to be an id. */
const OF_OTHER_FORM = /(?:name|slug|mail|url|uri|link|href|code|number|reference|type|handle|hash|by)$/;

function isId(words: string): boolean {
  return /(?:^| )(?:id|key|uid|uuid|guid|sid|token|identifier)$/.test(words);
}

/** Returns an id, if the name or the description says that the text is one; else undefined. */
function idText(schema: Schema, words: string, names: readonly string[], around: Around): MutableJson | undefined {
  const isToldToBe = names.some((each) => /(?:^| )(?:id|identifier)$/.test(each)) && !OF_OTHER_FORM.test(words);
  if (!isId(words) && !isToldToBe) return undefined;
  const uuid = () => fits(schema, textByFormat('uuid', words, around) ?? '');
  const own = /(?:^| )(?:uuid|guid)$/.test(words) ? uuid() : undefined;
  const listed =
    own ?? (isToldToBe ? undefined : fits(schema, tabled(words, around))) ?? idLikeOthers(schema, words, around);
  if (listed !== undefined) return listed;
  // The id of a thing begins as its name does: `use_204117` of a user. What tells persons and addresses apart is no part of that.
  const place = around.place.replace(/(?<=\w)(?: +(?:person|address))+$/, '').replace(/ by$/, '');
  const thing = words.replace(/ .*| ?(?:id|identifier)$/g, '');
  const owner = ownerOf(schema) ?? place.split(' ').findLast((each) => each.length > 2 && !isDoing(each)) ?? '';
  const start = (isId(thing) || thing.length < 3 ? owner : thing).slice(0, 3);
  const id = `${start || 'id'}_${between(100_000, 999_999, around.random)}`;
  return fits(schema, id) ?? uuid() ?? fits(schema, String(around.subject.number));
}

/** Returns the first word of what the contract calls the things that have a member: `book` of `#/components/schemas/BookDto`. */
function ownerOf(schema: Schema): string | undefined {
  const [, name] =
    /\/(?:schemas|definitions)\/(?:[^/]*\.)?([^/.]+)\/properties\/[^/]+$/.exec(endOf(schema).place.pointer) ?? [];
  return name === undefined
    ? undefined
    : nameWords(name)
        .split(' ')
        .find((each) => each.length > 2 && !/^(?:api|base|new|create|update|get|list)$/.test(each));
}

/** Returns an id of the form that ids of this name have in examples of the contract; undefined if there is none. */
function idLikeOthers(schema: Schema, words: string, { subject, random }: Around): MutableJson | undefined {
  const { file } = endOf(schema).place;
  const own = words === 'id' ? [] : textsElsewhere(file, words).filter((each) => /^(?=.*\d)[\w:.-]{5,40}$/.test(each));
  // The start of an id may say of what it is: `cus_18` is of a customer.
  const others = /(?:^| )id$/.test(words)
    ? textsElsewhere(file, 'id').filter((each) => /^(?=.*\d)[A-Za-z\d]{5,26}$/.test(each))
    : [];
  const example = own[0] ?? others[0];
  return example === undefined ? undefined : fits(schema, idLike(example, subject.number, random));
}

const PROSE = /\b(?:description|comments?|notes?|summary|message|remarks?|reason)$/;

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
  // Ids and times have digits, and prose has spaces: what has none is a word that the description speaks of.
  const mustHave = isId(words) || isTime(words) ? /\d/ : PROSE.test(words) || /\bcron\b/.test(words) ? / / : /(?:)/;
  const values = texts.filter((each) => isUsable(each) && mustHave.test(each) && fits(schema, each) !== undefined);
  return values[(subject.number - 1) % values.length];
}

/** Returns one of the values that the contract lists elsewhere for members of this name, in turn; undefined if it lists none. */
function listedFor(schema: Schema, words: string, { subject, place }: Around): MutableJson | undefined {
  const texts = listedElsewhere(endOf(schema).place.file, words, place);
  const inTurn = texts[(subject.number - 1) % texts.length];
  if (inTurn === undefined || fits(schema, inTurn) !== undefined) return inTurn;
  return texts.find((each) => fits(schema, each) !== undefined);
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

/** Returns as much of a text as may be: its first sentence, or else its start. */
function shortened(text: string, most: number): string {
  const [sentence = text] = /^.*?[.!?](?= )/.exec(text) ?? [];
  return (sentence.length <= most ? sentence : text.slice(0, most)).trim();
}

interface Described {
  readonly names: readonly string[];
  readonly description: string;
}

/** Returns a text for a name that suggests none: as the contract has it elsewhere, or as what its description calls it. */
function hintedText(
  schema: Schema,
  words: string,
  { names, description }: Described,
  around: Around,
): string | undefined {
  if (asksWhether(description)) return 'true';
  const elsewhere = (name: string) => {
    const known = textsElsewhere(endOf(schema).place.file, name).filter((each) => fits(schema, each) !== undefined);
    return known[(around.subject.number - 1) % known.length];
  };
  const one = words.replace(/([^su])s$/, '$1');
  const singular = one === words ? undefined : (tabled(one, around) ?? textByName(one, around));
  const own = elsewhere(words) ?? numberAsText(words, around) ?? singular;
  if (own !== undefined) return own;
  const most = mostCharactersIn(description) ?? Number.POSITIVE_INFINITY;
  for (const name of names) {
    const text = tabled(name, around) ?? textByName(name, around) ?? elsewhere(name) ?? numberAsText(name, around);
    if (text !== undefined && text.length <= most && fits(schema, text) !== undefined) return text;
  }
  return undefined;
}

/** Returns the number that a name suggests as a text, since some services write numbers so: `amount` → `24.90`. */
function numberAsText(words: string, around: Around): string | undefined {
  const number = numberIfNamed(words, around);
  return number === undefined || Number.isInteger(number) ? number?.toString() : number.toFixed(2);
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
    numberByDescription(first('description'), words, around, isWhole) ??
    numberByName(words, around, isWhole);
  const [least, most] = [first('minimum'), first('maximum')];
  const low = typeof least === 'number' ? least : 0;
  const high = typeof most === 'number' ? most : Math.max(low + 100, 100);
  const inside = low + around.random() * (high - low);
  return fits(schema, number) ?? fits(schema, isWhole ? Math.floor(inside) : Math.round(inside * 100) / 100);
}

/** Returns a number as what a description calls it, where the name suggests none; undefined if it suggests none, either. */
function numberByDescription(
  description: unknown,
  words: string,
  around: Around,
  isWhole: boolean,
): number | undefined {
  if (typeof description !== 'string' || numberIfNamed(words, around) !== undefined) return undefined;
  const isNamed = (each: string) => !countsOn(each) && numberIfNamed(each, around) !== undefined;
  const name = namesByDescription(description).find(isNamed);
  return name === undefined ? undefined : numberByName(name, around, isWhole);
}

/** Returns a number as large as what a description says that it counts or measures; undefined if it says nothing of that. */
function measured(description: unknown, words: string, { random }: Around): number | undefined {
  const measure = typeof description === 'string' ? measureIn(description) : undefined;
  if (measure === 'colour' || /\bcolou?r$/.test(words)) return between(0x202020, 0xf0f0f0, random);
  if (measure === 'bytes') return between(2_000, 900_000, random);
  if (measure === 'minor units') return between(4, 400, random) * 50;
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
