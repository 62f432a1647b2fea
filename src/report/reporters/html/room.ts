/** Keeps the page in bounds: how many bytes it may have, and how many of them a part may still take. */

import type { Report } from '../../report';
import type { Markup } from './markup';

/** How many bytes may still be added. */
export interface Room {
  left: number;
}

/** A page has at most so many bytes, below 1 MB for few operations. Longer ones are slow to open. */
const FEWEST = 900_000;
const MOST = 2_850_000;
/** For so many operations there is no more room than for few, in bytes for each further one. */
const FEW_OPERATIONS = 50;
const EACH = 10_000;

/** Returns the room for the whole page of a report. */
export function roomFor({ requirements }: Report): Room {
  const operations = new Set(requirements.map(({ operation }) => operation)).size;
  return { left: Math.min(MOST, FEWEST + Math.max(0, operations - FEW_OPERATIONS) * EACH) };
}

/** Returns the room that a part may take of a page: so many bytes at most, and a share of what is left. */
export function partOf(page: Room, most: number, share: number): Room {
  return { left: Math.min(most, page.left * share) };
}

/** Takes room for a part, and returns the part. */
export function put<Part extends Markup | string>(room: Room, part: Part): Part {
  room.left -= Buffer.byteLength(typeof part === 'string' ? part : part.text);
  return part;
}
