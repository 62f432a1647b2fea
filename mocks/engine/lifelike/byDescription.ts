/**
 * Reads what the description of a member says of its values: those that it lists or gives as an example, the form that they have, the standard that they
 * follow, and what they are: `The type of the item. Can be one of "track" or "episode"` → `track`, `episode`; `Path to the log` → `path`.
 */

/** What says that values follow. */
const LISTING =
  /\b(?:one of|either|values?(?: are| is|:)|options?(?: are| is|:)|(?:allowed|supported|possible|valid|available|known)\b[^.:`"]{0,40}(?:are|is|include|:)|must be|can be|may be|object type:|(?:always|only) (?:contains?|is|has)|(?:is|are) set to|equals)/gi;
const EXAMPLE = /\b(?:e\.\s?g\.|for example|for instance|such as|examples?:|example is|in the form(?: of)?)[:,]?\s*/i;

/** A value that a text marks as one: in the quotes of code, or in others. */
const MARKED = /`([^`\n]{1,60})`|"([^"\n]{1,60})"|(?<![\p{L}\d])'([^'\n]{1,60})'(?![\p{L}\d])/gu;

/** Standards by the words of a name that has values of them. */
const STANDARDS: readonly (readonly [says: RegExp, words: string])[] = [
  [/\bYYYY-MM-DD\b(?!T)/i, 'date'],
  [/\bHH:mm\b/i, 'time of day'],
  [/\bstate or province\b/i, 'province'],
  [/\bdot[- ]notation\b/i, 'field path'],
  [/\bISO[ -]?3166(?:-1)?\b(?!-\d)|^[^,]*\bcountry code/i, 'country code'],
  [/\bISO[ -]?4217\b|\bcurrency code/i, 'currency code'],
  [/\bBCP[ -]?47\b|\bIETF language|\bRFC[ -]?5646\b/i, 'locale'],
  [/\bISO[ -]?639\b|\blanguage code/i, 'language code'],
  [/\bIANA time ?zone|\btz database|\btime ?zone (?:name|identifier)/i, 'time zone'],
  [/\bISO[ -]?8601\b|\bRFC[ -]?3339\b/i, 'created at'],
  [/\bSHA-?256\b/i, 'sha256'],
  [/\bSHA-?1\b/i, 'sha1'],
  [/\bMD5\b/i, 'md5'],
  [/\bMIME[ -]type|\bmedia type\b/i, 'mime type'],
  [/\bE\.164\b/i, 'phone'],
  [/\bhex(?:adecimal)? colou?r/i, 'hex color'],
  [/\bsemver\b|\bsemantic version/i, 'version'],
  [/\bcron\b/i, 'cron'],
  [/^(?:the |an? )?(?:(?:absolute|full|public|html|api|web) )*(?:URL|URI|link)\b/i, 'url'],
  [
    /^(?:the )?(?:date|time|timestamp|moment)(?:(?: and |\/)time)? (?:when|after which|at which|until|of the last)\b/i,
    'created at',
  ],
  [/\bbase-?64\b/i, 'base64'],
];

/** Returns the words of a name that has values of the standard which the first sentence of a description names; undefined if it names none. */
export function standardIn(description: string): string | undefined {
  const first = sentenceOf(plain(description));
  return STANDARDS.find(([says]) => says.test(first))?.[1];
}

function sentenceOf(text: string): string {
  return /^[\s\S]*?(?:[.](?=\s|$)|$)/.exec(text)?.[0] ?? '';
}

const NUMERALS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNTED = `(\\d{1,3}|${NUMERALS.slice(1).join('|')})`;
const EXACTLY = new RegExp(
  `(?<!(?:up to|maximum|most|limited to|least|than|minimum|first|last|of|to|-)(?: of)? ?)\\b${COUNTED}[- ](character|letter|digit)s?\\b`,
  'i',
);
const AT_MOST = new RegExp(
  `\\b(?:up to|max(?:imum)?(?: length)?(?: of)?:?|at most|limited to|\\d[-–]|longer than) ?${COUNTED} (?:char|character|letter|digit)s?\\b`,
  'i',
);

function countOf(numeral: string): number {
  return Number(numeral) || NUMERALS.indexOf(numeral.toLowerCase());
}

/** Returns of what, and of how many of it, a description says that its text consists: "16-character reference"; undefined if it does not say so. */
export function lengthIn(description: string): { readonly count: number; readonly of: string } | undefined {
  const [, numeral, of] = EXACTLY.exec(sentenceOf(plain(description))) ?? [];
  return numeral === undefined || of === undefined ? undefined : { count: countOf(numeral), of: of.toLowerCase() };
}

/** Returns how many characters a text has at most, as its description says; undefined if it does not say so. */
export function mostCharactersIn(description: string): number | undefined {
  const [, numeral] = AT_MOST.exec(plain(description)) ?? [];
  return numeral === undefined ? undefined : countOf(numeral);
}

/** Tells whether a text answers yes or no: "Indicates whether the card is enrolled". */
export function asksWhether(description: string): boolean {
  return /^\W*(?:(?:flag|an? \w+|indicat\w+|determin\w+|specif\w+|tells|says|shows|set to \w+) (?:\w+ ){0,2})?(?:whether|if)\b/i.test(
    description,
  );
}

/** Returns the values that a description lists, or gives as examples, as they are written; none if it gives none. */
export function valuesIn(description: string): readonly string[] {
  const text = plain(description);
  for (const listed of text.matchAll(LISTING)) {
    const after = text.slice(listed.index + listed[0].length);
    const items = [...after.matchAll(/^\s*[-*]\s+(?:`([^`\n]{1,60})`|"([^"\n]{1,60})")/gm)];
    const values = items.length > 1 ? textsOf(items) : leading(after);
    if (values.length > 0) return values;
  }
  const shown = EXAMPLE.exec(text);
  if (shown) {
    const after = text.slice(shown.index + shown[0].length);
    const values = leading(after);
    if (values.length > 0) return values;
    const bare = /^[\w.:/+-]*[\d_:/@][\w.:/@+-]*/.exec(after)?.[0]?.replace(/[.,:]+$/, '');
    if (bare !== undefined && bare.length > 2) return [bare];
    const words = /^\w[\w-]*(?:, \w[\w-]*)+(?=[.;)]|$)/.exec(after)?.[0];
    if (words !== undefined) return words.split(', ');
  }
  // "Networking mode (`host`, `none`)", and a form: "`shelves/{shelf}`".
  const aside = /\(([^()]*`[^()]*`[^()]*`[^()]*`[^()]*)\)/.exec(text)?.[1];
  if (aside !== undefined) return textsOf([...aside.matchAll(MARKED)]);
  return textsOf([...text.matchAll(MARKED)]).filter(
    (each) => isForm(each) && !/^(?:GET|PUT|POST|PATCH|DELETE|https?:)/.test(each),
  );
}

/** Returns the marked values with which a text begins: up to the first sentence that has none. */
function leading(text: string): readonly string[] {
  const [sentence = ''] = /^[\s\S]*?(?:[.;](?=\s|$)(?!\s*`)|\n\n|$)/.exec(text) ?? [];
  const found = [...sentence.matchAll(MARKED)];
  // What stands far away from the word that announces it is something else.
  return (found[0]?.index ?? Number.POSITIVE_INFINITY) > 40 ? [] : textsOf(found);
}

/** What is no value is left out: `null`, and characters from one to another, `a-z`. */
function textsOf(found: readonly RegExpMatchArray[]): readonly string[] {
  const texts = found.map(([, code, double, single]) =>
    (code ?? double ?? single ?? '').trim().replace(/^(["'“‘])(.*)["'”’]$/s, '$2'),
  );
  return [...new Set(texts)].filter(
    (each) =>
      each !== '' && !/"|&\w+;/.test(each) && !/^\w-\w$|^(?:null|none|true|false|undefined|[\w.]+\(\))$/i.test(each),
  );
}

/** Links show their text only, and what is bold is marked as a value is. */
function plain(description: string): string {
  return description
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\*\*([^*`\n]{1,60})\*\*/g, '`$1`')
    .replace(/<\/?(?:code|tt)>/g, '`');
}

function isForm(text: string): boolean {
  return /[{<][\w .|-]+[}>]/.test(text) && /^[\w{}<>/:.[\]| -]+$/.test(text);
}

/** Puts numbers and words into a form: `shelves/{shelf_id}` → `shelves/7`, `<name>[:ro]` → `harbour`. */
export function filledForm(text: string, number: number, label: () => string): string {
  if (!isForm(text)) return text;
  return text
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/[{<]([\w .|-]+)[}>]/g, (_, name: string) => (/name|key|slug/i.test(name) ? label() : String(number)));
}

/** How some descriptions begin: with the name of the member itself. */
const OPENING =
  /^\w+(?:, if set,)?\s+(?:always |only )?(?:is|are|contains?|holds|represents|defines|specifies|indicates|describes)\s+/i;

/**
 * Returns the names by which the values of a member are known elsewhere, in words, the most telling ones first: "The title of the track" → `track title`,
 * `title`; "ISO 3166-1 code" → `country code`.
 */
export function namesByDescription(description: string): readonly string[] {
  const whole = plain(description)
    .replace(/[`"*_]/g, ' ')
    .trim();
  // "IssuedAt is the time of it", "Active, if set, contains the method".
  const text = whole.replace(OPENING, '');
  const names = STANDARDS.filter(([says]) => says.test(text)).map(([, words]) => words);
  const [, head = '', link = '', rest = ''] =
    /^(?:(?:the|an?|optional|unique|current|list of|contains?|specifies|returns|holds|any)\s+)*([\w -]{2,50}?)(?:\s+(of|for|to|from|associated with|by|that|which|in|on|used|where|when|at|as|with|is|are|has)\b\s*([^.,;:\n]*))?(?=[.,;:(\n]|$|\s+(?:of|for|to|from|that|which|in|on|used|where|when|at|as|with|is|are|has)\b)/i.exec(
      text,
    ) ?? [];
  const words = (phrase: string) =>
    phrase
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim();
  const own = words(head).split(' ').slice(-3).join(' ');
  if (own === '') return names;
  const owner = words(rest.replace(/^(?:the|an?|this|each|that)\s+/i, ''))
    .split(' ')
    .slice(0, 2)
    .join(' ');
  const all = link.toLowerCase() === 'of' && owner !== '' ? [...names, `${owner} ${own}`, own] : [...names, own];
  return own.endsWith('s') ? [...all, own.slice(0, -1)] : all;
}

/** What a description says that a number counts or measures, in the unit of the answer; undefined if it says nothing of that. */
export function measureIn(
  description: string,
): 'count' | 'bytes' | 'nanoseconds' | 'milliseconds' | 'colour' | 'minor units' | undefined {
  const sentence = sentenceOf(plain(description));
  if (/\bnano-?seconds?\b/i.test(sentence)) return 'nanoseconds';
  if (/\bmilli-?seconds?\b/i.test(sentence)) return 'milliseconds';
  if (/\b(?:minor|smallest)(?: currency)? units?\b|\bin cents\b/i.test(sentence.replace(/\*/g, '')))
    return 'minor units';
  const counts =
    /^\W*(?:the |total |a )*(?:number|count|amount) of\b|\bin (?:\S+ )?(?:code units|characters|words|items|pages|rows)\b/i;
  if (counts.test(sentence) && !/\bbytes\b/i.test(sentence)) return 'count';
  if (/\bbytes\b|\bsize of (?:the )?(?:files?|images?|layers?|volume)/i.test(sentence)) return 'bytes';
  return /\bcolou?r\b/i.test(sentence) && /\b(?:rgb|hex|integer|decimal)/i.test(sentence) ? 'colour' : undefined;
}
