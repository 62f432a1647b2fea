import { BED_NURSERY } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { putIdempotent } from './put-idempotent';

const bed = { name: 'Fern', width: 200 };

const put = (status = 200) => ({ ask: 'PUT /beds/7', step: 'put', sends: bed, status }) as const;
const again = (status = 200) => ({ ask: 'PUT /beds/7', step: 'again', sends: bed, status }) as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;

const changed = (names: string, expected: string, actual: string) =>
  should(`the same request a second time changed ${names}`, expected, actual);

ruleTable(putIdempotent, BED_NURSERY, [
  [
    'each PUT numbers the name anew',
    [put(), shows({ ...bed, name: 'Fern (1)' }), again(), shows({ ...bed, name: 'Fern (2)' })],
    changed('/name', '/name "Fern (1)"', '/name "Fern (2)"'),
  ],
  [
    'each PUT widens the bed',
    [put(), shows({ ...bed, width: 200 }), again(), shows({ ...bed, width: 201 })],
    changed('/width', '/width 200', '/width 201'),
  ],
  [
    'the second PUT takes back what the first one did',
    [put(), shows(bed), again(), shows({ name: 'blank', width: 0 })],
    changed('/name, /width', '/name "Fern", /width 200', '/name "blank", /width 0'),
  ],
  [
    'a whole value is added to what is there',
    [{ ...put(), sends: 5 }, shows(5), { ...again(), sends: 5 }, shows(10)],
    changed('the value', '5', 'the value 10'),
  ],
  [
    'the second PUT was sent with another value',
    [put(), shows(bed), { ...again(), sends: { ...bed, width: 300 } }, shows({ ...bed, width: 305 })],
    'silent',
  ],
  [
    'each PUT turns a switch that nobody sent',
    [put(), shows({ ...bed, open: true }), again(), shows({ ...bed, open: false })],
    changed('/open', '/open true', '/open false'),
  ],
  [
    'the second PUT takes something that nobody sent away',
    [shows({ ...bed, left: 5 }), put(), shows({ ...bed, left: 5 }), again(), shows({ ...bed, left: 4 })],
    changed('/left', '/left 5', '/left 4'),
  ],
  [
    'a list that is put twice is there twice',
    [
      { ...put(), sends: { ...bed, tags: ['a'] } },
      shows({ ...bed, tags: ['a'] }),
      { ...again(), sends: { ...bed, tags: ['a'] } },
      shows({ ...bed, tags: ['a', 'a'] }),
    ],
    changed('/tags', '/tags ["a"]', '/tags ["a","a"]'),
  ],
  [
    'the service counts changes, and keeps a history and a time',
    [
      shows({ ...bed, edits: 1, log: [1], seen: '2026-01-01T10:00:00Z', mark: 'aaaa1111' }),
      put(),
      shows({ ...bed, edits: 2, log: [1, 2], seen: '2026-01-01T10:00:01Z', mark: 'bbbb2222' }),
      again(),
      shows({ ...bed, edits: 3, log: [1, 2, 3], seen: '2026-01-01T10:00:02Z', mark: 'cccc3333' }),
    ],
    'kept',
  ],
  [
    'the service counts readings, which another thing shows',
    [
      { ...shows({ ...bed, hits: 1 }), ask: 'GET /beds/8', step: 'other' },
      put(),
      shows({ ...bed, hits: 4 }),
      { ...shows({ ...bed, hits: 2 }), ask: 'GET /beds/8', step: 'other' },
      again(),
      shows({ ...bed, hits: 5 }),
    ],
    'kept',
  ],
  ['the second PUT leaves what the first one left', [put(), shows(bed), again(), shows(bed)], 'kept'],
  [
    'what the first PUT did is shown late, and the second one leaves it',
    [put(), shows({ ...bed, name: 'Moss' }), again(), shows(bed)],
    'kept',
  ],
  [
    'what is put is shown in capitals, both times',
    [put(), shows({ ...bed, name: 'FERN' }), again(), shows({ ...bed, name: 'FERN' })],
    'kept',
  ],
  [
    'each PUT is counted in a version, and dated',
    [
      put(),
      shows({ ...bed, version: 1, updatedAt: 'Monday' }),
      again(),
      shows({ ...bed, version: 2, updatedAt: 'Tuesday' }),
    ],
    'kept',
  ],
  [
    'each answer shows how often it was asked, which nobody sent',
    [put(), shows({ ...bed, readings: 1 }), again(), shows({ ...bed, readings: 2 })],
    'kept',
  ],
  [
    'a revision is counted, which the service sets whatever is sent',
    [
      { ...put(), sends: { ...bed, revision: 1 } },
      shows({ ...bed, revision: 2 }),
      { ...again(), sends: { ...bed, revision: 1 } },
      shows({ ...bed, revision: 3 }),
    ],
    'kept',
  ],
  ['the second PUT is refused', [put(), shows(bed), again(409), shows(bed)], 'silent'],
  ['the second PUT is accepted for later', [put(), shows(bed), again(202), shows({ ...bed, width: 1 })], 'silent'],
  ['the first PUT was refused', [put(409), shows(bed), again(), shows({ ...bed, width: 1 })], 'silent'],
  ['nothing can be read', [put(), shows(undefined, 403), again(), shows(undefined, 403)], 'silent'],
  ['what is put is never shown', [put(), shows({ other: 1 }), again(), shows({ other: 2 })], 'silent'],
  ['a bed is made twice', { ask: 'POST /beds', step: 'make', sends: bed, status: 201 }, 'unbound'],
]);
