import type { Deviations } from '../catalogue/service';
import type { Archive } from './deviation';

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
};
