/** What the search of the site knows of a section, and how it looks. */

import type { Options } from 'minisearch';

export interface SearchEntry {
  /** Address on the site: `rules.html#use-some-rules-only`. */
  readonly id: string;
  /** Title of the page. */
  readonly page: string;
  /** The heading. */
  readonly title: string;
  /** The text below it. */
  readonly body: string;
}

/** The same when the index is made and when it is read; values alone, so that a page can have them as JSON. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'body'],
  storeFields: ['title', 'page', 'body'],
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' },
} as const satisfies Partial<Options<SearchEntry>>;
