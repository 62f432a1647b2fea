/** Sends of nested things the id alone, as many services want what exists to be named, or nothing of them. */

import { memberSchemas } from '../../src/contract/schema/facets';
import type { Edit } from '../../src/engine/model/tries';
import { escapePointer } from '../../src/json/pointer';
import { isObject, isScalar, type JsonValue } from '../../src/json/value';
import { isReferringId } from '../../src/resources/vocabulary/ids';
import { foundFor } from './placeValues';
import type { RefusedRequest } from './refusedRequest';

/** Returns a nested thing with nothing but an id that an answer has shown: `{ "departmentId": 3 }`; undefined where none was shown. */
export function idAlone(asked: RefusedRequest, pointer: string): JsonValue | undefined {
  const value = asked.valueAt({ place: 'body', name: pointer });
  if (Array.isArray(value)) return undefined;
  for (const name of membersOf(asked, pointer, value)) {
    const [found] = isReferringId(name)
      ? foundFor(asked, { place: 'body', name: `${pointer}/${escapePointer(name)}` })
      : [];
    if (found !== undefined) return { [name]: found };
  }
  return undefined;
}

/** The names of the members of a nested thing, or of the things of a list: those that it has, and those that the contract gives it. */
function membersOf(asked: RefusedRequest, name: string, value: unknown): string[] {
  const items = Array.isArray(value) ? value.slice(0, 1) : [value];
  const schemas = asked.schemasOf({ place: 'body', name: Array.isArray(value) ? `${name}/0` : name });
  const declared = schemas.flatMap((schema) => [...memberSchemas(schema).keys()]);
  return [...new Set([...items.flatMap((each) => (isObject(each) ? Object.keys(each) : [])), ...declared])];
}

function isId(name: string): boolean {
  return name === 'id' || isReferringId(name);
}

/**
 * Returns the changes of a body that leave of each optional nested thing the id that an answer has shown, and nothing of others; and those that
 * leave none of them. Both put in ids that answers have shown for the members beside them. An example, where a list has shown the department 3:
 * `{ "name": "n", "departmentId": 69, "department": { "departmentId": 69, "city": "c" } }` →
 * `{ "name": "n", "departmentId": 3, "department": { "departmentId": 3 } }` → `{ "name": "n", "departmentId": 3 }`.
 */
export function plainReferences(asked: RefusedRequest): Edit[][] {
  const { body } = asked;
  if (!isObject(body)) return [];
  const entries = Object.entries(body).map(([name, value]) => ({ name, value, pointer: `/${escapePointer(name)}` }));
  const isOptional = (pointer: string) => !asked.isRequired({ place: 'body', name: pointer });
  const nested = entries.filter(
    ({ value, pointer }) =>
      typeof value === 'object' && isOptional(pointer) && membersOf(asked, pointer, value).some(isId),
  );
  if (nested.length === 0) return [];
  const beside = entries.flatMap(({ name, value, pointer }): Edit[] => {
    if (!isScalar(value) || !isReferringId(name)) return [];
    return foundFor(asked, { place: 'body', name: pointer })
      .slice(0, 1)
      .map((found) => ({ place: 'body', name: pointer, value: found }));
  });
  const named = nested.map(({ pointer }): Edit => ({ place: 'body', name: pointer, value: idAlone(asked, pointer) }));
  const without = nested.map(({ pointer }): Edit => ({ place: 'body', name: pointer, value: undefined }));
  const hasIds = named.some(({ value }) => value !== undefined);
  return [...(hasIds ? [[...named, ...beside]] : []), [...without, ...beside]];
}
