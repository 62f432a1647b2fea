/** The pages of the site: which file each is made of, and in which order the menu shows them. */

import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');

export interface GuidePage {
  /** Path of the Markdown file below the root of the repository, with `/`. */
  readonly source: string;
  /** Name of the HTML file; all pages lie in one folder. */
  readonly output: string;
}

interface PageGroup {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

const guide = (name: string): GuidePage => ({ source: `docs/guides/${name}.md`, output: `${name}.html` });
const atRoot = (name: string): GuidePage => ({ source: `${name}.md`, output: `${name.toLowerCase()}.html` });

/** The page for who has never heard of Espalier. */
export const FIRST: GuidePage = { source: 'docs/first-page.md', output: 'index.html' };

export const GROUPS: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [FIRST, { source: 'README.md', output: 'overview.html' }, guide('install'), guide('coming-from')],
  },
  {
    title: 'Your framework',
    pages: [guide('fastapi'), guide('spring-boot'), guide('nestjs-express'), guide('go')],
  },
  {
    title: 'A service',
    pages: [
      guide('verify-a-service'),
      guide('credentials'),
      guide('what-a-run-makes'),
      guide('gate-in-ci'),
      guide('tests-in-pytest-and-junit'),
      guide('old-services'),
      guide('reports-and-coverage'),
      guide('recordings-and-proxy'),
      guide('comparing-contracts'),
      guide('large-contracts'),
    ],
  },
  {
    title: 'A client',
    pages: [
      guide('mock-for-frontends'),
      guide('stateful-mock'),
      guide('tests-in-jest-vitest-playwright'),
      guide('differences-from-prism'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      guide('configuration'),
      guide('extending'),
      guide('rules'),
      guide('json-report'),
      guide('as-a-library'),
      guide('promises'),
      guide('troubleshooting'),
    ],
  },
  {
    title: 'About',
    pages: [
      guide('how-it-is-proven'),
      atRoot('SECURITY'),
      atRoot('CHANGELOG'),
      atRoot('CONTRIBUTING'),
      atRoot('ARCHITECTURE'),
    ],
  },
];

export const PAGES: readonly GuidePage[] = GROUPS.flatMap(({ pages }) => pages);

/** The page that is made of a file; undefined where the site has none. @param file absolute path. */
export function pageOf(file: string): GuidePage | undefined {
  const source = relative(ROOT, file).replaceAll('\\', '/');
  return PAGES.find((page) => page.source === source);
}

/** Absolute path of the file that a page is made of. */
export function sourceOf({ source }: GuidePage): string {
  return join(ROOT, source);
}
