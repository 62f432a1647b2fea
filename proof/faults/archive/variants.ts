/** The variants of the archive of records, all of which keep the contract. */

import type { JsonObject } from '../../../src/json/value';
import type { Deviations } from '../catalogue/service';
import { type Archive, patched, recordsOfPage, withDigest } from './deviation';

/** As `If-None-Match` compares (RFC 9110 §8.8.3.2). */
const isSame = (sent: string, tag: string) => sent === '*' || sent.replace(/^W\//, '') === tag.replace(/^W\//, '');

export const VARIANTS: Deviations<Archive> = {
  'archive-good': { summary: 'keeps its contract', draws: [] },
  'archive-digest': {
    summary: 'makes ETags of the content, so that what is put back has the one that it had',
    draws: [],
    tagOf: (kept) => withDigest(kept),
  },
  'archive-weak': {
    summary: 'has weak ETags, by which no If-Match holds but "*"',
    draws: [],
    tagOf: ({ id, version }) => `W/"${id}-${version}"`,
    matches: (sent) => sent.trim() === '*',
    isUnmodified: isSame,
  },
  'archive-weak-and-lenient': {
    summary: 'has weak ETags, and takes them in If-Match',
    draws: [],
    tagOf: ({ id, version }) => `W/"${id}-${version}"`,
    matches: isSame,
    isUnmodified: isSame,
  },
  'archive-weak-and-rough': {
    summary: 'has weak ETags, which do not change with each change',
    draws: [],
    tagOf: ({ id, version }) => `W/"${id}-${Math.floor(version / 4)}"`,
    matches: isSame,
    isUnmodified: isSame,
  },
  'archive-without-tags': { summary: 'shows no ETag', draws: [], tagOf: () => undefined, matches: () => true },
  'archive-conflict': { summary: 'answers 409 where the state is another one', draws: [], stale: 409 },
  'archive-tag-of-get-alone': { summary: 'shows an ETag in answers to GET alone', draws: [], showsOnlyRead: true },
  'archive-conflicting-keys': {
    summary: 'answers 422 to a key that was used, also where the request is the same',
    draws: [],
    ofUsedKey: () => 422,
  },
  'archive-nothing-behind-the-end': {
    summary: 'answers 400 to an offset behind the last record',
    draws: [],
    list: (asked) => ({
      shown: recordsOfPage(asked),
      ...(asked.offset > 0 && asked.offset >= asked.all.length ? { status: 400 } : {}),
    }),
  },
  'archive-newest-first': {
    summary: 'lists the newest records first',
    draws: [],
    list: (asked) => ({ shown: recordsOfPage({ ...asked, all: [...asked.all].reverse() }) }),
  },
  'archive-short-pages': {
    summary: 'shows no more than ten records on a page, whatever the limit',
    draws: [],
    list: (asked) => ({ shown: recordsOfPage({ ...asked, limit: Math.min(10, asked.limit) }) }),
  },
  'archive-total-of-page': {
    summary: 'says as the total how many records a page shows',
    draws: [],
    list: (asked) => ({ shown: recordsOfPage(asked), total: recordsOfPage(asked).length }),
  },
  'archive-few-on-a-page': {
    summary: 'shows no more than four records on a page, whatever the limit',
    draws: [],
    list: ({ limit, ...asked }) => ({ shown: recordsOfPage({ ...asked, limit: Math.min(4, limit) }) }),
  },
  'archive-gives-ids-again': {
    summary: 'gives the id of a record that was removed to the next one',
    draws: [],
    givesAgain: true,
  },
  'archive-has-always-labels': {
    summary: 'gives a record the labels that every record has, once a patch leaves it without any',
    draws: [],
    patches: (before, change) => {
      const { labels = {}, ...rest } = patched(before, change);
      return Object.keys(labels as JsonObject).length === 0
        ? { ...rest, labels: { place: 'cellar' } }
        : { ...rest, labels };
    },
  },
  'archive-without-405': {
    summary: 'answers 404 to every method that it does not have, HEAD among them',
    draws: [],
    ofUndeclared: () => true,
  },
  'archive-shuffled': {
    summary: 'lists records in another order each time',
    draws: [],
    list: ({ all, ...asked }) => ({ shown: recordsOfPage({ ...asked, all: shuffled(all) }) }),
  },
};

let turns = 0;

/** Turns a list by one more with each call. */
function shuffled<T>(all: readonly T[]): readonly T[] {
  const at = all.length === 0 ? 0 : ++turns % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}
