/** The content of a message that passes: kept for judging, as far as there is room for it. */

import type { BufferBudget } from '../../wire/bufferBudget';

/** The most that is kept of one body, in bytes; what passes may be as long as it likes. */
const LONGEST_KEPT = 8 * 1024 * 1024;

/** So many small pieces in a row are put together, so that none of them costs more than what it holds. */
const SMALL_PIECES = 256;
const SMALL = 4096;

export interface KeptBody {
  add(piece: Buffer): void;
  /** How many bytes have passed. */
  length(): number;
  /** Why it is not there; undefined while all that passed is kept. */
  lost(): 'too large' | 'beyond the budget' | undefined;
  /** All that is kept. */
  bytes(): Buffer;
  /** Lets all go, gives it back to the budget, and keeps nothing of what still comes. */
  release(): void;
}

/** @param budget what is kept is taken from it, until it is released. */
export function createKeptBody(budget: BufferBudget): KeptBody {
  let pieces: Buffer[] = [];
  let length = 0;
  let taken = 0;
  let smallInRow = 0;
  let lost: ReturnType<KeptBody['lost']>;
  let isReleased = false;
  const letGo = () => {
    pieces = [];
    budget.give(taken);
    taken = 0;
  };
  return {
    add(piece) {
      length += piece.length;
      if (lost !== undefined || isReleased) return;
      if (length > LONGEST_KEPT) lost = 'too large';
      else if (!budget.take(piece.length)) lost = 'beyond the budget';
      if (lost !== undefined) return letGo();
      taken += piece.length;
      pieces.push(piece);
      smallInRow = piece.length < SMALL ? smallInRow + 1 : 0;
      if (smallInRow < SMALL_PIECES) return;
      pieces.push(Buffer.concat(pieces.splice(-SMALL_PIECES)));
      smallInRow = 0;
    },
    length: () => length,
    lost: () => lost,
    bytes: () => (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)),
    release() {
      isReleased = true;
      letGo();
    },
  };
}
