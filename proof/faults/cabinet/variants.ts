/** The variants of the cabinet of drawers, all of which keep the contract. */

import type { Deviations } from '../catalogue/service';
import { type Cabinet, withFolders } from './deviation';

const DEEPEST = 300;

const byText = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other));

export const CABINET_VARIANTS: Deviations<Cabinet> = {
  'cabinet-good': { summary: 'keeps its contract', draws: [] },
  'cabinet-normalises': {
    summary: 'trims titles, writes them in small letters, and rounds depths to tens',
    draws: [],
    keeps: (content) => ({
      ...content,
      title: String(content['title']).trim().toLowerCase(),
      depth: Math.round(Number(content['depth']) / 10) * 10,
    }),
  },
  'cabinet-not-so-deep': {
    summary: 'has no drawer that is deeper than it can be, and says so',
    draws: [],
    keeps: (content) => ({ ...content, depth: Math.min(DEEPEST, Number(content['depth'])) }),
  },
  'cabinet-has-one-colour': {
    summary: 'decides on the colour of a new drawer by itself, and says so',
    draws: [],
    keeps: (content, { operation }) => (operation === 'addDrawer' ? { ...content, colour: 'grey' } : content),
  },
  'cabinet-sorts-folders': {
    summary: 'puts the folders of a drawer into the order of their labels, and one of its own before them',
    draws: [],
    keeps: (content) => withFolders(content, (folders) => [{ label: 'A' }, ...folders].toSorted(byText).slice(0, 5)),
  },
  'cabinet-makes-pairs': {
    summary: 'makes a deeper drawer beside each new one',
    draws: [],
    twin: (drawer) => ({ ...drawer, depth: Number(drawer['depth']) + 100 }),
  },
  'cabinet-hides-folders': {
    summary: 'shows no drawer with its folders',
    draws: [],
    keeps: ({ folders: _, ...content }) => content,
  },
  'cabinet-hides-handles': {
    summary: 'says of no drawer how many handles it has',
    draws: [],
    keeps: ({ handles: _, ...content }) => content,
  },
  'cabinet-draws-pictures-anew': {
    summary: 'draws each picture anew, with other bytes',
    draws: [],
    paints: (picture) => Buffer.from(`drawn ${picture.length}`),
  },
  'cabinet-knows-pictures': {
    summary: 'refuses what is no picture',
    draws: [],
    paints: () => 'refused',
  },
  'cabinet-sheets-of-all-by-right': {
    summary: 'has its sheets in all drawers at once, and says of none in which it is',
    draws: [],
    shows: () => true,
    hidesDrawer: true,
  },
  'cabinet-marks-removed': {
    summary: 'shows a drawer that was removed, and says that it is removed',
    draws: [],
    leaves: (drawer) => ({ ...drawer, removed: true }),
  },
  'cabinet-ends-lines': {
    summary: 'writes lines of notes with one character at their end, and ends the last one',
    draws: [],
    notes: (text) => Buffer.from(`${text.toString().trim().replace(/\r\n?/g, '\n')}\n`),
  },
};
