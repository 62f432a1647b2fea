/*
 * Shows Markdown, with HTML in it, as the contract has it. Nothing of its HTML is used as it is: each element that is allowed is made anew, and the
 * only attributes are the targets of links. No picture is loaded.
 */

import { element } from './elements.js';

/** Longer texts, in characters, are shown as they are. */
const LONGEST = 200_000;

const ALLOWED = new Set(
  'P BR HR B STRONG I EM S DEL SUB SUP KBD CODE PRE BLOCKQUOTE UL OL LI DL DT DD TABLE THEAD TBODY TR TH TD'.split(' '),
);

/** Neither these elements are shown nor what they hold. */
const DROPPED = new Set(
  'SCRIPT STYLE DROPPED-PART IFRAME OBJECT EMBED SVG MATH TEMPLATE NOSCRIPT TITLE HEAD SELECT TEXTAREA AUDIO VIDEO'.split(
    ' ',
  ),
);

let loading;

/** Loads what reads Markdown. Until it is there, the text is shown as it is written. */
function load() {
  loading ??= import('./markdown-it.mjs').then(({ default: markdownIt }) => {
    const reader = markdownIt({ html: true, linkify: true });
    const { rules } = reader.renderer;
    rules.html_inline = withoutPower;
    rules.html_block = withoutPower;
    return reader;
  });
  return loading;
}

/** Renames what the policy of the page forbids. None of it would be kept, but the browser complains of it where it reads it. */
function withoutPower(tokens, at) {
  return tokens[at].content
    .replace(/\b(?:on\w+|style)(?=\s*=)/gi, 'data-off')
    .replace(/<(\/?)(?:script|style)\b/gi, '<$1dropped-part');
}

/** Makes an element with a text in Markdown. */
export function markdownOf(text, className = '') {
  const box = element('div', text, `markdown ${className}`);
  if (saysNothingElse(text) || text.length > LONGEST) return box;
  void load().then((reader) => {
    const read = new DOMParser().parseFromString(reader.render(text), 'text/html');
    box.replaceChildren(...[...read.body.childNodes].flatMap(safe));
    const [only, ...more] = box.children;
    // A single paragraph needs no element of its own.
    if (only?.tagName === 'P' && more.length === 0) only.replaceWith(...only.childNodes);
  });
  return box;
}

/** Tells whether a text holds no character that could mean something in Markdown. */
function saysNothingElse(text) {
  return !/[*_`<>[\]#|~&\\+]|\n\s*\S|https?:|www\.|^\s*(?:[-=]|\d+\.)/.test(text);
}

/** Makes the nodes anew that stand for a node. */
function safe(node) {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.data)];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const name = node.tagName.toUpperCase();
  if (DROPPED.has(name)) return [];
  if (name === 'IMG') return [picture(node)];
  const content = [...node.childNodes].flatMap(safe);
  if (name === 'A') return link(node.getAttribute('href'), content);
  // The page has headings of its own.
  if (/^H[1-6]$/.test(name)) return [filled(element('p', '', 'heading'), content)];
  if (!ALLOWED.has(name)) return content;
  const copy = filled(document.createElement(name), content);
  // What may be wider than the page is scrolled, also by the keyboard.
  if (name === 'PRE' || name === 'TABLE') copy.tabIndex = 0;
  return [copy];
}

function filled(copy, content) {
  copy.append(...content);
  return copy;
}

/** Makes a link, or its text alone if it leads to no other site. */
export function link(target, content) {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!['https:', 'http:', 'mailto:'].includes(url?.protocol)) return content;
  const copy = filled(document.createElement('a'), content.length > 0 ? content : [target]);
  copy.href = url.href;
  copy.rel = 'noopener noreferrer';
  copy.target = '_blank';
  return [copy];
}

/** A picture would be loaded from another host, so that a link stands for it. */
function picture(node) {
  const text = `picture: ${node.getAttribute('alt') || 'without a name'}`;
  const [made] = link(node.getAttribute('src'), [text]);
  return typeof made === 'string' ? document.createTextNode(made) : made;
}
