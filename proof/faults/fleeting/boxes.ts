/** A room of boxes: how boxes come and go in it, and what it does although it refuses. */

import type { Deviations } from '../catalogue/service';
import type { FleetingCall, FleetingDeviation, FleetingWays } from './fleeting';

/** Leaves so many of what is kept, the newest ones. */
function leave({ kept }: FleetingCall, most: number): void {
  for (const id of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(id);
}

function keepsNewest(most: number): () => FleetingWays {
  return () => ({ added: (call) => leave(call, most) });
}

/** Boxes that are gone some time after they came, in milliseconds. */
function expires(afterMs: () => number): () => FleetingWays {
  return () => {
    const until = new Map<string, number>();
    return {
      before({ kept }) {
        for (const [id, end] of until) if (end < Date.now()) kept.delete(id);
        return undefined;
      },
      added: (_, id) => void until.set(id, Date.now() + afterMs()),
    };
  };
}

/** Something that happens each so many requests. */
function each(requests: number, happens: (call: FleetingCall) => void): () => FleetingWays {
  return () => {
    let asked = 0;
    return {
      before(call) {
        if (++asked % requests === 0) happens(call);
        return undefined;
      },
    };
  };
}

let chance = 1;

/** A number below a limit, the same in each run of the process. */
function below(limit: number): number {
  chance = (chance * 48271) % 2147483647;
  return chance % limit;
}

export const boxVariants: Deviations<FleetingDeviation> = {
  'boxes-good': { summary: 'keeps boxes in the plainest way', draws: [] },
  'boxes-newest': { summary: 'keeps the three newest boxes alone', draws: [], open: keepsNewest(3) },
  'boxes-newest-five': { summary: 'keeps the five newest boxes alone', draws: [], open: keepsNewest(5), writes: 'own' },
  'boxes-expire': { summary: 'keeps a box for a moment', draws: [], open: expires(() => 600) },
  'boxes-expire-by-chance': {
    summary: 'keeps each box for another moment',
    draws: [],
    open: expires(() => 300 + below(600)),
  },
  'boxes-reset': { summary: 'loses everything now and then', draws: [], open: each(23, ({ kept }) => kept.clear()) },
  'boxes-someone-removes': {
    summary: 'has another client that removes one of all boxes now and then',
    draws: [],
    open: each(9, ({ kept }) => void kept.delete([...kept.keys()][below(Math.max(1, kept.size))] ?? '')),
  },
  'boxes-someone-writes': {
    summary: 'has another client that changes all boxes now and then',
    draws: [],
    open: each(7, ({ kept }) => {
      for (const [id, box] of kept)
        kept.set(id, { ...box, label: `by another ${below(1000)}`, litres: 1 + below(900) });
    }),
  },
  'boxes-count-looks': {
    summary: 'counts how often a box was looked at, and when',
    draws: [],
    open: () => ({
      shown(box, { kept, id, method }) {
        if (!box || method !== 'GET') return box;
        const seen = { ...box, seen: Number(box['seen'] ?? 0) + 1, updatedAt: new Date().toISOString() };
        kept.set(id, seen);
        return seen;
      },
    }),
  },
  'boxes-once-read': {
    summary: 'has boxes that are gone once they were looked at a few times',
    draws: [],
    open: () => {
      const looks = new Map<string, number>();
      return {
        shown(box, { kept, id, method }) {
          looks.set(id, (looks.get(id) ?? 0) + 1);
          if (method === 'GET' && (looks.get(id) ?? 0) > 4) kept.delete(id);
          return kept.has(id) ? box : undefined;
        },
      };
    },
  },
  'boxes-ids-anew': {
    summary: 'gives the smallest number that is free',
    draws: [],
    open: () => ({
      newId({ kept }) {
        let id = 1;
        while (kept.has(String(id))) id++;
        return String(id);
      },
    }),
  },
  'boxes-marked': {
    summary: 'marks a box as removed, and shows it still',
    draws: [],
    open: () => ({
      refuses: ({ method, id, kept }) =>
        method !== 'GET' && kept.get(id)?.['removedAt'] !== undefined ? 404 : undefined,
      removes({ kept, id }) {
        kept.set(id, { ...kept.get(id), removedAt: new Date().toISOString() });
        return 204;
      },
    }),
  },
  'boxes-removed-later': {
    summary: 'says that a box will be removed, and removes it later',
    draws: [],
    open: () => ({
      removes({ kept, id }) {
        setTimeout(() => kept.delete(id), 60).unref();
        return 202;
      },
    }),
  },
  'boxes-cached': {
    summary: 'shows for a moment what it showed before',
    draws: [],
    open: () => {
      const cached = new Map<string, { readonly box: Record<string, unknown> | undefined; readonly until: number }>();
      return {
        shown(box, { id, method }) {
          if (method !== 'GET') return box;
          const old = cached.get(id);
          if (old && old.until > Date.now()) return old.box;
          cached.set(id, { box, until: Date.now() + 150 });
          return box;
        },
      };
    },
  },
  'boxes-one-of-a-name': {
    summary: 'gives the number of the box that is there for a name that is taken',
    draws: [],
    open: () => {
      let made = 100;
      return {
        newId: ({ kept, content: { name } }) =>
          [...kept].find(([, box]) => box['name'] === name)?.[0] ?? String(++made),
      };
    },
  },
  'boxes-locked-out': {
    summary: 'changes nothing for a moment after requests without a credential',
    draws: [],
    open: () => {
      let failures = 0;
      return {
        before({ isLetIn, method }) {
          if (!isLetIn) failures = 3;
          else if (failures > 0 && method !== 'GET') {
            failures--;
            return 409;
          }
          return undefined;
        },
      };
    },
  },
  'boxes-none-new': {
    summary: 'has no room for another box',
    draws: [],
    open: () => ({ refuses: ({ method }) => (method === 'POST' ? 409 : undefined) }),
  },
  'boxes-at-most-two': {
    summary: 'has room for two boxes',
    draws: [],
    open: () => ({ refuses: ({ method, kept }) => (method === 'POST' && kept.size > 1 ? 409 : undefined) }),
  },
};

export const boxFaults: Deviations<FleetingDeviation> = {
  'boxes-removed-by-strangers': {
    summary: 'removes a box before it looks at the credential',
    draws: ['refusal-without-effect'],
    open: () => ({
      refusing: ({ method, id, kept, isLetIn }) => void (method === 'DELETE' && !isLetIn && kept.delete(id)),
    }),
  },
};
