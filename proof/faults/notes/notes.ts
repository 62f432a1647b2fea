/**
 * Notes of two members. Its contract does not say whose they are; a run is told that they are private, and is handed the credentials of both. The
 * first member makes things, and the second one asks for them.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import type { CatalogueEntry, Service } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';

const CONTRACT = deskFile('notes.yaml', 'notes');

const MEMBERS = { first: 'token-of-the-first-4b1d', second: 'token-of-the-second-93ce' } as const;
type Member = keyof typeof MEMBERS;

export interface Note {
  readonly id: string;
  readonly owner: Member;
  readonly title: string;
  readonly text: string;
}

type Act = 'list' | 'read' | 'replace' | 'change' | 'remove';

/** In what notes deviate from the good ones. */
interface Deviation {
  readonly summary: string;
  /** What anybody may do with the notes of another member. */
  readonly open?: readonly Act[];
  /** The status of an answer about a note of another member, and about one that is not there. Default: 404 for both. */
  readonly foreign?: number;
  readonly missing?: number;
  /** What was removed is remembered, and answered as what belongs to another member. */
  readonly remembers?: true;
  /** To remove what is not there, or not one's own, is answered 204. */
  readonly removesAnything?: true;
  /** Another member sees that there is a note, and not what it says. */
  readonly masks?: true;
  /** Each member counts from 1, so that both have a note 1; a PUT makes what is not there. */
  readonly counts?: true;
  /** Nobody says that they are private. */
  readonly isShared?: true;
}

const FAULTS: Readonly<Record<string, Deviation>> = {
  'notes-read-by-others': { summary: 'shows a note to whoever has its id', open: ['read'] },
  'notes-listed-for-others': { summary: 'lists the notes of everybody', open: ['list'] },
  'notes-replaced-by-others': { summary: 'hides notes of others, and lets PUT replace them', open: ['replace'] },
  'notes-changed-by-others': { summary: 'hides notes of others, and lets PATCH change them', open: ['change'] },
  'notes-removed-by-others': { summary: 'hides notes of others, and lets DELETE remove them', open: ['remove'] },
  'notes-told-apart': {
    summary: 'answers 403 where there is a note of another member, and 404 where none is',
    foreign: 403,
  },
};

const VARIANTS: Readonly<Record<string, Deviation>> = {
  'notes-good': { summary: 'hides the notes of others' },
  'notes-forbidden-alike': {
    summary: 'answers 403 to whatever is not of the member, be it there or not',
    foreign: 403,
    missing: 403,
  },
  'notes-forbidden-ever-after': { summary: 'answers 403 for what was removed, too', foreign: 403, remembers: true },
  'notes-removed-or-not': { summary: 'answers 204 to removing what is not there, or another’s', removesAnything: true },
  'notes-masked': { summary: 'shows others that there is a note, and not what it says', masks: true },
  'notes-counted-for-each': { summary: 'counts the notes of each member from 1, and makes them by PUT', counts: true },
  'notes-shared': {
    summary: 'lets every member do everything, where nobody says that notes are private',
    open: ['list', 'read', 'replace', 'change', 'remove'],
    isShared: true,
  },
  'notes-shared-and-forbidden': {
    summary: 'tells 403 from 404, where nobody says that notes are private',
    foreign: 403,
    isShared: true,
  },
};

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** Keeps notes. */
class Notes {
  readonly kept: Note[] = [];
  private readonly removed = new Set<string>();
  private made = 0;

  constructor(private readonly deviation: Deviation) {
    // The second member has some already, under the numbers that the first will be given.
    for (let at = 1; deviation.counts && at <= 400; at++)
      this.kept.push({ id: String(at), owner: 'second', title: `my own ${at}`, text: '' });
  }

  list(member: Member): Answer {
    return { status: 200, body: this.kept.filter(({ owner }) => owner === member || this.opens('list')).map(shown) };
  }

  add(member: Member, content: object): Answer {
    const id = this.deviation.counts ? String(++this.made) : randomUUID();
    return { status: 201, body: this.keep({ ...content, id, owner: member } as Note) };
  }

  about(member: Member, id: string, act: Act, content: object): Answer {
    const { foreign = 404, missing = 404, remembers, removesAnything, masks, counts } = this.deviation;
    const note = this.kept.find((each) => each.id === id && (!counts || each.owner === member));
    if (removesAnything && act === 'remove' && note?.owner !== member) return { status: 204 };
    if (!note && counts && act === 'replace')
      return { status: 200, body: this.keep({ ...content, id, owner: member } as Note) };
    if (!note) return { status: remembers && member === 'second' && this.removed.has(id) ? foreign : missing };
    if (note.owner !== member && !this.opens(act))
      return masks && act === 'read' ? { status: 200, body: { id, title: 'hidden', text: '' } } : { status: foreign };
    if (act === 'read') return { status: 200, body: shown(note) };
    this.kept.splice(this.kept.indexOf(note), 1);
    if (act === 'remove') {
      this.removed.add(id);
      return { status: 204 };
    }
    return { status: 200, body: this.keep({ ...note, ...content, id, owner: note.owner }) };
  }

  private opens(act: Act): boolean {
    return this.deviation.open?.includes(act) ?? false;
  }

  private keep(note: Note): object {
    this.kept.push(note);
    return shown(note);
  }
}

function shown({ id, title, text }: Note): object {
  return { id, title, text };
}

const ACTS: Readonly<Record<string, Act>> = { GET: 'read', PUT: 'replace', PATCH: 'change', DELETE: 'remove' };

function serve(notes: Notes) {
  const { routes, check } = readDocument(CONTRACT);
  return async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await wholeBody(request);
    const answer = ({ status, body }: Answer, headers: Record<string, string> = {}) => {
      if (body !== undefined) response.setHeader('Content-Type', 'application/json');
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    };
    const [path = ''] = (request.url ?? '').split('?');
    const here = routes.filter((each) => each.path.test(path));
    const route = here.find(({ method }) => method === request.method);
    if (!route)
      return answer({ status: here.length > 0 ? 405 : 404 }, { Allow: here.map(({ method }) => method).join(', ') });
    const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const member = (['first', 'second'] as const).find((each) => MEMBERS[each] === token);
    if (!member) return answer({ status: 401 }, { 'WWW-Authenticate': 'Bearer' });
    let content = {};
    if (route.bodyRequired) {
      const [type = ''] = (request.headers['content-type'] ?? '').split(';');
      const schema = route.content[type.trim().toLowerCase()]?.schema;
      if (bytes.length > 0 && !schema) return answer({ status: 415 });
      try {
        content = JSON.parse(bytes.toString());
        if (!schema || check(schema, content)) return answer({ status: 400 });
      } catch {
        return answer({ status: 400 });
      }
    }
    if (route.operationId === 'listNotes') return answer(notes.list(member));
    if (route.operationId === 'addNote') return answer(notes.add(member, content));
    const id = decodeURIComponent(route.path.exec(path)?.[1] ?? '');
    return answer(notes.about(member, id, ACTS[route.method] ?? 'read', content));
  };
}

/** Starts notes. @returns them, too: what a run left of them. */
export async function startNotes(deviation: Deviation) {
  const notes = new Notes(deviation);
  const handle = serve(notes);
  const listening = await listenOnLoopback((request, response) => void handle(request, response));
  return {
    ...listening,
    kept: notes.kept,
    handOver: {
      token: MEMBERS.first,
      otherCredentials: { member: MEMBERS.second },
      ...(deviation.isShared ? {} : { privateThings: () => true }),
      writes: 'any',
    } as const,
  };
}

const toEntry = ([name, deviation]: readonly [string, Deviation], draws: readonly string[]): CatalogueEntry => ({
  name,
  summary: deviation.summary,
  draws,
  start: () => startNotes(deviation),
});

export const notesOfTwo: Service = {
  name: 'notes',
  contract: CONTRACT,
  faults: Object.entries(FAULTS).map((each) => toEntry(each, ['private-things'])),
  variants: Object.entries(VARIANTS).map((each) => toEntry(each, [])),
};
