/** The site of the guides: what it links, and what its search finds. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { buildSite } from './build';
import { render, slugOf } from './markdown';
import { PAGES } from './pages';
import { LARGEST_PICTURE } from './pictureSize';
import { SEARCH_OPTIONS, type SearchEntry } from './search';

let site: string;
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'espalier-site-'));
  buildSite(site);
});
afterAll(() => rmSync(site, { recursive: true }));

function read(name: string): string {
  return readFileSync(join(site, name), 'utf8');
}

/** The addresses and files that a page names. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)].map(([, target = '']) => target);
}

test('every page, file and heading that a page names is in the site', () => {
  const broken = readdirSync(site)
    .filter((name) => name.endsWith('.html'))
    .flatMap((name) =>
      linksOf(read(name)).filter((target) => {
        if (/^(https?|data):/.test(target)) return false;
        const [file = '', anchor] = target.split('#');
        const named = file === '' ? name : file;
        if (!existsSync(join(site, named))) return true;
        return anchor !== undefined && !read(named).includes(` id="${anchor}"`);
      }),
    );
  expect(broken).toEqual([]);
});

test('a page has its pictures beside it, in light and in dark, and none is too large', () => {
  const pictures = linksOf(read('overview.html')).filter((name) => name.endsWith('.webp'));
  expect(pictures).toContain('files/docs/pictures/report-light.webp');
  expect(read('overview.html')).toContain('srcset="files/docs/pictures/report-dark.webp"');
  for (const picture of pictures) expect(statSync(join(site, picture)).size).toBeLessThanOrEqual(LARGEST_PICTURE);
});

test('the first page shows a report, a mock, one line to copy, and leads to every other page', () => {
  const html = read('index.html');
  expect(html.match(/<pre[^>]*>.*?<\/pre>/s)?.[0]).toContain('espalier verify http://localhost:8080');
  expect(html).toContain('<span class="code-bad">FAIL</span> /error must be integer');
  expect(html).toContain('espalier mock');
  const links = linksOf(html);
  expect(PAGES.map(({ output }) => output).filter((output) => !links.includes(output))).toEqual([]);
});

test('asks the network for nothing', () => {
  for (const name of readdirSync(site).filter((file) => file.endsWith('.html'))) {
    expect(read(name)).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\//);
  }
});

test('the search finds a section by words of its heading, their beginnings, and small mistakes', () => {
  const script = read('index.js');
  const { index } = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as { index: string };
  const search = MiniSearch.loadJSON<SearchEntry>(index, SEARCH_OPTIONS);
  const first = (query: string) => search.search(query)[0]?.id;
  expect(first('waivers')).toBe('configuration.html#waivers');
  expect(first('waiv')).toBe('configuration.html#waivers');
  expect(first('credentails')).toMatch(/^credentials\.html/);
  expect(first('exit codes')).toBe('gate-in-ci.html#exit-codes');
});

test('a heading has the id that GitHub gives it', () => {
  expect(slugOf('A file that came with somebody else’s contract: `x`')).toBe(
    'a-file-that-came-with-somebody-elses-contract-x',
  );
  const { html, sections } = render('# One\n\n## Two\n\ntext\n\n## Two\n\n[there](#two-1)', (target) => target);
  expect(sections.map(({ id, body }) => [id, body.trim()])).toEqual([
    ['one', ''],
    ['two', 'text'],
    ['two-1', 'there'],
  ]);
  expect(html).toContain('<h2 id="two-1">');
});
