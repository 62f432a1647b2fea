/**
 * Knows which values of a request were made by code of the user (`defineValues`). Such a value may have a checksum, so it is sent as it was made:
 * where another one is wanted, that code is asked for it.
 */

import type { Operation } from '../../src/contract/contract';
import type { OwnValues } from '../../src/engine/model/hooks';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer } from '../../src/json/pointer';
import { isScalar, type JsonValue, toJson, toText } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import { remembered } from '../../src/support/caching';
import { createRandom, type Random } from '../../src/support/random';
import type { Ideas } from '../values/makerTypes';
import { nameAt } from './namedPlaces';

/** The values of one operation that code of the user made. */
export class UsersValues {
  /** By name and value, what makes another one; undefined of what lies in an object or a list that was made as a whole. */
  private readonly made = new Map<string, Making | undefined>();
  /** Those that nobody else has. */
  private readonly unique = new Set<string>();

  constructor(
    private readonly operation: Operation,
    private readonly makers: readonly OwnValues[],
    private readonly own: number | string,
  ) {}

  /** As {@link Ideas}. */
  readonly ideas: Ideas = (name, format) =>
    this.makers.flatMap((maker) => {
      const place = { operation: this.operation, name, format };
      if (!maker.fits(place)) return [];
      const make: Making = (random) => this.noted(maker.make({ ...place, random }), name, maker, make);
      const value = make(createRandom(this.own, `${maker.name} ${this.operation.name} ${name}`));
      return value === undefined ? [] : [value];
    });

  /** Tells whether a value was made by the user. @param name of the parameter or the member; that of the list for an item. */
  has(name: string, value: JsonValue): boolean {
    return this.made.size > 0 && this.made.has(keyOf(name, value));
  }

  /** Returns the members of a body that are texts of the user which nobody else has: by these the run knows what it made. */
  uniqueIn(body: Readonly<Record<string, JsonValue>>): Record<string, string> {
    const entries = Object.entries(body).filter(
      (member): member is [string, string] => typeof member[1] === 'string' && this.unique.has(keyOf(...member)),
    );
    return Object.fromEntries(entries);
  }

  /**
   * Returns another value in place of one of the user's: the same where the user's code gives no other that fits.
   * @returns undefined if the value is not the user's.
   */
  anew<T extends JsonValue>(
    name: string,
    value: T,
    fits: (value: JsonValue) => boolean,
    random: Random,
  ): T | undefined {
    if (!this.has(name, value)) return undefined;
    const other = this.made.get(keyOf(name, value))?.(random);
    return other !== undefined && typeof other === typeof value && fits(other) ? (other as T) : value;
  }

  /**
   * Returns a body with other values in place of all that are the user's.
   * @param isKept tells which places stay as they are, by their JSON Pointers.
   */
  bodyAnew(
    body: JsonValue,
    fits: (body: JsonValue) => boolean,
    random: Random,
    isKept: (pointer: string) => boolean = () => false,
  ): JsonValue {
    if (this.made.size === 0) return body;
    let changed = body;
    const walk = (value: JsonValue, pointer: string): void => {
      if (isKept(pointer)) return;
      const other = this.anew(nameAt(pointer), value, (each) => fits(withAt(changed, pointer, each)), random);
      if (other !== undefined) changed = withAt(changed, pointer, other);
      else if (typeof value === 'object' && value !== null)
        for (const [inner, each] of Object.entries(value)) walk(each, `${pointer}/${escapePointer(inner)}`);
    };
    walk(body, '');
    return changed;
  }

  private noted(
    value: JsonValue | undefined,
    name: string,
    { unique }: OwnValues,
    another: Making,
  ): JsonValue | undefined {
    if (value === undefined) return undefined;
    const note = (part: JsonValue, at: string): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [inner, each] of Object.entries(part)) {
        const own = Array.isArray(part) ? at : inner;
        const key = keyOf(own, each);
        if (!this.made.has(key)) this.made.set(key, undefined);
        note(each, own);
      }
    };
    note(value, name);
    this.made.set(keyOf(name, value), another);
    if (unique) this.unique.add(keyOf(name, value));
    return value;
  }
}

/** Makes another value. */
type Making = (random: Random) => JsonValue | undefined;

/** A parameter is a text on the wire, whatever it was made as. */
function keyOf(name: string, value: JsonValue): string {
  return `${name} ${isScalar(value) ? toText(value) : toJson(value)}`;
}

/** Returns what code of the user made for an operation in a run. */
export function usersValues(operation: Operation, { handedOver: { makers }, chance: { own } }: Known): UsersValues {
  return valuesOf(makers)(operation, own);
}

const valuesOf = remembered((makers: Known['handedOver']['makers']) => {
  const all = remembered((_: Operation) => new Map<number | string, UsersValues>());
  return (operation: Operation, own: number | string): UsersValues => {
    const byOwn = all(operation);
    const values = byOwn.get(own) ?? new UsersValues(operation, makers, own);
    byOwn.set(own, values);
    return values;
  };
});
