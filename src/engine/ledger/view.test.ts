import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../../resources/kinds';
import { type KnownContent, scalarsSeen, whoseShown } from './view';

/** A thing that was made as `soil-1a2b3c4d` with five litres, and was looked at since. */
const LOOKED: KnownContent = {
  id: '7',
  texts: ['soil-1a2b3c4d'],
  written: { name: 'soil-1a2b3c4d', litres: '5' },
  sent: new Set(['soil-1a2b3c4d', '5']),
  seen: new Set(['7', 'soil-1a2b3c4d', '5', 'new', '2026-11-24T10:00:00.123Z', 'children: []']),
  isLooked: true,
  isChanged: false,
  isJustMade: false,
  isJustUsed: true,
  isOwnName: false,
};
const FIRST: KnownContent = { ...LOOKED, isLooked: false };
const CHANGED: KnownContent = { ...LOOKED, isChanged: true };
/** One at which nobody has looked when it was new: an earlier run noted it, or answers came late. */
const LATE: KnownContent = { ...FIRST, isJustUsed: false };
const CHANGED_LATE: KnownContent = { ...CHANGED, isJustUsed: false };
/** One without a text of its own. */
const TEXTLESS: KnownContent = {
  ...LOOKED,
  texts: [],
  written: { litres: '5' },
  sent: new Set(['5']),
  seen: new Set(['7', '5']),
};
/** One under a name that the run made up, of which nothing else is known. */
const NAMED: KnownContent = { ...FIRST, id: 'k-9f8e7d6c', texts: [], written: {}, sent: new Set(), isOwnName: true };

async function kindOfThings() {
  const text = { type: 'string' };
  const json = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const listed = { type: 'string', enum: ['queued', 'done'] };
  const responses = {
    200: {
      description: 'ok',
      ...json({ name: text, note: text, state: text, title: text, step: listed, rank: listed }),
    },
  };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const post = { requestBody: json({ name: text, note: text, owner: { ...text, readOnly: true } }), responses };
  const patch = { requestBody: json({ title: text, rank: listed }), responses };
  const paths = { '/things': { post }, '/things/{id}': { parameters, get: { responses }, patch } };
  const contract = await load({ ...head('3.1'), paths });
  const [kind] = kindsOf(contract.operations).items;
  if (!kind) throw new Error('There is no such kind.');
  return kind;
}

const answer = (body: unknown) =>
  ({
    status: 200,
    headers: [],
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }) as unknown as Response;

/** What a service made under a name of the run, and called by that name, whatever was sent. */
const RENAMED: KnownContent = { ...FIRST, id: 'k-9f8e7d6c', isOwnName: true };
const MADE_AS_NAMED = { name: 'k-9f8e7d6c', litres: 5, mime: 'text/plain' };

const AS_MADE = { id: 7, name: 'soil-1a2b3c4d', litres: 5, state: 'new' };

test.each<[string, KnownContent, unknown, string]>([
  ['what was sent', LOOKED, AS_MADE, 'own'],
  ['the same within a wrapper', LOOKED, { data: AS_MADE }, 'own'],
  [
    'its name as a slug, and its number as a decimal',
    LOOKED,
    { ...AS_MADE, name: 'Soil 1A2B3C4D', litres: '5.0' },
    'own',
  ],
  ['only its text, as no JSON', LOOKED, 'soil-1a2b3c4d', 'own'],
  [
    'a name of its own beside the one that was sent',
    LOOKED,
    { ...AS_MADE, name: 'things/7', title: 'soil-1a2b3c4d' },
    'own',
  ],
  ['another name', LOOKED, { ...AS_MADE, name: 'What Ada keeps' }, 'others'],
  [
    'another name, and the text of the run beside it',
    LOOKED,
    { ...AS_MADE, name: 'Ada', last: 'soil-1a2b3c4d' },
    'others',
  ],
  ['a note of somebody', LOOKED, { ...AS_MADE, note: 'Please leave it.' }, 'others'],
  ['another number in a member that the run wrote', LOOKED, { ...AS_MADE, litres: 6 }, 'others'],
  ['another id', LOOKED, { ...AS_MADE, id: 8 }, 'others'],
  ['somebody in a list that was empty', LOOKED, { ...AS_MADE, children: [31] }, 'others'],
  [
    'a moment and a hash of the service',
    LOOKED,
    { ...AS_MADE, updatedAt: '2026-11-24T11:00:00Z', etag: 'a1b2c3d4e5f60718' },
    'own',
  ],
  ['a counter that the run did not write', LOOKED, { ...AS_MADE, views: 12 }, 'own'],
  ['fewer members, and nothing new', LOOKED, { id: 7, state: 'new' }, 'own'],
  ['nothing that can be told', LOOKED, {}, 'unknown'],
  ['words of the service at the first look', FIRST, { ...AS_MADE, currency: 'euro' }, 'own'],
  [
    'the same long after, in a member that requests may write',
    LATE,
    { ...AS_MADE, note: 'Fay works on this' },
    'others',
  ],
  ['the same long after, in one that only a later request writes', LATE, { ...AS_MADE, title: 'Fay' }, 'others'],
  ['the same long after, in one that the contract does not declare', LATE, { ...AS_MADE, currency: 'euro' }, 'others'],
  ['the same long after, in one of answers alone', LATE, { ...AS_MADE, state: 'dry' }, 'own'],
  [
    'somebody in a list that the answer showed empty, at the first look',
    FIRST,
    { ...AS_MADE, children: [31] },
    'others',
  ],
  ['a number in a list, at the first look', FIRST, { ...AS_MADE, parts: [31] }, 'own'],
  ['the same long after', LATE, { ...AS_MADE, parts: [31] }, 'others'],
  ['words long after, in a list', LATE, { ...AS_MADE, state: ['fay'] }, 'others'],
  ['the same long after, in one that is only read', LATE, { ...AS_MADE, owner: 'ada' }, 'own'],
  [
    'the text elsewhere, and words of somebody, at the first look',
    FIRST,
    { id: 7, title: 'Ada', last: 'soil-1a2b3c4d' },
    'others',
  ],
  [
    'what a request of the run has put in its place',
    CHANGED,
    { id: 7, name: 'soil-1a2b3c4d', litres: 9, state: 'dry' },
    'own',
  ],
  ['the same long after', CHANGED_LATE, { id: 7, name: 'soil-1a2b3c4d', litres: 9, state: 'dry' }, 'own'],
  ['a note long after a change', CHANGED_LATE, { ...AS_MADE, note: 'Fay works on this' }, 'others'],
  ['neither its text nor anything sent, after a change', CHANGED, { id: 7, name: 'Ada' }, 'others'],
  ['another state of a job, where the contract lists them', LOOKED, { ...AS_MADE, step: 'done' }, 'own'],
  ['another state, where it does not list them', LOOKED, { ...AS_MADE, state: 'done' }, 'others'],
  ['another listed value that a request may write', LOOKED, { ...AS_MADE, rank: 'done' }, 'others'],
  [
    'another state of a job whose text stands elsewhere',
    LOOKED,
    { id: 7, last: 'soil-1a2b3c4d', step: 'done' },
    'others',
  ],
  ['a listed state in a list', LOOKED, { ...AS_MADE, step: ['done'] }, 'others'],
  ['without a text, what was seen', TEXTLESS, { id: 7, litres: 5 }, 'own'],
  ['without a text, another number', TEXTLESS, { id: 7, litres: 6 }, 'others'],
  ['without a text, words of somebody', TEXTLESS, { id: 7, litres: 5, name: 'Ada' }, 'others'],
  ['under a name of the run, what it does not know', NAMED, { key: 'k-9f8e7d6c' }, 'own'],
  ['that name in place of the text, and words of the service at the first look', RENAMED, MADE_AS_NAMED, 'own'],
  ['the same long after', { ...RENAMED, isJustUsed: false }, { ...MADE_AS_NAMED, note: 'of Fay' }, 'others'],
  ['words of the service without that name', RENAMED, { litres: 5, mime: 'text/plain' }, 'others'],
  ['a name that the run did not make up', { ...RENAMED, isOwnName: false }, MADE_AS_NAMED, 'others'],
])('%s', async (_, content, shown, expected) => {
  expect(whoseShown(await kindOfThings(), content, answer(shown)).is).toBe(expected);
});

test('an empty list is remembered with its name', () => {
  expect(scalarsSeen(answer({ id: 7, children: [] }))).toEqual(['7', 'children: []']);
});
