/** The variants of the rota, all of which keep the contract. */

import type { Deviations } from '../catalogue/service';
import type { Rota } from './deviation';

export const ROTA_VARIANTS: Deviations<Rota> = {
  'rota-good': { summary: 'keeps its contract', draws: [] },
  'rota-nothing-behind-the-end': {
    summary: 'answers 400 to a page behind the last one',
    draws: [],
    refuses: ({ operation, query }) => operation === 'listShifts' && Number(query.get('page')) > 2 ** 20,
  },
  'rota-in-the-order-of-a-language': {
    summary: 'sorts titles as a dictionary does: by letters alone, and numbers as numbers',
    draws: [],
    orders: (found, sort) => {
      if (sort !== 'title' && sort !== '-title') return undefined;
      const { compare } = new Intl.Collator('de', { ignorePunctuation: true, numeric: true });
      const sorted = found.toSorted((one, other) => compare(String(one['title']), String(other['title'])));
      return sort === 'title' ? sorted : sorted.toReversed();
    },
  },
  'rota-at-least': {
    summary: 'lists shifts of at least so many hours',
    draws: [],
    chooses: (shown, asked, name) => (name === 'hours' ? Number(shown) >= Number(asked) : undefined),
  },
  'rota-at-most': {
    summary: 'lists shifts of at most so many hours',
    draws: [],
    chooses: (shown, asked, name) => (name === 'hours' ? Number(shown) <= Number(asked) : undefined),
  },
  'rota-dated-in-seconds': {
    summary: 'shows times of changes in whole seconds',
    draws: [],
    dates: (now) => now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
  },
  'rota-dates-what-is-new': {
    summary: 'takes what is sent again for no change',
    draws: [],
    dates: (now, _made, before, content) =>
      Object.entries(content).every(([name, value]) => before[name] === value)
        ? String(before['updatedAt'])
        : now.toISOString(),
  },
  'rota-without-remarks': {
    summary: 'refuses a leave with a remark, for reasons of its own',
    draws: [],
    refusesRemarks: true,
  },
};
