/** In what a cabinet may deviate from the good one. */

import type { JsonObject, JsonValue } from '../../../src/json/value';

export interface KeptSheet {
  readonly sheetId: string;
  /** The drawer that it is in. */
  readonly drawerId: string;
  readonly content: JsonObject;
}

/** What a write is about, and what it leaves. */
interface Written {
  readonly operation: string;
  readonly sent: JsonObject;
  readonly before: JsonObject;
}

export interface Cabinet {
  /** What of a sent drawer is kept. */
  readonly keeps?: (content: JsonObject, written: Written) => JsonObject;
  /** What is kept of a drawer where a request does not say it. Default: what the contract gives. */
  readonly assumes?: JsonObject;
  /** What is made beside a new drawer, and named by no answer. */
  readonly twin?: (drawer: JsonObject) => JsonObject;
  /** What a write answers of a drawer, where that is not what is kept. */
  readonly answers?: (drawer: JsonObject, written: Written) => JsonObject;
  /** What a drawer is after it was removed; undefined for nothing. */
  readonly leaves?: (drawer: JsonObject) => JsonObject | undefined;
  /** What a list shows of the drawers that are there. */
  readonly lists?: (drawers: readonly JsonObject[], removed: readonly JsonObject[]) => readonly JsonObject[];
  /** The drawer that a new sheet is put into. @param all those that are there, in the order in which they were made. */
  readonly puts?: (drawerId: string, all: readonly string[]) => string;
  /** Which sheets a drawer shows. */
  readonly shows?: (sheet: KeptSheet, drawerId: string) => boolean;
  /** A sheet is found by its id, whatever drawer is asked for. */
  readonly findsAnywhere?: true;
  /** The status with which a sheet is made. Default: 201. */
  readonly madeWith?: number;
  /** Whether it crashes at a heading, with a page of HTML. */
  readonly crashesAt?: (heading: string) => boolean;
  /** A sheet does not say in which drawer it is. */
  readonly hidesDrawer?: true;
  /** Whether a drawer that is not there takes sheets. */
  readonly takesBelow?: (wasThere: boolean) => boolean;
  /** What is kept of a note. */
  readonly notes?: (text: Buffer) => Buffer;
  /** What is kept of a picture; `nothing` where it is lost, `refused` where it is none. @param before the picture that it takes the place of. */
  readonly paints?: (picture: Buffer, before: Buffer | undefined) => Buffer | 'nothing' | 'refused';
  /** Pictures stay where they are removed. */
  readonly keepsPictures?: true;
  /** Notes stay where they are removed. */
  readonly keepsNotes?: true;
  /** It takes JSON for JSON, whatever its Content-Type says. */
  readonly takesAnyType?: true;
  /** What folders are worth is taken from requests. */
  readonly takesWorth?: true;
}

/** Returns the content of a drawer with other folders in place of those that it has; the same where it has none. */
export function withFolders(
  content: JsonObject,
  change: (folders: readonly JsonValue[]) => readonly JsonValue[],
): JsonObject {
  const { folders } = content;
  return Array.isArray(folders) ? { ...content, folders: [...change(folders as readonly JsonValue[])] } : content;
}
