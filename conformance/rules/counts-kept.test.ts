import { contractWith } from '../contracts.testing';
import { countsKept } from './counts-kept';
import { ruleTable, should } from './exchange.testing';

const json = (schema: object) => ({ description: '.', content: { 'application/json': { schema } } });
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const number = { type: 'integer' };
const note = { type: 'object', properties: { id: number, text: { type: 'string' } } };

/** Patients that count their notes by a member of some name. @param sets whether clients set it. */
const clinic = (name: string, sets: object = {}) =>
  contractWith({
    '/patients': {
      post: {
        requestBody: json({ type: 'object', properties: sets }),
        responses: { 201: json({ type: 'object', properties: { id: number } }) },
      },
    },
    '/patients/{p}': {
      parameters: [id('p')],
      get: { responses: { 200: json({ type: 'object', properties: { id: number, [name]: number } }) } },
      delete: { responses: { 204: { description: '.' } } },
    },
    '/patients/{p}/notes': {
      parameters: [id('p')],
      post: { requestBody: json(note), responses: { 201: json(note) } },
    },
    '/patients/{p}/notes/{n}': {
      parameters: [id('p'), id('n')],
      get: { responses: { 200: json(note) } },
      delete: { responses: { 204: { description: '.' } } },
    },
  });

const made = (more: object = {}, status = 201) =>
  ({
    ask: 'POST /patients/7/notes',
    step: 'make',
    sends: { text: 'a' },
    id: '3',
    status,
    json: { id: 3, ...more },
  }) as const;
const counts = (shown: object | number, status = 200) => {
  const json = typeof shown === 'number' ? { id: 7, note_count: shown } : shown;
  return { ask: 'GET /patients/7', step: 'count', status, json } as const;
};
const removed = { ask: 'DELETE /patients/7/notes/3', step: 'remove', status: 204 } as const;
const found = (status: number, shown: object = { id: 3, text: 'a' }) =>
  ({ ask: 'GET /patients/7/notes/3', step: 'read', status, json: shown }) as const;
const seen = found(200);
const other = (status: number) => ({ ask: 'GET /patients/7/notes/4', step: 'other', status, json: { id: 4 } }) as const;
const refused = (status: number) =>
  ({ ask: 'POST /patients/7/notes', step: 'refused', sends: { text: 'b' }, status, json: { status } }) as const;

const unmade = (before: number, after: number) =>
  should(
    'note_count does not count what was made',
    `note_count ${before + 1}, since it was ${before} (#1)`,
    `note_count ${after}`,
  );
const countedFrom = (before: number, after: number) =>
  should(
    'note_count does not count what was made',
    `note_count ${before + 1}, since it was ${before} (#3)`,
    `note_count ${after}`,
  );
const [twice, never] = [countedFrom(2, 4), countedFrom(0, 0)];
const unremoved = should(
  'note_count does not count what was removed',
  'note_count 1, since it was 2 (#1)',
  'note_count 2',
);

ruleTable(countsKept, clinic('note_count'), [
  ['it stays as it was when one is made', [counts(0), made(), seen, counts(0)], unmade(0, 0)],
  ['it counts one twice', [counts(2), made(), seen, counts(4)], unmade(2, 4)],
  ['it stays as it was when one is removed', [counts(2), removed, found(404), counts(2)], unremoved],
  ['it counts what is made', [counts(1), made(), seen, counts(2)], 'kept'],
  ['it counts several', [counts(1), made(), made(), seen, counts(3)], 'kept'],
  ['it counts what is removed', [counts(2), removed, found(404), counts(1)], 'kept'],
  ['it is counted once in a while', [made(), seen, counts(0), made(), seen, counts(2)], 'kept'],
  ['it is counted twice from the beginning', [made(), seen, counts(2), made(), seen, counts(4)], twice],
  ['it never counts', [made(), seen, counts(0), made(), seen, counts(0)], never],
  [
    'a thing is wrapped',
    [counts({ data: { note_count: 1 } }), made(), seen, counts({ data: { note_count: 1 } })],
    unmade(1, 1),
  ],
  ['what was refused does not count', [counts(1), made(), seen, refused(400), counts(2)], 'kept'],
  ['what should have been refused may have been made', [counts(1), made(), seen, refused(201), counts(1)], 'silent'],
  ['what is made later counts later', [counts(1), made({}, 202), seen, counts(1)], 'silent'],
  ['a 200 may be about what was there', [counts(1), made({}, 200), seen, counts(1)], 'silent'],
  ['what is not approved yet need not count', [counts(1), made({ approved: false }), seen, counts(1)], 'silent'],
  ['what is only marked as removed counts still', [counts(2), removed, found(200), counts(2)], 'silent'],
  ['what was made is not found', [counts(1), made(), found(404), counts(1)], 'silent'],
  ['what was removed took another one with it', [counts(2), removed, found(404), other(404), counts(0)], 'silent'],
  ['what was removed left another one', [counts(2), removed, found(404), other(200), counts(2)], unremoved],
  ['it is a text', [counts({ note_count: '1' }), made(), seen, counts({ note_count: '1' })], 'silent'],
  ['it is shown no longer', [counts(1), made(), seen, counts({ id: 7 })], 'silent'],
  ['it is not found', [counts(1), made(), seen, counts(1, 404)], 'silent'],
  [
    'it counts some of them',
    [counts({ unread_note_count: 1 }), made(), seen, counts({ unread_note_count: 1 })],
    'silent',
  ],
  ['it counts something else', [counts({ visit_count: 1 }), made(), seen, counts({ visit_count: 1 })], 'silent'],
]);

ruleTable(countsKept, clinic('notesCount'), [
  [
    'the name is in another spelling',
    [counts({ notesCount: 0 }), made(), seen, counts({ notesCount: 0 })],
    should('notesCount does not count what was made', 'notesCount 1, since it was 0 (#1)', 'notesCount 0'),
  ],
]);

ruleTable(countsKept, clinic('note_count', { note_count: number }), [
  ['clients set it', [counts(0), made(), seen, counts(0)], 'unbound'],
]);

ruleTable(countsKept, clinic('unread_note_count'), [
  ['the contract has no such member', [counts(0), made(), seen, counts(0)], 'unbound'],
]);
