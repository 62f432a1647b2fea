/** Finds where the values of a JSON text stand. */

import { collectNodes, type Index, type NodeNumber } from './positionsIndex';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Matches a number, `true`, `false` or `null`, if a separator or the end follows. */
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=[\s,\]}]|$)/y;

const [COMMA, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x2c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d];

/** @returns undefined if the text is not JSON. */
export function indexJson(text: string): Index | undefined {
  const nodes = collectNodes();
  /** What is open at a place, and of each whether it is an object. */
  const open: NodeNumber[] = [];
  const areObjects: boolean[] = [];
  let expected: 'value' | 'name' | 'first' | 'next' = 'value';
  let at = afterSpace(text, 0);
  for (; at < text.length; at = afterSpace(text, at)) {
    const char = text.charCodeAt(at);
    const inObject = open.length > 0 && areObjects[open.length - 1] === true;
    if (char === COMMA && expected === 'next' && open.length > 0) {
      expected = inObject ? 'name' : 'value';
      at++;
    } else if ((char === CLOSE_OBJECT || char === CLOSE_LIST) && (expected === 'next' || expected === 'first')) {
      const closed = open.pop();
      areObjects.pop();
      if (closed === undefined || inObject !== (char === CLOSE_OBJECT)) return undefined;
      nodes.end(closed);
      expected = 'next';
      at++;
    } else if (expected === 'name' || (expected === 'first' && inObject)) {
      const end = char === QUOTE ? endOfString(text, at) : -1;
      const colon = end < 0 ? -1 : afterSpace(text, end);
      if (colon < 0 || text.charCodeAt(colon) !== COLON) return undefined;
      nodes.begin('scalar', at);
      expected = 'value';
      at = colon + 1;
    } else if (expected === 'next') {
      return undefined;
    } else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      open.push(nodes.begin(char === OPEN_OBJECT ? 'object' : 'list', at));
      areObjects.push(char === OPEN_OBJECT);
      expected = 'first';
      at++;
    } else {
      const end = char === QUOTE ? endOfString(text, at) : endOfLiteral(text, at);
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

/** Returns the first place from here on that holds no space, tab, or end of a line. */
function afterSpace(text: string, from: number): number {
  let at = from;
  for (let char = text.charCodeAt(at); char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09; )
    char = text.charCodeAt(++at);
  return at;
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
