/**
 * Makes texts and numbers as the name of a member suggests, by a function for each: what is calculated, belongs to one person, town or product, or
 * has the form of a standard: `email` → `ada.meyer@example.com`, `price` → 24.9, an avatar, an IBAN. Fixed lists of texts stand in `nameTable.ts`,
 * which is asked first.
 */

import { isRoleOfPerson } from '../../../src/resources/vocabulary/people';
import type { LocalWords } from './localWords';
import { between, type NextRandom, oneOf, type Portrayed, takenInTurn } from './subject';
import {
  CATEGORIES,
  COLOURS,
  COMPANIES,
  CURRENCIES,
  FILES,
  FIRST_NAMES,
  JOBS,
  LABELS,
  LANGUAGES,
  LOCALES,
  MEDIA_TYPES,
  NAMES,
  PRODUCTS,
  QUALITIES,
  SENTENCES,
  STREETS,
  TAGS,
  TITLES,
  TYPES,
} from './words';

/** So many names are kept in words, since answers ask for the same ones again and again. */
const MOST_NAMES = 20_000;
const inWords = new Map<string, string>();

/** `firstName`, `first_name` and `first-name` → `first name`. */
export function nameWords(name: string): string {
  const known = inWords.get(name);
  if (known !== undefined) return known;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();
  if (inWords.size >= MOST_NAMES) inWords.clear();
  inWords.set(name, words);
  return words;
}

/** What the names of the members around tell about a member that is only called `name` or `title`. */
export interface Around {
  /** The words of the place: the name of the member that holds the object, or of the path. */
  readonly place: string;
  readonly subject: Portrayed;
  readonly random: NextRandom;
  /** The words of a language; undefined for English. */
  readonly local?: LocalWords | undefined;
  /** Returns where the mock serves pictures, as the start of a URL; undefined if it serves none. */
  readonly pictures?: (() => string | undefined) | undefined;
}

type Maker<Value> = (around: Around, words: string) => Value;

const PERSON =
  /\b(?:user|customer|person|people|member|author|owner|employee|contact|client|patient|student|driver|guest|assignee|creator|sender|recipient|account|manager|teacher|buyer|seller|traveller|passenger)s?\b/;
const PRODUCT = /\b(?:product|item|article|goods|good|sku|line|stock|offer|catalog|catalogue|merchandise)s?\b/;
/** What has a title, even where the contract calls it a name. */
const WORK =
  /\b(?:album|track|song|playlist|movie|film|episode|show|book|article|post|course|lesson|chapter|lecture|talk)s?\b/;
const COMPANY =
  /\b(?:company|companies|organi[sz]ation|org|vendor|supplier|merchant|brand|employer|shop|store|business|tenant|carrier|bank)s?\b/;

/** Tells by the members of an object whether it has an address, so that its `state` is a region: `{ city, state, zip }`. */
export function isAddress(members: readonly string[]): boolean {
  return members.some((name) =>
    /^(?:city|town|zip|zip ?code|postal ?code|street|country|country code|line ?1)$/.test(name),
  );
}

/** Members that only a person has, and members that a person has, and sometimes a company. */
const OF_PERSONS = /^(?:first|last|given|family) ?name$|^birth|^date of birth$/;
const MOSTLY_OF_PERSONS = /^(?:e ?mail|avatar|gender|nick ?name|user ?name)\b/;

/**
 * Tells by the members of an object whether it is about a person, so that its `name` is that of one: `{ name, email }` of readers, but not of shops.
 * @param members their names in words.
 * @param place what it is about, in words.
 */
export function isOfPerson(members: readonly string[], place: string): boolean {
  if (members.some((name) => OF_PERSONS.test(name))) return true;
  return !COMPANY.test(place) && !PRODUCT.test(place) && members.some((name) => MOSTLY_OF_PERSONS.test(name));
}

const email: Maker<string> = (around) => `${login(around, '.')}@example.com`;
const fullName: Maker<string> = ({ subject: { first, last } }) => `${first} ${last}`;
const street: Maker<string> = ({ random, local }) =>
  local ? oneOf(local.addresses, random) : `${between(1, 180, random)} ${oneOf(STREETS, random)}`;
const company: Maker<string> = ({ subject, local }) => takenInTurn(local?.companies ?? COMPANIES, subject);
const product: Maker<string> = ({ subject, local }) => takenInTurn(local?.products ?? PRODUCTS, subject);
const phone: Maker<string> = ({ random }) => `+1 202 555 01${between(10, 99, random)}`;

/** Returns of what a place tells, which a list at its end decides: `accounts apps` are apps, but `users profile` is of a user. */
function lastThings(place: string): string {
  const last =
    place
      .replace(/ +address$/, '')
      .split(' ')
      .at(-1) ?? '';
  return /[^su]s$/.test(last) ? last : place;
}

/** Makes a name that says what the thing is: a person, a product, a company, or else a label. */
const named: Maker<string> = (around) => {
  const place = lastThings(around.place);
  if (PERSON.test(place) || isRoleOfPerson(place.replace(/s$/, ''))) return fullName(around, '');
  if (COMPANY.test(place)) return company(around, '');
  if (WORK.test(place)) return takenInTurn(TITLES, around.subject);
  if (PRODUCT.test(place)) return product(around, '');
  return capital(takenInTurn(NAMES, around.subject));
};

/** What tells which of the names of a thing one is. */
const QUALIFIED_NAME =
  /^(?:global|public|preferred|known as|short|long|legal|official|common|current|previous|original|old|new|internal|external|default|friendly|human|localized|plain|full|nick|site|app) ?(?:name|nick)$|^nick$/;

const PICTURE =
  /\b(?:(?:avatar|image|picture|photo|thumbnail|thumb|logo|favicon|icon|banner|splash)(?: url| uri| href| link| src)?|(?:cover|poster|banner|portrait|artwork|screenshot) (?:url|uri|href|link|src|image|picture|photo))$/;

/**
 * Returns URLs of a picture of one colour, the best first: one that the mock serves, and one that holds the picture (RFC 2397), so that a page shows it
 * without the mock, too. Things that follow each other look different. None if a name leads to no picture.
 */
export function picturesByName(words: string, { place, subject: { number }, pictures }: Around): readonly string[] {
  const isOfPicture = /^(?:url|uri|href|link|src)$/.test(words) && PICTURE.test(place.replace(/s$/, ''));
  if (!PICTURE.test(words) && !isOfPicture) return [];
  const colour = PICTURE_COLOURS[(number - 1) % PICTURE_COLOURS.length];
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='320' height='240' style='background:${colour}'/>`;
  const held = `data:image/svg+xml,${svg.replaceAll(' ', '%20').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
  const base = pictures?.();
  return base === undefined ? [held] : [`${base}/${number}.png`, held];
}

const PICTURE_COLOURS = [
  'teal',
  'peru',
  'slateblue',
  'olive',
  'indianred',
  'steelblue',
  'goldenrod',
  'orchid',
  'sienna',
];

const TEXTS: readonly (readonly [names: RegExp, make: Maker<string>])[] = [
  [/\be ?mail(?: address)?$/, email],
  [/\b(?:first|given|fore) ?name$/, ({ subject }) => subject.first],
  [/\b(?:last|family|sur) ?name$/, ({ subject }) => subject.last],
  [/\bmiddle ?name$/, ({ random, local }) => oneOf(local?.firstNames ?? FIRST_NAMES, random)],
  [/(?:\b(?:full|real|contact|customer|author|owner|person)|holder) ?name$/, fullName],
  [
    /\bdisplay ?name$/,
    (around) => (around.place === '' || /\b(?:me|profile|person)\b/.test(around.place) ? fullName : named)(around, ''),
  ],
  [/\b(?:user ?name|login|nick ?name|handle)$/, (around) => login(around, '')],
  [
    /\b(?:author|owner|assignee|creator|artist|singer|composer|created by|updated by|modified by|manager|recipient|sender)$/,
    fullName,
  ],
  [/\b(?:phone|mobile|telephone|fax|tel)(?: number| no)?$/, phone],
  [/\b(?:(?:street|address)(?: ?(?:line ?)?1)?|line ?1|street address)$/, street],
  [/\b(?:(?:address|street) ?(?:line ?)?[2-4]|line ?[2-4])$/, ({ random }) => `Floor ${between(1, 9, random)}`],
  [/\b(?:house|street|building) number$/, ({ random }) => String(between(1, 180, random))],
  [/\b(?:city|town|locality|location|district|area|place)$/, ({ subject }) => subject.town[0]],
  [
    /^state$/,
    ({ place, subject, random }) =>
      /\b(?:address|location|city|place)/.test(place) ? subject.town[1] : oneOf(['open', 'closed'], random),
  ],
  [/\b(?:(?:address|billing|shipping|home|birth) state|region|province|county)$/, ({ subject }) => subject.town[1]],
  // What is of an address has a region; anything else is in a state: `completion_state`.
  [
    /\bstate$/,
    ({ place, subject, random }) =>
      /\baddress/.test(place) ? subject.town[1] : oneOf(['active', 'pending', 'completed'], random),
  ],
  [/\bcountry(?: name)?$/, ({ subject }) => subject.town[2]],
  [/\b(?:country code|country iso|nationality)$/, ({ subject }) => subject.town[3]],
  [/\b(?:zip|zip ?code|postal ?code|post ?code|pin ?code)$/, ({ subject }) => subject.town[4]],
  [/\b(?:time ?zone|tz)(?: code| name)?$/, ({ subject }) => subject.place[7]],
  [/\b(?:company|organi[sz]ation|vendor|supplier|merchant|brand|employer|manufacturer)(?: name)?$/, company],
  [/\b(?:product|item|article)(?: name)?$/, product],
  [/\b(?:job|job title|occupation|profession|position)$/, ({ random, local }) => oneOf(local?.jobs ?? JOBS, random)],
  [/\b(?:currency|currency code)$/, ({ random }) => oneOf(CURRENCIES, random)],
  [/\b(?:language|lang)(?: code)?$/, ({ random }) => oneOf(LANGUAGES, random)],
  [/\blocale$/, ({ random }) => oneOf(LOCALES, random)],
  [/\b(?:colou?r)$/, ({ random, local }) => oneOf(local?.colours ?? COLOURS, random)],
  [/\b(?:content|mime|media) ?type$/, ({ random }) => oneOf(MEDIA_TYPES, random)],
  [/\b(?:file ?name|file|attachment|original name)$/, ({ random }) => oneOf(FILES, random)],
  [PICTURE, ({ random }) => `https://example.com/images/${between(100, 999, random)}.jpg`],
  [
    /\b(?:url|uri|href|link|website|homepage|web ?site|self|endpoint|callback|webhook|documentation)$/,
    ({ random }) => `https://example.com/${oneOf(LABELS, random)}/${between(100, 999, random)}`,
  ],
  [/\b(?:domain|host|host ?name)$/, ({ random }) => `${oneOf(LABELS, random)}.example.com`],
  [/\bversion$/, ({ random }) => `${between(1, 4, random)}.${between(0, 12, random)}.${between(0, 9, random)}`],
  [
    /\b(?:sku|code|number|no|reference|ref)$/,
    ({ random, subject }, words) =>
      `${initials(words)}-${between(10, 99, random)}${String(subject.number).padStart(3, '0')}`,
  ],
  [/\b(?:iban)$/, () => 'DE89370400440532013000'],
  [
    /\b(?:(?:sub)?title|subject|headline|header|summary|topic|album|song|track)$/,
    (around) => (PRODUCT.test(around.place) ? named(around, '') : takenInTurn(TITLES, around.subject)),
  ],
  [
    /\b(?:description|comment|note|notes|message|text|content|body|bio|about|details?|remark|remarks|review|feedback|info|information|overview|comments|msg|descr?|footer|about me|markdown)$/,
    ({ random }) => twoSentences(random),
  ],
  [/\b(?:origin|destination|departure|arrival)$/, ({ subject }) => subject.town[0]],
  [/\b(?:category|categories|department)(?: name)?$/, ({ random }) => oneOf(CATEGORIES, random)],
  [/\b(?:tag|label|tags|labels|keyword|keywords|topics?)(?: name)?$/, ({ random }) => oneOf(TAGS, random)],
  [/^object$/, ({ place }) => singleWord(place)],
  [/\b(?:type|kind|class)$/, ({ random }) => oneOf(TYPES, random)],
  [/\bgroup$/, ({ random }) => oneOf(LABELS, random)],
  [/\bslug$/, ({ random }) => `${oneOf(LABELS, random)}-${oneOf(LABELS, random)}`],
  [QUALIFIED_NAME, named],
  // The name of something is that of what stands before: of a container, wherever a person has one.
  [/^.+ name$/, (around, words) => named({ ...around, place: words.slice(0, -' name'.length) }, '')],
  [/\bname$/, named],
];

const NUMBERS: readonly (readonly [names: RegExp, make: Maker<number>])[] = [
  [/\brate ?limit(?: limit)?$/, () => 1000],
  [/\brate ?limit remaining$/, ({ random }) => between(800, 999, random)],
  [/\b(?:expires in|ttl|max age)$/, () => 3600],
  [/\b(?:duration|length) (?:ms|millis|milliseconds)$/, ({ random }) => between(90_000, 420_000, random)],
  [/\b(?:popularity)$/, ({ random }) => between(20, 95, random)],
  [/\b(?:tempo|bpm)$/, ({ random }) => between(60, 180, random)],
  [/\b(?:lat|latitude)$/, ({ subject }) => subject.place[5]],
  [/\b(?:lng|lon|long|longitude)$/, ({ subject }) => subject.place[6]],
  [/\b(?:rent|deposit|salary|budget|income|wages?)$/, ({ random }) => between(8, 60, random) * 50],
  [
    /\b(?:price|amount|cost|fee|total price|subtotal|balance|revenue|sum|value|net|gross|discount|tax|shipping)$/,
    ({ random }) => between(2, 180, random) + between(0, 19, random) * 0.05,
  ],
  [/\b(?:quantity|qty|stock|in stock)$/, ({ random }) => between(1, 24, random)],
  [/\b(?:age)$/, ({ random }) => between(19, 78, random)],
  [/\b(?:exp|expiry|expiration|expires|expire) year$/, ({ random }) => between(2027, 2031, random)],
  [/\b(?:hours?|hour of day)$/, ({ random }) => between(0, 23, random)],
  [/\b(?:level|floor|floors|floor number)$/, ({ random }) => between(1, 5, random)],
  [
    /(?<!\b(?:this|last|per|next) )\b(?:year|founded|established|founded in|since|built)$/,
    ({ random }) => between(1998, 2026, random),
  ],
  [/\b(?:month)$/, ({ random }) => between(1, 12, random)],
  [/\b(?:day)$/, ({ random }) => between(1, 28, random)],
  [/\b(?:rating|stars|score)$/, ({ random }) => between(2, 9, random) / 2],
  [/\b(?:percent|percentage|progress)$/, ({ random }) => between(5, 100, random)],
  [/\b(?:page size|per page|limit)$/, ({ random }) => oneOf([10, 20, 25, 50, 100], random)],
  [
    /^(?:size|length)$|\bbytes$|\b(?:file|image|content|disk|body|storage|memory|upload|download|object|total) (?:size|length)$/,
    ({ random }) => between(2_000, 900_000, random),
  ],
  [/\b(?:width|height)$/, ({ random }) => between(12, 48, random) * 40],
  [/\b(?:weight)$/, ({ random }) => between(2, 90, random) / 10],
  [/\b(?:duration|timeout|minutes|seconds)$/, ({ random }) => between(5, 120, random)],
  [/\b(?:port)$/, ({ random }) => between(8000, 8999, random)],
  [/\b(?:page)$/, () => 1],
  [/\b(?:offset|skip)$/, () => 0],
  [/\b(?:status code|http status)$/, () => 200],
  [/\b(?:id|pk|number|no|index|position|rank|order|sequence)$/, ({ subject }) => subject.number],
];

/** Returns the text that a name suggests; undefined if it suggests none. */
export function textByName(words: string, around: Around): string | undefined {
  const make = TEXTS.find(([names]) => names.test(words))?.[1] ?? (isRoleOfPerson(words) ? fullName : undefined);
  return make?.(around, words);
}

/** Returns the number that a name suggests; undefined if it suggests none. */
export function numberIfNamed(words: string, around: Around): number | undefined {
  return NUMBERS.find(([names]) => names.test(words))?.[1](around, words);
}

/** Returns the number that a name suggests, or a small one. */
export function numberByName(words: string, around: Around, isWhole: boolean): number {
  // Of what is counted by its own name, one has few: `bedrooms`, `guests`.
  const most = /[^su]s$/.test(words) ? 6 : 40;
  const number = numberIfNamed(words, around) ?? between(1, most, around.random);
  return isWhole ? Math.round(number) : Math.round(number * 10_000) / 10_000;
}

/** Returns texts for a member whose name suggests none, the best first: what may be said of anything, then its name, and words in usual spellings. */
export function anyTexts(words: string, { subject, random }: Around): readonly string[] {
  const { number } = subject;
  const label = oneOf(LABELS, random);
  const own = capital(number === 1 ? words : `${words} ${number}`);
  const said = words === '' ? [capital(label)] : [takenInTurn(QUALITIES, subject), own];
  const marked = [`${label}-${number}`, `${label}_${number}`, `${label}${number}`];
  const plain = [
    label,
    label.slice(0, 3),
    label.toUpperCase(),
    label.slice(0, 3).toUpperCase(),
    label.slice(0, 2).toUpperCase(),
  ];
  return [...said, ...plain, ...marked, String(number), String(number).padStart(4, '0'), `${oneOf(SENTENCES, random)}`];
}

function twoSentences(random: NextRandom): string {
  const first = oneOf(SENTENCES, random);
  return `${first} ${oneOf(
    SENTENCES.filter((each) => each !== first),
    random,
  )}`;
}

/** Returns a name as a person signs in with it: `Zoé Müller` → `zoe.muller`, or `zoem` without a mark between. */
function login({ subject: { first, last, number } }: Around, mark: string): string {
  const [one, other] = [plain(first), plain(last)];
  // Names in other letters leave nothing of Latin ones.
  if (one === '' || other === '') return `user${mark}${number}`;
  return mark === '' ? one + other.charAt(0) : one + mark + other;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

/** Tells whether a text is a word that may name anything. */
export function isAnyLabel(text: string): boolean {
  return LABELS.includes(text.toLowerCase());
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `audio features` → `audio_feature`. */
export function singleWord(place: string): string {
  return place.replace(/s$/, '').replaceAll(' ', '_') || 'object';
}

/** `order number` → `ORD`. */
function initials(words: string): string {
  return (
    words
      .replace(/[^a-z]/g, '')
      .slice(0, 3)
      .toUpperCase() || 'NO'
  );
}
