/** The faults of the archive of records, each of which breaks its contract in one way. */

import { isObject, type JsonObject } from '../../../src/json/value';
import type { Deviations } from '../catalogue/service';
import { type Archive, patched, recordsOfPage, withoutNull } from './deviation';

export const FAULTS: Deviations<Archive> = {
  'archive-replaces-stale': {
    summary: 'replaces a record whatever state of it If-Match names',
    draws: ['lock-kept'],
    unlocked: ['PUT'],
  },
  'archive-changes-stale': {
    summary: 'looks at no If-Match of a PATCH, of which the contract says nothing',
    draws: ['lock-kept'],
    unlocked: ['PATCH'],
  },
  'archive-removes-stale': {
    summary: 'removes a record whatever state of it If-Match names',
    draws: ['lock-kept'],
    unlocked: ['DELETE'],
  },
  'archive-refuses-all': {
    summary: 'takes If-Match: * alone, and refuses the ETag that it shows',
    draws: ['lock-kept'],
    matches: (sent) => sent.trim() === '*',
  },
  'archive-tag-of-id': {
    summary: 'shows the same ETag after each change',
    draws: ['lock-kept'],
    tagOf: ({ id }) => `"${id}"`,
  },
  'archive-refuses-too-late': {
    summary: 'changes a record, and then answers 412',
    draws: ['refusal-without-effect'],
    actsFirst: true,
  },
  'archive-always-unmodified': {
    summary: 'answers 304 to any If-None-Match',
    draws: ['lock-kept'],
    isUnmodified: () => true,
  },
  'archive-never-unmodified': {
    summary: 'answers with the content to the ETag that a record has, though the contract declares 304',
    draws: ['lock-kept'],
    isUnmodified: () => false,
  },
  'archive-page-from-one': {
    summary: 'begins each page but the first one with the last record of the page before',
    draws: ['pages-agree'],
    list: ({ all, limit, offset }) => ({ shown: recordsOfPage({ all, limit, offset: Math.max(0, offset - 1) }) }),
  },
  'archive-page-skips': {
    summary: 'leaves out a record between two pages',
    draws: ['pages-agree'],
    list: ({ all, limit, offset }) => ({ shown: recordsOfPage({ all, limit, offset: offset > 0 ? offset + 1 : 0 }) }),
  },
  'archive-page-too-long': {
    summary: 'shows one record more than a page is to have',
    draws: ['pages-agree'],
    list: ({ all, limit, offset }) => ({ shown: recordsOfPage({ all, limit: limit + 1, offset }) }),
  },
  'archive-page-too-short': {
    summary: 'leaves out the last record of each page that has several',
    draws: ['pages-agree'],
    list: (asked) => ({ shown: recordsOfPage(asked).slice(0, Math.max(1, recordsOfPage(asked).length - 1)) }),
  },
  'archive-offset-ignored': {
    summary: 'shows the first page whatever the offset',
    draws: ['pages-agree'],
    list: ({ all, limit }) => ({ shown: recordsOfPage({ all, limit, offset: 0 }) }),
  },
  'archive-lists-the-first-alone': {
    summary: 'lists the first three records, and says that there are no more',
    draws: ['created-listed'],
    list: ({ all, ...asked }) => ({
      shown: recordsOfPage({ ...asked, all: all.slice(0, 3) }),
      total: Math.min(3, all.length),
    }),
  },
  'archive-pages-in-another-order': {
    summary: 'shows short pages with the newest first, and long ones with the oldest first',
    draws: ['pages-agree'],
    list: ({ all, limit, offset }) => ({
      shown: recordsOfPage({ all: limit < 5 ? [...all].reverse() : all, limit, offset }),
    }),
  },
  'archive-total-of-more': {
    summary: 'says a total of one more than there are',
    draws: ['pages-agree'],
    list: (asked) => ({ shown: recordsOfPage(asked), total: asked.all.length + 1 }),
  },
  'archive-lists-removed': {
    summary: 'lists records that were removed, before the others, though they are not found any more',
    draws: ['deleted-gone'],
    list: ({ all, removed, ...asked }) => ({
      shown: recordsOfPage({ ...asked, all: [...removed, ...all] }),
      total: all.length + removed.length,
    }),
  },
  'archive-keeps-marks': {
    summary: 'removes no mark, which is seen by the list of marks alone',
    draws: ['deleted-gone'],
    keepsMarks: true,
  },
  'archive-ignores-keys': {
    summary: 'makes another record each time, whatever the key',
    draws: ['idempotency-kept'],
    ofUsedKey: () => 'made',
  },
  'archive-makes-the-same-twice': {
    summary: 'refuses a key that was used for another record, and makes the same record twice',
    draws: ['idempotency-kept'],
    ofUsedKey: (isSame) => (isSame ? 'made' : 422),
  },
  'archive-answers-any-key': {
    summary: 'answers a request whose key was used as the first one, whatever it asks for',
    draws: ['idempotency-kept'],
    ofUsedKey: () => 'answered',
  },
  'archive-replaces-labels': {
    summary: 'merges the members of a record, and puts those labels that a patch has in place of all',
    draws: ['patch-merges'],
    patches: (before, change) => {
      const { labels } = change;
      return isObject(labels)
        ? { ...patched(before, change), labels: withoutNull(labels as JsonObject) }
        : patched(before, change);
    },
  },
  'archive-keeps-labels': {
    summary: 'removes no label that is null in a patch',
    draws: ['patch-merges'],
    patches: (before, { labels, ...change }) =>
      patched(before, isObject(labels) ? { ...change, labels: withoutNull(labels as JsonObject) } : change),
  },
  'archive-ignores-labels': {
    summary: 'takes from a patch what is no label',
    draws: ['patch-merges'],
    patches: (before, { labels: _, ...change }) => patched(before, change),
  },
  'archive-finds-nothing-by-head': {
    summary: 'answers 404 to HEAD where GET finds something, and 405 to other methods that it does not have',
    draws: ['head-as-get'],
    ofUndeclared: (method) => method === 'HEAD',
  },
  'archive-weighs-as-told': {
    summary: 'takes from a request how heavy a box is, which is only read',
    draws: ['read-only-kept'],
    takesWeight: true,
  },
};
