/** Lets what lies below a thing refer to that thing: the tasks of `/projects/7/tasks` have `project_id: 7`, and a `project` that is this one. */

import { memberSchemas } from '../../src/contract/schema/facets';
import { escapePointer } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import type { View } from '../../src/resources/answers/views';
import { singular } from '../../src/resources/names';
import { isRoleOfPerson, rankOfUsers } from '../../src/resources/vocabulary/people';
import { plain } from '../../src/resources/vocabulary/words';
import { isIdIn, typedId } from './values';

/** A thing that the path of a request names, and in which others lie. */
export interface Parent {
  /** The parameter of the path, its value, and the path of the thing without names: `/projects/{}`. */
  readonly parameter: string;
  readonly id: string;
  readonly item: string;
  /** The thing, if the mock holds it. */
  readonly thing: JsonValue | undefined;
  /** Which one it is of those that are there, from 0; -1 for another one. */
  readonly at: number;
}

/** Returns the names of members that may hold the id of a parent, as `plain` gives them: `slug`, `publisherslug` and `publisherid` for `/publishers/{slug}`. */
function namesOfParent({ parameter, item }: Pick<Parent, 'parameter' | 'item'>): readonly string[] {
  const [own, thing] = [plain(parameter), singular(item)];
  return [own, ...(thing === '' ? [] : [thing + own, `${thing}id`, `${thing}uuid`])];
}

/** Returns a thing with what it says of the things above it. */
export function withParents(view: View, thing: JsonValue, parents: readonly Parent[]): JsonValue {
  if (!isObject(thing)) return thing;
  let result: JsonObject = thing;
  for (const parent of parents) result = { ...result, ...saidOf(view, result, parent) };
  return result;
}

/** A member by which a thing says in which other one it lies. */
interface Saying {
  readonly name: string;
  /** The name of the id within what the member shows; undefined where the member is the id. */
  readonly within: string | undefined;
}

/** Returns the members by which a thing says what it lies in: those with its name, else those that refer to a user by a role, where it lies in one. */
function sayings(view: View, thing: JsonObject, parent: Pick<Parent, 'parameter' | 'item'>): readonly Saying[] {
  const names = namesOfParent(parent);
  const itself = singular(parent.item);
  const isUser = rankOfUsers(itself) !== undefined;
  const [exact, byRole]: [Saying[], Saying[]] = [[], []];
  for (const name of view.members.keys()) {
    const own = plain(name);
    const value = thing[name];
    const isExact = names.includes(own) || own === itself;
    if ([view.id, view.likelyId].includes(`/${escapePointer(name)}`) || (!isExact && !(isUser && isRoleOfPerson(name))))
      continue;
    const within = isObject(value)
      ? Object.keys(value).find((each) => plain(each) === 'id' || plain(each) === plain(parent.parameter))
      : undefined;
    if (within !== undefined || (!isObject(value) && (names.includes(own) || isIdIn(name, value))))
      (isExact ? exact : byRole).push({ name, within });
  }
  return exact.length > 0 ? exact : byRole;
}

/** Returns the id of the thing that another one says it lies in; undefined if it says nothing of it. */
export function outerSaid(
  view: View,
  thing: JsonValue,
  parent: Pick<Parent, 'parameter' | 'item'>,
): JsonValue | undefined {
  if (!isObject(thing)) return undefined;
  const said = sayings(view, thing, parent).map(({ name, within }) => {
    const value = thing[name] as JsonValue | undefined;
    return within === undefined || !isObject(value) ? value : (value[within] as JsonValue);
  });
  return said.find((each) => each !== undefined && each !== null);
}

function saidOf(view: View, thing: JsonObject, parent: Parent): JsonObject {
  const said = sayings(view, thing, parent).flatMap(({ name, within }): [string, JsonValue][] => {
    const schemas = view.members.get(name) ?? [];
    const before = thing[name];
    const inner = within === undefined ? schemas : schemas.flatMap((each) => memberSchemas(each).get(within) ?? []);
    const id = typedId(parent.id, inner);
    if (id === undefined) return [];
    return [
      [name, within === undefined || !isObject(before) ? id : { ...joinedTo(before, parent.thing), [within]: id }],
    ];
  });
  return Object.fromEntries(said);
}

/** Returns what is shown of a thing with the members that the thing has itself. */
function joinedTo(shown: JsonObject, thing: JsonValue | undefined): JsonObject {
  if (!isObject(thing)) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, thing[name] ?? value]));
}

/** No thing has as many parents as this. */
const NEXT_LEVEL = 10;

/** Returns a number of the things that lie in the same parents, so that what lies in others is another one. */
export function placeAmong(parents: readonly Parent[]): number {
  const last = parents.at(-1);
  if (!last) return 0;
  const counted = /^[1-9]\d{0,4}$/.test(last.id) ? Number(last.id) - 1 : undefined;
  const numberOf = ({ at, id }: Parent) =>
    at >= 0 ? at : NEXT_LEVEL + ([...id].reduce((sum, char) => sum * 31 + (char.codePointAt(0) ?? 0), 7) % 97);
  // Ids that are counted are counted through all lists.
  if (counted !== undefined && (parents.length > 1 || last.at < 0)) return counted;
  return parents.reduce((number, parent) => number * NEXT_LEVEL + numberOf(parent), 0);
}
