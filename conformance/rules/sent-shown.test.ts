import { BED_NURSERY } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { sentShown } from './sent-shown';

const rose = { name: 'Rose', width: 3, soil: 'clay' };
const told = 'lamora-0a1b2c3d';

const makes = (sends: object, json: unknown, status = 201) =>
  ({ ask: 'POST /beds', step: 'make', sends, id: '7', status, json }) as const;
const asks = (sends: object, json: unknown) => ({ ask: 'POST /beds', sends, status: 201, json, step: 'post' }) as const;
const puts = (sends: object, json: unknown, status = 200) =>
  ({ ask: 'PUT /beds/7', step: 'put', id: '7', sends, status, json }) as const;
const patches = (sends: object, json: unknown) =>
  ({ ask: 'PATCH /beds/7', step: 'patch', id: '7', sends, status: 200, json }) as const;
const shows = (json: unknown) => ({ ask: 'GET /beds/7', step: 'read', id: '7', status: 200, json }) as const;

const denied = (names: string, expected: string, actual: string) =>
  should(`the answer shows other values than the thing has: ${names}`, expected, actual);
const changed = (names: string, expected: string, actual: string) =>
  should(`the answer shows other values than were sent: ${names}`, expected, actual);
const leftOut = (names: string, expected: string, actual: string) =>
  should(`the answer leaves out what was sent: ${names}`, expected, actual);

ruleTable(sentShown, BED_NURSERY, [
  [
    'the answer to a PUT shows what was there before',
    [
      makes(rose, rose),
      shows(rose),
      puts({ ...rose, width: 200 }, { bedId: 7, ...rose }),
      shows({ ...rose, width: 200 }),
    ],
    denied('/width', '/width 200', '/width 3'),
  ],
  [
    'the answer to a POST shows a text that nobody sent',
    [makes({ ...rose, note: told }, { ...rose, note: 'none' }), shows({ ...rose, note: told })],
    denied('/note', `/note "${told}"`, '/note "none"'),
  ],
  [
    'nobody looks, and a text of the run is another one in the answer',
    makes({ ...rose, note: told }, { ...rose, note: 'none' }),
    changed('/note', `/note "${told}"`, '/note "none"'),
  ],
  [
    'the next look shows what the answer does: this is for created-found to tell',
    [makes({ ...rose, note: told }, { ...rose, note: 'none' }), shows({ ...rose, note: 'none' })],
    'kept',
  ],
  [
    'the next look shows that a merge patch was ignored: this is for patch-merges to tell',
    [
      shows({ ...rose, note: 'none' }),
      patches({ note: told }, { ...rose, note: 'none' }),
      shows({ ...rose, note: 'none' }),
    ],
    'kept',
  ],
  [
    'the answer to a merge patch shows a text that nobody sent',
    [
      shows({ ...rose, note: 'none' }),
      patches({ note: told }, { ...rose, note: 'none' }),
      shows({ ...rose, note: told }),
    ],
    denied('/note', `/note "${told}"`, '/note "none"'),
  ],
  [
    'one value of several is shown as another one',
    [
      makes({ ...rose, soil: 'loam' }, { ...rose, soil: 'loam' }),
      makes({ ...rose, soil: 'sand' }, { ...rose, soil: 'sand' }),
      makes({ ...rose, soil: 'peat' }, { ...rose, soil: 'loam' }),
      makes({ ...rose, soil: 'clay' }, rose),
    ],
    changed('/soil', '/soil "peat"', '/soil "loam"'),
  ],
  [
    'a service decides on a member by itself',
    [
      makes({ ...rose, soil: 'loam' }, { ...rose, soil: 'sand' }),
      makes({ ...rose, soil: 'sand' }, { ...rose, soil: 'sand' }),
      makes({ ...rose, soil: 'clay' }, { ...rose, soil: 'sand' }),
    ],
    'kept',
  ],
  [
    'a number is lost, and one between it and what is shown is kept',
    [
      makes({ ...rose, width: 100 }, { ...rose, width: 100 }),
      makes({ ...rose, width: 300 }, { ...rose, width: 44 }),
      makes({ ...rose, width: 300 }, { ...rose, width: 44 }),
    ],
    [changed('/width', '/width 300', '/width 44'), changed('/width', '/width 300', '/width 44')],
  ],
  [
    'a service has a greatest number of its own',
    [
      makes({ ...rose, width: 100 }, { ...rose, width: 100 }),
      makes({ ...rose, width: 300 }, { ...rose, width: 100 }),
      makes({ ...rose, width: 300 }, { ...rose, width: 100 }),
    ],
    'kept',
  ],
  [
    'a service rounds up to steps',
    [
      makes({ ...rose, width: 0 }, { ...rose, width: 0 }),
      makes({ ...rose, width: 3 }, { ...rose, width: 5 }),
      makes({ ...rose, width: 3 }, { ...rose, width: 5 }),
      makes({ ...rose, width: 100 }, { ...rose, width: 100 }),
    ],
    'kept',
  ],
  [
    'a service has the sizes that are sold',
    [
      makes({ ...rose, width: 1 }, { ...rose, width: 1 }),
      makes({ ...rose, width: 1000 }, { ...rose, width: 1000 }),
      makes({ ...rose, width: 60 }, { ...rose, width: 20 }),
      makes({ ...rose, width: 60 }, { ...rose, width: 20 }),
    ],
    'kept',
  ],
  [
    'a service trims, rounds, and writes in capitals',
    [makes({ name: ' Rose', width: 3.6, soil: 'clay' }, { name: 'ROSE', width: 4, soil: 'clay' }), shows(rose)],
    'kept',
  ],
  [
    'an item of a list is left out',
    makes({ ...rose, tags: ['red', 'old'] }, { ...rose, tags: ['red'] }),
    leftOut('/tags', '/tags ["red","old"]', '/tags ["red"]'),
  ],
  [
    'a part of an object is left out whenever it is sent',
    [
      makes({ ...rose, size: { width: 3, height: 7 } }, { ...rose, size: { width: 3 } }),
      asks({ ...rose, size: { width: 4, height: 8 } }, { ...rose, size: { width: 4 } }),
    ],
    [7, 8].map((height) => leftOut('/size/height', `/size/height ${height}`, '/size/height null')),
  ],
  [
    'a part of an object is left out once',
    [
      makes({ ...rose, size: { width: 3, height: 7 } }, { ...rose, size: { width: 3 } }),
      asks({ ...rose, size: { width: 4, height: 8 } }, { ...rose, size: { width: 4, height: 8 } }),
    ],
    'kept',
  ],
  ['a service knows some tags alone', makes({ ...rose, tags: ['red', 'old'] }, { ...rose, tags: [] }), 'kept'],
  [
    'a service keeps each item once, sorted and in small letters',
    makes({ ...rose, tags: ['Red', 'old', 'red', 'old'] }, { ...rose, tags: ['old', 'red'] }),
    'kept',
  ],
  [
    'a service gives the items of a list ids',
    makes(
      { ...rose, steps: [{ run: 'a' }, { run: 'b' }] },
      {
        ...rose,
        steps: [
          { id: 2, run: 'b' },
          { id: 1, run: 'a' },
        ],
      },
    ),
    'kept',
  ],
  [
    'a state is another one soon',
    [makes({ ...rose, status: 'ready' }, { ...rose, status: 'new' }), shows({ ...rose, status: 'ready' })],
    'kept',
  ],
  ['a secret is hidden', makes({ ...rose, password: told }, { ...rose, password: 'hidden' }), 'kept'],
  ['a text is masked', makes({ ...rose, account: told }, { ...rose, account: 'la***' }), 'kept'],
  ['the answer says that it was done, and shows no thing', asks({ name: told }, { name: 'made' }), 'silent'],
  ['the answer shows nothing of it', asks(rose, { message: 'done' }), 'silent'],
  ['it is done later', makes({ ...rose, note: told }, { ...rose, note: 'none' }, 202), 'silent'],
  ['it is refused', puts({ ...rose, width: 200 }, rose, 409), 'silent'],
  [
    'somebody else changed it meanwhile',
    [
      puts({ ...rose, width: 200 }, { bedId: 7, ...rose }),
      { ask: 'PUT /beds/7', sends: rose, status: 200 },
      shows({ ...rose, width: 200 }),
    ],
    'silent',
  ],
  ['a GET sets nothing', { ask: 'GET /beds/7', status: 200, json: rose }, 'unbound'],
]);
