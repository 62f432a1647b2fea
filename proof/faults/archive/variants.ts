import type { Deviations } from '../catalogue/service';
import { type Archive, withDigest } from './deviation';

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
};
