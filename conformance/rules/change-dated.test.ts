import { BED_NURSERY } from '../contracts.testing';
import { changeDated } from './change-dated';
import { ruleTable, should } from './exchange.testing';

const THEN = '2026-11-27T10:00:00.123Z';
const LATER = '2026-11-27T10:00:03.456Z';
const bed = { name: 'Fern', width: 200, updatedAt: THEN };

const put = (width: number, status = 200) =>
  ({ ask: 'PUT /beds/7', step: 'put', sends: { name: 'Fern', width }, status }) as const;
const patch = (width: number) => ({ ask: 'PATCH /beds/7', step: 'patch', sends: { width }, status: 200 }) as const;
const shows = (json: unknown, tookMs = 1) => ({ ask: 'GET /beds/7', step: 'read', status: 200, json, tookMs }) as const;
/** A look that took so long that the time of a change must differ since. */
const waits = (json: unknown) => shows(json, 30);

const undated = should('a change left /updatedAt as it was', 'the time of the change', `/updatedAt "${THEN}"`);

ruleTable(changeDated, BED_NURSERY, [
  [
    'a PUT leaves the time of the last change',
    [shows(bed), waits(bed), put(300), shows({ ...bed, width: 300 })],
    undated,
  ],
  ['a PATCH leaves it', [shows(bed), waits(bed), patch(300), shows({ ...bed, width: 300 })], undated],
  [
    'it stands in an object',
    [shows({ bed }), waits({ bed }), put(300), shows({ bed: { ...bed, width: 300 } })],
    undated,
  ],
  ['it is another one', [waits(bed), put(300), shows({ ...bed, width: 300, updatedAt: LATER })], 'kept'],
  ['the change comes at once after it', [shows(bed), put(300), shows({ ...bed, width: 300 })], 'silent'],
  [
    'times are shown in seconds, and not one has passed',
    ['2026-11-27T10:00:00Z', '2026-11-27T10:00:00.000Z'].flatMap((updatedAt) => [
      waits({ ...bed, updatedAt }),
      put(300),
      shows({ ...bed, width: 300, updatedAt }),
    ]),
    'silent',
  ],
  [
    'times are shown in seconds, and more than one has passed',
    [
      shows({ ...bed, updatedAt: '2026-11-27T10:00:00Z' }),
      shows({ ...bed, updatedAt: '2026-11-27T10:00:00Z' }, 1200),
      put(300),
      shows({ ...bed, width: 300, updatedAt: '2026-11-27T10:00:00Z' }),
    ],
    should('a change left /updatedAt as it was', 'the time of the change', '/updatedAt "2026-11-27T10:00:00Z"'),
  ],
  ['the same is sent again', [shows(bed), waits(bed), put(200), shows(bed)], 'silent'],
  ['nothing is changed', [shows(bed), waits(bed), put(300), shows(bed)], 'silent'],
  ['it is refused', [shows(bed), waits(bed), put(300, 400), shows(bed)], 'silent'],
  [
    'what it shows is no time',
    [
      shows({ ...bed, updatedAt: 'tick 1' }),
      waits({ ...bed, updatedAt: 'tick 1' }),
      put(300),
      shows({ ...bed, width: 300, updatedAt: 'tick 1' }),
    ],
    'silent',
  ],
  [
    'the client sets it',
    [shows(bed), waits(bed), { ...put(300), sends: bed }, shows({ ...bed, width: 300 })],
    'silent',
  ],
  [
    'no time of a change is shown',
    [{ ask: 'PUT /labels/7', step: 'put', sends: { text: 'a' }, status: 200 }],
    'unbound',
  ],
]);
