/** Cuts the items of one list out of a JSON text of any length. The text is read piece by piece. */

/** How much of one item, and of the text around all items, is kept, in bytes. */
const LONGEST_ITEM = 64 * 1024 * 1024;
const LONGEST_AROUND = 64 * 1024 * 1024;

/** Stands for an item that is too long to be kept. */
export const TOO_LONG = Symbol('longer than can be kept');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SPACE = 0x20;

export class Cutter {
  private readonly place: Place;
  private readonly outside = createStore(LONGEST_AROUND);
  private readonly item: Store;
  private isInItem = false;

  /**
   * Creates a cutter.
   * @param path the names of the members that lead to the list, from the outermost: `log`, `entries`.
   * @param longestItem the limit for one item, in bytes.
   */
  constructor(path: readonly string[], longestItem = LONGEST_ITEM) {
    this.place = new Place(path);
    this.item = createStore(longestItem);
  }

  /** Takes the next bytes of the text. @returns the items that end in these bytes, as JSON texts. */
  push(bytes: Buffer): readonly (string | typeof TOO_LONG)[] {
    const { place } = this;
    const done: (string | typeof TOO_LONG)[] = [];
    // The first byte that is not kept yet.
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (!place.isInString && byte > SPACE && place.isBetweenItems) {
        // A comma or the end of the list ends an item; anything else begins one.
        const isEnd = byte === COMMA || byte === CLOSE_LIST;
        if (isEnd === this.isInItem) {
          this.keep(bytes.subarray(from, at));
          from = at;
          if (isEnd) done.push(this.takeItem());
          this.isInItem = !isEnd;
        }
      }
      place.pass(byte);
    }
    this.keep(bytes.subarray(from));
    return done;
  }

  /** @returns the text with `0` in place of each item. It is JSON if the text is JSON. Undefined if it is too long. */
  around(): string | undefined {
    return this.outside.text();
  }

  private keep(bytes: Buffer): void {
    (this.isInItem ? this.item : this.outside).add(bytes);
  }

  private takeItem(): string | typeof TOO_LONG {
    const text = this.item.text()?.trim() ?? TOO_LONG;
    this.item.clear();
    this.outside.add(ZERO);
    return text;
  }
}

/** Where a JSON text stands after each of its bytes, seen from the path that leads to the list. */
class Place {
  isInString = false;
  private isEscaped = false;
  private isInList = false;
  private depth = 0;
  /** How many names of the path lead to the current place. */
  private matched = 0;
  /** The name of the member whose value comes next. */
  private name: string | undefined;
  /** The last string, in bytes, if it may be a name of the path. */
  private key: number[] = [];
  private isKept = false;

  constructor(private readonly path: readonly string[]) {}

  /** Tells whether the items of the list begin and end here. They are inside as many objects as the path has names, and one list. */
  get isBetweenItems(): boolean {
    return this.isInList && this.depth === this.path.length + 1;
  }

  pass(byte: number): void {
    if (this.isInString) this.passInString(byte);
    else if (byte > SPACE) this.passMark(byte);
  }

  private passInString(byte: number): void {
    if (this.isKept && this.key.length <= LONGEST_KEY) this.key.push(byte);
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInString = false;
  }

  private passMark(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.isInString = true;
        this.isKept = this.isOnPath();
        if (this.isKept) this.key = [byte];
        break;
      case COLON:
        if (this.isOnPath()) this.name = nameIn(this.key);
        break;
      case COMMA:
        if (this.isOnPath()) this.name = undefined;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.enter(byte);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.leave();
        break;
    }
  }

  private enter(byte: number): void {
    const { path, matched } = this;
    if (this.isOnPath() && this.name === path[matched]) {
      if (byte === OPEN_LIST && matched === path.length - 1) this.isInList = true;
      else if (byte === OPEN_OBJECT && matched < path.length - 1) this.matched++;
    }
    this.depth++;
    this.name = undefined;
  }

  private leave(): void {
    this.depth--;
    if (this.isInList && this.depth < this.path.length + 1) this.isInList = false;
    if (!this.isInList) this.matched = Math.max(0, Math.min(this.matched, this.depth - 1));
  }

  /** Tells whether a name at the current place can be one of the path. */
  private isOnPath(): boolean {
    return !this.isInList && this.depth === this.matched + 1 && this.depth <= this.path.length;
  }
}

/** A name that is longer than this, in bytes, is not a name of the path. */
const LONGEST_KEY = 1024;

const ZERO = Buffer.from('0');

/** Returns the name that a JSON string is, quotes included; undefined if it is none or too long. */
function nameIn(key: readonly number[]): string | undefined {
  try {
    return key.length > LONGEST_KEY ? undefined : String(JSON.parse(Buffer.from(key).toString('utf8')));
  } catch {
    return undefined;
  }
}

interface Store {
  add(piece: Buffer): void;
  /** Returns the text; undefined if there were too many bytes. */
  text(): string | undefined;
  clear(): void;
}

/** Collects bytes. @param most if there are more bytes than this, none are kept. */
function createStore(most: number): Store {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    add(piece) {
      length += piece.length;
      if (length > most) pieces = [];
      // The piece is copied, so that the buffer that it was cut from can be freed.
      else if (piece.length > 0) pieces.push(Buffer.from(piece));
    },
    text: () => (length > most ? undefined : Buffer.concat(pieces).toString('utf8')),
    clear() {
      pieces = [];
      length = 0;
    },
  };
}
