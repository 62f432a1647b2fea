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
  const known = new Map<Schema, readonly number[]>();
  // Several schemas may stand at one place, each as another way leads to it: their keywords are the same clauses, and one may have more of them.
  const byPlace = new Map<string, Map<string, number>>();
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
  const numbersOf = (schema: Schema): readonly number[] => {
    const place = `${nameOf(schema.place.file)} ${schema.place.pointer}`;
    const here = byPlace.get(place) ?? new Map<string, number>();
    byPlace.set(place, here);
    const numbers = boundsOf(schema).map((keyword) => {
      const number = here.get(keyword) ?? all.push({ schema, keyword }) - 1;
      here.set(keyword, number);
      return number;
    });
    known.set(schema, numbers);
    return numbers;
  };
  return {
    of(schema, keyword) {
      const number = (known.get(schema) ?? numbersOf(schema))[boundsOf(schema).indexOf(keyword)];
      if (number === undefined) throw new Error(`${keyword} bounds nothing at ${schema.place.pointer}`);
      return number;
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
