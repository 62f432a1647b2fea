/** Finds the thing that says how many things of a kind lie in it: `GET /patients/{id}` with `note_count` beside `POST /patients/{id}/notes`. */

import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { memberSchemas } from '../../src/contract/schema/facets';
import { membersLeftOut } from '../../src/contract/schema/hiddenMembers';
import type { Schema } from '../../src/contract/schema/schema';
import type { Kind, Kinds } from '../../src/resources/kinds';
import { singularOf } from '../../src/resources/names';
import { countsThings } from '../../src/resources/vocabulary/counters';
import { withoutNames } from '../../src/routing/pathTemplate';

/** Returns the members of a thing that are called as the number of what lies in a collection: `note_count` for `notes`. */
export function counterNames(members: Iterable<string>, collection: string): string[] {
  const thing = singularOf(collection);
  return thing === '' ? [] : [...members].filter((name) => countsThings(name, (words) => singularOf(words) === thing));
}

/** Returns what shows how many things of a kind lie in another one; undefined where the contract declares no member that is called so. */
export function counterOf({ item, maker }: Kind, kinds: Kinds): Operation | undefined {
  const [holder, collection] = /^(.+\/\{\})\/([^/{}]+)\/\{\}$/.exec(item)?.slice(1) ?? [];
  const around = holder === undefined ? undefined : kinds.at(holder);
  const reader = around?.reader;
  if (!around || !reader || collection === undefined || !withoutNames(maker.path).startsWith(`${holder}/`))
    return undefined;
  const shown = declaredSuccesses(reader).flatMap(({ media }) => media.flatMap(({ schema }) => namesWithin(schema)));
  const writers = [around.maker, around.replacer, around.patcher];
  const set = new Set(writers.flatMap((each) => (each ? membersSet(each) : [])));
  // What clients set is theirs, whatever it is called.
  return counterNames(shown, collection).some((name) => !set.has(name)) ? reader : undefined;
}

/** The names of the members of a thing, and of what wraps it. */
function namesWithin(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const members = memberSchemas(schema);
  return [...members.keys(), ...[...members.values()].flat().flatMap((each) => [...memberSchemas(each).keys()])];
}

function membersSet({ requestBody }: Operation): string[] {
  return (requestBody?.media ?? []).flatMap(({ schema }) => {
    if (!schema) return [];
    const hidden = membersLeftOut(schema, 'request');
    return [...memberSchemas(schema).keys()].filter((name) => !hidden.has(name));
  });
}
