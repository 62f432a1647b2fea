/** In what an archive of records may deviate from the good one. */

import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';

export type RecordChange = 'PUT' | 'PATCH' | 'DELETE';

/** In what an archive deviates from the good one. */
export interface Archive {
  /** The changes that look at no `If-Match`. */
  readonly unlocked?: readonly RecordChange[];
  /** What a record's ETag is made of. Default: its id and the number of its changes. */
  readonly tagOf?: (kept: KeptRecord) => string | undefined;
  /** Whether the ETag in an `If-Match` is that of a record. */
  readonly matches?: (sent: string, tag: string) => boolean;
  /** The status where it is not. */
  readonly stale?: number;
  /** What a refused change does all the same. */
  readonly actsFirst?: true;
  /** Whether a GET is answered 304 to an `If-None-Match`. */
  readonly isUnmodified?: (sent: string, tag: string) => boolean;
  /** A mark stays where it is removed. */
  readonly keepsMarks?: true;
  /** A record has the number behind the greatest one that is there. */
  readonly givesAgain?: true;
  /** What a list shows. */
  readonly list?: (asked: ListAsked) => ListShown;
  /** What becomes of a POST whose key was used: it is answered as the one before, or makes another record, or is refused with a status. */
  readonly ofUsedKey?: (isSame: boolean) => 'answered' | 'made' | number;
  /** What a record has after a PATCH. */
  readonly patches?: (before: JsonObject, change: JsonObject) => JsonObject;
  /** Neither PUT nor PATCH show an ETag of what they leave. */
  readonly showsOnlyRead?: true;
}

interface ListAsked {
  /** All records, in the order in which they were made. */
  readonly all: readonly KeptRecord[];
  /** Those that were removed. */
  readonly removed: readonly KeptRecord[];
  readonly limit: number;
  readonly offset: number;
}

interface ListShown {
  readonly shown: readonly KeptRecord[];
  /** Default: how many records there are. */
  readonly total?: number;
  /** Default: 200. */
  readonly status?: number;
}

/** The records of a page. */
export const recordsOfPage = ({ all, limit, offset }: Omit<ListAsked, 'removed'>) => all.slice(offset, offset + limit);

export interface KeptRecord {
  readonly id: string;
  content: Readonly<Record<string, JsonValue>>;
  version: number;
  /** By their names. */
  readonly marks: Map<string, JsonValue>;
}

/** Of its content: what is put back as it was has the ETag that it had. */
export const withDigest = ({ content }: KeptRecord) =>
  `"${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)}"`;

/** Merges as RFC 7396 says. */
export function patched(before: JsonObject, change: JsonObject): JsonObject {
  const merged = Object.entries(change).map(([name, value]) => {
    const old = before[name];
    return [name, isObject(value) ? patched(isObject(old) ? (old as JsonObject) : {}, value as JsonObject) : value];
  });
  return withoutNull({ ...before, ...Object.fromEntries(merged) });
}

/** The members of an object that are not null. */
export function withoutNull(all: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
