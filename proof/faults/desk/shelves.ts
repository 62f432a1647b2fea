/** The operations of the desk on its shelves, which it keeps in memory. */

import type { Desk, DeskCall, DeskReply } from './desk';
import { deskFile } from './document';

type Shelf = Readonly<Record<string, unknown>>;

/** The shelves that exist and are handed over. */
export const SHELVES: readonly number[] = [3, 4];

const SHELF: Shelf = {
  kind: 'shelf',
  label: 'North',
  cold: true,
  celsius: 4.5,
  size: [120, 40],
  boards: [{ at: 1, above: { at: 2 } }],
};

function takeShelves(): ReturnType<Desk['open']> {
  const kept = new Map<bigint, Shelf>(SHELVES.map((id) => [BigInt(id), SHELF]));
  const onShelf = (act: (shelf: Shelf, call: DeskCall) => unknown) => (call: DeskCall) => {
    const shelf = kept.get(call.id);
    return shelf && ({ status: 200, body: act(shelf, call) } satisfies DeskReply);
  };
  return {
    readShelf: onShelf((shelf) => shelf),
    replaceShelf: onShelf((_, { id, content }) => {
      kept.set(id, content as Shelf);
      return content;
    }),
    listMoves: onShelf(() => [
      [2024, 'cellar', 'by Ada'],
      [2026, 'hall', null],
    ]),
  };
}

export const shelves: Desk = { file: deskFile('desk31.yaml'), open: takeShelves, plain: { replaceShelf: SHELF } };
