/** Shows a file of the contract as it is written, each line with its state. Blocks can be folded. */

import type { Clause } from '../../../contract/clause';
import { printable } from '../../../redaction/printable';
import { count } from '../../../support/words';
import type { Report } from '../../report';
import { type Line, type LineState, linesOf, stateOf } from '../lineCoverage';
import { highlighted } from './highlight';
import { Markup, markup } from './markup';
import { put, type Room } from './room';

/**
 * Returns the anchor of a line of the contract.
 * @returns undefined if the page may not show it: without coverage there is no such view, and a large contract is shown in part.
 */
export function lineAnchor(
  { file, line }: Pick<Clause, 'file' | 'line'>,
  { coverage, requirements }: Report,
): string | undefined {
  if (!coverage || requirements.length > MOST_LINKED) return undefined;
  const at = [...linesOf(coverage).keys()].indexOf(file);
  return at < 0 ? undefined : `L${at + 1}-${line}`;
}

/** In a report with more requirements than this, no line of the contract is linked. */
const MOST_LINKED = 500;

interface ShownSource {
  readonly file: string;
  readonly text: string;
  readonly lines: readonly Line[];
  /** The notes beside the lines, by the number of the line. */
  readonly notes: ReadonlyMap<number, readonly Markup[]>;
  /** Returns the anchor of a line. Only lines with notes have one. */
  readonly anchorOf: (line: number) => string | undefined;
}

/** A file of at most this many lines is shown in full. Of a larger one, only the lines that are not in order are shown, and the lines around them. */
const SMALL = 3000;

/** A file of at most this many lines is shown unfolded. In a larger one, only what is broken is unfolded. */
const READABLE = 600;

/** How many levels of lines can be folded: sections, paths, operations. */
const DEEPEST_FOLD = 3;

/** How many characters of one line are shown. */
const LONGEST_LINE = 300;

/** A line that is shown, with the lines nested in it. */
interface Block {
  readonly number: number;
  readonly depth: number;
  readonly inner: Block[];
  /** How many lines of the block are broken, and how many are not exercised. */
  broken: number;
  unexercised: number;
}

/** The lines of a text, from 1. Each is cut out when it is asked for: a large contract has some hundred thousands. */
interface Lines {
  readonly length: number;
  at(number: number): string;
}

function linesIn(text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    length: starts.length,
    at: (number) => text.slice(starts[number - 1], (starts[number] ?? text.length + 1) - 1),
  };
}

export function sourceView({ file, text, lines: judged, notes, anchorOf }: ShownSource, room: Room): Markup {
  const lines = linesIn(text);
  const states = new Map(judged.map((line) => [line.number, stateOf(line)]));
  const isSmall = lines.length <= SMALL;
  const blocks = blocksOf(lines, isSmall ? undefined : states);
  for (const block of blocks) countWithin(block, states);
  const isOpen = ({ depth, broken }: Block) => lines.length <= READABLE || broken > 0 || (depth === 0 && isSmall);
  let dropped = 0;

  const parts: string[] = [];
  const add = (part: Markup) => parts.push(put(room, part).text);
  const show = (block: Block): void => {
    if (room.left <= 0) {
      dropped++;
      return;
    }
    const { number, depth, inner } = block;
    const line = (more: Markup | string) => lineOf(number, lines.at(number), more);
    if (inner.length === 0 || depth >= DEEPEST_FOLD) {
      add(markup`${line('')}${notesAt(number)}`);
      for (const nested of inner) show(nested);
      return;
    }
    add(
      markup`<details${isOpen(block) ? markup` open` : ''}><summary>${line(tally(block))}</summary>${notesAt(number)}`,
    );
    for (const nested of inner) show(nested);
    add(new Markup('</details>'));
  };
  const notesAt = (number: number): Markup => {
    const state = states.get(number) ?? 'kept';
    return markup`${(notes.get(number) ?? []).map((note) => markup`<em class="${state}">${note}</em>`)}`;
  };
  const lineOf = (number: number, whole: string, more: Markup | string): Markup => {
    const state = states.get(number);
    const cut = whole.length > LONGEST_LINE ? `${whole.slice(0, LONGEST_LINE)}…` : whole;
    const mark = state === undefined ? '' : markup` class="${state}"`;
    const anchor = notes.has(number) ? anchorOf(number) : undefined;
    return markup`<span${mark} data-n="${number}"${anchor === undefined ? '' : markup` id="${anchor}"`}>${highlighted(printable(cut))}${more}\n</span>`;
  };
  for (const block of blocks) show(block);
  const kept = judged.filter((line) => stateOf(line) === 'kept').length;
  const scope = isSmall ? '' : ' Of so large a file only the lines that are not in order are shown.';
  const more = dropped === 0 ? '' : ` ${count(dropped, 'more block')} had no room; --report lcov=FILE has all.`;
  return markup`<section class="source" aria-label="${file}">
<h3>${file} <span>${kept} of ${count(judged.length, 'line')} kept.${scope}${more}</span></h3>
<div class="code">${new Markup(parts.join(''))}</div>
</section>
`;
}

function countWithin(block: Block, states: ReadonlyMap<number, LineState>): void {
  const state = states.get(block.number);
  if (state === 'broken') block.broken++;
  if (state === 'unexercised') block.unexercised++;
  for (const inner of block.inner) {
    countWithin(inner, states);
    block.broken += inner.broken;
    block.unexercised += inner.unexercised;
  }
}

function tally({ broken, unexercised, inner }: Block): Markup | string {
  if (inner.length === 0 || broken + unexercised === 0) return '';
  const words = [
    ...(broken > 0 ? [`${broken} broken`] : []),
    ...(unexercised > 0 ? [`${unexercised} not exercised`] : []),
  ];
  return markup` <small>${words.join(', ')}</small>`;
}

/** Nests the lines of a file by their indents. @param states if given, only lines that are not in order are kept, and the lines around them. */
function blocksOf(lines: Lines, states: ReadonlyMap<number, LineState> | undefined): Block[] {
  const top: Block[] = [];
  const way: { readonly block: Block; readonly indent: number; shown: boolean }[] = [];
  for (let number = 1; number <= lines.length; number++) {
    const line = lines.at(number);
    if (line.trim() === '') {
      if (!states) (way.at(-1)?.block.inner ?? top).push({ number, depth: way.length, inner: [], ...NONE });
      continue;
    }
    const indent = indentOf(line);
    while ((way.at(-1)?.indent ?? -1) >= indent) way.pop();
    const state = states?.get(number);
    const wanted = !states || state === 'broken' || state === 'unexercised';
    const block: Block = { number, depth: way.length, inner: [], ...NONE };
    way.push({ block, indent, shown: false });
    if (!wanted) continue;
    for (const [depth, step] of way.entries()) {
      if (step.shown) continue;
      step.shown = true;
      (way[depth - 1]?.block.inner ?? top).push(step.block);
    }
  }
  return top;
}

const NONE = { broken: 0, unexercised: 0 };

/** Returns the indent of a line. An item of a list counts as deeper, since YAML allows it the same indent as the name of the list. */
function indentOf(line: string): number {
  const indent = line.search(/\S/);
  return line.startsWith('- ', indent) ? indent + 0.5 : indent;
}
