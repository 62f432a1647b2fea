/** Colours YAML and JSON line by line. Of a value that spans several lines, the lines after the first are plain text. */

import { type Markup, markup } from './markup';

const KEY = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'[\]{},&*!|>%@`-][^#:]*?|[^\s:]+?)(\s*:)(?=\s|$)/;
const COMMENT = /^(.*?)(\s#.*|^#.*)$/;
const LITERAL = /^(true|false|null|~|[-+]?(\d[\d_]*)?\.?\d+([eE][-+]?\d+)?)$/;

/** Marks the names, texts, literals and comments of a line. */
export function highlighted(line: string): Markup {
  const [, indent = '', key, colon = ''] = KEY.exec(line) ?? [];
  if (key === undefined) return coloured(line);
  return markup`${indent}<dfn>${key}</dfn>${colon}${coloured(line.slice(indent.length + key.length + colon.length))}`;
}

function coloured(text: string): Markup {
  const [, before = '', value = '', after = ''] = /^(\s*(?:- +)*)(.*?)([\s,[\]{}]*)$/.exec(text) ?? [];
  if (/^["']/.test(value)) return markup`${before}<samp>${value}</samp>${after}`;
  const [, said = value, comment = ''] = COMMENT.exec(value) ?? [];
  const shown = LITERAL.test(said.trim()) ? markup`<var>${said}</var>` : said;
  return comment === '' ? markup`${before}${shown}${after}` : markup`${before}${shown}<i>${comment}${after}</i>`;
}
