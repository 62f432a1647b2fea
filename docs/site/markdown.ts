/** Markdown as a page: its HTML, its headings, and its sections for the search. */

import MarkdownIt from 'markdown-it';
import { highlight } from './highlight';

interface Heading {
  readonly level: number;
  /** What a link names after `#`, as GitHub makes it of the heading. */
  readonly id: string;
  readonly text: string;
}

/** A heading with the text below it, up to the next heading. */
interface Section extends Heading {
  readonly body: string;
}

export interface RenderedPage {
  readonly html: string;
  /** The first sentence below the title; empty where the page begins with something else. */
  readonly summary: string;
  readonly sections: readonly Section[];
}

/** A link or a picture, as it is written. */
interface Link {
  readonly target: string;
}

/** A fenced block of code. */
interface CodeBlock {
  /** What follows the fence: `sh run exit=1`. */
  readonly info: string;
  readonly code: string;
  /** Counts from 1. */
  readonly line: number;
}

const parser = new MarkdownIt({ html: true, highlight });

type Token = MarkdownIt.Token;

/** The id of a heading as GitHub makes it: `What \`verify\` sends` → `what-verify-sends`. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The text that a reader sees of an inline token. */
function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: (Heading & { body: string })[] = [];
  const uses = new Map<string, number>();
  tokens.forEach((token, at) => {
    const current = sections.at(-1);
    if (token.type === 'heading_open') {
      const text = textOf(tokens[at + 1]);
      const slug = slugOf(text);
      const used = uses.get(slug) ?? 0;
      uses.set(slug, used + 1);
      // A second heading of the same words gets a number, as on GitHub.
      sections.push({ level: Number(token.tag.slice(1)), id: used === 0 ? slug : `${slug}-${used}`, text, body: '' });
    } else if (current && token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      current.body += ` ${textOf(token)}`;
    } else if (current && token.type === 'fence') {
      current.body += ` ${token.content}`;
    }
  });
  return sections;
}

/** The sections of a Markdown text, in their order. */
export function readSections(markdown: string): readonly Section[] {
  return sectionsOf(parser.parse(markdown, {}));
}

function inlineTokens(markdown: string): Token[] {
  return parser.parse(markdown, {}).flatMap(({ children }) => children ?? []);
}

function hrefOf(link: Token): string {
  return String(link.attrGet('href') ?? '');
}

/** Every link and picture of a Markdown text. */
export function readLinks(markdown: string): readonly Link[] {
  const links = inlineTokens(markdown)
    .filter(({ type }) => type === 'link_open')
    .map((token) => ({ target: hrefOf(token) }));
  const pictures = parser
    .parse(markdown, {})
    .filter(isHtml)
    .flatMap(({ content }) => [...content.matchAll(PICTURE)].map(([, , target = '']) => ({ target })));
  return [...links, ...pictures];
}

/** Where a `<picture>` names its files. */
const PICTURE = /( src| srcset)="([^"]*)"/g;

function isHtml({ type }: Token): boolean {
  return type === 'html_block';
}

/** The text of every `code span`. */
export function readCodeSpans(markdown: string): readonly string[] {
  return inlineTokens(markdown)
    .filter(({ type }) => type === 'code_inline')
    .map(({ content }) => content);
}

/** Every fenced block of code, also those inside of lists. */
export function readCodeBlocks(markdown: string): readonly CodeBlock[] {
  return parser
    .parse(markdown, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content, map }) => ({ info: info.trim(), code: content, line: (map?.[0] ?? 0) + 1 }));
}

/** Gives each cell of a table the heading of its column, which a narrow screen shows beside it. */
function labelCells(tokens: readonly Token[]): void {
  let headings: string[] = [];
  let column = 0;
  tokens.forEach((token, at) => {
    if (token.type === 'table_open') headings = [];
    else if (token.type === 'th_open') headings.push(textOf(tokens[at + 1]));
    else if (token.type === 'tr_open') column = 0;
    else if (token.type === 'td_open') {
      token.attrSet('data-label', headings[column] ?? '');
      column += 1;
    }
  });
}

/**
 * Renders a page.
 * @param rewrite gives the address on the site of what a link in the Markdown names.
 */
export function render(markdown: string, rewrite: (target: string) => string): RenderedPage {
  const tokens = parser.parse(markdown, {});
  const sections = sectionsOf(tokens);
  const headings = tokens.filter(({ type }) => type === 'heading_open');
  headings.forEach((token, at) => {
    token.attrSet('id', sections[at]?.id ?? '');
  });
  labelCells(tokens);
  for (const token of tokens) {
    if (isHtml(token))
      token.content = token.content.replace(PICTURE, (_, name, target) => `${name}="${rewrite(target)}"`);
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') child.attrSet('href', rewrite(hrefOf(child)));
    }
  }
  // A wide table or block is scrolled by itself, also with the keyboard.
  const html = parser.renderer
    .render(tokens, parser.options, {})
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return { html, summary: summaryOf(tokens), sections };
}

function summaryOf(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ type }) => type === 'heading_close');
  if (tokens[at + 1]?.type !== 'paragraph_open') return '';
  return /^.*?[.?](?=\s|$)/s.exec(textOf(tokens[at + 2]))?.[0] ?? '';
}
