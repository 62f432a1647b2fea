import { BED_NURSERY, FLEET, PLANT_STORE } from '../contracts.testing';
import { must, ruleTable, should } from './exchange.testing';
import { refusalWithoutEffect } from './refusal-without-effect';

const stranger = (id: number, status = 401) =>
  ({ ask: `DELETE /plants/${id}`, probe: 'anonymous', name: 'no Authorization header', status }) as const;
const deletes = (id: number, status: number) => ({ ask: `DELETE /plants/${id}`, status }) as const;

const gone = (actual: string) =>
  must(
    'something was gone after requests that were refused',
    'still there, like the thing on which no refused request was tried',
    actual,
  );

ruleTable(refusalWithoutEffect, PLANT_STORE, [
  [
    'a plant is gone after a refusal, and one without a refusal is there',
    [stranger(101), deletes(101, 404), deletes(102, 204)],
    gone('404 Not Found after 1 refused request'),
  ],
  [
    'a plant is gone after a malformed id was refused that begins like its own',
    [{ ask: 'DELETE /plants/101', probe: 'invalid', status: 400 }, stranger(101), deletes(101, 400), deletes(102, 204)],
    gone('400 Bad Request after 2 refused requests'),
  ],
  [
    'a plant may not be deleted by this credential, and one is deleted by another credential',
    [stranger(101), deletes(101, 403), { ...deletes(102, 204), isFurther: true }],
    'silent',
  ],
  ['a plant is there after a refusal', [stranger(101), deletes(101, 204)], 'kept'],
  [
    'a plant is gone after a refusal, and nothing shows that it ever was there',
    [stranger(101), deletes(101, 404)],
    'silent',
  ],
  [
    'a plant is gone after a stranger was let in, for which another rule stands',
    [stranger(101, 204), stranger(101), deletes(101, 404), deletes(102, 204)],
    'silent',
  ],
  [
    'what is gone and what is there are one plant, which the run itself deleted',
    [stranger(101), deletes(101, 204), deletes(101, 404)],
    'kept',
  ],
  [
    'a plant is gone that another request of the run deleted under a longer name of its path',
    [stranger(101), { ...deletes(102, 204), path: '/plants/101/' }, deletes(101, 404), deletes(102, 204)],
    'silent',
  ],
  ['a plant may not be deleted for another reason', [stranger(101), deletes(101, 409), deletes(102, 204)], 'silent'],
  ['nobody was refused before', deletes(101, 204), 'silent'],
  ['a refusal asked for patience alone', [stranger(101, 429), deletes(101, 404), deletes(102, 204)], 'silent'],
  ['a plant cannot be deleted for the moment', [stranger(101), deletes(101, 429), deletes(102, 204)], 'silent'],
]);

const bed = { name: 'Rose', width: 3 };
const fern = { name: 'Fern', width: 200 };

const shows = (json: unknown) => ({ ask: 'GET /beds/7', step: 'read', status: 200, json }) as const;
const refused = (ask: string, sends: unknown, status = 401) => ({ ask, step: 'refused', sends, status }) as const;

const changed = (names: string, answer: string, actual: string) =>
  must('a refused request changed what is there', `${names} as before, after ${answer}`, actual);

const [mine, theirs] = ['one-0a1b2c3d', 'two-1a2b3c4d'];
const makes = { ask: 'POST /beds', step: 'make', sends: { name: mine, width: 3 }, id: '7', status: 201 } as const;
const posts = { ...refused('POST /beds', { name: theirs, width: 3 }), unique: { name: theirs } };
const lists = (...names: readonly string[]) =>
  ({ ask: 'GET /beds', step: 'list', status: 200, json: names.map((name) => ({ name })) }) as const;

const shownIds = (...ids: readonly number[]) =>
  ({ ask: 'GET /beds', step: 'list', status: 200, json: ids.map((id) => ({ id })) }) as const;

const here = (id: string, step: 'read' | 'other', status = 200) =>
  ({
    ask: `GET /beds/${id}`,
    step,
    status,
    json: status === 200 ? { name: `bed ${id}` } : { message: 'none' },
  }) as const;
const both = [here('7', 'read'), here('8', 'other')];
const inVain = { ask: 'DELETE /beds/8', step: 'refused', status: 401 } as const;
const removed = must(
  'something was gone after requests that were refused',
  'still there, like the other thing, on which nothing was tried',
  '404 Not Found after 401 Unauthorized',
);

ruleTable(refusalWithoutEffect, BED_NURSERY, [
  [
    'the bed that a refused DELETE named is gone, and the older one is there',
    [...both, inVain, here('8', 'other', 404), here('7', 'read')],
    removed,
  ],
  ['the bed that a refused DELETE named is there', [...both, inVain, here('8', 'other'), here('7', 'read')], 'kept'],
  [
    'both beds are gone, as where all is lost or too old',
    [...both, inVain, here('8', 'other', 404), here('7', 'read', 404)],
    'silent',
  ],
  ['nobody looked at another bed', [here('8', 'other'), inVain, here('8', 'other', 404)], 'silent'],
  [
    'the bed was not there before',
    [here('7', 'read'), here('8', 'other', 404), inVain, here('8', 'other', 404), here('7', 'read')],
    'silent',
  ],
  [
    'another chain of the run removes the bed meanwhile',
    [...both, inVain, { ask: 'DELETE /beds/8', status: 204 }, here('8', 'other', 404), here('7', 'read')],
    'silent',
  ],
  [
    'the run had said before that the bed is to be removed, and that takes its time',
    [{ ask: 'DELETE /beds/8', status: 202 }, ...both, inVain, here('8', 'other', 404), here('7', 'read')],
    'silent',
  ],
  [
    'a request on all beds may have taken this one',
    [...both, inVain, { ask: 'PUT /beds/8', sends: bed, status: 500 }, here('8', 'other', 404), here('7', 'read')],
    'silent',
  ],
  [
    'others are made meanwhile, for which the older bed would have made room',
    [...both, inVain, { ask: 'POST /beds', sends: bed, status: 201 }, here('8', 'other', 404), here('7', 'read')],
    removed,
  ],
  [
    'somebody else changes the other bed in the same member',
    [
      { ask: 'GET /beds/8', step: 'other', status: 200, json: { name: 'Moss' } },
      shows(bed),
      refused('PUT /beds/7', fern),
      shows({ ...bed, name: 'Fern' }),
      { ask: 'GET /beds/8', step: 'other', status: 200, json: { name: 'Fern' } },
    ],
    'silent',
  ],
  [
    'a switch is on that a refused request would have turned on',
    [shows({ ...bed, shady: false }), refused('PUT /beds/7', { shady: true }), shows({ ...bed, shady: true })],
    'silent',
  ],
  [
    'a PUT that is refused for its credential renames the bed',
    [shows(bed), refused('PUT /beds/7', fern), shows({ ...bed, name: 'Fern' })],
    changed('/name', '401 Unauthorized', '/name "Fern"'),
  ],
  [
    'a PUT that is refused for its content renames the bed',
    [shows(bed), refused('PUT /beds/7', fern, 400), shows({ ...bed, name: 'Fern' })],
    changed('/name', '400 Bad Request', '/name "Fern"'),
  ],
  [
    'a PATCH that is refused changes the bed',
    [shows(bed), refused('PATCH /beds/7', { width: 200 }), shows({ ...bed, width: 200 })],
    changed('/width', '401 Unauthorized', '/width 200'),
  ],
  [
    'a POST that is refused makes a bed',
    [makes, posts, lists(mine, theirs)],
    must('a refused request made something', 'nothing of what was sent in the list', theirs),
  ],
  [
    'a PUT that is refused changes what is seen in the list alone',
    [makes, { ...refused('PUT /beds/7', { name: theirs }, 400), unique: { name: theirs } }, lists(theirs, mine)],
    must('a refused request changed what is there', 'nothing of what was sent in the list', theirs),
  ],
  ['a PUT that is refused changes nothing', [shows(bed), refused('PUT /beds/7', fern), shows(bed)], 'kept'],
  ['a POST that is refused makes nothing', [makes, posts, lists(mine)], 'kept'],
  [
    'a list shows the first of its beds alone, and nobody knows whether more were made',
    [makes, posts, lists('of others')],
    'silent',
  ],
  [
    'somebody else changes the bed meanwhile',
    [shows(bed), refused('PUT /beds/7', fern), shows({ ...bed, name: 'Moss' })],
    'kept',
  ],
  [
    'a store shows late what was put before, which the refused request had, too',
    [
      shows(bed),
      { ask: 'PUT /beds/7', step: 'put', sends: fern, status: 200 },
      shows(bed),
      refused('PUT /beds/7', fern),
      shows(fern),
    ],
    'silent',
  ],
  [
    'a request that should have been refused was taken',
    [shows(bed), refused('PUT /beds/7', fern, 200), shows(fern)],
    'silent',
  ],
  [
    'the service fails over what it should have refused',
    [shows(bed), refused('PUT /beds/7', fern, 500), shows(fern)],
    'silent',
  ],
  ['patience is asked for', [shows(bed), refused('PUT /beds/7', fern, 429), shows(fern)], 'silent'],
  ['what a refused request sent was there before', [shows(fern), refused('PUT /beds/7', fern), shows(fern)], 'silent'],
  ['beds are listed', lists(mine), 'unbound'],
  [
    'of several requests that are refused, the second one renames the bed',
    [shows(bed), refused('PUT /beds/7', { name: 'Moss', width: 9 }, 415), refused('PUT /beds/7', fern), shows(fern)],
    changed('/name, /width', '401 Unauthorized', '/name "Fern", /width 200'),
  ],
  [
    'of several requests that are refused, the first one renames the bed, and another one has the same width',
    [
      shows(bed),
      refused('PUT /beds/7', fern, 415),
      refused('PUT /beds/7', { name: 'Moss', width: 200 }),
      shows({ ...bed, ...fern }),
    ],
    changed('/name, /width', '415 Unsupported Media Type', '/name "Fern", /width 200'),
  ],
  [
    'several requests that say the same are refused, and one of them changes the bed',
    [shows(bed), refused('PUT /beds/7', fern, 415), refused('PUT /beds/7', fern), shows(fern)],
    changed('/name, /width', '401 Unauthorized', '/name "Fern", /width 200'),
  ],
  [
    'the next request is taken, and nobody sees any more what the refused one did',
    [
      shows(bed),
      refused('PUT /beds/7', fern),
      refused('PUT /beds/7', { name: 'Moss', width: 9 }, 200),
      shows({ name: 'Moss', width: 9 }),
    ],
    'silent',
  ],
  [
    'one of several requests that are refused makes a bed',
    [makes, posts, refused('POST /beds', { name: '' }, 400), lists(mine, theirs)],
    must('a refused request made something', 'nothing of what was sent in the list', theirs),
  ],
  [
    'there is a bed more after requests that were refused, without anything of what they sent',
    [makes, lists(mine), lists(mine), posts, refused('POST /beds', { name: '' }, 400), lists(mine, 'bed')],
    should(
      'there is more in the list after requests that were refused',
      '1 item, as before',
      '2 items after 2 refused requests',
    ),
  ],
  [
    'the list grew while the rest of the run went on, and was quiet right before the requests that were refused',
    [
      makes,
      lists(mine),
      posts,
      lists(mine, 'x'),
      lists(mine, 'x'),
      refused('POST /beds', { name: '' }, 400),
      lists(mine, 'x', 'bed'),
    ],
    should(
      'there is more in the list after requests that were refused',
      '2 items, as before',
      '3 items after 1 refused request',
    ),
  ],
  [
    'there is a bed more of another name than each refused request sent, which somebody else has made',
    [makes, lists(mine), lists(mine), posts, lists(mine, 'Rose of Ada')],
    'kept',
  ],
  [
    'there is a bed more after requests that were refused, and the list does not show what they sent',
    [makes, shownIds(7), shownIds(7), posts, shownIds(7, 8)],
    should(
      'there is more in the list after requests that were refused',
      '1 item, as before',
      '2 items after 1 refused request',
    ),
  ],
  [
    'another request of the run made a bed meanwhile',
    [
      makes,
      lists(mine),
      lists(mine),
      { ask: 'POST /beds', sends: { name: 'x' }, status: 201 },
      posts,
      lists(mine, 'x'),
    ],
    'kept',
  ],
  [
    'the list shows late what the run had made before',
    [
      makes,
      { ask: 'POST /beds', sends: { name: theirs }, status: 201, unique: { name: theirs } },
      lists(mine),
      lists(mine),
      { ...refused('POST /beds', { name: 'ten-2b3c4d5e', width: 3 }), unique: { name: 'ten-2b3c4d5e' } },
      lists(mine, theirs),
    ],
    'kept',
  ],
  [
    'the list grew before, too, so that others may have made what is there',
    [makes, lists(mine), lists(mine, 'of others'), posts, lists(mine, 'of others', 'bed')],
    'kept',
  ],
  [
    'the list grew some looks before, so that others may have made what is there',
    [makes, lists(mine), lists(mine, 'of others'), lists(mine, 'of others'), posts, lists(mine, 'of others', 'bed')],
    'kept',
  ],
  [
    'there is a bed more, and what was accepted before may be made by now',
    [{ ...makes, status: 202 }, lists(mine), lists(mine), posts, lists(mine, 'bed')],
    'kept',
  ],
  [
    'one of the requests was taken',
    [makes, lists(mine), lists(mine), { ...posts, status: 201 }, posts, lists(mine, 'bed')],
    'kept',
  ],
]);

const trip = (progress: string) => ({ tripId: 't', goal: 'Riga', progress });
const tripMade = {
  ask: 'POST /vehicles/v/trips',
  step: 'make',
  sends: { goal: 'Riga' },
  id: 't',
  status: 201,
  json: trip('planned'),
} as const;
const tripIs = (progress: string, fields = {}) =>
  ({ ask: 'GET /trips/t', step: 'read', id: 't', status: 200, json: trip(progress), fields }) as const;
const finish = (status: number, progress = 'none', id = 't') =>
  ({ ask: `POST /trips/${id}/finish`, step: 'act', id, status, json: status < 300 ? trip(progress) : {} }) as const;
const elsewhere = finish(200, 'finished', 'u');

ruleTable(refusalWithoutEffect, FLEET, [
  [
    'an action that was refused leads its thing where it leads others',
    [elsewhere, tripMade, tripIs('planned'), finish(409), tripIs('finished')],
    changed('/progress', '409 Conflict', '/progress "finished"'),
  ],
  ['the thing is as before', [elsewhere, tripMade, tripIs('planned'), finish(409), tripIs('planned')], 'kept'],
  [
    'the refusal leads into a state of its own',
    [elsewhere, tripMade, tripIs('planned'), finish(409), tripIs('failed')],
    'kept',
  ],
  ['nothing shows where the action leads', [tripMade, tripIs('planned'), finish(409), tripIs('finished')], 'silent'],
  [
    'the same was accepted before, and is done by now',
    [elsewhere, tripMade, finish(202), tripIs('planned'), finish(409), tripIs('finished')],
    'silent',
  ],
  [
    'a cache answers',
    [elsewhere, tripMade, tripIs('planned'), finish(409), tripIs('finished', { Age: '5' })],
    'silent',
  ],
  ['it asked for patience alone', [elsewhere, tripMade, tripIs('planned'), finish(429), tripIs('finished')], 'silent'],
]);
