import type { ExchangeErrorKind, Response } from '../../http/message';
import type { Case } from '../model/case';
import { createRepeats } from './repeats';

interface Asked {
  readonly method?: string;
  readonly exists?: boolean;
  readonly handedOver?: boolean;
  readonly makes?: boolean;
  /** The texts by which what it makes is known. */
  readonly like?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** What is answered, time after time: a status, or an error. */
  readonly answers: readonly (number | ExchangeErrorKind)[];
  readonly fields?: readonly (readonly [string, string])[];
}

const MAKER = { method: 'POST', exists: false, handedOver: false, makes: true };

/** Sends one request as often as it is to be sent. @returns how often it was. */
function send(repeats: ReturnType<typeof createRepeats>, asked: Asked): number {
  const {
    method = 'GET',
    exists = true,
    handedOver = true,
    makes = false,
    like,
    path = '/a',
    answers,
    fields = [],
  } = asked;
  const operation = { name: `${method} ${path}`, method, path, safe: method === 'GET' };
  const each = { request: { operation, input: { like } }, claim: { exists, handedOver } } as unknown as Case;
  for (const [failures, answer] of answers.entries()) {
    const isError = typeof answer === 'string';
    const response = isError ? null : ({ status: answer, headers: fields } as unknown as Response);
    const error = isError ? { kind: answer, message: '', code: undefined } : null;
    if (repeats.next(each, { response, error }, failures, makes) === undefined) return failures + 1;
  }
  throw new Error('It is sent once more.');
}

test.each<[string, Asked, number]>([
  ['a 503 that passes', { answers: [503, 200] }, 2],
  ['a 503 that passes the second time', { answers: [503, 503, 200] }, 3],
  ['a 503 that passes the third time', { answers: [503, 503, 503, 200] }, 4],
  ['a 503 that does not pass', { answers: [503, 503, 503, 503] }, 4],
  ['a 502 and a 504', { answers: [502, 504, 404] }, 3],
  ['a time-out that passes', { answers: ['timeout', 200] }, 2],
  ['a time-out that does not pass', { answers: ['timeout', 'timeout'] }, 2],
  ['a 500, which is a fault each time', { answers: [500] }, 1],
  ['a connection that is reset', { answers: ['reset'] }, 1],
  ['a success', { answers: [200] }, 1],
  ['a 503 that says how long to wait, which was waited for', { answers: [503], fields: [['Retry-After', '1']] }, 1],
  ['a DELETE of what is there', { method: 'DELETE', answers: [503] }, 1],
  ['a DELETE of what is not there', { method: 'DELETE', exists: false, answers: [503, 404] }, 2],
  ['a DELETE of what the run made', { method: 'DELETE', handedOver: false, answers: [503, 204] }, 2],
  ['a PATCH of what the run made', { method: 'PATCH', handedOver: false, answers: [503] }, 1],
  ['a POST that makes what has a text of its own', { ...MAKER, like: { name: 'a-7f' }, answers: [503, 201] }, 2],
  [
    'the same, of which nobody knows whether it was made',
    { ...MAKER, like: { name: 'a-7f' }, answers: ['timeout'] },
    1,
  ],
  ['a POST that may make something', { method: 'POST', exists: false, makes: true, answers: [503] }, 1],
  ['a GET that ends the session', { path: '/logout', answers: [503] }, 1],
])('%s', (_, asked, times) => {
  expect(send(alive(), asked)).toBe(times);
});

/** For a target that has answered before. */
function alive(): ReturnType<typeof createRepeats> {
  const repeats = createRepeats();
  send(repeats, { path: '/alive', answers: [200] });
  return repeats;
}

test('where such failures have passed, a 503 is asked again more often', () => {
  const repeats = alive();
  send(repeats, { path: '/b', answers: [503, 200] });
  expect(send(repeats, { answers: [503, 503, 503, 503, 200] })).toBe(5);
  expect(send(repeats, { answers: [503, 503, 503, 503, 503, 503] })).toBe(6);
});

test('what passes the second time is not counted as asked in vain, however often it happens', () => {
  const repeats = alive();
  const sent = Array.from({ length: 100 }, (_, at) =>
    send(repeats, { answers: at % 10 === 9 ? [503, 503, 200] : [200] }),
  );
  expect(sent.filter((times) => times === 3)).toHaveLength(10);
});

test('an operation that has passed before is asked again to the end, for it may fail several times in a row', () => {
  const repeats = alive();
  send(repeats, { answers: [503, 200] });
  const sent = Array.from({ length: 3 }, () => send(repeats, { answers: [503, 503, 503, 503, 503, 503] }));
  expect(sent).toEqual([6, 3, 1]);
});

test('of few requests, five may fail and pass, as happens by chance where one in ten fails', () => {
  const repeats = alive();
  const sent = Array.from({ length: 8 }, (_, at) => send(repeats, { answers: at < 6 ? [503, 200] : [200] }));
  expect(sent).toEqual([2, 2, 2, 2, 2, 2, 1, 1]);
});

test('an operation that fails all the time is not asked much more where another one passes', () => {
  const repeats = alive();
  send(repeats, { path: '/b', answers: [503, 200] });
  const sent = Array.from({ length: 50 }, () => send(repeats, { answers: [503, 503, 503, 503, 503, 503] }));
  expect(sent.reduce((sum, each) => sum + each)).toBe(56);
});

test('a target that has never answered is not asked again', () => {
  expect(send(createRepeats(), { answers: ['timeout'] })).toBe(1);
});

test('a target that answers none of several requests any more is not asked again', () => {
  const repeats = alive();
  const sent = Array.from({ length: 20 }, (_, at) =>
    send(repeats, { path: `/${at}`, answers: ['timeout', 'timeout'] }),
  );
  expect(sent.reduce((sum, each) => sum + each)).toBe(22);
});

test('an operation that fails all the time is not asked twice as much', () => {
  const repeats = createRepeats();
  const sent = Array.from({ length: 50 }, () => send(repeats, { answers: [503, 503, 503, 503] }));
  expect(sent.reduce((sum, each) => sum + each)).toBe(54);
});

test('an operation that never answers is waited for once more', () => {
  const repeats = alive();
  const sent = Array.from({ length: 9 }, () => send(repeats, { answers: ['timeout', 'timeout'] }));
  expect(sent.reduce((sum, each) => sum + each)).toBe(10);
});

test('a target of which everything fails is not asked again for each operation', () => {
  const repeats = createRepeats();
  const sent = Array.from({ length: 200 }, (_, at) => send(repeats, { path: `/${at}`, answers: [503, 503, 503, 503] }));
  expect(sent.reduce((sum, each) => sum + each)).toBe(229);
});

test.each([
  [10, 10],
  [2, 25],
])('of 100 requests of which every %d fails and then passes, %d are sent again', (every, again) => {
  const repeats = createRepeats();
  const sent = Array.from({ length: 100 }, (_, at) =>
    send(repeats, { answers: at % every === every - 1 ? [503, 200] : [200] }),
  );
  expect(sent.filter((times) => times === 2).length).toBe(again);
});
