/** Keeps the content of a message that passes the proxy, so that it can be judged, if there is room for it. */

import type { BufferBudget } from '../../wire/bufferBudget';

/** How long a body may be that is kept, in bytes. A longer one still passes. */
const LONGEST_KEPT = 8 * 1024 * 1024;

/** How many small pieces in a row are joined, so that the buffers do not take more memory than their content; and what is small, in bytes. */
const SMALL_PIECES = 256;
const SMALL = 4096;

export interface KeptBody {
  add(piece: Buffer): void;
  /** Returns how many bytes have passed. */
  length(): number;
  /** Says why the body is not kept; undefined if it is. */
  lost(): 'too large' | 'beyond the budget' | undefined;
  /** Returns the bytes that are kept. */
  bytes(): Buffer;
  /** Frees the bytes and gives them back to the budget. Later bytes are not kept. */
  release(): void;
}

/** @param budget the bytes that are kept are taken from it, until they are released. */
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
