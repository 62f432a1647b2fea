import type { NurseryFault } from './faults';
import { type NurseryCall, type NurseryChanges, type NurseryThing, newestFirst, type Things } from './nursery';

function keeps(name: string, summary: string, changes: NurseryChanges): NurseryFault {
  return { name: `nursery-${name}`, summary, draws: [], changes };
}

/** How a nursery keeps and lists its seedlings. */
interface Listing {
  readonly add?: (call: NurseryCall, id: string) => void;
  readonly show?: (seedling: NurseryThing) => NurseryThing;
  readonly headers?: Readonly<Record<string, string>>;
  readonly list: (seedlings: readonly NurseryThing[]) => readonly NurseryThing[];
}

/** Makes a variant that lists its seedlings in another way. */
function lists(name: string, summary: string, open: () => Listing): NurseryFault {
  return keeps(name, summary, (good) => {
    const { add, show, headers = {}, list } = open();
    return {
      add(call, id, thing) {
        if (call.about === 'Seedling') add?.(call, id);
        good.add(call, id, thing);
      },
      show(thing, id, call) {
        const shown = good.show(thing, id, call) as NurseryThing;
        return call.about === 'Seedling' && show ? show(shown) : shown;
      },
      finish: ({ act, about }, reply) =>
        act === 'list' && about === 'Seedling' && Array.isArray(reply.body)
          ? { ...reply, headers, body: list(reply.body as NurseryThing[]) }
          : reply,
    };
  });
}

/** Makes a variant that lists its beds in another way, ten of them at most. */
function listsBeds(name: string, summary: string, list: (things: Things) => readonly NurseryThing[]): NurseryFault {
  return keeps(name, summary, () => ({
    finish: ({ act, about, things }, reply) =>
      act === 'list' && about === 'Bed' && Array.isArray(reply.body) ? { ...reply, body: list(things) } : reply,
  }));
}

/** How long a slow part of a service takes to learn of a change, in milliseconds. */
const LATER = 250;

const keyOf = ({ about, id }: Pick<NurseryCall, 'about' | 'id'>) => `${about} ${id}`;

function clockOf({ edits }: NurseryThing): number {
  return 17 * (Number(edits ?? 0) + 3);
}

/** Whether a text stands for a whole number of 64 bits, once it is read as a double: `5656033785360701945.25` does. */
function isWholeDouble(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isInteger(Number(text)) && Math.abs(Number(text)) < 2 ** 63;
}

/** The variants of the nursery, all of which keep the contract. */
export const nurseryVariants: readonly NurseryFault[] = [
  keeps('good', 'keeps the contract in the plainest way', () => ({})),
  keeps('lists-later', 'lists nothing in this state: it answers 400, as the contract declares', () => ({
    first: ({ act, about, authorised }) =>
      authorised && act === 'list' && about === 'Bed' ? { status: 400, body: { message: 'Not yet.' } } : undefined,
  })),
  keeps('accepts', 'accepts what is to be made, and makes it later', (good) => ({
    add: (call, id, thing) => void setTimeout(() => good.add(call, id, thing), call.about === 'Bed' ? LATER : 0),
    created(call, id, thing) {
      const reply = good.created(call, id, thing);
      return call.about === 'Bed' ? { ...reply, status: 202 } : reply;
    },
  })),
  keeps('knows-later', 'finds what was made only some time later', (good) => {
    const since = new Map<string, number>();
    return {
      add(call, id, thing) {
        since.set(keyOf({ ...call, id }), Date.now());
        good.add(call, id, thing);
      },
      find: (call) =>
        call.act === 'read' && Date.now() - (since.get(keyOf(call)) ?? 0) < LATER ? undefined : good.find(call),
    };
  }),
  keeps('shows-later', 'shows what was changed only some time later', (good) => {
    const before = new Map<string, { readonly thing: NurseryThing; readonly until: number }>();
    const remember = (call: NurseryCall, thing: NurseryThing) =>
      void before.set(keyOf(call), { thing, until: Date.now() + LATER });
    return {
      replace(old, content, call) {
        remember(call, old);
        return good.replace(old, content, call);
      },
      merge(old, patch, call) {
        remember(call, old);
        return good.merge(old, patch, call);
      },
      show(thing, id, call) {
        const stale = before.get(keyOf({ ...call, id }));
        return good.show(call.act === 'read' && stale && stale.until > Date.now() ? stale.thing : thing, id, call);
      },
    };
  }),
  keeps('forgets-later', 'finds what was deleted for some time', (good) => ({
    remove: (call) => void setTimeout(() => good.remove(call), LATER),
  })),
  keeps('accepts-deletion', 'accepts what is to be deleted, and never gets to it', () => ({
    remove: () => {},
    removed: ({ about }) => ({ status: about === 'Bed' ? 202 : 204 }),
    find: ({ things, id }) => things.get(id),
    first: ({ about }) => (about === 'Bed' ? undefined : { status: 403, body: { message: 'Beds alone.' } }),
  })),
  keeps('marks-as-deleted', 'keeps what is deleted, with a date', () => ({
    remove: ({ things, id }) => void things.set(id, { ...things.get(id), deletedAt: '2026-11-21T10:00:00Z' }),
  })),
  keeps('archives', 'keeps what is deleted, in another state', () => ({
    remove: ({ things, id }) => void things.set(id, { ...things.get(id), status: 'archived' }),
  })),
  keeps('gone', 'answers 410 for what was deleted', (good) => {
    const gone = new Set<string>();
    return {
      remove(call) {
        gone.add(keyOf(call));
        good.remove(call);
      },
      finish: (call, reply) => (reply.status === 404 && gone.has(keyOf(call)) ? { ...reply, status: 410 } : reply),
    };
  }),
  keeps('upserts', 'makes what is replaced and is not there', (good) => ({
    find: (call) =>
      good.find(call) ??
      (call.act === 'replace' && Number.isSafeInteger(Number(call.id)) ? { name: 'new', width: 1 } : undefined),
  })),
  keeps('normalises', 'trims, capitalises and rounds what it is sent', () => ({
    keep: (content) =>
      Object.fromEntries(
        Object.entries(content).map(([name, value]) => {
          if (name === 'soil' || name === 'color') return [name, value];
          if (typeof value === 'string') return [name, value.trim().toUpperCase() || '-'];
          return [name, typeof value === 'number' ? Math.ceil(value / 5) * 5 : value];
        }),
      ),
  })),
  keeps('reads-only', 'lets nobody change anything', () => ({
    first: ({ method, authorised }) =>
      method === 'GET' || !authorised ? undefined : { status: 403, body: { message: 'For reading alone.' } },
  })),
  keeps('asks-for-patience', 'asks for patience every now and then', () => {
    let asked = 0;
    return {
      first: () =>
        ++asked % 9 === 0 ? { status: 429, headers: { 'Retry-After': '0' }, body: { message: 'Soon.' } } : undefined,
    };
  }),
  keeps('has-a-quota', 'takes no more than a few beds', () => ({
    first: ({ act, about, things, authorised }) =>
      authorised && act === 'create' && about === 'Bed' && things.size > 8
        ? { status: 403, body: { message: 'That is enough.' } }
        : undefined,
  })),
  keeps('wants-unique-names', 'refuses a second bed of the same name', () => ({
    first: ({ act, about, things, authorised, content }) =>
      authorised &&
      (act === 'create' || act === 'replace') &&
      about === 'Bed' &&
      [...things.values()].some(({ name }) => name === content['name'])
        ? { status: 409, body: { message: 'That name is taken.' } }
        : undefined,
  })),
  keeps('has-defaults', 'fills in what is left out', (good) => ({
    show: (thing, id, call) =>
      good.show(
        call.about === 'Bed' ? { soil: 'loam', note: 'none', ...thing } : { color: 'green', ...thing },
        id,
        call,
      ),
  })),
  keeps('counts-readings', 'shows with each answer how often it was asked', (good) => {
    let read = 0;
    return {
      show: (thing, id, call) => ({
        ...(good.show(thing, id, call) as NurseryThing),
        version: ++read,
        etag: `"${read}"`,
        readAt: read,
      }),
    };
  }),
  keeps('counts-changes', 'counts the changes and the readings of a bed, and keeps a history of it', (good) => {
    let read = 0;
    const note = (thing: NurseryThing, old: NurseryThing = {}): NurseryThing => ({
      ...thing,
      edits: Number(old['edits'] ?? 0) + 1,
      history: [...((old['history'] as number[] | undefined) ?? []), clockOf(old)],
      mark: `m${clockOf(old)}`,
    });
    return {
      replace: (old, content, call) => note(good.replace(old, content, call), old),
      merge: (old, patch, call) => note(good.merge(old, patch, call), old),
      show: (thing, id, call) => ({ ...(good.show(thing, id, call) as NurseryThing), hits: ++read }),
    };
  }),
  keeps('keeps-names', 'refuses to change a name', () => ({
    first: ({ act, things, id, content, authorised }) =>
      authorised &&
      (act === 'replace' || act === 'change') &&
      things.has(id) &&
      things.get(id)?.['name'] !== content['name']
        ? { status: 409, body: { message: 'A name is for ever.' } }
        : undefined,
  })),
  keeps('keeps-what-bears', 'refuses to delete a bed that bears seedlings, or an empty one at first', () => {
    const asked = new Set<string>();
    return {
      first(call) {
        if (!call.authorised || call.act !== 'remove' || call.about !== 'Bed' || !call.things.has(call.id))
          return undefined;
        if (asked.has(call.id)) return undefined;
        asked.add(call.id);
        return { status: 409, body: { message: 'Ask again.' } };
      },
    };
  }),
  keeps('uses-ids-again', 'gives the id of what was deleted to what is made next', (good) => ({
    newId(call) {
      let id = 1_000_001;
      while (call.things.has(String(id))) id++;
      return call.about === 'Bed' ? String(id) : good.newId(call);
    },
  })),
  keeps('lists-little', 'lists the first two of its beds', () => ({
    finish: ({ act }, reply) =>
      act === 'list' && Array.isArray(reply.body) ? { ...reply, body: reply.body.slice(0, 2) } : reply,
  })),
  lists('lists-seedlings-later', 'lists seedlings only some time later', () => {
    const since = new Map<string, number>();
    return {
      add: (call, id) => void since.set(keyOf({ ...call, id }), Date.now()),
      list: (seedlings) => seedlings.filter(({ id }) => Date.now() - (since.get(`Seedling ${id}`) ?? 0) >= LATER),
    };
  }),
  lists('lists-approved-seedlings', 'lists only seedlings that somebody approved', () => ({
    show: (seedling) => ({ ...seedling, approved: false }),
    list: () => [],
  })),
  lists('lists-cached-seedlings', 'lists the seedlings of a minute ago, and says so', () => ({
    headers: { 'Cache-Control': 'private, max-age=60' },
    list: () => [],
  })),
  lists('lists-seedlings-in-pages', 'lists the first seedling, and says that there are more', () => ({
    headers: { 'X-Total-Count': '7' },
    list: (seedlings) => seedlings.slice(0, 1).map(() => ({ id: 1, species: 'Fern' })),
  })),
  lists('lists-seedlings-by-name', 'lists seedlings with their name alone', () => ({
    list: (seedlings) => seedlings.map(({ species }) => ({ species })),
  })),
  listsBeds('lists-newest-first', 'lists the newest beds first', (things) => newestFirst(things)),
  listsBeds('lists-newest-in-short-pages', 'lists the seven newest beds', (things) => newestFirst(things).slice(0, 7)),
  listsBeds('lists-pinned-first', 'lists some old beds before the newest ones, and few of these', (things) => {
    const beds = newestFirst(things);
    return [...beds.slice(5, 8), ...beds.slice(0, 2), ...beds.slice(9, 12)];
  }),
  listsBeds('lists-by-width', 'lists the seven widest beds, the widest first', (things) =>
    newestFirst(things)
      .sort((one, other) => Number(other['width']) - Number(one['width']))
      .slice(0, 7),
  ),
  listsBeds('lists-by-soil', 'lists beds of loam before all others, and seven in all', (things) => [
    ...newestFirst(things, ({ soil }) => soil === 'loam').slice(0, 7),
  ]),
  keeps('lists-newest-later', 'lists the newest beds first, each only some time after it was made', (good) => {
    const since = new Map<string, number>();
    return {
      add(call, id, thing) {
        since.set(keyOf({ ...call, id }), Date.now());
        good.add(call, id, thing);
      },
      finish: ({ act, about, things }, reply) =>
        act === 'list' && about === 'Bed' && Array.isArray(reply.body)
          ? {
              ...reply,
              body: newestFirst(things, ({ bedId }) => Date.now() - (since.get(`Bed ${bedId}`) ?? 0) >= LATER),
            }
          : reply,
    };
  }),
  keeps('names-nothing-it-makes', 'answers a bed with neither its id nor where it is; the list shows both', (good) => ({
    created(call, id, thing) {
      const reply = good.created(call, id, thing);
      return call.about === 'Bed' ? { status: 201, body: thing } : reply;
    },
  })),
  keeps('is-under-load', 'answers 503 to every tenth request that only reads', () => {
    let asked = 0;
    return {
      first: ({ method }) =>
        method === 'GET' && ++asked % 10 === 0 ? { status: 503, body: { message: 'Too much.' } } : undefined,
    };
  }),
  keeps('reads-doubles', 'reads ids as doubles, and answers 204 to deleting what is not there', () => ({
    first: ({ act, about, things, id, authorised }) =>
      authorised && act === 'remove' && about === 'Bed' && !things.has(id) && isWholeDouble(id)
        ? { status: 204 }
        : undefined,
  })),
  keeps('deletes-again', 'answers 204 to deleting what is not there', () => ({
    finish: ({ act }, reply) => (act === 'remove' && reply.status === 404 ? { status: 204 } : reply),
  })),
  keeps('counts-later', 'counts the seedlings of a bed once in a while', () => {
    const counted = new Map<string, { readonly atMs: number; readonly count: number }>();
    return {
      count({ id, seedlings }) {
        const last = counted.get(id);
        if (last && performance.now() - last.atMs < LATER) return last.count;
        counted.set(id, { atMs: performance.now(), count: seedlings.size });
        return seedlings.size;
      },
    };
  }),
  keeps('surveys-begin-later', 'shows the state of a survey only some time after it accepted that', (good) => ({
    add: (call, id, thing) => void setTimeout(() => good.add(call, id, thing), call.about === 'Survey' ? LATER : 0),
  })),
  keeps('surveys-may-be-dropped', 'accepts surveys, leads to none, and makes none', (good) => ({
    add: (call, id, thing) => (call.about === 'Survey' ? undefined : good.add(call, id, thing)),
    created(call, id, thing) {
      const reply = good.created(call, id, thing);
      return call.about === 'Survey' ? { ...reply, headers: {} } : reply;
    },
  })),
  keeps('surveys-take-long', 'tells whoever asks for a survey to come back in a minute', (good) => ({
    add: (call, id, thing) => (call.about === 'Survey' ? undefined : good.add(call, id, thing)),
    created(call, id, thing) {
      const reply = good.created(call, id, thing);
      return call.about === 'Survey' ? { ...reply, headers: { ...reply.headers, 'Retry-After': '60' } } : reply;
    },
  })),
  keeps('photos-stay', 'shows the photos of beds that were removed', (good) => ({
    finish: (call, reply) =>
      call.act === 'read' && call.about === 'Photo' && call.things.has(call.id) && reply.status === 404
        ? { status: 200, body: good.show(call.things.get(call.id) ?? {}, call.id, call) }
        : reply,
  })),
  keeps('photos-listed-later', 'lists photos only some time later', (good) => {
    const since = new Map<string, number>();
    return {
      add(call, id, thing) {
        since.set(keyOf({ ...call, id }), Date.now());
        good.add(call, id, thing);
      },
      finish: ({ act, about }, reply) =>
        act === 'list' && about === 'Photo' && Array.isArray(reply.body)
          ? {
              ...reply,
              body: (reply.body as NurseryThing[]).filter(
                ({ id }) => Date.now() - (since.get(`Photo ${id}`) ?? 0) >= LATER,
              ),
            }
          : reply,
    };
  }),
  keeps('counts-seedlings', 'says how many seedlings a bed has', () => ({ count: ({ seedlings }) => seedlings.size })),
];
