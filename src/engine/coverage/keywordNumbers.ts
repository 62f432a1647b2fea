/** The keywords of a contract's schemas as numbers: millions of them are looked up. */

import { displayPath } from '../../contract/document/files';
import { boundsOf } from '../../contract/schema/bounds';
import type { Schema } from '../../contract/schema/schema';
import { escapePointer } from '../../json/pointer';

export interface Numbers {
  /** Keywords at one place have one number. @param keyword one that bounds a value. */
  of(schema: Schema, keyword: string): number;
  schemaOf(number: number): Schema;
  keywordOf(number: number): string;
  /** File and pointer of where it stands. */
  placeOf(number: number): string;
}

export function createNumbers(): Numbers {
  const firsts = new Map<Schema, number>();
  // Several schemas may stand at one place, each as another way leads to it: their keywords are the same clauses.
  const firstsAt = new Map<string, number>();
  const all: { readonly schema: Schema; readonly keyword: string; place?: string }[] = [];
  const files = new Map<object, string>();
  const at = (number: number) => {
    const found = all[number];
    if (!found) throw new Error(`no keyword has the number ${number}`);
    return found;
  };
  const nameOf = (file: Schema['place']['file']) => {
    const name = files.get(file) ?? displayPath(file.path);
    files.set(file, name);
    return name;
  };
  return {
    of(schema, keyword) {
      const bounds = boundsOf(schema);
      let first = firsts.get(schema);
      if (first === undefined) {
        const place = `${nameOf(schema.place.file)} ${schema.place.pointer}`;
        first = firstsAt.get(place) ?? all.length;
        firsts.set(schema, first);
        if (first === all.length) for (const each of bounds) all.push({ schema, keyword: each });
        firstsAt.set(place, first);
      }
      return first + bounds.indexOf(keyword);
    },
    schemaOf: (number) => at(number).schema,
    keywordOf: (number) => at(number).keyword,
    placeOf(number) {
      const found = at(number);
      const { file, pointer } = found.schema.place;
      found.place ??= [nameOf(file), ' ', pointer, '/', escapePointer(found.keyword)].join('');
      return found.place;
    },
  };
}
