/** Gives bodies names that nothing else has, so that a service with unique names has no other reason to refuse them than what they break. */

import { evaluate } from '../../src/contract/schema/evaluate';
import type { Schema } from '../../src/contract/schema/schema';
import { escapePointer } from '../../src/json/pointer';
import { isObject, type JsonValue } from '../../src/json/value';
import { lazy } from '../../src/support/caching';
import type { Random } from '../../src/support/random';
import { schemasAlone } from '../values/partOfValue';
import { keyMembers, tellingMembers, type Unlike } from './uniqueTexts';
import type { UsersValues } from './usersValues';

/** A body, and the place in it that has to stay as it is. */
interface Named {
  readonly value: JsonValue;
  /** JSON Pointer of what breaks a clause; undefined for a valid body. */
  readonly path?: string;
}

/** What names are made by. */
interface Naming {
  readonly unlike: Unlike;
  readonly random: Random;
  readonly users: Pick<UsersValues, 'has' | 'bodyAnew'>;
}

/**
 * Returns the body with other names, a new one at each call: `{ name: "Ada", age: -1 }` → `{ name: "Ada-4f0c91be", age: -1 }`. It breaks the
 * same clauses as before. Names that are limited to listed values do not change. What code of the user made is made by that code once more.
 * @param before the body before its names were changed elsewhere; names that differ from it do not change again.
 * @param keys further members that are names, as `plain` gives them.
 */
export function withFreshNames(
  schema: Schema,
  named: Named,
  { unlike, random, users }: Naming,
  before = named.value,
  keys: readonly string[] = [],
): JsonValue {
  const { path } = named;
  const brokenAtFirst = lazy(() => clausesBroken(schema, named.value));
  const value = users.bodyAnew(
    named.value,
    (body) => clausesBroken(schema, body) === brokenAtFirst(),
    random,
    (pointer) => path === pointer,
  );
  if (!isObject(value)) return value;
  // The thing may be wrapped: { "user": { … } }.
  const [[wrapper = '', only] = [], ...more] = Object.entries(value);
  const isWrapped = more.length === 0 && isObject(only);
  const prefix = isWrapped ? `/${escapePointer(wrapper)}` : '';
  const thing = isWrapped ? only : value;
  const earlier = isWrapped && isObject(before) ? before[wrapper] : before;
  const whole = (changed: Readonly<Record<string, JsonValue>>): JsonValue =>
    isWrapped ? { [wrapper]: changed } : changed;
  const broken = lazy(() => clausesBroken(schema, value));
  const names = [...tellingMembers(thing), ...keyMembers(thing, keys)];
  let changed = thing;
  for (const [name, text] of Object.entries(thing)) {
    if (typeof text !== 'string' || !names.includes(name)) continue;
    if (users.has(name, text) || (isObject(earlier) && earlier[name] !== text)) continue;
    if (path !== undefined && `${path}/`.startsWith(`${prefix}/${escapePointer(name)}/`)) continue;
    const around = changed;
    const alone = schemasAlone(schema, value, isWrapped ? [wrapper, name] : [name]);
    const fits = (other: string) =>
      alone
        ? alone.every((each) => clausesBroken(each, text) === clausesBroken(each, other))
        : clausesBroken(schema, whole({ ...around, [name]: other })) === broken();
    const fresh = unlike(text, fits);
    if (fresh !== undefined) changed = { ...changed, [name]: fresh };
  }
  return whole(changed);
}

/**
 * Tells whether a body that was changed before it is sent still breaks what it was made to break, and nothing else: `["a", "a"]` breaks
 * `uniqueItems`, and `["a-1f2e", "a-3d4c"]` does not.
 */
export function breaksTheSame(schema: Schema, made: JsonValue, sent: JsonValue): boolean {
  if (made === sent) return true;
  const broken = clausesBroken(schema, sent);
  return broken !== undefined && broken !== '' && broken === clausesBroken(schema, made);
}

/** Returns the clauses that a value breaks, as one text; undefined if it is too much to be judged. */
function clausesBroken(schema: Schema, value: JsonValue): string | undefined {
  try {
    return evaluate(schema, value, { direction: 'request' })
      .map(({ keyword, path }) => `${keyword} ${path}`)
      .sort()
      .join('\n');
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
