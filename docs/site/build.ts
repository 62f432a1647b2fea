/**
 * Makes the guides a site that opens from disk: `npm run docs`.
 *
 * First it puts what is generated from the code into the guides. A browser reads no file by script from `file://`, so the
 * search index is a script, which a page loads once somebody searches.
 */

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import MiniSearch from 'minisearch';
import { escapeHtml } from './highlight';
import { type RenderedPage, render } from './markdown';
import { FIRST, GROUPS, type GuidePage, PAGES, pageOf, ROOT, sourceOf } from './pages';
import { fillGenerated } from './reference';
import { SEARCH_OPTIONS, type SearchEntry } from './search';

const ASSETS = join(__dirname, 'assets');

interface Page extends GuidePage, RenderedPage {
  readonly title: string;
}

/** Writes the generated parts into the guides. */
function fillGuides(): void {
  for (const page of PAGES) {
    const file = sourceOf(page);
    const markdown = readFileSync(file, 'utf8');
    const filled = fillGenerated(markdown);
    if (filled !== markdown) writeFileSync(file, filled);
  }
}

function readPage(page: GuidePage, out: string): Page {
  const file = sourceOf(page);
  const rendered = render(readFileSync(file, 'utf8'), (target) => addressOf(target, file, out));
  const title = rendered.sections[0]?.text ?? page.source;
  // In the menu stands what a page is, and not its name.
  return { ...page, ...rendered, title: page.source === 'README.md' ? 'Overview' : title };
}

/**
 * The address on the site of what a link names. A page of the site is named by its HTML file. Any other file is copied
 * below `files/`.
 * @param file the Markdown file in which the link stands.
 */
function addressOf(target: string, file: string, out: string): string {
  if (/^[a-z]+:|^#/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const named = resolve(dirname(file), path);
  const page = pageOf(named);
  if (page) return `${page.output}${anchor === undefined ? '' : `#${anchor}`}`;
  const below = `files/${relative(ROOT, named).replaceAll('\\', '/')}`;
  // A browser shows what ends in .txt, and would download what ends in .yml or .ts.
  const shown = below.endsWith('.webp') ? below : `${below}.txt`;
  mkdirSync(dirname(join(out, shown)), { recursive: true });
  copyFileSync(named, join(out, shown));
  return shown;
}

/** What links to a page say. */
function nameOf({ title, output }: Page): string {
  return output === FIRST.output ? 'First page' : title;
}

function menu(pages: readonly Page[], current: Page): string {
  const item = (page: Page) => {
    const here = page.output === current.output ? ' aria-current="page"' : '';
    return `<li><a href="${page.output}"${here}>${escapeHtml(nameOf(page))}</a></li>`;
  };
  return GROUPS.map(({ title, pages: sources }) => {
    const items = sources.flatMap(({ output }) => pages.filter((page) => page.output === output).map(item));
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  }).join('\n');
}

function outline({ sections }: Page): string {
  const items = sections.filter(({ level }) => level === 2 || level === 3);
  if (items.length < 3) return '';
  const links = items.map(
    ({ id, text, level }) => `<li class="level${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}

function neighbours(pages: readonly Page[], current: Page): string {
  const at = pages.indexOf(current);
  const link = (page: Page | undefined, label: string) =>
    page ? `<a href="${page.output}"><small>${label}</small>${escapeHtml(nameOf(page))}</a>` : '<span></span>';
  return `<nav class="neighbours" aria-label="Other pages">${link(pages[at - 1], 'Before')}${link(pages[at + 1], 'Next')}</nav>`;
}

/** All guides, each with its first sentence, for the first page. */
function guides(pages: readonly Page[]): string {
  const card = ({ output, title, summary }: Page) =>
    `<li><a href="${output}"><b>${escapeHtml(title)}</b></a><p>${escapeHtml(summary)}</p></li>`;
  const groups = GROUPS.map(({ title, pages: sources }) => {
    const own = sources.flatMap(({ output }) => pages.filter((page) => page.output === output));
    const items = own.filter(({ output }) => output !== FIRST.output).map(card);
    return `<section><h3>${title}</h3><ul>${items.join('')}</ul></section>`;
  });
  return `<h2 id="guides">The guides</h2><div class="guides">${groups.join('\n')}</div>`;
}

function content(pages: readonly Page[], page: Page): string {
  if (page.output === FIRST.output)
    return `<main id="content" class="first" tabindex="-1">\n${page.html}\n${guides(pages)}\n</main>`;
  return `<div class="columns">
<details class="menu"><summary>All pages</summary><nav aria-label="All pages">
${menu(pages, page)}
</nav></details>
<main id="content" tabindex="-1">
${page.html}
${neighbours(pages, page)}
</main>
${outline(page)}
</div>`;
}

const MARK = '<img src="mark.svg" alt="" width="28" height="28">';

/** What is set before anything is drawn, so that no page blinks. A browser that keeps nothing keeps no theme. */
const THEME =
  "try { const theme = localStorage.getItem('espalier-theme'); if (theme) document.documentElement.dataset.theme = theme; } catch {}";

function document(pages: readonly Page[], page: Page): string {
  const title =
    page.output === FIRST.output ? 'Espalier: does this service keep its contract?' : `${page.title} · Espalier`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(page.summary)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="mark.svg">
<link rel="stylesheet" href="site.css">
<script>${THEME}</script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="top">
<a class="name" href="index.html">${MARK}Espalier</a>
<search>
<input id="query" type="search" placeholder="Search the guides" aria-label="Search the guides" aria-controls="found" autocomplete="off">
<div id="found" role="region" aria-label="What was found" aria-live="polite" hidden></div>
</search>
<label class="theme">Theme <select id="theme"><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>
</header>
${content(pages, page)}
<script src="site.js"></script>
</body>
</html>
`;
}

/** The index of the search as a script that sets `searchIndex`, a text. */
function searchScript(pages: readonly Page[]): string {
  const search = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  for (const page of pages) {
    page.sections.forEach(({ id, text, body, level }) => {
      const address = level === 1 ? page.output : `${page.output}#${id}`;
      search.add({ id: address, page: page.title, title: text, body });
    });
  }
  const data = { index: JSON.stringify(search), options: SEARCH_OPTIONS };
  return `'use strict';\nvar searchData = ${JSON.stringify(data)};\n`;
}

/**
 * Builds the site.
 * @param out the folder to write; what it held is removed.
 */
export function buildSite(out: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const pages = PAGES.map((page) => readPage(page, out));
  for (const page of pages) writeFileSync(join(out, page.output), document(pages, page));
  writeFileSync(join(out, 'index.js'), searchScript(pages));
  copyFileSync(join(ROOT, 'node_modules/minisearch/dist/umd/index.js'), join(out, 'minisearch.js'));
  for (const name of ['site.css', 'site.js', 'mark.svg']) copyFileSync(join(ASSETS, name), join(out, name));
}

if (require.main === module) {
  fillGuides();
  const out = join(ROOT, 'dist-docs');
  buildSite(out);
  process.stdout.write(`${PAGES.length} pages: open ${relative(process.cwd(), join(out, 'index.html'))}\n`);
}
