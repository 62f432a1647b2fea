import { contractWith, NOTES } from '../contracts.testing';
import { probeTable } from './operation.testing';
import { stranger } from './stranger';

const FIRST = 'Authorization: Bearer first';
const OTHER = 'Authorization: Bearer other';
const given = { token: 'first', otherCredentials: { member: 'other' }, writes: 'own' } as const;

const chain = [
  `make, to have one to ask about: POST /notes, ${FIRST}, {"title":"#-#","text":"#"}`,
  `read, what was made: GET /notes/<id>, ${FIRST}`,
  `list, all that there is: GET /notes, ${FIRST}`,
  `by-other, all that there is, with the other credential: GET /notes, ${OTHER}`,
  `by-other, what was made, with the other credential: GET /notes/<id>, ${OTHER}`,
  `by-other, a change with the other credential: PATCH /notes/<id>, ${OTHER}, {"title":"#-#","text":"#"}`,
  `read, what somebody else left: GET /notes/<id>, ${FIRST}`,
  `by-other, a change with the other credential: PUT /notes/<id>, ${OTHER}, {"title":"#-#","text":"#"}`,
  `read, what somebody else left: GET /notes/<id>, ${FIRST}`,
  `by-other, its removal with the other credential: DELETE /notes/<id>, ${OTHER}`,
  `read, what somebody else left: GET /notes/<id>, ${FIRST}`,
  `remove, what was made: DELETE /notes/<id>, ${FIRST}`,
  `read, what was removed: GET /notes/<id>, ${FIRST}`,
  `by-other, what is gone, with the other credential: GET /notes/<id>, ${OTHER}`,
];

const OTHERS = 'the credential of somebody else (--other-credential member=VALUE)';
const CONSENT =
  "your leave to make things of the run's own, which it asks about in place of yours and removes again (--writes own)";
const privateThings = () => true;

probeTable(stranger, NOTES, [
  { when: 'there are two credentials, and the run may make things', about: 'POST /notes', given, asks: chain },
  { when: 'nobody else is named', about: 'POST /notes', given: { ...given, otherCredentials: {} }, asks: [] },
  {
    when: 'the run may make nothing',
    about: 'POST /notes',
    given: { ...given, writes: 'handed-over' },
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
  {
    when: 'a header names the first one in every request',
    about: 'POST /notes',
    given: { ...given, headers: [['X-Auth-Token', 'x']] },
    asks: [],
  },
  {
    when: 'the target is the mock',
    about: 'POST /notes',
    given: { ...given, everythingExists: true, privateThings },
    asks: [],
  },
  {
    when: 'notes are private, and nothing was handed over',
    about: 'DELETE /notes/{id}',
    given: { token: 'first', privateThings },
    asks: [],
    lacks: [OTHERS, CONSENT],
  },
]);

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const done = { responses: { 200: { description: 'd' } } };
const body = {
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
  },
};

probeTable(
  stranger,
  contractWith(
    {
      '/posts': { post: { ...body, responses: { 201: { description: 'd' } } } },
      '/posts/{id}': { parameters: [id], get: { ...done, security: [] }, delete: done },
    },
    {
      security: [{ member: [], app: [] }],
      components: {
        securitySchemes: {
          member: { type: 'http', scheme: 'bearer' },
          app: { type: 'apiKey', in: 'header', name: 'X-App' },
        },
      },
    },
  ),
  [
    {
      when: 'anybody may see it, and a key is shown along with the token',
      about: 'POST /posts',
      given: { ...given, credentials: { app: 'key' } },
      asks: [
        `make, to have one to ask about: POST /posts, ${FIRST}, X-App: key, {"name":"#-#"}`,
        'read, what was made: GET /posts/<id>',
        'by-other, what was made, with the other credential: GET /posts/<id>',
        `by-other, its removal with the other credential: DELETE /posts/<id>, ${OTHER}, X-App: key`,
        'read, what somebody else left: GET /posts/<id>',
        `remove, what was made: DELETE /posts/<id>, ${FIRST}, X-App: key`,
        'read, what was removed: GET /posts/<id>',
        'by-other, what is gone, with the other credential: GET /posts/<id>',
      ],
    },
  ],
);
