/**
 * A guest book. What it takes and shows has two media types each, a text of it may be of any length, and it may be asked by methods that its
 * contract does not have. It computes with several numbers of a path, and there is one house. A run asks for all of this with `--thorough`.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import { catalogueEntries, type Deviations, type Service } from '../catalogue/service';
import { type DeskReading, type DeskRoute, deskFile, readDocument } from '../desk/document';

const CONTRACT = deskFile('guests.yaml', 'guests');

interface Entry {
  readonly guest: string;
  readonly words: string;
  readonly mark?: string | number;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
}

/** In what a guest book deviates from the good one. */
interface Book {
  /** Returns the status of the answer to an entry, by the text in which it came; undefined where nothing is wrong with it. */
  readonly refuses?: (entry: Entry, isForm: boolean) => number | undefined;
  /** Changes what is kept of an entry that came in a form. */
  readonly keepsOfForm?: (entry: Entry) => Entry;
  /** Returns the answer to an entry that is asked for as plain text. */
  readonly plain?: (entry: Entry, id: number) => Answer;
  /** Tells whether it fails at the text that entries are searched for, at the name of a guest, or at the ends of some pages. */
  readonly failsAtSearch?: (about: string) => boolean;
  readonly failsAtGuest?: (name: string) => boolean;
  readonly failsAtPages?: (from: number, to: number) => boolean;
  /** Matches the types of content in which a house that it refuses is kept. */
  readonly keepsOfRefused?: RegExp;
  readonly cover?: Answer;
  /** What each entry is marked with. */
  readonly mark?: string | number;
  /** The status of the answer to whoever asks for the house. */
  readonly hidesHouse?: number;
  /** Matches texts for which it does not search. */
  readonly refusesSearch?: RegExp;
  /** The status of the answer to a method that the contract does not have. */
  readonly otherMethod?: (method: string) => number;
}

/** Whoever wrote an entry before the run. */
const GUEST = 'Ada';

const inJson = (entry: Entry, id: number): Answer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ ...entry, id }),
});

/** As much as a column of a database may hold, in bytes. */
const MOST_KEPT = 65_535;

const FAULTS: Deviations<Book> = {
  'guests-fails-at-query': {
    summary: 'fails at QUERY, a method that few services know',
    draws: ['no-server-error'],
    otherMethod: (method) => (method === 'QUERY' ? 500 : 405),
  },
  'guests-fails-at-deletes': {
    summary: 'fails at DELETE where the contract has none',
    draws: ['no-server-error'],
    otherMethod: (method) => (method === 'DELETE' ? 500 : 405),
  },
  'guests-fails-at-long-words': {
    summary: 'fails at a text of 65,536 characters, of which the contract says no length',
    draws: ['no-server-error'],
    refuses: ({ words }) => (words.length > MOST_KEPT ? 500 : undefined),
  },
  'guests-fails-at-long-guests': {
    summary: 'refuses a text that is longer than the contract allows, and fails at a very long one',
    draws: ['no-server-error'],
    refuses: ({ guest }) => (guest.length > MOST_KEPT ? 500 : undefined),
  },
  'guests-fails-at-forms': {
    summary: 'fails at the second of two types that it says to take',
    draws: ['no-server-error'],
    refuses: (_, isForm) => (isForm ? 500 : undefined),
  },
  'guests-takes-no-forms': {
    summary: 'refuses the second of two types that it says to take',
    draws: ['valid-input-accepted'],
    refuses: (_, isForm) => (isForm ? 415 : undefined),
  },
  'guests-fails-at-plain-text': {
    summary: 'fails where an entry is asked for in the second of two types',
    draws: ['no-server-error'],
    plain: () => ({ status: 500 }),
  },
  'guests-shows-json-as-text': {
    summary: 'shows in the second of two types what the first one is for',
    draws: ['body-schema'],
    plain: (...all) => ({ ...inJson(...all), type: 'text/plain' }),
  },
  'guests-search-fails-at-quotes': {
    summary: 'fails at an apostrophe in a text of the query',
    draws: ['no-server-error'],
    failsAtSearch: (about) => about.includes("'"),
  },
  'guests-search-fails-at-nothing': {
    summary: 'fails at an empty text of the query',
    draws: ['no-server-error'],
    failsAtSearch: (about) => about === '',
  },
  'guests-search-fails-at-length': {
    summary: 'fails at a text of the query of more than 255 characters',
    draws: ['no-server-error'],
    failsAtSearch: (about) => about.length > 255,
  },
  'guests-fails-at-foreign-names': {
    summary: 'fails at a name in the path that is not in ASCII',
    draws: ['no-server-error'],
    failsAtGuest: (name) => /[^ -~]/.test(name),
  },
  'guests-fails-at-reserved-characters': {
    summary: 'fails at characters in the path that mean something in a URI',
    draws: ['no-server-error'],
    failsAtGuest: (name) => /[?#&]/.test(name),
  },
  'guests-fails-at-one-page': {
    summary: 'fails where two numbers of the path are equal',
    draws: ['no-server-error'],
    failsAtPages: (from, to) => from === to,
  },
  'guests-fails-at-pages-backwards': {
    summary: 'fails where the second number of the path is the smaller one',
    draws: ['no-server-error'],
    failsAtPages: (from, to) => to < from,
  },
  'guests-fails-at-pages-below-0': {
    summary: 'fails where both numbers of the path lie below 0',
    draws: ['no-server-error'],
    failsAtPages: (from, to) => from < 0 && to < 0,
  },
  'guests-house-before-the-check': {
    summary: 'keeps the house that it is sent, and looks at it then',
    draws: ['refusal-without-effect'],
    keepsOfRefused: /json/,
  },
  'guests-house-before-the-type': {
    summary: 'keeps the house that it is sent, and looks at the type of the content then',
    draws: ['refusal-without-effect'],
    keepsOfRefused: /undeclared/,
  },
  'guests-house-for-clerks': {
    summary: 'wants a credential for the house, where the contract has none',
    draws: ['success-status'],
    hidesHouse: 401,
  },
  'guests-house-not-built': {
    summary: 'says of an operation of the contract that it is not implemented',
    draws: ['no-server-error'],
    hidesHouse: 501,
  },
  'guests-cover-of-no-type': {
    summary: 'shows a text and does not name its type, where any is declared',
    draws: ['media-type'],
    cover: { status: 200, body: '{not JSON' },
  },
  'guests-shows-another-type': {
    summary: 'shows an entry in a type that is not declared, where the second of two is asked for',
    draws: ['media-type'],
    plain: ({ words }) => ({ status: 200, type: 'text/html', body: `<p>${words.length}</p>` }),
  },
};

const VARIANTS: Deviations<Book> = {
  'guests-good': { summary: 'keeps the contract in the plainest way', draws: [] },
  'guests-answers-query': {
    summary: 'answers QUERY with success, as nothing forbids',
    draws: [],
    otherMethod: (method) => (method === 'QUERY' ? 200 : 405),
  },
  'guests-knows-no-query': {
    summary: 'does not know the method QUERY, and says so by 501',
    draws: [],
    otherMethod: (method) => (method === 'QUERY' ? 501 : 405),
  },
  'guests-refuses-query': {
    summary: 'takes QUERY for a request that is not well-formed',
    draws: [],
    otherMethod: (method) => (method === 'QUERY' ? 400 : 405),
  },
  'guests-hears-little': {
    summary: 'calls more than 1,000 characters too long',
    draws: [],
    refuses: ({ guest, words }) => (guest.length + words.length > 1000 ? 413 : undefined),
  },
  'guests-refuses-much': {
    summary: 'refuses a text of more than 60,000 characters, where the contract has no bound',
    draws: [],
    refuses: ({ guest, words }) => (Math.max(guest.length, words.length) > 60_000 ? 400 : undefined),
  },
  'guests-trims-forms': {
    summary: 'takes off the spaces at the ends of what comes in a form',
    draws: [],
    keepsOfForm: ({ guest, words }) => ({ guest: guest.trim(), words: words.trim() }),
  },
  'guests-marks-by-texts': {
    summary: 'shows the text "1", where the contract wants a text, and lists numbers alone',
    draws: [],
    mark: '1',
  },
  'guests-marks-by-numbers': {
    summary: 'shows the number 1, where the contract wants a text, and lists numbers alone',
    draws: [],
    mark: 1,
  },
  'guests-refuses-searches': {
    summary: 'searches for plain letters alone',
    draws: [],
    refusesSearch: /[^a-z]|^$/i,
  },
  'guests-cover-in-bytes': {
    summary: 'shows bytes that are no JSON, where any type is declared',
    draws: [],
    cover: { status: 200, type: 'image/png', body: Buffer.from('89504e470d0a1a0a', 'hex') },
  },
  'guests-shows-json-alone': {
    summary: 'shows entries in one of two types, whichever is asked for',
    draws: [],
    plain: inJson,
  },
  'guests-shows-no-text': {
    summary: 'has entries in one of two types, and says so',
    draws: [],
    plain: () => ({ status: 406 }),
  },
};

/** Reads the entry in a body; undefined where it is none. */
function entryIn({ check }: DeskReading, { content }: DeskRoute, type: string, text: string): Entry | undefined {
  try {
    const isForm = type === 'application/x-www-form-urlencoded';
    const value: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const schema = content[type]?.schema;
    return schema && !check(schema, value) ? (value as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** Tells what is wrong with the length of an entry that is too long for the contract. */
function lengthsIn(text: string): Entry {
  try {
    const { guest, words } = JSON.parse(text) as Entry;
    return { guest: String(guest), words: String(words) };
  } catch {
    return { guest: '', words: '' };
  }
}

class GuestBook {
  private readonly kept = new Map<number, Entry>([[99_999, { guest: GUEST, words: 'a pond' }]]);
  private written = 0;
  private house: unknown = { name: 'At the pond', rooms: 4 };
  private readonly document = readDocument(CONTRACT);

  constructor(private readonly book: Book) {}

  /** Answers a request. @param text its body. */
  answer({ method = '', url = '', headers }: IncomingMessage, text: string): Answer & { readonly allow?: string } {
    const { pathname, searchParams } = new URL(url, 'http://guests');
    const here = this.document.routes.filter((each) => each.path.test(pathname));
    const route = here.find((each) => each.method === method);
    if (here.length === 0) return { status: 404 };
    if (!route)
      return { status: this.book.otherMethod?.(method) ?? 405, allow: here.map((each) => each.method).join(', ') };
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    const [, ...names] = (route.path.exec(pathname) ?? []).map(decodeURIComponent);
    const [name = '', other = ''] = names;
    switch (route.operationId) {
      case 'addEntry':
        return this.add(route, type.trim().toLowerCase(), text);
      case 'listEntries':
        return this.search(searchParams.get('about'));
      case 'readGuest':
        return this.guest(name);
      case 'countPages':
        return this.pages(name, other);
      case 'readHouse':
        return this.book.hidesHouse
          ? { status: this.book.hidesHouse }
          : { status: 200, type: 'application/json', body: JSON.stringify(this.house) };
      case 'replaceHouse':
        return this.replaceHouse(route, type, text);
      case 'readCover':
        return this.book.cover ?? { status: 200, type: 'application/json', body: '[]' };
      default:
        return this.entry(route.operationId, name, /^text\/plain\b/.test(headers.accept ?? ''));
    }
  }

  private add(route: DeskRoute, type: string, text: string): Answer {
    if (text === '') return { status: 400 };
    if (!route.content[type]) return { status: 415 };
    const isForm = type === 'application/x-www-form-urlencoded';
    const entry = entryIn(this.document, route, type, text);
    const refusal = this.book.refuses?.(entry ?? lengthsIn(text), isForm);
    if (refusal !== undefined || !entry) return { status: refusal ?? 400 };
    const id = ++this.written;
    const kept = { guest: entry.guest, words: entry.words };
    this.kept.set(id, isForm ? (this.book.keepsOfForm?.(kept) ?? kept) : kept);
    return { ...this.shown(kept, id), status: 201 };
  }

  private entry(operation: string, idText: string, isPlain: boolean): Answer {
    const id = /^\d{1,6}$/.test(idText) ? Number(idText) : 0;
    if (id < 1 || id > 100_000) return { status: 400 };
    const entry = this.kept.get(id);
    if (!entry) return { status: 404 };
    if (operation === 'removeEntry') {
      this.kept.delete(id);
      return { status: 204 };
    }
    return isPlain ? (this.book.plain ?? inText)(entry, id) : this.shown(entry, id);
  }

  private shown(entry: Entry, id: number): Answer {
    const { mark } = this.book;
    return inJson(mark === undefined ? entry : { ...entry, mark }, id);
  }

  private search(about: string | null): Answer {
    const { failsAtSearch, refusesSearch } = this.book;
    if (about !== null && failsAtSearch?.(about)) return { status: 500 };
    if (about !== null && refusesSearch?.test(about)) return { status: 400 };
    const found = [...this.kept].filter(([, { words }]) => words.includes(about ?? ''));
    const entries = found.map(([id, entry]) => ({ ...entry, id }));
    return { status: 200, type: 'application/json', body: JSON.stringify(entries) };
  }

  private guest(name: string): Answer {
    if (this.book.failsAtGuest?.(name)) return { status: 500 };
    if (name === '' || [...name].length > 400) return { status: 400 };
    const { length } = [...this.kept.values()].filter(({ guest }) => guest === name);
    return length === 0 ? { status: 404 } : { status: 200, type: 'application/json', body: String(length) };
  }

  private pages(fromText: string, toText: string): Answer {
    const [from, to] = [fromText, toText].map((text) => (/^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN));
    if (from === undefined || to === undefined || (from | 0) !== from || (to | 0) !== to) return { status: 400 };
    if (this.book.failsAtPages?.(from, to)) return { status: 500 };
    return { status: 200, type: 'application/json', body: String(to - from) };
  }

  private replaceHouse({ content }: DeskRoute, type: string, text: string): Answer {
    const refuse = (status: number, house?: unknown): Answer => {
      if (house !== undefined && this.book.keepsOfRefused?.test(type)) this.house = house;
      return { status };
    };
    const schema = content[type]?.schema;
    try {
      const house: unknown = JSON.parse(text);
      if (!schema) return refuse(415, house);
      if (this.document.check(schema, house)) return refuse(400, likeHouse(house));
      this.house = house;
      return { status: 204 };
    } catch {
      return refuse(schema ? 400 : 415);
    }
  }
}

/** Returns what is right of a house; undefined where nothing is. */
function likeHouse(sent: unknown): unknown {
  const { name, rooms } = (sent ?? {}) as { readonly name?: unknown; readonly rooms?: unknown };
  const isName = typeof name === 'string' && /^.{1,40}$/su.test(name);
  const isRooms = typeof rooms === 'number' && Number.isInteger(rooms) && rooms >= 1 && rooms <= 400;
  return isName || isRooms ? { name: isName ? name : 'House', rooms: isRooms ? rooms : 1 } : undefined;
}

function inText({ guest, words }: Entry, id: number): Answer {
  return { status: 200, type: 'text/plain; charset=utf-8', body: `Entry ${id}, ${guest}: ${words}` };
}

async function startGuestBook(book: Book) {
  const guests = new GuestBook(book);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, type, body, allow } = guests.answer(request, (await wholeBody(request)).toString());
    if (type !== undefined) response.setHeader('Content-Type', type);
    if (allow !== undefined) response.setHeader('Allow', allow);
    response.writeHead(status).end(body);
  };
  const listening = await listenOnLoopback(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  return { ...listening, handOver: { params: { name: [GUEST] }, writes: 'any', thorough: true } as const };
}

export const guestBook: Service = {
  name: 'guest book',
  contract: CONTRACT,
  faults: catalogueEntries(FAULTS, startGuestBook),
  variants: catalogueEntries(VARIANTS, startGuestBook),
};
