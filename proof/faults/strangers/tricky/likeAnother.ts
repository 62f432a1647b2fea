/**
 * Services that know a thing by what it has beside its name, though no contract and no name of a member says so: what comes with the same mark, the
 * same two currencies or an overlapping time takes the place of what is there. Lists show that no two things are alike in it.
 */

import { contractOf, listOf, objectOf, objectWith, resource, type SchemaLiteral, TEXT, textLike } from '../contracts';
import type { StrangerChanges } from '../store';
import type { Stranger } from '../stranger';
import type { StrangerThing } from '../things';
import { desk, idsWhere, touch } from './parts';

const MARK = textLike('^#[0-9a-f]$', '#a');
const MARKS = [...'0123456789abcdef'].map((sign) => `#${sign}`);
const HOURS = Array.from({ length: 10 }, (_, at) => 8 + at);
const FOUR = [1, 2, 3, 4];

interface Alike {
  readonly name: string;
  readonly sentence: string;
  readonly members: Readonly<Record<string, SchemaLiteral>>;
  /** What strangers have. */
  readonly taken: readonly StrangerThing[];
  /** Whether a thing of a stranger loses its place to what is sent. */
  readonly isTaken: (thing: StrangerThing, sent: StrangerThing) => boolean;
  /** Default: those of what is made, and removed. */
  readonly verbs?: NonNullable<Parameters<typeof resource>[1]>['verbs'];
  readonly listed?: (schema: SchemaLiteral) => SchemaLiteral;
  readonly changes?: StrangerChanges;
  readonly isAlone?: true;
}

/** Makes a service in which a thing loses its place to what comes with the same. */
function displacing({ name, sentence, members, taken, isTaken, listed, changes, isAlone, ...more }: Alike): Stranger {
  const { verbs = ['list', 'create', 'read', 'remove'] } = more;
  const required = ['name', ...Object.keys(members)];
  return {
    name,
    sentence,
    ...(isAlone ? { isAlone } : {}),
    contract: contractOf(resource('/seats/{id}', { members, required, verbs, ...(listed ? { listed } : {}) })),
    before: {
      '/seats': Object.fromEntries(taken.map((each, at) => [String(at + 1), { name: `What ${at} keeps`, ...each }])),
    },
    changes: (good) => ({
      ...changes?.(good),
      first(call) {
        const isTaking = call.method === 'POST' || (['PUT', 'PATCH'].includes(call.method) && call.store.at(call.path));
        if (!isTaking) return undefined;
        const displaced = idsWhere(call, '/seats', (thing, id) => id !== call.id && isTaken(thing, call.content));
        for (const id of displaced) touch(call, `/seats/${id}`, { displaced: true });
        return undefined;
      },
    }),
  };
}

/** Whether two things have the same in all of these members. */
function areAlike(...names: readonly string[]): Alike['isTaken'] {
  return (thing, sent) => names.every((name) => JSON.stringify(thing[name]) === JSON.stringify(sent[name]));
}

const CURRENCIES = ['EUR', 'USD', 'GBP'];
const PAIRS = CURRENCIES.flatMap((from) => CURRENCIES.map((to) => ({ from, to })));
const A_DAY = { type: 'string', format: 'date', example: '2026-12-01' };
const A_NUMBER = { type: 'integer', minimum: 0, maximum: 99_999 };

export const strangersLikeAnother: readonly Stranger[] = [
  displacing({
    name: 'one-of-a-mark',
    sentence: 'POST overwrites what has the same mark; all marks are taken.',
    members: { mark: MARK },
    taken: MARKS.map((mark) => ({ mark })),
    isTaken: areAlike('mark'),
  }),
  displacing({
    name: 'a-mark-is-taken-by-a-change',
    sentence: 'PUT and PATCH take a mark from what has it.',
    members: { mark: textLike('^#[0-9a-f]{2}$', '#aa') },
    taken: MARKS.map((mark) => ({ mark: `${mark}a` })),
    isTaken: areAlike('mark'),
    verbs: ['list', 'create', 'read', 'replace', 'change', 'remove'],
  }),
  displacing({
    name: 'one-of-two-currencies',
    sentence: 'There is one rate from each currency to each other.',
    members: { from: { enum: CURRENCIES }, to: { enum: CURRENCIES } },
    taken: PAIRS,
    isTaken: areAlike('from', 'to'),
  }),
  displacing({
    name: 'one-pair-is-free',
    isAlone: true,
    sentence: 'There is one rate from each currency to each other but the last one.',
    members: { from: { enum: CURRENCIES }, to: { enum: CURRENCIES } },
    taken: PAIRS.slice(0, -1),
    isTaken: areAlike('from', 'to'),
  }),
  displacing({
    name: 'one-of-a-room-and-an-hour',
    sentence: 'There is one booking for each room and each hour, and the example is taken.',
    members: { room: { ...TEXT, example: 'A1' }, hour: { type: 'integer', minimum: 8, maximum: 17, example: 9 } },
    taken: ['A1', 'A2', 'B1'].flatMap((room) => HOURS.map((hour) => ({ room, hour }))),
    isTaken: areAlike('room', 'hour'),
  }),
  displacing({
    name: 'one-of-a-row-and-a-column',
    sentence: 'There is one seat in each row and column, which lie in a member.',
    members: {
      place: objectWith({
        row: { type: 'integer', minimum: 1, maximum: 4 },
        column: { type: 'integer', minimum: 1, maximum: 4 },
      }),
    },
    taken: FOUR.flatMap((row) => FOUR.map((column) => ({ place: { row, column } }))),
    isTaken: areAlike('place'),
  }),
  displacing({
    name: 'marks-in-a-list',
    sentence: 'Each mark belongs to one thing, which loses it to another one that lists it.',
    members: { marks: { ...listOf(MARK), minItems: 1 } },
    taken: MARKS.map((mark) => ({ marks: [mark] })),
    isTaken: (thing, sent) => [sent['marks']].flat().some((mark) => [thing['marks']].flat().includes(mark)),
  }),
  displacing({
    name: 'listed-within-a-member',
    sentence: 'The list shows each thing in a member of its own.',
    members: { mark: MARK },
    taken: MARKS.map((mark) => ({ mark })),
    isTaken: areAlike('mark'),
    listed: (schema) => listOf(objectOf({ seat: schema })),
    changes: () => ({
      list: ({ store }) => ({
        status: 200,
        body: [...store.in('/seats')].map(([id, { thing }]) => ({ seat: { id: Number(id), ...thing } })),
      }),
    }),
  }),
  displacing({
    name: 'one-a-time-of-day',
    sentence: 'There is one for each hour of the day.',
    members: { at: { type: 'string', format: 'time', example: '10:00:00Z' } },
    taken: HOURS.map((hour) => ({ at: `${String(hour).padStart(2, '0')}:00:00Z` })),
    isTaken: areAlike('at'),
  }),
  displacing({
    name: 'one-within-an-hour',
    isAlone: true,
    sentence: 'What begins within an hour of another one takes its place.',
    members: { startsAt: { type: 'string', format: 'date-time', example: '2026-12-01T11:30:00Z' } },
    taken: HOURS.map((hour) => ({ startsAt: `2026-12-0${1 + (hour % 3)}T${String(hour).padStart(2, '0')}:00:00Z` })),
    isTaken: (thing, sent) =>
      Math.abs(Date.parse(String(thing['startsAt'])) - Date.parse(String(sent['startsAt']))) < 3_600_000,
  }),
  displacing({
    name: 'bookings-that-overlap',
    isAlone: true,
    sentence: 'A booking cancels those that overlap with it; there is one for each of ninety years.',
    members: { from: A_DAY, to: { ...A_DAY, example: '2026-12-05' } },
    taken: Array.from({ length: 90 }, (_, at) => ({ from: `${1970 + at}-01-01`, to: `${1970 + at}-12-31` })),
    isTaken: (thing, sent) =>
      String(thing['from']) <= String(sent['to']) && String(thing['to']) >= String(sent['from']),
  }),
  displacing({
    name: 'ranges-that-overlap',
    isAlone: true,
    sentence: 'A range of numbers takes the place of those that overlap with it.',
    members: { start: { ...A_NUMBER, example: 1000 }, end: { ...A_NUMBER, example: 1999 } },
    taken: Array.from({ length: 10 }, (_, at) => ({ start: at * 1000, end: at * 1000 + 999 })),
    isTaken: (thing, sent) =>
      Number(thing['start']) <= Number(sent['end']) && Number(thing['end']) >= Number(sent['start']),
  }),
  desk({
    name: 'listed-people',
    sentence: 'POST /orders gives a task to whom it names, out of a list of the contract.',
    shape: { members: { createdBy: { enum: ['ada', 'bela'] } }, required: ['name', 'createdBy'] },
    paths: [
      resource('/users/{login}', { ids: { login: TEXT }, idMember: 'login', required: [], verbs: ['list', 'read'] }),
    ],
    before: { '/users': { ada: { tasks: 0 }, bela: { tasks: 0 } } },
    changes: () => ({
      show: (thing, id, { collection }) =>
        collection === '/users' ? { ...thing, login: id } : { id: Number(id), ...thing },
    }),
    answers: {
      'POST /orders'(call) {
        touch(call, `/users/${call.content['createdBy']}`, { tasks: 1 });
        return undefined;
      },
    },
  }),
];
