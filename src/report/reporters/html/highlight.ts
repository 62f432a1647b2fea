/** The colours of YAML and JSON, a line at a time: what spans several lines is plain text from its second line on. */

import { type Markup, markup } from './markup';

const KEY = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'[\]{},&*!|>%@`-][^#:]*?|[^\s:]+?)(\s*:)(?=\s|$)/;
const COMMENT = /^(.*?)(\s#.*|^#.*)$/;
const LITERAL = /^(true|false|null|~|[-+]?(\d[\d_]*)?\.?\d+([eE][-+]?\d+)?)$/;

/** A line in which names, texts, literals and comments are told apart. */
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
