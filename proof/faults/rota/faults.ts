/** The faults of the rota, each of which breaks its contract in one way. */

import type { Deviations } from '../catalogue/service';
import type { Rota } from './deviation';

const LONGEST_TITLE = 80;
const STARTED = new Date().toISOString().replace(/\d{3}Z$/, '123Z');

export const ROTA_FAULTS: Deviations<Rota> = {
  'rota-any-days': {
    summary:
      'takes a leave of any number of days; the example of the contract has no text by which a leave could be told',
    draws: ['invalid-input-refused'],
    reads: (content) => (Number.isInteger(content?.['days']) ? { ...content, days: 3 } : content),
  },
  'rota-reserve-fails': {
    summary:
      'fails when it is asked for the shifts of the reserve, which were only asked for beside a shift that is not there',
    draws: ['no-server-error'],
    fails: ({ operation, query }) => operation === 'listShifts' && query.get('crew') === 'reserve',
  },
  'rota-order-fails': {
    summary: 'fails when it is to list the longest shifts first',
    draws: ['no-server-error'],
    fails: ({ operation, query }) => operation === 'listShifts' && query.get('sort') === '-hours',
  },
  'rota-page-overflows': {
    summary: 'fails where the number of the page is great and the page is long',
    draws: ['no-server-error'],
    fails: ({ query }) => Number(query.get('page')) * Number(query.get('size')) > 2 ** 36,
  },
  'rota-long-title-fails': {
    summary: 'fails at a title of 80 characters, which travels with a shift that ends before it begins',
    draws: ['no-server-error'],
    fails: ({ operation, content }) => operation === 'addShift' && String(content['title']).length === LONGEST_TITLE,
  },
  'rota-changes-undated': {
    summary: 'shows when a shift was made as the time of its last change',
    draws: ['change-dated'],
    dates: (_now, made) => made,
  },
  'rota-first-change-dated': {
    summary: 'shows the time of the first change as that of the last one',
    draws: ['change-dated'],
    dates: (now, made, { updatedAt }) => (updatedAt === made ? now.toISOString() : String(updatedAt)),
  },
  'rota-change-dated-at-the-start': {
    summary: 'shows as the time of a change when it began to serve',
    draws: ['change-dated'],
    dates: () => STARTED,
  },
  'rota-shows-all-crews': {
    summary: 'lists the shifts of all crews, whichever is asked for',
    draws: ['list-as-asked'],
    showsAllCrews: true,
  },
  'rota-in-no-order': {
    summary: 'lists shifts as they were made, in whichever order they are asked for',
    draws: ['list-as-asked'],
    orders: (found) => found,
  },
  'rota-never-descends': {
    summary: 'lists the fewest hours first where the most are to come first',
    draws: ['list-as-asked'],
    orders: (found, sort) =>
      sort === '-hours' ? found.toSorted((one, other) => Number(one['hours']) - Number(other['hours'])) : undefined,
  },
  'rota-any-hours': {
    summary: 'lists shifts of any number of hours, however many are asked for',
    draws: ['list-narrows'],
    chooses: (_shown, _asked, name) => (name === 'hours' ? true : undefined),
  },
  'rota-of-any-lead': {
    summary: 'lists the shifts of everybody, whoever is asked for',
    draws: ['list-narrows'],
    chooses: (_shown, _asked, name) => (name === 'leadId' ? true : undefined),
  },
  'rota-at-any-site': {
    summary: 'lists the shifts at each site, whichever is asked for',
    draws: ['list-narrows'],
    chooses: (_shown, _asked, name) => (name === 'siteId' ? true : undefined),
  },
  'rota-hours-stay': {
    summary:
      'keeps the hours of a shift that is replaced; one that ends before it begins is refused by POST and PUT alike',
    draws: ['put-replaces'],
    keeps: (content, { hours = 1 }) => ({ ...content, hours }),
  },
};
