/** Finds where the values of a JSON text stand. */

import { collectNodes, type Index, type NodeNumber } from './positionsIndex';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Matches a number, `true`, `false` or `null`, if a separator or the end follows. */
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=[\s,\]}]|$)/y;

const SPACE = /[ \t\n\r]*/y;

/** @returns undefined if the text is not JSON. */
export function indexJson(text: string): Index | undefined {
  const nodes = collectNodes();
  const open: NodeNumber[] = [];
  let expected: 'value' | 'name' | 'first' | 'next' = 'value';
  let at = afterSpace(text, 0);
  for (; at < text.length; at = afterSpace(text, at)) {
    const char = text[at] ?? '';
    const around = open.at(-1);
    const inObject = around !== undefined && nodes.kinds[around] === 'object';
    if (char === ',' && expected === 'next' && around !== undefined) {
      expected = inObject ? 'name' : 'value';
      at++;
    } else if ((char === '}' || char === ']') && (expected === 'next' || expected === 'first')) {
      const closed = open.pop();
      if (closed === undefined || inObject !== (char === '}')) return undefined;
      nodes.end(closed);
      expected = 'next';
      at++;
    } else if (expected === 'name' || (expected === 'first' && inObject)) {
      const end = char === '"' ? endOfString(text, at) : -1;
      const colon = end < 0 ? -1 : afterSpace(text, end);
      if (text[colon] !== ':') return undefined;
      nodes.begin('scalar', at);
      expected = 'value';
      at = colon + 1;
    } else if (expected === 'next') {
      return undefined;
    } else if (char === '{' || char === '[') {
      open.push(nodes.begin(char === '{' ? 'object' : 'list', at));
      expected = 'first';
      at++;
    } else {
      const end = char === '"' ? endOfString(text, at) : endOfLiteral(text, at);
      if (end < 0) return undefined;
      nodes.begin('scalar', at);
      expected = 'next';
      at = end;
    }
  }
  if (expected !== 'next' || open.length > 0) return undefined;
  const { kindOf, starts, ends } = nodes.finish();
  const nameOf = (key: NodeNumber) => {
    const start = starts[key] ?? 0;
    return JSON.parse(text.slice(start, endOfString(text, start))) as string;
  };
  return { kindOf, starts, ends, aliases: new Map(), merges: new Set(), nameOf };
}

function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function endOfLiteral(text: string, at: number): number {
  LITERAL.lastIndex = at;
  return LITERAL.test(text) ? LITERAL.lastIndex : -1;
}

/** @returns -1 if the string does not end, or is not a JSON string. */
function endOfString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    const char = text.charCodeAt(next);
    if (char === QUOTE) return next + 1;
    if (char < 0x20) return -1;
    if (char === BACKSLASH && !'"\\/bfnrtu'.includes(text[++next] ?? ' ')) return -1;
  }
  return -1;
}
