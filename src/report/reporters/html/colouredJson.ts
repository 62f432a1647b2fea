/** Shows JSON with colours: indented, one member or item a line, the numbers as they are written, and what is wrong marked. */

import { escapePointer } from '../../../json/pointer';
import { Markup, markup } from './markup';

/** White space, a text (whose end may be missing), a sign, a word or number, or else any character. */
const TOKEN = /\s+|"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gy;

/** An object or a list that is not closed yet. */
interface Open {
  readonly pointer: string;
  readonly isList: boolean;
  /** How many of its values have begun. */
  values: number;
  /** The name of the member that comes next, as it is written; undefined before it is read, and in a list. */
  name: string | undefined;
  /** Whether the colon after the name was read. */
  isNamed: boolean;
  /** Whether a value, or the end, may stand here: not behind a value before its comma. */
  isFree: boolean;
}

/**
 * @param json the text. It may be cut anywhere: what is left of it is shown.
 * @param places JSON Pointers of the values that are marked. Of an object or a list, the beginning is marked.
 * @returns undefined if the text does not begin as an object or a list, or stops being JSON before its end.
 */
export function colouredJson(json: string, places: readonly string[] = []): Markup | undefined {
  if (!/^\s*[{[]/.test(json)) return undefined;
  const writer = new Writer(new Set(places));
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < json.length) {
    const start = TOKEN.lastIndex;
    const token = TOKEN.exec(json)?.[0] ?? '';
    if (token.trim() === '') continue;
    if (!writer.isComplete && writer.take(token)) continue;
    const rest = json.slice(start);
    const isCut = isEllipsis(rest) || (TOKEN.lastIndex >= json.length && /\w/.test(token));
    return isCut && !writer.isComplete ? writer.text(rest) : undefined;
  }
  return writer.text('');
}

/** Evidence that was cut ends with this sign, and maybe with how much there was. */
function isEllipsis(rest: string): boolean {
  return rest.includes('…') && rest.length < 80;
}

class Writer {
  private readonly parts: string[] = [];
  private readonly way: Open[] = [];
  isComplete = false;
  /** How long the longest of the places is: to look up a longer pointer would read all of it, at each level of what nests deep. */
  private readonly longest: number;

  constructor(private readonly places: ReadonlySet<string>) {
    this.longest = [...places].reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  text(rest: string): Markup {
    const { name, isNamed = false } = this.way.at(-1) ?? {};
    const left = `${name ?? ''}${isNamed ? ': ' : ''}${rest}`;
    return markup`${new Markup(this.parts.join(''))}${left === '' ? '' : `${this.newLine()}${left}`}`;
  }

  /** Writes a token. @returns false if it may not stand there. */
  take(token: string): boolean {
    const within = this.way.at(-1);
    switch (token) {
      case '{':
      case '[':
        return this.begin(token, within);
      case '}':
      case ']':
        return this.end(token, within);
      case ',':
        if (!within || within.isFree || within.values === 0) return false;
        within.isFree = true;
        this.parts.push(',');
        return true;
      case ':':
        if (within?.name === undefined || within.isNamed) return false;
        within.isNamed = true;
        return true;
      default:
        return this.word(token, within);
    }
  }

  private begin(sign: string, within: Open | undefined): boolean {
    const pointer = this.pointerOf(within);
    if (pointer === undefined) return false;
    this.value(pointer, markup`${sign}`, within);
    this.way.push({ pointer, isList: sign === '[', values: 0, name: undefined, isNamed: false, isFree: true });
    return true;
  }

  private end(sign: string, within: Open | undefined): boolean {
    if (!within || within.isList !== (sign === ']')) return false;
    this.way.pop();
    this.parts.push(within.values === 0 ? sign : `${this.newLine()}${sign}`);
    this.isComplete = this.way.length === 0;
    return true;
  }

  private word(token: string, within: Open | undefined): boolean {
    const isText = token.startsWith('"');
    if (within && !within.isList && within.name === undefined) {
      if (isText) within.name = token;
      return isText && within.isFree;
    }
    const pointer = this.pointerOf(within);
    if (pointer === undefined || !(isText || WORD.test(token))) return false;
    this.value(pointer, isText ? markup`<samp>${token}</samp>` : markup`<var>${token}</var>`, within);
    return true;
  }

  /** Returns the JSON Pointer of the value that may begin now; undefined if none may. */
  private pointerOf(within: Open | undefined): string | undefined {
    if (!within) return '';
    if (!within.isFree || (!within.isList && !within.isNamed)) return undefined;
    return `${within.pointer}/${within.isList ? within.values : escapePointer(plain(within.name ?? ''))}`;
  }

  private value(pointer: string, shown: Markup, within: Open | undefined): void {
    const name = within?.name === undefined ? '' : markup`<dfn>${within.name}</dfn>: `;
    const whole = markup`${name}${shown}`;
    this.parts.push(
      within ? this.newLine() : '',
      (this.isMarked(pointer) ? markup`<mark>${whole}</mark>` : whole).text,
    );
    if (!within) return;
    within.values++;
    within.name = undefined;
    within.isNamed = false;
    within.isFree = false;
  }

  private isMarked(pointer: string): boolean {
    return pointer.length <= this.longest && this.places.has(pointer);
  }

  /** What nests deeper stays on one line: indented, four thousand brackets would be sixteen million characters. */
  private newLine(): string {
    if (this.way.length > DEEPEST_INDENTED) return '';
    return `\n${'  '.repeat(this.way.length)}`;
  }
}

/** Nobody follows an indentation that is deeper, in levels. */
const DEEPEST_INDENTED = 24;

const WORD = /^(true|false|null|-?\d[\d.eE+-]*)$/;

/** Returns a name without its quotes and escapes. */
function plain(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}
