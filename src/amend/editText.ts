/** Makes changes in the text of a YAML or JSON file. Comments, order and style of all else stay. */

import { isMap, isScalar, isSeq, type Node, type Pair, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import { yamlDocument } from '../contract/document/readYaml';
import { jsonOfText } from '../json/value';
import { escapeRegExp } from '../support/words';
import { type ContractEdit, withoutRepeats } from './amendment';
import { applyEdit } from './toOverlay';

/** A piece of a text that another takes the place of. Offsets are in UTF-16 code units. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the text with all edits made, in their order.
 * @throws Error if an edit names a place that is not there.
 */
export function editText(text: string, all: readonly ContractEdit[]): string {
  const edits = withoutRepeats(all);
  const json = roundTrip(text);
  if (json) {
    for (const edit of edits) applyEdit(json.value, edit);
    return json.write(json.value);
  }
  // An edit may be made in what an earlier one has added, so each is made in the text as it is by then.
  return edits.reduce((edited, edit) => apply(edited, spliceFor(edited, edit)), text);
}

/** Reads JSON that a program has written, so that the same program writes the same again; undefined for all other texts. */
function roundTrip(text: string): { readonly value: unknown; readonly write: (value: unknown) => string } | undefined {
  const value: unknown = /^\s*\{/.test(text) ? jsonOfText(text) : undefined;
  if (value === undefined) return undefined;
  const [, indent = ''] = /^\s*\{\r?\n([ \t]+)/.exec(text) ?? [];
  const end = /\s*$/.exec(text)?.[0] ?? '';
  const write = (each: unknown) => JSON.stringify(each, null, indent) + end;
  return write(value) === text ? { value, write } : undefined;
}

function apply(text: string, { start, end, text: inserted }: Splice): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

function spliceFor(text: string, { tokens, change }: ContractEdit): Splice {
  const { document = missing(tokens) } = yamlDocument(text, { merge: true, uniqueKeys: false });
  const node = document.getIn(keysOf(document.contents, tokens), true) as Node | undefined;
  const editing = new Editing(text);
  if ('append' in change) return isSeq(node) ? editing.append(node, change.append) : missing(tokens);
  if ('take' in change || 'remove' in change) {
    const above = document.getIn(keysOf(document.contents, tokens.slice(0, -1)), true);
    const name = tokens.at(-1) ?? '';
    if (!isMap(above) || !node) return missing(tokens);
    if ('remove' in change) return editing.withoutMember(above, name);
    return isSeq(node) ? editing.take(above, name, node, change.take) : missing(tokens);
  }
  if (node?.range) return editing.replace(node, change.set, tokens.at(-1) ?? '');
  // What is to hold the value may not be there yet.
  let depth = tokens.length - 1;
  while (depth > 0 && !isMap(document.getIn(keysOf(document.contents, tokens.slice(0, depth)), true))) depth--;
  const holder =
    depth === 0 ? document.contents : document.getIn(keysOf(document.contents, tokens.slice(0, depth)), true);
  if (!isMap(holder)) return missing(tokens);
  const value = tokens.slice(depth + 1).reduceRight<unknown>((inner, token) => ({ [token]: inner }), change.set);
  const name = tokens[depth] ?? '';
  const empty = holder.items.find(({ key }) => nameOf(key) === name);
  return empty ? editing.fill(empty, value) : editing.add(holder, name, value);
}

function missing(tokens: readonly string[]): never {
  throw new Error(`the file has nothing at /${tokens.join('/')}`);
}

/** Members may be named by numbers, such as a status without quotes. */
function keysOf(root: unknown, tokens: readonly string[]): unknown[] {
  let node = root;
  return tokens.map((token) => {
    if (isSeq(node)) {
      node = node.get(Number(token), true);
      return Number(token);
    }
    const pair = isMap(node) ? node.items.find(({ key }) => nameOf(key) === token) : undefined;
    node = pair?.value;
    return pair ? (isScalar(pair.key) ? pair.key.value : pair.key) : token;
  });
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

class Editing {
  private readonly isJson: boolean;
  private readonly quote: '"' | "'";

  constructor(private readonly text: string) {
    this.isJson = /^\s*\{/.test(text);
    this.quote = (text.match(/'/g)?.length ?? 0) >= (text.match(/"/g)?.length ?? 0) ? "'" : '"';
  }

  /** @param name of the member that has it. */
  replace(node: Node, value: unknown, name = ''): Splice {
    const [start, end] = rangeOf(node);
    const lines = isScalar(node) && Array.isArray(value) ? this.asLines(start, end, value, name) : undefined;
    if (lines) return lines;
    const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
    if (!isBlock) return { start, end, text: this.flow(value) };
    return {
      start,
      end: start + this.text.slice(start, end).trimEnd().length,
      text: this.block(value, this.columnOf(start)),
    };
  }

  /** Writes a list in place of a single value with an item a line, where the file has all lists of that name so. */
  private asLines(start: number, end: number, list: readonly unknown[], name: string): Splice | undefined {
    const key = escapeRegExp(name);
    const [, outer = '', inner] = new RegExp(`^( *)(?:- )?${key}:[ \\t]*\\n( *)- `, 'm').exec(this.text) ?? [];
    const isAlone = /^\s*$/.test(this.text.slice(end, this.lineEnd(end)));
    if (inner === undefined || !isAlone || new RegExp(`\\b${key}: *\\[`).test(this.text)) return undefined;
    const line = this.text.slice(this.lineStart(start), start);
    const [, own = ''] = /^( *)[^ -]/.exec(line) ?? [];
    if (!line.endsWith(`${name}: `) || own.length + name.length + 2 !== line.length) return undefined;
    const indent = own.length + inner.length - outer.length;
    const items = list.map((item) => `\n${' '.repeat(indent)}- ${this.block(item, indent + 2)}`);
    return { start: start - 1, end, text: items.join('') };
  }

  /** Gives a member a value that has none: `properties:` with nothing after it. */
  fill(pair: Pair, value: unknown): Splice {
    const [, keyEnd] = rangeOf(pair.key as Node);
    const colon = this.text.indexOf(':', keyEnd) + 1;
    const indent = this.columnOf(rangeOf(pair.key as Node)[0]) + this.step();
    return { start: colon, end: colon, text: `\n${' '.repeat(indent)}${this.block(value, indent)}` };
  }

  add(map: YAMLMap, name: string, value: unknown): Splice {
    const before = precedingOf(map, name);
    const lines = before ? undefined : this.emptyAsLines(map, name, value);
    if (lines) return lines;
    if (map.flow || !before)
      return this.addToFlow(map, (indent) => `${this.flowKey(name)}: ${this.flow(value, indent)}`, before);
    const indent = this.columnOf(rangeOf(before.key as Node)[0]);
    const text = this.block({ [name]: value }, indent);
    const key = /^\d+$/.test(name) ? keyLike(before.key, name) : undefined;
    const styled = key === undefined ? text : text.replace(/^(["']?)\d+\1:/, `${key}:`);
    const isFirst = STATUS.test(name) && name < nameOf(before.key) && before === map.items[0];
    return isFirst ? this.above(before, indent, styled) : this.onNewLine(endOf(before), indent, styled);
  }

  /** Writes an object in place of `{}` at the end of a line: `content: {}` becomes lines, as all around it. */
  private emptyAsLines(map: YAMLMap, name: string, value: unknown): Splice | undefined {
    const [start, end] = rangeOf(map);
    const line = this.text.slice(this.lineStart(start), start);
    const [, own] = /^( *)[^ -][^{}[\]]*: $/.exec(line) ?? [];
    const isAlone = /^\s*$/.test(this.text.slice(end, this.lineEnd(end)));
    if (this.isJson || own === undefined || !isAlone || typeof value !== 'object' || value === null) return undefined;
    const indent = own.length + this.step();
    return { start: start - 1, end, text: `\n${' '.repeat(indent)}${this.block({ [name]: value }, indent)}` };
  }

  /** Adds a member above the first one, and above the comments of that. */
  private above(first: Pair, indent: number, text: string): Splice {
    let at = this.lineStart(rangeOf(first.key as Node)[0]);
    while (at > 0 && /^\s*#/.test(this.text.slice(this.lineStart(at - 1), at))) at = this.lineStart(at - 1);
    return { start: at, end: at, text: `${' '.repeat(indent)}${text}\n` };
  }

  append(list: YAMLSeq, value: unknown): Splice {
    const last = list.items.at(-1) as Node | undefined;
    if (list.flow || !last) return this.addToFlow(list, (indent) => this.flow(value, indent), last);
    const dash = this.text.lastIndexOf('-', rangeOf(last)[0]);
    return this.onNewLine(rangeOf(last)[1], this.columnOf(dash), `- ${this.block(value, this.columnOf(dash) + 2)}`);
  }

  /** Takes an item out of a list, and the member with its list where nothing else is left. */
  take(holder: YAMLMap, name: string, list: YAMLSeq, item: unknown): Splice {
    const items = list.items as Node[];
    const at = items.findIndex((each) => isScalar(each) && each.value === item);
    const found = items[at];
    if (!found) return { start: 0, end: 0, text: '' };
    if (items.length === 1) return this.withoutMember(holder, name);
    const [start, end] = rangeOf(found);
    const dashOr = list.flow ? start : this.text.lastIndexOf('-', start);
    const previous = items[at - 1];
    return this.without(list, [dashOr, end], at + 1 < items.length, previous && rangeOf(previous)[1]);
  }

  /** Takes a member out of an object. */
  withoutMember(holder: YAMLMap, name: string): Splice {
    const at = holder.items.findIndex(({ key }) => nameOf(key) === name);
    const [pair, previous] = [holder.items[at], holder.items[at - 1]];
    if (!pair || holder.items.length === 1) return this.replace(holder, {});
    const range = [rangeOf(pair.key as Node)[0], endOf(pair)] as const;
    return this.without(holder, range, at + 1 < holder.items.length, previous && endOf(previous));
  }

  /**
   * Takes one of several members or items away, with the comment beside it. Comments on lines of their own stay: they may be about what comes next.
   * @param previousEnd where the one before it ends, behind which a comma stands in brackets.
   */
  private without(
    { flow }: YAMLMap | YAMLSeq,
    [start, valueEnd]: readonly [number, number],
    hasNext: boolean,
    previousEnd: number | undefined,
  ): Splice {
    const bare = this.text.slice(0, valueEnd).trimEnd().length;
    const [toComma = ''] = flow && hasNext ? (/^(?:\s|#.*)*,/.exec(this.text.slice(bare)) ?? []) : [];
    const end = bare + toComma.length;
    const isLast = /^\s*(?:#.*)?$/.test(this.text.slice(end, this.lineEnd(end)));
    if (flow && !hasNext && previousEnd !== undefined) {
      const between = this.text.slice(previousEnd, start).replace(/^((?:\s|#.*)*),/, '$1');
      const kept = between.includes('#') ? between : '';
      return { start: previousEnd, end: isLast ? this.lineEnd(end) : end, text: isLast ? kept.trimEnd() : kept };
    }
    const isFirst = /^\s*$/.test(this.text.slice(this.lineStart(start), start));
    if (isFirst && isLast) return { start: this.lineStart(start), end: this.lineEnd(end) + 1, text: '' };
    const from = isLast ? this.lineEnd(end) : end;
    return { start, end: from + (/^\s*/.exec(this.text.slice(from))?.[0].length ?? 0), text: '' };
  }

  /** Adds an item after the last one of a list or an object in brackets, each on its line if they stand so. */
  private addToFlow(
    holder: YAMLMap | YAMLSeq,
    write: (indent?: string) => string,
    last: Node | Pair | undefined,
  ): Splice {
    const [start, end] = rangeOf(holder);
    if (!last) {
      return { start, end, text: isMap(holder) ? `{ ${write()} }` : `[${write()}]` };
    }
    const after = 'key' in last ? endOf(last) : rangeOf(last)[1];
    const first = holder.items[0] as Node | Pair;
    const firstStart = rangeOf(('key' in first ? first.key : first) as Node)[0];
    if (!this.text.slice(start, firstStart).includes('\n')) return { start: after, end: after, text: `, ${write()}` };
    const indent = this.text.slice(this.lineStart(firstStart), firstStart);
    return { start: after, end: after, text: `,\n${indent}${write(indent)}` };
  }

  private onNewLine(end: number, indent: number, text: string): Splice {
    const at = this.lineEnd(this.text.slice(0, end).trimEnd().length);
    return { start: at, end: at, text: `\n${' '.repeat(indent)}${text}` };
  }

  /** Writes a value as lines of YAML; the first has no indentation. */
  private block(value: unknown, indent: number): string {
    const lines = stringify(value, {
      indent: this.step(),
      lineWidth: 0,
      singleQuote: this.quote === "'",
      aliasDuplicateObjects: false,
    })
      .trimEnd()
      .split('\n');
    return lines.map((line, at) => (at === 0 || line === '' ? line : ' '.repeat(indent) + line)).join('\n');
  }

  /** Writes a value on one line; in JSON on several lines, if what holds it has each member on a line. */
  private flow(value: unknown, indent?: string): string {
    if (this.isJson) {
      const [, step = '  '] = /^\s*\{\r?\n([ \t]+)/.exec(this.text) ?? [];
      return indent === undefined
        ? JSON.stringify(value)
        : JSON.stringify(value, null, step).replaceAll('\n', `\n${indent}`);
    }
    return stringify(value, {
      collectionStyle: 'flow',
      lineWidth: 0,
      singleQuote: this.quote === "'",
      flowCollectionPadding: true,
      aliasDuplicateObjects: false,
    })
      .trimEnd()
      .replace(/\[ (.*?) \]/g, '[$1]');
  }

  private flowKey(name: string): string {
    return this.isJson ? JSON.stringify(name) : this.flow(name);
  }

  /** Returns by how many spaces the file indents. */
  private step(): number {
    const [, spaces = '  '] = /^\S[^\n]*:[ \t]*\n( +)\S/m.exec(this.text) ?? [];
    return spaces.length;
  }

  private columnOf(offset: number): number {
    return offset - this.lineStart(offset);
  }

  private lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Returns the offset of the end of the line, after a comment. */
  private lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end < 0 ? this.text.length : end;
  }
}

/** What a person writes beside the type that it is about. */
const BESIDE_TYPE: ReadonlySet<string> = new Set(['nullable', 'x-nullable', 'format']);

const STATUS = /^[1-5](\d\d|XX)$/i;

/** Returns the member after which a new one is written: the last one; of statuses in their order, the one before. */
function precedingOf({ items }: YAMLMap, name: string): Pair | undefined {
  const last = items.at(-1);
  const type = items.find(({ key }) => nameOf(key) === 'type');
  if (BESIDE_TYPE.has(name) && isScalar(type?.value)) return type;
  if (!STATUS.test(name)) return last;
  const names = items.map(({ key }) => nameOf(key)).filter((each) => STATUS.test(each));
  const isSorted = names.every((each, at) => at === 0 || (names[at - 1] ?? '') <= each);
  const before = names.findLast((each) => each < name);
  if (!isSorted) return last;
  return items.find(({ key }) => nameOf(key) === (before ?? names[0])) ?? last;
}

/** Writes a number as a key in the way of another key: `404`, `'404'`. */
function keyLike(key: unknown, name: string): string | undefined {
  if (!isScalar(key) || !/^\d+$/.test(String(key.value))) return undefined;
  if (key.type === 'QUOTE_SINGLE') return `'${name}'`;
  return key.type === 'QUOTE_DOUBLE' ? `"${name}"` : name;
}

function endOf({ key, value }: Pair): number {
  return value === null || value === undefined ? rangeOf(key as Node)[1] + 1 : rangeOf(value as Node)[1];
}

function rangeOf({ range }: Node): [start: number, end: number] {
  if (!range) throw new Error('a value of the file has no place');
  return [range[0], range[1]];
}
