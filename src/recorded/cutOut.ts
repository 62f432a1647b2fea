/** Cuts the items of one list out of a JSON text of any length. The text is read piece by piece. */

/** How much of one item, and of the text around all items, is kept, in bytes. */
const LONGEST_ITEM = 64 * 1024 * 1024;
const LONGEST_AROUND = 64 * 1024 * 1024;

/** Stands for an item that is too long to be kept. */
export const TOO_LONG = Symbol('longer than can be kept');

interface Cutter {
  /** Takes the next bytes of the text. @returns the items that end in these bytes, as JSON texts. */
  push(bytes: Buffer): readonly (string | typeof TOO_LONG)[];
  /** @returns the text with `0` in place of each item. It is JSON if the text is JSON. Undefined if it is too long. */
  around(): string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SPACE = 0x20;

/**
 * Creates a cutter.
 * @param path the names of the members that lead to the list, from the outermost: `log`, `entries`.
 * @param longestItem the limit for one item, in bytes.
 */
export function createCutter(path: readonly string[], longestItem = LONGEST_ITEM): Cutter {
  /** The depth of the items: they are inside as many objects as the path has names, and one list. */
  const listDepth = path.length + 1;
  const around = createStore(LONGEST_AROUND);
  const item = createStore(longestItem);
  const key = createStore(LONGEST_KEY);
  let depth = 0;
  /** How many names of the path lead to the current place. */
  let matched = 0;
  /** The name of the member whose value comes next. */
  let name: string | undefined;
  let isInString = false;
  let isEscaped = false;
  /** Whether the current string is kept, since it may be a name of the path. */
  let isKept = false;
  let isInList = false;
  let isInItem = false;

  return { push, around: () => around.text() };

  function push(bytes: Buffer): readonly (string | typeof TOO_LONG)[] {
    const done: (string | typeof TOO_LONG)[] = [];
    // The first byte that is not handed over yet.
    let from = 0;
    const handOver = (to: number) => {
      (isInItem ? item : around).add(bytes.subarray(from, to));
      from = to;
    };
    /** Tells whether a name at the current place can be one of the path. */
    const isOnPath = () => !isInList && depth === matched + 1 && depth <= path.length;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (isInString) {
        if (isKept) key.add(bytes.subarray(at, at + 1));
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        continue;
      }
      if (byte <= SPACE) continue;
      if (isInList && depth === listDepth && (byte === COMMA || byte === CLOSE_LIST)) {
        if (isInItem) {
          handOver(at);
          done.push(item.text()?.trim() ?? TOO_LONG);
          item.clear();
          isInItem = false;
          around.add(ZERO);
        }
      } else if (isInList && !isInItem && depth === listDepth) {
        handOver(at);
        isInItem = true;
      }
      switch (byte) {
        case QUOTE:
          isInString = true;
          isKept = isOnPath();
          if (isKept) {
            key.clear();
            key.add(bytes.subarray(at, at + 1));
          }
          break;
        case COLON:
          if (isOnPath()) name = nameIn(key.text());
          break;
        case COMMA:
          if (isOnPath()) name = undefined;
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          if (isOnPath() && name === path[matched]) {
            if (byte === OPEN_LIST && matched === path.length - 1) isInList = true;
            else if (byte === OPEN_OBJECT && matched < path.length - 1) matched++;
          }
          depth++;
          if (!isInItem) name = undefined;
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          depth--;
          if (isInList && depth < listDepth) isInList = false;
          if (!isInList) matched = Math.max(0, Math.min(matched, depth - 1));
          break;
      }
    }
    handOver(bytes.length);
    return done;
  }
}

/** A name that is longer than this, in bytes, is not a name of the path. */
const LONGEST_KEY = 1024;

const ZERO = Buffer.from('0');

function nameIn(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Collects bytes. @param most if there are more bytes than this, none are kept. */
function createStore(most: number) {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    add(piece: Buffer): void {
      length += piece.length;
      if (length > most) pieces = [];
      // The piece is copied, so that the buffer that it was cut from can be freed.
      else if (piece.length > 0) pieces.push(Buffer.from(piece));
    },
    /** Returns the text; undefined if there were too many bytes. */
    text: (): string | undefined => (length > most ? undefined : Buffer.concat(pieces).toString('utf8')),
    clear(): void {
      pieces = [];
      length = 0;
    },
  };
}
