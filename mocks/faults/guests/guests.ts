/**
 * A guest book. What it takes and shows has two media types each, a text of it may be of any length, and it may be asked by methods that its
 * contract does not have. A run asks for all of this with `--thorough`.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import type { CatalogueEntry, Service } from '../catalogue/service';
import { type DeskReading, type DeskRoute, deskFile, readDocument } from '../desk/document';

const CONTRACT = deskFile('guests.yaml', 'guests');

interface Entry {
  readonly guest: string;
  readonly words: string;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

/** In what a guest book deviates from the good one. */
interface Book {
  /** Returns the status of the answer to an entry, by the text in which it came; undefined where nothing is wrong with it. */
  readonly refuses?: (entry: Entry, isForm: boolean) => number | undefined;
  /** Changes what is kept of an entry that came in a form. */
  readonly keepsOfForm?: (entry: Entry) => Entry;
  /** Returns the answer to an entry that is asked for as plain text. */
  readonly plain?: (entry: Entry, id: number) => Answer;
  /** The status of the answer to a method that the contract does not have. */
  readonly otherMethod?: (method: string) => number;
}

type Named<T> = Readonly<Record<string, T & Pick<CatalogueEntry, 'summary' | 'draws'>>>;

const inJson = (entry: Entry, id: number): Answer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ ...entry, id }),
});

/** As much as a column of a database may hold, in bytes. */
const MOST_KEPT = 65_535;

const FAULTS: Named<Book> = {
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
  'guests-shows-another-type': {
    summary: 'shows an entry in a type that is not declared, where the second of two is asked for',
    draws: ['media-type'],
    plain: ({ words }) => ({ status: 200, type: 'text/html', body: `<p>${words.length}</p>` }),
  },
};

const VARIANTS: Named<Book> = {
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
  private readonly kept = new Map<number, Entry>();
  private written = 0;
  private readonly document = readDocument(CONTRACT);

  constructor(private readonly book: Book) {}

  /** Answers a request. @param text its body. */
  answer({ method = '', url = '', headers }: IncomingMessage, text: string): Answer & { readonly allow?: string } {
    const [path = ''] = url.split('?');
    const here = this.document.routes.filter((each) => each.path.test(path));
    const route = here.find((each) => each.method === method);
    if (here.length === 0) return { status: 404 };
    if (!route)
      return {
        status: this.book.otherMethod?.(method) ?? 405,
        allow: here.map((each) => each.method).join(', '),
      };
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    if (route.operationId === 'addEntry') return this.add(route, type.trim().toLowerCase(), text);
    const idText = decodeURIComponent(route.path.exec(path)?.[1] ?? '');
    const id = /^\d{1,6}$/.test(idText) ? Number(idText) : 0;
    if (id < 1 || id > 100_000) return { status: 400 };
    const entry = this.kept.get(id);
    if (!entry) return { status: 404 };
    if (route.operationId === 'removeEntry') {
      this.kept.delete(id);
      return { status: 204 };
    }
    const isPlain = /^text\/plain\b/.test(headers.accept ?? '');
    return isPlain ? (this.book.plain ?? inText)(entry, id) : inJson(entry, id);
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
    return { ...inJson(kept, id), status: 201 };
  }
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
  return { ...listening, handOver: { writes: 'any', thorough: true } as const };
}

const toEntry = ([name, { summary, draws, ...book }]: readonly [string, Named<Book>[string]]): CatalogueEntry => ({
  name,
  summary,
  draws,
  start: () => startGuestBook(book),
});

export const guestBook: Service = {
  name: 'guest book',
  contract: CONTRACT,
  faults: Object.entries(FAULTS).map(toEntry),
  variants: Object.entries(VARIANTS).map(toEntry),
};
