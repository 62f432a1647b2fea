/** Reads the examples that a contract gives of whole values, apart from those in schemas. */

import type { GivenExample } from '../contract';
import type { Files } from '../document/files';
import { child, type DocumentPlace, followed, members, valueIn } from '../document/reference';

/**
 * Returns the examples of a parameter or a media type: `example`, then the entries of `examples` (OpenAPI 3.1 §4.8.19). References are
 * followed. What `externalValue` names is not read.
 */
export function givenExamples(place: DocumentPlace, files: Files): GivenExample[] {
  const named = members(child(place, 'examples', files)).flatMap(([name, declared]) => {
    const example = followed(declared, files);
    return example ? toGiven(valueOfExample(example), name) : [];
  });
  return [...singleExample(place), ...named];
}

/** Returns the only example of a place: `example`, or `x-example`, which many contracts of OpenAPI 2.0 have. */
export function singleExample(place: DocumentPlace): GivenExample[] {
  return ['example', 'x-example'].flatMap((key) => toGiven(valueIn(place, key)));
}

export function toGiven(value: unknown, name?: string): GivenExample[] {
  return value === undefined ? [] : [{ name, value }];
}

/** OpenAPI 3.2 has the value as it is, or as it is written (§4.19). */
function valueOfExample(example: DocumentPlace): unknown {
  return ['dataValue', 'value', 'serializedValue']
    .map((key) => valueIn(example, key))
    .find((each) => each !== undefined);
}
