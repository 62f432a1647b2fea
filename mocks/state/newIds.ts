/** Makes ids for new things. They have the declared type, format and bounds, and look like the ids that exist. */

import { createGenerator, isMade } from '../../conformance/values/generator';
import type { Parameter } from '../../src/contract/contract';
import { typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { createRandom } from '../../src/support/random';
import { typedId } from './values';

interface TakenIds {
  readonly things: ReadonlyMap<string, unknown>;
  /** The last number that was used for an id; 0 if there is none. */
  last: number;
}

export interface Ids {
  /**
   * Returns an id that nothing on the shelf has; undefined if none is found that the path and every answer allow.
   * @param above the number that others have used already.
   */
  fresh(shelf: TakenIds, above?: number): string | undefined;
}

/** How many numbers are tried. */
const MOST_TRIED = 40;

/** @param shown the schemas of the id in each answer that shows it. */
export function createIds(
  { name, types, format, schema, accepts }: Parameter,
  shown: readonly (readonly Schema[])[],
  seed: number,
  place: string,
): Ids {
  const generator = createGenerator({ direction: 'response', seed });
  const fits = (id: string) => accepts(id) && shown.every((schemas) => typedId(id, schemas) !== undefined);
  const declared = [...types, ...shown.flat().flatMap((each) => [...(typesOf(each) ?? [])])];
  const isOfNumbers = declared.some((type) => type === 'integer' || type === 'number');
  const witnessIds = (from: Schema | undefined, number: number): string[] => {
    const value = from && generator.witness(from, { name: `${name} ${number}` });
    return value && isMade(value) && typeof value.value !== 'object' ? [String(value.value)] : [];
  };
  return {
    fresh(shelf, above = 0) {
      const isFree = (id: string) => !shelf.things.has(id) && fits(id);
      const [start = ''] = shelf.things.keys();
      const isNumber = isOfNumbers || /^\d{1,15}$/.test(start);
      for (let tried = 0; tried < MOST_TRIED; tried++) {
        const number = numberAfter(shelf, above);
        const random = createRandom(seed, `${place} ${number}`);
        const all = [
          ...(isNumber ? [String(number)] : []),
          ...(format === 'uuid' || UUID.test(start) ? [random.uuid()] : []),
          ...like(start, number),
          ...(start === '' && tried === 0 ? witnessIds(shown[0]?.[0] ?? schema, number) : []),
          ...[random.uuid(), random.hex(24), String(number), String(random.int(1, 2 ** 31))],
          ...(tried === 0 ? [] : [...witnessIds(shown[0]?.[0], number), ...witnessIds(schema, number)]),
        ];
        const free = all.find(isFree);
        if (free !== undefined) return free;
      }
      return undefined;
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the number after all numbers that ids have: "order-7" → 8. */
function numberAfter(shelf: TakenIds, above: number): number {
  if (shelf.last === 0) {
    for (const id of shelf.things.keys()) {
      const [, digits] = /^(?:[^\d]*[-_:])?(\d{1,15})$/.exec(id) ?? [];
      shelf.last = Math.max(shelf.last, Number(digits ?? 0));
    }
  }
  shelf.last = Math.max(shelf.last, above) + 1;
  return shelf.last;
}

/** Makes an id like another one, with the number 8: `order_0007` → `order_0008`. */
function like(id: string, number: number): string[] {
  const [, head, digits] = /^(.*[-_:])(\d+)$/.exec(id) ?? [];
  return head === undefined || digits === undefined ? [] : [`${head}${String(number).padStart(digits.length, '0')}`];
}
