/** Texts that were sent or seen, and those of an earlier run, of which the journal has no more than a digest. */

import { createHash } from 'node:crypto';

/** So many digests are kept of one thing. */
const MOST_DIGESTS = 2000;

export class KnownTexts {
  private readonly texts: Set<string>;
  private readonly digests: ReadonlySet<string>;

  /** @param digests as {@link digestOf} makes them. */
  constructor(texts: Iterable<string> = [], digests: readonly string[] = []) {
    this.texts = new Set(texts);
    this.digests = new Set(digests.slice(0, MOST_DIGESTS));
  }

  /** @returns those that were not known before. */
  add(texts: Iterable<string>): string[] {
    const fresh = [...new Set(texts)].filter((text) => !this.has(text));
    for (const text of fresh) this.texts.add(text);
    return fresh;
  }

  has(text: string): boolean {
    return this.texts.has(text) || (this.digests.size > 0 && this.digests.has(digestOf(text)));
  }

  /** All texts of this run. */
  all(): Iterable<string> {
    return this.texts;
  }
}

/** Stands for a text in a file that may lie on the disk for long: 66 bits, from which nobody reads the text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 11);
}
