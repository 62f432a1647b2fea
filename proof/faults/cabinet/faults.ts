/** The faults of the cabinet of drawers, each of which breaks its contract in one way. */

import type { Deviations } from '../catalogue/service';
import { type Cabinet, withFolders } from './deviation';

const LONGEST = 64;

export const CABINET_FAULTS: Deviations<Cabinet> = {
  'cabinet-answer-lies': {
    summary: 'answers PUT with the colour that a drawer had before, and keeps the new one',
    draws: ['sent-shown'],
    answers: (drawer, { operation, before }) =>
      operation === 'replaceDrawer' ? { ...drawer, colour: before['colour'] ?? 'grey' } : drawer,
  },
  'cabinet-answer-of-another-title': {
    summary: 'answers POST with a title that nobody sent',
    draws: ['sent-shown'],
    answers: (drawer, { operation }) => (operation === 'addDrawer' ? { ...drawer, title: 'Untitled' } : drawer),
  },
  'cabinet-red-is-grey': {
    summary: 'keeps grey for red, and says so',
    draws: ['sent-shown'],
    keeps: (content) => (content['colour'] === 'red' ? { ...content, colour: 'grey' } : content),
  },
  'cabinet-keeps-one-folder': {
    summary: 'keeps the first folder of a drawer, and says so',
    draws: ['sent-shown'],
    keeps: (content) => withFolders(content, (folders) => folders.slice(0, 1)),
  },
  'cabinet-loses-folders': {
    summary: 'answers POST with folders that it does not keep',
    draws: ['created-found'],
    keeps: (content, { operation }) => (operation === 'addDrawer' ? withFolders(content, () => []) : content),
    answers: (drawer, { operation, sent }) => (operation === 'addDrawer' ? { ...drawer, ...sent } : drawer),
  },
  'cabinet-assumes-two-handles': {
    summary: 'gives a drawer two handles where a request does not say how many',
    draws: ['default-shown'],
    assumes: { handles: 2 },
  },
  'cabinet-assumes-no-handles': {
    summary: 'gives a drawer no handle where a request does not say how many',
    draws: ['default-shown'],
    assumes: { handles: 0 },
  },
  'cabinet-new-drawers-have-three-handles': {
    summary: 'gives a new drawer three handles where a request does not say how many',
    draws: ['default-shown'],
    keeps: (content, { operation, sent }) =>
      operation === 'addDrawer' && sent['handles'] === undefined ? { ...content, handles: 3 } : content,
  },
  'cabinet-makes-two-drawers': {
    summary: 'makes two drawers for each that it is asked for',
    draws: ['created-listed'],
    twin: (drawer) => drawer,
  },
  'cabinet-sheet-in-first-drawer': {
    summary: 'puts every new sheet into the drawer that was made first',
    draws: ['created-listed'],
    puts: (drawerId, [first = drawerId]) => first,
    findsAnywhere: true,
  },
  'cabinet-sheets-of-all': {
    summary: 'shows in each drawer the sheets of all',
    draws: ['created-listed'],
    shows: () => true,
  },
  'cabinet-sheet-below-nothing': {
    summary: 'takes a sheet for a drawer that was removed',
    draws: ['deleted-gone'],
    takesBelow: (wasThere) => wasThere,
  },
  'cabinet-keeps-drawers': {
    summary: 'removes no drawer',
    draws: ['deleted-gone'],
    leaves: (drawer) => drawer,
  },
  'cabinet-keeps-notes': {
    summary: 'removes no note',
    draws: ['deleted-gone'],
    keepsNotes: true,
  },
  'cabinet-keeps-pictures': {
    summary: 'removes no picture of a drawer',
    draws: ['deleted-gone'],
    keepsPictures: true,
  },
  'cabinet-cuts-pictures': {
    summary: 'drops the last byte of a picture',
    draws: ['put-replaces'],
    paints: (picture) => picture.subarray(0, Math.max(1, picture.length - 1)),
  },
  'cabinet-loses-pictures': {
    summary: 'keeps no picture, and says that it was put',
    draws: ['put-replaces'],
    paints: () => 'nothing',
  },
  'cabinet-keeps-the-first-picture': {
    summary: 'puts no picture in place of another one',
    draws: ['put-replaces'],
    paints: (picture, before) => before ?? picture,
  },
  'cabinet-cuts-notes': {
    summary: `keeps the first ${LONGEST} characters of a note`,
    draws: ['put-replaces'],
    notes: (text) => Buffer.from(text.toString().slice(0, LONGEST)),
  },
  'cabinet-drops-the-last-byte': {
    summary: 'drops the last byte of a note',
    draws: ['put-replaces'],
    notes: (text) => text.subarray(0, Math.max(1, text.length - 1)),
  },
  'cabinet-latin-notes': {
    summary: 'reads a note as Latin-1, and keeps it as UTF-8',
    draws: ['put-replaces'],
    notes: (text) => Buffer.from(text.toString('latin1')),
  },
  'cabinet-sheet-made-with-200': {
    summary: 'answers 200 where a sheet is made, which is not declared, and has the body of a sheet',
    draws: ['body-schema'],
    madeWith: 200,
  },
  'cabinet-crashes-at-emojis': {
    summary: 'fails with a page of HTML at a heading with a character of four bytes',
    draws: ['no-server-error'],
    crashesAt: (heading) => /[\u{10000}-\u{10ffff}]/u.test(heading),
  },
  'cabinet-takes-json-of-any-type': {
    summary: 'reads JSON without a look at the type that its request says',
    draws: ['invalid-input-refused'],
    takesAnyType: true,
  },
  'cabinet-worth-is-taken': {
    summary: 'takes from a request what folders are worth',
    draws: ['read-only-kept'],
    takesWorth: true,
  },
};
