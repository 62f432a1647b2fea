/** The keywords of a contract's schemas as numbers: millions of them are looked up. */

import { displayPath } from '../../contract/document/files';
import { boundsOf } from '../../contract/schema/bounds';
import type { Schema } from '../../contract/schema/schema';
import { escapePointer } from '../../json/pointer';

export interface Numbers {
  /** @param keyword one that bounds a value. */
  of(schema: Schema, keyword: string): number;
  schemaOf(number: number): Schema;
  keywordOf(number: number): string;
  /** File and pointer of where it stands. */
  placeOf(number: number): string;
}

export function createNumbers(): Numbers {
  const firsts = new Map<Schema, number>();
  const all: { readonly schema: Schema; readonly keyword: string; place?: string }[] = [];
  const files = new Map<object, string>();
  const at = (number: number) => {
    const found = all[number];
    if (!found) throw new Error(`no keyword has the number ${number}`);
    return found;
  };
  return {
    of(schema, keyword) {
      const bounds = boundsOf(schema);
      let first = firsts.get(schema);
      if (first === undefined) {
        first = all.length;
        firsts.set(schema, first);
        for (const each of bounds) all.push({ schema, keyword: each });
      }
      return first + bounds.indexOf(keyword);
    },
    schemaOf: (number) => at(number).schema,
    keywordOf: (number) => at(number).keyword,
    placeOf(number) {
      const found = at(number);
      const { file, pointer } = found.schema.place;
      const name = files.get(file) ?? displayPath(file.path);
      files.set(file, name);
      found.place ??= [name, ' ', pointer, '/', escapePointer(found.keyword)].join('');
      return found.place;
    },
  };
}
