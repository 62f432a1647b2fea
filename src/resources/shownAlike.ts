/** Finds which things an answer may show, by the schema that the contract declares for it. */

import { type DeclaredResponse, declaredSuccesses } from '../contract/contract';
import { allItemSchemas, facets } from '../contract/schema/facets';
import { remembered } from '../support/caching';
import type { Items } from './kinds';

/** Returns the kinds for whose representations the contract declares the schema that it declares for a response. */
export const shownAlike = remembered((items: readonly Items[]) =>
  remembered((response: DeclaredResponse): readonly Items[] => {
    const ofAnswer = objectSchemas(response);
    return ofAnswer.size === 0
      ? []
      : items.filter(
          ({ reader }) =>
            reader &&
            declaredSuccesses(reader).some((each) => [...objectSchemas(each)].some((one) => ofAnswer.has(one))),
        );
  }),
);

/** The objects that declare members of what a response represents: two references to one component have the same. */
const objectSchemas = remembered(({ media }: DeclaredResponse): ReadonlySet<unknown> => {
  const schemas = media.flatMap(({ schema }) => schema ?? []);
  const all = schemas.flatMap((schema) => [schema, ...allItemSchemas(schema)]);
  return new Set(all.flatMap((schema) => facets(schema, true)).filter(({ properties }) => properties !== undefined));
});
