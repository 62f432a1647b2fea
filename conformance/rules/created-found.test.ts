import { BED_NURSERY, contractWith, ORDER_DESK, oneOperation } from '../contracts.testing';
import { createdFound } from './created-found';
import { ruleTable, should } from './exchange.testing';

const made = { ask: 'POST /beds', step: 'make', sends: { name: 'Rose', width: 3 }, id: '7', status: 201 } as const;
const read = { ask: 'GET /beds/7', step: 'read', id: '7', status: 200, json: { bedId: 7, name: 'Rose' } } as const;
const missing = (path: string, answer = '404 Not Found') =>
  should('what was made is not there', `${path} found after 201`, answer);

const otherwise = (names: string, expected: string, actual: string) =>
  should(`what was made is there with other values: ${names}`, expected, actual);

const accepted = {
  ask: 'POST /surveys',
  step: 'make',
  sends: { label: 'May' },
  id: '7',
  status: 202,
  fields: { Location: '/surveys/7' },
  json: { id: 7, label: 'May', state: 'queued' },
} as const;
const lost = { ask: 'GET /surveys/7', step: 'read', id: '7', status: 404 } as const;
const stateMissing = should(
  'the state that a 202 showed is not at its Location',
  '/surveys/7 found, some seconds after the 202',
  '404 Not Found',
);

ruleTable(createdFound, BED_NURSERY, [
  ['what a 202 led to, with its state, is not there', [accepted, lost], stateMissing],
  [
    'what a 202 led to is not there, by a Location with an origin',
    [{ ...accepted, fields: { Location: 'https://nursery.example/surveys/7' } }, lost],
    stateMissing,
  ],
  [
    'what a 202 led to is not there, and the state stands in what wraps it',
    [{ ...accepted, json: { survey: { id: 7, state: 'queued' } } }, lost],
    stateMissing,
  ],
  [
    'what a 202 led to was to be asked for in a second',
    [{ ...accepted, fields: { ...accepted.fields, 'Retry-After': '1' } }, lost],
    stateMissing,
  ],
  ['what a 202 led to is there', [accepted, { ...lost, status: 200, json: { id: 7, state: 'queued' } }], 'kept'],
  [
    'what a 202 led to was seen once, and is gone since',
    [accepted, lost, { ...lost, status: 200, json: { id: 7, state: 'done' } }],
    'silent',
  ],
  [
    'what a 202 led to is to be asked for in a minute',
    [{ ...accepted, fields: { ...accepted.fields, 'Retry-After': '60' } }, lost],
    'silent',
  ],
  ['a 202 leads nowhere', [{ ...accepted, fields: {} }, lost], 'silent'],
  [
    'what a map was made with is not kept, as the answer said',
    [
      { ...made, sends: { ...made.sends, labels: { color: 'red' } }, json: { bedId: 7, labels: { color: 'red' } } },
      { ...read, json: { bedId: 7, name: 'Rose', labels: {} } },
    ],
    otherwise('/labels/color', '/labels/color "red"', '/labels/color null'),
  ],
  [
    'the only item of a list is not kept, as the answer said',
    [
      { ...made, sends: { ...made.sends, tags: ['red'] }, json: { bedId: 7, tags: ['red'] } },
      { ...read, json: { bedId: 7, name: 'Rose', tags: [] } },
    ],
    otherwise('/tags/0', '/tags/0 "red"', '/tags/0 null'),
  ],
  [
    'the only object in a list is not kept, as the answer said',
    [
      { ...made, sends: { ...made.sends, steps: [{ run: 'x' }] }, json: { bedId: 7, steps: [{ run: 'x' }] } },
      { ...read, json: { bedId: 7, name: 'Rose', steps: [] } },
    ],
    otherwise('/steps/0/run', '/steps/0/run "x"', '/steps/0/run null'),
  ],
  [
    'no answer shows the map',
    [
      { ...made, sends: { ...made.sends, labels: { color: 'red' } }, json: { bedId: 7, labels: { color: 'red' } } },
      { ...read, json: { bedId: 7, name: 'Rose' } },
    ],
    'kept',
  ],
  [
    'the answer showed already that a map takes no such member',
    [
      { ...made, sends: { ...made.sends, labels: { color: 'red' } }, json: { bedId: 7, labels: {} } },
      { ...read, json: { bedId: 7, name: 'Rose', labels: {} } },
    ],
    'kept',
  ],
  [
    'what stands for nothing is left out where it lies',
    [
      { ...made, sends: { ...made.sends, size: { depth: 0 } }, json: { bedId: 7, size: { depth: 0 } } },
      { ...read, json: { bedId: 7, name: 'Rose', size: {} } },
    ],
    'kept',
  ],
  [
    'the service puts an item of its own before that of a list',
    [
      { ...made, sends: { ...made.sends, tags: ['red'] }, json: { bedId: 7, tags: ['red'] } },
      { ...read, json: { bedId: 7, name: 'Rose', tags: ['bed', 'red'] } },
    ],
    'kept',
  ],
  ['a 202 leads to something else', [{ ...accepted, fields: { Location: '/jobs/7' } }, lost], 'silent'],
  [
    'a 202 shows no state of what it leads to, which comes later',
    [{ ...accepted, json: { id: 7, label: 'May' } }, lost],
    'silent',
  ],
  ['what a 202 led to may not be seen', [accepted, { ...lost, status: 403 }], 'silent'],
  ['what was made is not there', [made, { ...read, status: 404 }], missing('/beds/7')],
  ['what was made is gone at once', [made, { ...read, status: 410 }], missing('/beds/7', '410 Gone')],
  [
    'another id is answered than what was made has',
    [
      { ...made, id: '8' },
      { ...read, ask: 'GET /beds/8', status: 404 },
    ],
    missing('/beds/8'),
  ],
  [
    'the second thing that was made is not there',
    [made, { ...made, id: '8' }, read, { ...read, ask: 'GET /beds/8', step: 'other', status: 404 }],
    missing('/beds/8'),
  ],
  [
    'a thing below what was made is not there',
    [
      made,
      { ask: 'POST /beds/7/seedlings', step: 'make', sends: { species: 'Fern' }, id: '1', status: 201 },
      read,
      { ask: 'GET /beds/7/seedlings/1', step: 'read', status: 404 },
    ],
    missing('/beds/7/seedlings/1'),
  ],
  [
    'the 201 says nothing of what was made, and nothing is found by the name that the client chose',
    [
      { ...made, isOfRequest: true },
      { ...read, status: 404 },
    ],
    'silent',
  ],
  [
    'no answer named what was made, a look has found it, and it is gone by then',
    [
      { ...made, isProven: true },
      { ...read, status: 404 },
    ],
    'silent',
  ],
  [
    'no answer named what was made, and a look finds it with another value',
    [
      { ...made, isProven: true, json: { width: 3 } },
      { ...read, json: { name: 'Rose', width: 30 } },
    ],
    otherwise('/width', '/width 3', '/width 30'),
  ],
  [
    'the 201 says nothing of what was made at all',
    [
      { ...made, id: undefined },
      { ...read, status: 404 },
    ],
    'silent',
  ],
  [
    'what was made was found at first, and expired',
    [made, { ...read, step: 'other' }, { ...read, status: 404 }],
    'kept',
  ],
  [
    'what was made had to make room for others, as the next one shows',
    [made, { ...made, id: '8' }, { ...read, status: 404 }, { ...read, ask: 'GET /beds/8', step: 'other', id: '8' }],
    'kept',
  ],
  [
    'of many things one alone has a flag, and it went on to the next one',
    [
      { ...made, sends: { name: 'Rose', main: true }, json: { bedId: 7, main: true } },
      { ...made, id: '8', sends: { name: 'Fern', main: true } },
      { ...read, json: { name: 'Rose', main: false } },
    ],
    'silent',
  ],
  [
    'a flag is not kept, and nothing else was made',
    [
      { ...made, sends: { name: 'Rose', main: true }, json: { bedId: 7, main: true } },
      { ...read, json: { name: 'Rose', main: false } },
    ],
    otherwise('/main', '/main true', '/main false'),
  ],
  ['what was made is there', [made, read], 'kept'],
  [
    'GET shows another value than the answer and the request',
    [
      { ...made, json: { bedId: 7, width: 3 } },
      { ...read, json: { name: 'Rose', width: 30 } },
    ],
    otherwise('/width', '/width 3', '/width 30'),
  ],
  [
    'GET shows another text than was sent, with a part that nothing else has',
    [
      { ...made, sends: { name: 'rose-1a2b3c4d' } },
      { ...read, json: { name: 'Fern' } },
    ],
    otherwise('/name', '/name "rose-1a2b3c4d"', '/name "Fern"'),
  ],
  [
    'the service trims, rounds and capitalises',
    [
      { ...made, sends: { name: ' Rose', width: 3.6 }, json: { name: 'ROSE', width: 4 } },
      { ...read, json: { name: 'ROSE', width: 4 } },
    ],
    'kept',
  ],
  [
    'the service says itself that it took another value',
    [
      { ...made, json: { name: 'Rose', width: 500 } },
      { ...read, json: { name: 'Rose', width: 500 } },
    ],
    'kept',
  ],
  [
    'the service does not tell in its answer which value it took',
    [made, { ...read, json: { name: 'Rose', width: 500 } }],
    'kept',
  ],
  [
    'a secret and a state are shown in their own ways',
    [
      { ...made, sends: { name: 'Rose', password: 'x-1a2b3c4d', status: 'new' }, json: { status: 'new' } },
      { ...read, json: { name: 'Rose', password: 'none', status: 'ready' } },
    ],
    'kept',
  ],
  [
    'a text is masked',
    [
      { ...made, sends: { name: 'Rose', account: 'rose-1a2b3c4d' } },
      { ...read, json: { name: 'Rose', account: 'ro***' } },
    ],
    'kept',
  ],
  [
    'what was made is wrapped',
    [
      { ...made, json: { data: { width: 3 } } },
      { ...read, json: { data: { name: 'Rose', width: 30 } } },
    ],
    otherwise('/width', '/width 3', '/width 30'),
  ],
  [
    'what was made was replaced before it is read again',
    [made, read, { ask: 'PUT /beds/7', step: 'put', status: 200 }, { ...read, json: { name: 'Fern', width: 9 } }],
    'kept',
  ],
  ['what was made is shown under other names', [made, { ...read, json: { data: {} } }], 'kept'],
  [
    'what was accepted is made later',
    [
      { ...made, status: 202 },
      { ...read, status: 404 },
    ],
    'silent',
  ],
  [
    'what was answered 200 need not be made',
    [
      { ...made, status: 200 },
      { ...read, status: 404 },
    ],
    'silent',
  ],
  ['what was made may not be seen', [made, { ...read, status: 403 }], 'silent'],
  ['what was made cannot be shown for the moment', [made, { ...read, status: 503 }], 'silent'],
  ['patience is asked for', [made, { ...read, status: 429 }], 'silent'],
  [
    'the answer names no id',
    [
      { ask: made.ask, step: 'make', status: 201 },
      { ...read, status: 404 },
    ],
    'silent',
  ],
  ['the connection breaks', [made, { ...read, status: 404, error: ['reset', 'reset the connection'] }], 'silent'],
  ['nothing was asked for', made, 'silent'],
  [
    'a thing of another kind with the same id is not there',
    [made, { ask: 'GET /beds/1/seedlings/7', step: 'read', status: 404 }],
    'silent',
  ],
  [
    'what was made was there, and then was deleted',
    [made, read, { ask: 'DELETE /beds/7', step: 'remove', status: 204 }, { ...read, status: 404 }],
    'kept',
  ],
]);

ruleTable(createdFound, oneOperation({ responses: { 200: { description: 'd' } } }), [
  ['nothing is made', { ask: 'GET /things/1', status: 200 }, 'unbound'],
]);

ruleTable(createdFound, ORDER_DESK, [
  ['a payment has no path of its own', { ask: 'POST /orders/11/payments', status: 200 }, 'unbound'],
]);

const note = { type: 'object', properties: { name: { type: 'string' } } };
const content = { 'application/json': { schema: note } };
const notes = contractWith({
  '/notes/{name}': {
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
    put: { requestBody: { content }, responses: { 201: { description: 'd', content } } },
    get: { responses: { 200: { description: 'd', content } } },
  },
});
const [putNote, readNote] = [
  { ask: 'PUT /notes/b', step: 'make', sends: { name: 'rose-1a2b3c4d' }, id: 'b', status: 201 },
  { ask: 'GET /notes/b', step: 'read', id: 'b', status: 200 },
] as const;

ruleTable(createdFound, notes, [
  [
    'the path names it otherwise than the body, and goes before',
    [putNote, { ...readNote, json: { name: 'b' } }],
    'kept',
  ],
  [
    'it has neither the name of the path nor the one of the body',
    [putNote, { ...readNote, json: { name: 'Fern' } }],
    otherwise('/name', '/name "rose-1a2b3c4d"', '/name "Fern"'),
  ],
]);

const binary = (text: string) => ['application/octet-stream', text] as const;
const uploaded = { ...made, plain: [binary('puvugupedala')], isInForm: true } as const;
const shows = (shown: readonly [string, string]) =>
  ({ ask: 'GET /beds/7', step: 'read', id: '7', status: 200, plain: [undefined, shown] }) as const;

ruleTable(createdFound, BED_NURSERY, [
  [
    'the file of a form is shown without its last byte',
    [uploaded, shows(binary('puvugupedal'))],
    should('what was made is shown with another content', '12 bytes', '11 bytes, the beginning of it'),
  ],
  [
    'the file of a form is shown with another byte in it',
    [uploaded, shows(binary('puvugupe?ala'))],
    should('what was made is shown with another content', '12 bytes', '12 bytes, which differ from byte 9 on'),
  ],
  ['the file of a form is shown as it is', [uploaded, shows(binary('puvugupedala'))], 'kept'],
  ['what was made of the file of a form is shown', [uploaded, shows(binary('%PDF-1.7 and so on'))], 'kept'],
  ['the file of a form is shown as another type', [uploaded, shows(['image/png', 'puvugupe'])], 'kept'],
]);

const shown = {
  content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
};
const vehicle = [{ name: 'vehicle', in: 'path', required: true, schema: { type: 'string' } }];
const trip = [{ name: 'trip', in: 'path', required: true, schema: { type: 'string' } }];
const TRIPS = contractWith({
  '/vehicles': { post: { requestBody: shown, responses: { 201: { description: 'd', ...shown } } } },
  '/vehicles/{vehicle}/plate': {
    parameters: vehicle,
    get: { responses: { 200: { description: 'd', ...shown }, 404: { description: 'd' } } },
  },
  '/vehicles/{vehicle}': {
    parameters: vehicle,
    get: { responses: { 200: { description: 'd', ...shown }, 404: { description: 'd' } } },
  },
  '/vehicles/{vehicle}/trips': {
    parameters: vehicle,
    post: { requestBody: shown, responses: { 201: { description: 'd', ...shown } } },
  },
  '/trips/{trip}': {
    parameters: trip,
    get: { responses: { 200: { description: 'd', ...shown }, 404: { description: 'd' } } },
  },
});
const makesTrip = { ask: 'POST /vehicles/v/trips', step: 'make', sends: {}, id: '7000', status: 201 } as const;

ruleTable(createdFound, TRIPS, [
  [
    'what was made below something, and stands by itself, is not there',
    [makesTrip, { ask: 'GET /trips/7000', step: 'read', id: '7000', status: 404 }],
    missing('/trips/7000'),
  ],
  [
    'what was made there is there',
    [makesTrip, { ask: 'GET /trips/7000', step: 'read', id: '7000', status: 200, json: { id: '7000' } }],
    'kept',
  ],
  [
    'the id of what was made there may count the trips of that vehicle alone, and no trip has it',
    [
      { ...makesTrip, id: '1' },
      { ask: 'GET /trips/1', step: 'read', id: '1', status: 404 },
    ],
    'silent',
  ],
  [
    'the id of what was made there may count the trips of that vehicle alone, and another trip has it',
    [
      { ...makesTrip, id: '1', sends: { goal: 'Bern' }, json: { id: '1', goal: 'Bern' } },
      { ask: 'GET /trips/1', step: 'read', id: '1', status: 200, json: { id: '1', goal: 'Basel' } },
    ],
    'silent',
  ],
  [
    'what it has one of is not there',
    [
      { ask: 'POST /vehicles', step: 'make', sends: {}, id: '7000', status: 201 },
      { ask: 'GET /vehicles/7000/plate', step: 'read', id: '7000', status: 404 },
    ],
    'silent',
  ],
  [
    'a vehicle with the same id is not there',
    [makesTrip, { ask: 'GET /vehicles/7000', step: 'read', id: '7000', status: 404 }],
    'silent',
  ],
]);
