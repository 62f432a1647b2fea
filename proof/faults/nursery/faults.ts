/** The faults of the nursery, each of which breaks its contract in one way. */

import { isDeepStrictEqual } from 'node:util';
import { type NurseryChanges, type NurseryThing, type Nursing, newestFirst } from './nursery';

/** A fault or a variant of the nursery, by name. */
export interface NurseryFault {
  readonly name: string;
  readonly summary: string;
  readonly draws: readonly string[];
  readonly changes: NurseryChanges;
  /** The ids of the only operations that it changes, so that verifying these is enough. */
  readonly operations?: readonly string[];
}

type About = 'Bed' | 'Seedling' | 'Photo' | 'Label' | 'Survey' | 'Watering';

/** The ids of all operations on things of a kind. */
const ABOUT: Readonly<Record<About, readonly string[]>> = {
  Bed: ['listBeds', 'createBed', 'readBed', 'replaceBed', 'changeBed', 'removeBed'],
  Seedling: ['listSeedlings', 'createSeedling', 'readSeedling', 'removeSeedling'],
  Photo: ['listPhotos', 'createPhoto', 'readPhoto'],
  Label: ['readLabel', 'putLabel', 'removeLabel'],
  Survey: ['createSurvey', 'readSurvey', 'removeSurvey'],
  Watering: ['createWatering', 'readWatering', 'removeWatering'],
};

/** @param about the only kind of things that it changes; without it, a run asks about all of them. */
function fault(
  name: string,
  summary: string,
  draws: readonly string[],
  changes: NurseryChanges,
  about?: About,
): NurseryFault {
  return { name: `nursery-${name}`, summary, draws, changes, ...(about ? { operations: ABOUT[about] } : {}) };
}

/** Makes a fault that says that it made something, and stores nothing. */
function keepsNothing(name: string, about: About, ...more: readonly string[]): NurseryFault {
  return fault(
    name,
    `says that a ${about.toLowerCase()} was made, and keeps nothing`,
    ['created-found', ...more],
    (good) => ({
      add: (call, id, thing) => (call.about === about ? undefined : good.add(call, id, thing)),
    }),
    about,
  );
}

function names(name: string, summary: string, location: (id: string) => string): NurseryFault {
  const changes: NurseryChanges = (good) => ({
    created(call, id, thing) {
      const reply = good.created(call, id, thing);
      return call.about === 'Bed' ? { ...reply, headers: { Location: location(id) } } : reply;
    },
  });
  return fault(name, summary, ['location-resolves'], changes, 'Bed');
}

/** Makes a fault that stores something else than the PUT sent. */
function puts(
  name: string,
  summary: string,
  rules: string | readonly string[],
  about: About,
  replace: Nursing['replace'],
): NurseryFault {
  const changes: NurseryChanges = (good) => ({
    replace: (old, content, call) =>
      call.about === about ? replace(old, content, call) : good.replace(old, content, call),
  });
  return fault(name, summary, [rules].flat(), changes, about);
}

/** Makes a fault that says that a thing was replaced, and has none at its path then. */
function losesWhatIsPut(): NurseryFault {
  const changes: NurseryChanges = () => ({
    finish(call, reply) {
      if (call.act === 'replace' && call.about === 'Bed' && reply.status === 200) call.things.delete(call.id);
      return reply;
    },
  });
  const summary = 'loses a bed that is put in the place of another one';
  return fault('put-loses-a-bed', summary, ['put-replaces'], changes, 'Bed');
}

/** Makes a fault that says of a label that it was made, though it was there: of one that the PUT leaves as it is, or of one that it changes. */
function madeAgain(name: string, summary: string, isSame: boolean): NurseryFault {
  const changes: NurseryChanges = (good) => {
    const made = new Set<NurseryThing>();
    return {
      replace(old, content, call) {
        const thing = good.replace(old, content, call);
        if (isDeepStrictEqual(old, thing) === isSame) made.add(thing);
        return thing;
      },
      finish(call, reply) {
        const thing = call.act === 'put' ? call.things.get(call.id) : undefined;
        return thing && made.delete(thing) ? { ...reply, status: 201 } : reply;
      },
    };
  };
  return fault(name, summary, ['put-creates-once'], changes, 'Label');
}

function merges(name: string, summary: string, merge: Nursing['merge']): NurseryFault {
  return fault(name, summary, ['patch-merges'], () => ({ merge }), 'Bed');
}

function deletesNothing(name: string, about: About): NurseryFault {
  const changes: NurseryChanges = (good) => ({
    remove: (call) => (call.about === about ? undefined : good.remove(call)),
  });
  return fault(name, `says that a ${about.toLowerCase()} is gone, and keeps it`, ['deleted-gone'], changes, about);
}

/** Makes a fault that lists other things than there are in a bed. */
function lists(
  name: string,
  summary: string,
  shown: (things: readonly unknown[]) => readonly unknown[],
  of: About = 'Seedling',
): NurseryFault {
  const changes: NurseryChanges = () => ({
    finish: ({ act, about }, reply) =>
      act === 'list' && about === of && Array.isArray(reply.body) ? { ...reply, body: shown(reply.body) } : reply,
  });
  return fault(name, summary, ['created-listed'], changes, of);
}

/** Makes a fault that lists the newest beds first, and leaves some out. */
function listsNewest(name: string, summary: string, isListed: (bed: NurseryThing) => boolean): NurseryFault {
  const changes: NurseryChanges = () => ({
    finish: ({ act, about, things }, reply) =>
      act === 'list' && about === 'Bed' && Array.isArray(reply.body)
        ? { ...reply, body: newestFirst(things, isListed) }
        : reply,
  });
  return fault(name, summary, ['created-listed'], changes, 'Bed');
}

/** Makes a fault that does something although it refuses the request. */
function acts(name: string, summary: string, act: Nursing['refusing']): NurseryFault {
  return fault(name, summary, ['refusal-without-effect'], () => ({ refusing: act }));
}

function renames({ things, id, content }: Parameters<Nursing['refusing']>[0]): void {
  const old = things.get(id);
  const { name } = content;
  // A name that is none would show in each list.
  if (old && typeof name === 'string' && /^.{1,80}$/u.test(name)) things.set(id, { ...old, name });
}

let number = 0;

function withoutNull(thing: NurseryThing): NurseryThing {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null));
}

/** Returns the bed that is made of what was sent. What is wrong with it is put right. */
function made({ name, width, soil, note }: NurseryThing): NurseryThing {
  return {
    name: typeof name === 'string' && name !== '' ? name.slice(0, 80) : 'bed',
    width: typeof width === 'number' && Number.isInteger(width) && width > 0 && width <= 1000 ? width : 7,
    ...(['loam', 'sand', 'clay'].includes(String(soil)) ? { soil } : {}),
    ...(typeof note === 'string' ? { note: note.slice(0, 200) } : {}),
  };
}

/** Faults that only several requests together can show. */
export const nurseryFaults: readonly NurseryFault[] = [
  fault('lists-nothing', 'answers 404, which is not declared, to listing beds', ['success-status'], () => ({
    first: ({ act, about, authorised }) =>
      authorised && act === 'list' && about === 'Bed' ? { status: 404, body: { message: 'None.' } } : undefined,
  })),
  keepsNothing('bed-nowhere', 'Bed', 'location-resolves'),
  keepsNothing('seedling-nowhere', 'Seedling'),
  keepsNothing('photo-nowhere', 'Photo'),
  keepsNothing('label-nowhere', 'Label'),
  keepsNothing('survey-nowhere', 'Survey'),
  keepsNothing('watering-nowhere', 'Watering'),
  fault('bed-of-another-width', 'keeps another width than it says', ['created-found'], (good) => ({
    add: (call, id, thing) =>
      good.add(call, id, call.about === 'Bed' ? { ...thing, width: Number(thing['width']) > 500 ? 1 : 1000 } : thing),
  })),
  names('location-of-another', 'names the Location of another bed', () => '/beds/1'),
  fault(
    'label-made-again',
    'answers 201 to each PUT of a label',
    ['put-creates-once'],
    () => ({
      finish: ({ act }, reply) => (act === 'put' && reply.status === 200 ? { ...reply, status: 201 } : reply),
    }),
    'Label',
  ),
  madeAgain('label-made-of-the-same', 'answers 201 to a PUT of what the label is already', true),
  madeAgain('label-made-of-another', 'answers 201 to a PUT that changes the label, as if it were a new one', false),
  puts('bed-turned', 'turns the bed at each PUT', 'put-idempotent', 'Bed', (old, content) => ({
    ...content,
    sunny: old['sunny'] !== true,
  })),
  fault('bed-under-another-id', 'answers with another id than what was made has', ['created-found'], (good) => ({
    created(call, id, thing) {
      const reply = good.created(call, id, thing);
      return call.about === 'Bed' ? { ...reply, body: good.show(thing, `9${id}`, call) } : reply;
    },
  })),
  names('location-of-another-path', 'names a path that there is not', (id) => `/bed/${id}`),
  names('location-of-the-id-alone', 'names the id without its path', (id) => id),
  names('location-behind-the-gateway', 'names the path that only its gateway knows', (id) => `/internal/v1/beds/${id}`),
  losesWhatIsPut(),
  puts('put-ignored', 'ignores what is put, and shows it so', ['put-replaces', 'sent-shown'], 'Bed', (old) => old),
  puts('put-merges', 'merges what is put', 'put-replaces', 'Bed', (old, content) => ({ ...old, ...content })),
  puts('put-keeps-a-note', 'keeps one member that was left out', 'put-replaces', 'Bed', ({ note }, content) => ({
    ...(note === undefined ? {} : { note }),
    ...content,
  })),
  puts('put-keeps-its-name', 'puts all but one member', 'put-replaces', 'Bed', ({ name }, content) => ({
    ...content,
    name,
  })),
  puts(
    'put-label-merges',
    'merges what is put under an id that the client chose',
    'put-replaces',
    'Label',
    (old, content) => ({
      ...old,
      ...content,
    }),
  ),
  puts('put-counts', 'numbers what is put', 'put-idempotent', 'Bed', (_, content) => ({
    ...content,
    name: `${String(content['name']).slice(0, 60)} (${number++})`,
  })),
  puts('put-widens', 'widens a bed that is put as it is already', 'put-idempotent', 'Bed', (old, content) => {
    const width = Number(content['width']);
    const isAgain = old['name'] === content['name'] && old['width'] === width;
    return { ...content, width: isAgain ? (width % 1000) + 1 : width };
  }),
  puts(
    'put-label-toggles',
    'takes back what is put twice',
    ['put-idempotent', 'sent-shown'],
    'Label',
    (old, content) => ({
      ...content,
      text: old['text'] === content['text'] ? 'blank' : content['text'],
    }),
  ),
  merges('patch-replaces', 'drops what a patch does not have', ({ name, width }, patch) =>
    withoutNull({ name, width, ...patch }),
  ),
  merges('patch-keeps-null', 'keeps a member that a patch removes', (old, patch) => ({
    ...old,
    ...withoutNull(patch),
  })),
  merges('patch-ignored', 'ignores a patch', (old) => old),
  merges('patch-of-the-name-alone', 'takes one member of a patch alone', (old, { name }) => ({
    ...old,
    ...(name === undefined ? {} : { name }),
  })),
  deletesNothing('bed-stays', 'Bed'),
  deletesNothing('seedling-stays', 'Seedling'),
  deletesNothing('label-stays', 'Label'),
  acts('put-before-the-credential', 'replaces before it asks who is there', (call) =>
    call.act === 'replace' && !call.authorised ? renames(call) : undefined,
  ),
  acts('put-before-the-check', 'replaces before it looks at what was sent', (call) =>
    call.act === 'replace' && call.authorised ? renames(call) : undefined,
  ),
  acts('put-before-the-token', 'replaces before it looks at the token that it is shown', (call) =>
    call.act === 'replace' && call.isNamed && !call.authorised ? renames(call) : undefined,
  ),
  acts('patch-before-the-token', 'changes before it looks at the token that it is shown', (call) =>
    call.act === 'change' && call.isNamed && !call.authorised ? renames(call) : undefined,
  ),
  acts(
    'post-before-the-token',
    'makes before it looks at the token that it is shown',
    ({ act, about, things, content, authorised, isNamed }) => {
      if (act === 'create' && about === 'Bed' && isNamed && !authorised && typeof content['name'] === 'string')
        things.set(String(2_000_000 + number++), { name: content['name'], width: 7 });
    },
  ),
  fault('bed-updated-as-told', 'takes from a request when a bed was updated', ['read-only-kept'], (good) => {
    const told = new Map<string, unknown>();
    return {
      keep(content, call) {
        if (call.about === 'Bed' && call.id !== '') told.set(call.id, content['updatedAt']);
        return good.keep(content, call);
      },
      show(thing, id, call) {
        const updatedAt = call.about === 'Bed' ? told.get(id) : undefined;
        return { ...(good.show(thing, id, call) as NurseryThing), ...(updatedAt === undefined ? {} : { updatedAt }) };
      },
    };
  }),
  lists('seedlings-unlisted', 'lists no seedling', () => []),
  lists('newest-photo-unlisted', 'lists all photos but the newest', (photos) => photos.slice(0, -1), 'Photo'),
  lists('newest-seedling-unlisted', 'lists all seedlings but the newest', (seedlings) => seedlings.slice(0, -1)),
  lists('seedlings-of-nobody', 'lists the seedlings of another bed', (seedlings) =>
    seedlings.map(() => ({ id: 1, species: 'Fern' })),
  ),
  listsNewest(
    'beds-without-note-unlisted',
    'lists the newest beds first, but none that has no note',
    ({ note }) => note !== undefined,
  ),
  listsNewest(
    'late-beds-unlisted',
    'lists the newest beds first, but none that was made after the first five',
    ({ bedId }) => Number(bedId) <= 1_000_005,
  ),
  acts('patch-before-the-credential', 'changes before it asks who is there', (call) =>
    call.act === 'change' && !call.authorised ? renames(call) : undefined,
  ),
  acts('patch-before-the-check', 'changes before it looks at what was sent', (call) =>
    call.act === 'change' && call.authorised ? renames(call) : undefined,
  ),
  acts(
    'post-before-the-credential',
    'makes before it asks who is there',
    ({ act, about, things, content, authorised }) => {
      const { name } = content;
      if (act === 'create' && about === 'Bed' && !authorised && typeof name === 'string')
        things.set(String(2_000_000 + number++), { name, width: 7 });
    },
  ),
  acts(
    'post-before-the-check',
    'makes before it looks at what was sent',
    ({ act, about, things, content, authorised }) => {
      const { name } = content;
      if (
        act === 'create' &&
        about === 'Bed' &&
        authorised &&
        typeof name === 'string' &&
        /(^|-)[0-9a-f]{8}($|-)/.test(name)
      )
        things.set(String(2_000_000 + number++), { name, width: 7 });
    },
  ),
  acts('put-before-the-type', 'replaces before it looks at the type of the content', (call) =>
    call.act === 'replace' && call.type === 'application/x-undeclared' ? renames(call) : undefined,
  ),
  acts(
    'post-before-the-type',
    'makes before it looks at the type of the content',
    ({ act, about, things, content, type }) => {
      if (act === 'create' && about === 'Bed' && type === 'application/x-undeclared' && content['name'])
        things.set(String(2_000_000 + number++), { name: content['name'], width: 7 });
    },
  ),
  acts('delete-before-the-credential', 'deletes before it asks who is there', ({ act, things, id, authorised }) => {
    if (act === 'remove' && !authorised) things.delete(id);
  }),
  fault('conflicts-and-keeps', 'answers 409 to what is invalid, and keeps it', ['refusal-without-effect'], () => ({
    refusing: (call) => (call.act === 'replace' && call.authorised ? renames(call) : undefined),
    finish: (call, reply) => (reply.status === 400 && call.act === 'replace' ? { ...reply, status: 409 } : reply),
  })),
  fault(
    'looks-at-names-alone',
    'refuses a name that is taken, and takes all else',
    ['invalid-input-refused'],
    (good) => ({
      first(call) {
        const { act, about, things, content, authorised } = call;
        if (!authorised || act !== 'create' || about !== 'Bed') return undefined;
        if ([...things.values()].some(({ name }) => name === content['name']))
          return { status: 409, body: { message: 'That name is taken.' } };
        const [id, thing] = [good.newId(call), made(content)];
        good.add(call, id, thing);
        return good.created(call, id, thing);
      },
    }),
  ),
  fault('reads-nothing', 'answers 503 to whoever reads a bed', ['no-server-error'], () => ({
    first: ({ act, about, authorised }) =>
      act === 'read' && about === 'Bed' && authorised ? { status: 503, body: { message: 'Later.' } } : undefined,
  })),
  fault('shows-another-id', 'shows a bed under the id of another', ['exact-id'], (good) => ({
    show: (thing, id, call) => good.show(thing, call.act === 'read' && call.about === 'Bed' ? `7${id}` : id, call),
  })),
  fault('deletes-all', 'deletes all seedlings of a bed for one', ['exact-id'], (good) => ({
    remove: (call) => (call.about === 'Seedling' ? call.things.clear() : good.remove(call)),
  })),
  fault('counts-nothing', 'says of each bed that it has no seedlings', ['counts-kept'], () => ({ count: () => 0 })),
  fault('counts-twice', 'counts each seedling of a bed twice', ['counts-kept'], () => ({
    count: ({ seedlings }) => 2 * seedlings.size,
  })),
  fault('counts-what-was', 'counts seedlings that were removed, too', ['counts-kept'], () => {
    const most = new Map<string, number>();
    return {
      count({ id, seedlings }) {
        const count = Math.max(most.get(id) ?? 0, seedlings.size);
        most.set(id, count);
        return count;
      },
    };
  }),
];
