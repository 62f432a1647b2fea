/** Shows the part of a JSON text around one of its values: indented, one member or item a line, with that value marked. */

import { pointerTokens, unescapePointer } from './pointer';

interface ExcerptLine {
  readonly text: string;
  /** Whether the line shows the value that was asked for, or its beginning. */
  readonly isMarked: boolean;
}

/** A longer value is cut, in characters. */
const LONGEST_VALUE = 60;

/** How many lines stand before the marked value at most, and after it. */
const MOST_BEFORE = 6;
const MOST_AFTER = 3;

/** Of a marked object or list, this many members are shown. */
const MOST_MEMBERS = 5;

/** So much of a value is looked at where its start is shown, in characters. */
const MOST_SHORTENED = 10_000;

/** A value that lies deeper is not looked for. */
const DEEPEST = 200;

/** How many characters are read on the way at most: at each level, all that stands before the value may be. */
const MOST_READ = 20_000_000;

/**
 * Returns lines around the value at a JSON Pointer. The text may be cut after the value.
 * @returns undefined if the text does not reach the value, or is no JSON up to there.
 */
export function jsonExcerpt(json: string, pointer: string): readonly ExcerptLine[] | undefined {
  const tokens = pointerTokens(pointer);
  if (tokens.length > DEEPEST || tokens.length * json.length > MOST_READ) return undefined;
  const before: string[] = [];
  const after: string[] = [];
  let label = '';
  let at = afterSpace(json, 0);
  for (const [depth, token] of tokens.entries()) {
    const found = findChild(json, at, token);
    if (!found) return undefined;
    const indent = '  '.repeat(depth);
    before.push(`${indent}${label}${json[at]}`, ...found.before.map((line) => `${indent}  ${line}`));
    after.unshift(...found.after.map((line) => `${indent}  ${line}`), `${indent}${json[at] === '[' ? ']' : '}'}`);
    label = found.label;
    at = found.at;
  }
  const indent = '  '.repeat(tokens.length);
  const shown = describeValue(json, at, label);
  if (shown === undefined) return undefined;
  const cutBefore = before.length > MOST_BEFORE ? ['…', ...before.slice(1 - MOST_BEFORE)] : before;
  const cutAfter = after.length > MOST_AFTER ? [...after.slice(0, MOST_AFTER - 1), '…'] : after;
  const plain = (text: string): ExcerptLine => ({ text, isMarked: false });
  return [
    ...cutBefore.map(plain),
    ...shown.map((line, index) => ({ text: indent + line, isMarked: index === 0 })),
    ...cutAfter.map(plain),
  ];
}

/** Writes the lines as one text, in which `> ` stands before the marked one. */
export function markedText(lines: readonly ExcerptLine[]): string {
  return lines.map(({ text, isMarked }) => `${isMarked ? '>' : ' '} ${text}`).join('\n');
}

/** A child of an object or a list, and lines that stand for those beside it. */
interface Child {
  readonly at: number;
  /** The name of a member as it stands before its value: `"name": `. */
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function findChild(json: string, start: number, token: string): Child | undefined {
  const isList = json[start] === '[';
  if (!isList && json[start] !== '{') return undefined;
  let last: string | undefined;
  let index = 0;
  for (let child = childAt(json, start + 1, isList); child; child = childAt(json, child.end + 1, isList), index++) {
    const { at, end, name, label } = child;
    if (isList ? String(index) === token : name === token) {
      const hidden = index - 1;
      const noun = isList ? 'item' : 'member';
      return {
        at,
        label,
        before: [
          ...(hidden > 0 ? [`… ${hidden} ${noun}${hidden === 1 ? '' : 's'}`] : []),
          ...(last === undefined ? [] : [last]),
        ],
        after: json[afterSpace(json, end)] === ',' ? ['…'] : [],
      };
    }
    last = `${label}${shorten(json.slice(at, end))}`;
    if (json[afterSpace(json, end)] !== ',') return undefined;
  }
  return undefined;
}

interface Place {
  readonly at: number;
  /** The index after the value, and after white space that follows it. */
  readonly end: number;
  readonly name: string | undefined;
  readonly label: string;
}

/** Reads where a member or an item stands that begins at an index; undefined if none does. */
function childAt(json: string, start: number, isList: boolean): Place | undefined {
  let at = afterSpace(json, start);
  if (isList) {
    const end = endOfValue(json, at);
    return end === undefined ? undefined : { at, end: afterSpace(json, end), name: undefined, label: '' };
  }
  const endOfName = json[at] === '"' ? endOfValue(json, at) : undefined;
  if (endOfName === undefined) return undefined;
  const written = json.slice(at, endOfName);
  at = afterSpace(json, endOfName);
  if (json[at] !== ':') return undefined;
  at = afterSpace(json, at + 1);
  const end = endOfValue(json, at) ?? json.length;
  return { at, end: afterSpace(json, end), name: textOf(written), label: `${shorten(written)}: ` };
}

function textOf(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return unescapePointer(written.slice(1, -1));
  }
}

function afterSpace(json: string, start: number): number {
  let at = start;
  while (' \t\r\n'.includes(json[at] ?? 'x')) at++;
  return at;
}

/** Returns the index after a value; undefined if there is none, or its end is missing. */
function endOfValue(json: string, start: number): number | undefined {
  const ATOM = /[^\s"[\]{},:]+/y;
  let depth = 0;
  for (let at = start; at < json.length; ) {
    const char = json[at] ?? '';
    if (char === '{' || char === '[') depth++;
    if (char === '}' || char === ']') depth--;
    if (depth < 0) return undefined;
    if ('{}[]'.includes(char)) at++;
    else if (char === '"') at = endOfText(json, at);
    else {
      ATOM.lastIndex = at;
      const atom = ATOM.exec(json)?.[0];
      if (atom === undefined) return undefined;
      at += atom.length;
    }
    if (depth === 0) return at <= json.length ? at : undefined;
    while (depth > 0 && ' \t\r\n,:'.includes(json[at] ?? 'x')) at++;
  }
  return undefined;
}

/** Returns the index after a text in quotes; an index behind the end if its end is missing. */
function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length + 1;
}

/** Writes a value on one line if there is room for it, else the first of its members or items, a line each. */
function describeValue(json: string, at: number, label: string): string[] | undefined {
  if (at >= json.length || json[at] === '…') return undefined;
  const end = endOfValue(json, at);
  const whole = json.slice(at, end).replace(/\s+/g, ' ').trim();
  const isList = json[at] === '[';
  if ((!isList && json[at] !== '{') || (end !== undefined && whole.length <= LONGEST_VALUE))
    return [`${label}${shorten(whole)}`];
  const members: string[] = [];
  let hasMore = false;
  for (let child = childAt(json, at + 1, isList); child; child = childAt(json, child.end + 1, isList)) {
    if (members.length === MOST_MEMBERS) {
      hasMore = true;
      break;
    }
    members.push(`  ${child.label}${shorten(json.slice(child.at, child.end))}`);
    if (json[child.end] !== ',') break;
  }
  return [`${label}${json[at]}`, ...members, ...(hasMore ? ['  …'] : []), isList ? ']' : '}'];
}

function shorten(json: string): string {
  // One value may be as long as the answer.
  const start = json.slice(0, MOST_SHORTENED);
  const text = start.replace(/\s+/g, ' ').trim();
  return text.length <= LONGEST_VALUE && start.length === json.length ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}
