import { BED_NURSERY } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { locationResolves } from './location-resolves';

const made = { ask: 'POST /beds', step: 'make', sends: { name: 'Rose', width: 3 }, id: '7', status: 201 } as const;

/** The same, of which the answer shows nothing, and another one that is made meanwhile. */
const unnamed = { ask: 'POST /beds', step: 'make', sends: { name: 'Rose', width: 3 }, status: 201 } as const;
const beside = { ask: 'POST /beds', sends: { name: 'Lily', width: 4 }, id: '9', status: 201 } as const;

/** What is asked for at the `Location` that an answer named. */
function located(path: string, status: number) {
  return { ask: 'POST /beds', step: 'located', method: 'GET', path, status } as const;
}

const nothingAt = (path: string, answer = '404 Not Found') =>
  should('there is nothing at the Location that a 201 named', `${path} found`, answer);

ruleTable(locationResolves, BED_NURSERY, [
  ['a Location is of another path', [made, located('/bed/7', 404)], nothingAt('/bed/7')],
  ['a Location is the id alone, which leads beside the collection', [made, located('/7', 404)], nothingAt('/7')],
  [
    'a Location is the path that the gateway alone knows',
    [made, located('/internal/v1/beds/7', 404)],
    nothingAt('/internal/v1/beds/7'),
  ],
  ['what was made is gone from its Location', [made, located('/beds/7', 410)], nothingAt('/beds/7', '410 Gone')],
  [
    'nothing is at the Location of what was posted',
    [{ ...made, step: 'post' }, located('/beds/7', 404)],
    nothingAt('/beds/7'),
  ],
  ['there is something at the Location', [made, located('/beds/7', 200)], 'kept'],
  [
    'what is at the Location has the id of the answer',
    [made, { ...located('/beds/7', 200), wants: '7', id: '7' }],
    'kept',
  ],
  [
    'a Location leads to another bed',
    [
      made,
      { ...located('/beds/8', 200), wants: '7', id: '8' },
      { ask: 'GET /beds/7', step: 'read', id: '7', status: 200 },
    ],
    should('what is at the Location has another id than the 201 said', 'the id 7, as in the answer', 'the id 8'),
  ],
  [
    'what was made is found by the name that a list shows, while others are made',
    [unnamed, beside, located('/beds/80', 404), { ask: 'GET /beds/7', step: 'read', id: '7', status: 200 }],
    nothingAt('/beds/80'),
  ],
  [
    'what was made is found by no other name, while others are made',
    [unnamed, beside, located('/beds/80', 404), { ask: 'GET /beds/7', step: 'other', id: '7', status: 200 }],
    'silent',
  ],
  [
    'what is at the Location shows another id, as GET does, which is a finding of another rule',
    [
      made,
      { ...located('/beds/7', 200), wants: '7', id: '8' },
      { ask: 'GET /beds/7', step: 'read', id: '8', status: 200 },
    ],
    'kept',
  ],
  [
    'the answer is a receipt with an id of its own',
    [made, { ...located('/beds/8', 200), wants: '7', id: '8' }, { ask: 'GET /beds/7', step: 'read', status: 404 }],
    'kept',
  ],
  ['an id is written in capitals', [made, { ...located('/beds/7a', 200), wants: '7a', id: '7A' }], 'kept'],
  ['a Location leads on to another place', [made, located('/beds/7', 303)], 'kept'],
  ['what is at the Location has no content yet', [made, located('/beds/7', 204)], 'kept'],
  ['what is at the Location may not be seen', [made, located('/beds/7', 403)], 'silent'],
  ['what is at the Location cannot be asked for by GET', [made, located('/beds/7', 405)], 'silent'],
  ['what is at the Location fails', [made, located('/beds/7', 500)], 'silent'],
  ['the Location of a 202 tells how far it is', [{ ...made, status: 202 }, located('/jobs/1', 404)], 'silent'],
  ['nothing was asked for', made, 'silent'],
  ['the connection breaks', [made, { ...located('/beds/7', 404), error: ['timeout', 'sent nothing'] }], 'silent'],
  ['a bed is replaced, which names no Location', { ask: 'PUT /beds/7', status: 200 }, 'unbound'],
]);
