/**
 * Finds the members that only one of two contracts declares, wherever in a value, and however the schemas are put together. Members that no schema
 * forbids may come and go without a break; whoever uses them wants to know.
 */

import { idOf } from '../../../conformance/values/schemaChoices';
import { type Clause, placeOf } from '../../contract/clause';
import { clauseAt } from '../../contract/document/files';
import {
  given,
  itemsPlacedAt,
  namesDeclared,
  namesRequired,
  type Part,
  possibleParts,
  sureParts,
} from '../../contract/schema/applied';
import { hiddenMembers } from '../../contract/schema/hiddenMembers';
import { type Direction, forbidsAll, type Schema } from '../../contract/schema/schema';
import { describedMembers, schemasIn } from './described';

/** A member that one contract declares and the other does not. */
interface LoneMember {
  readonly name: string;
  /** The places in the old contract and in the new one, as text. */
  readonly at: string;
  readonly isNew: boolean;
}

/** One side of a comparison at one place of a value. */
interface Side {
  readonly schemas: readonly Schema[];
  readonly parts: readonly Part[];
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** Stands for members that no schema names. */
const UNNAMED = '\0';

export class BesideMembers {
  private readonly seen = new Set<string>();

  /** Yields the members that only one of two schemas declares, but for those of which a break tells. Each pair of schemas is looked at once. */
  *compare(before: Schema, now: Schema, direction: Direction): Iterable<LoneMember> {
    const left: (readonly [readonly Schema[], readonly Schema[]])[] = [[[before], [now]]];
    for (let next = left.pop(); next; next = left.pop()) {
      const key = `${direction} ${next.map((schemas) => schemas.map(idOf).join()).join(' ')}`;
      if (this.seen.has(key) || next.some((schemas) => schemas.length === 0)) continue;
      this.seen.add(key);
      const [old, current] = [sideOf(next[0], direction), sideOf(next[1], direction)];
      if (!mayBeObject(old) || !mayBeObject(current)) continue;
      for (const name of namesShown(old)) {
        const [own, theirs] = [describedMembers(old.parts, name), describedMembers(current.parts, name)];
        const isGone = theirs.length === 0 || (direction === 'response' && theirs.every(forbidsAll));
        if (!isGone) left.push([own, theirs]);
        // Of a member that every answer had, a break tells.
        else if (!own.every(forbidsAll) && !(direction === 'response' && old.required.has(name)))
          yield { name, at: `(${placeOf(placeIn(own))} → ${placeOf(placeIn(current.schemas))})`, isNew: false };
      }
      for (const name of namesShown(current)) {
        if (describedMembers(old.parts, name).length > 0) continue;
        // Of a member that every request needs, a break tells.
        if (direction === 'request' && current.required.has(name)) continue;
        const own = describedMembers(current.parts, name);
        if (!own.every(forbidsAll))
          yield { name, at: `(${placeOf(placeIn(old.schemas))} → ${placeOf(placeIn(own))})`, isNew: true };
      }
      left.push([describedMembers(old.parts, UNNAMED), describedMembers(current.parts, UNNAMED)]);
      left.push([schemasIn(itemsPlacedAt(old.parts, 0)), schemasIn(itemsPlacedAt(current.parts, 0))]);
    }
  }
}

function sideOf(schemas: readonly Schema[], direction: Direction): Side {
  const parts = possibleParts(given(...schemas));
  const hidden = new Set(parts.flatMap(({ schema }) => [...hiddenMembers(schema, direction)]));
  return { schemas, parts, hidden, required: namesRequired(sureParts(given(...schemas))) };
}

/** Returns the names of the members that a side declares for this direction. */
function namesShown({ parts, hidden }: Side): string[] {
  return [...namesDeclared(parts)].filter((name) => !hidden.has(name));
}

/** False where no value of the side is an object or a list: then its type tells of the change. */
function mayBeObject({ schemas }: Side): boolean {
  return sureParts(given(...schemas)).every(({ keywords: { type } }) => {
    const types = [type ?? 'object'].flat();
    return types.includes('object') || types.includes('array');
  });
}

function placeIn([schema]: readonly Schema[]): Clause {
  const { file, pointer } = (schema as Schema).place;
  return clauseAt(file, pointer);
}
