import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { anonymous } from './anonymous';
import { probeTable } from './operation.testing';

const PLANT = 'DELETE /plants/{id}';
const TOKEN = 'a bearer token (--token TOKEN, or ESPALIER_TOKEN)';
const ID = 'a value of "id" that exists and may be used up (--param id=VALUE)';

/** All that is asked about one plant. */
function everyWay(id: string) {
  return [
    `no Authorization header: DELETE /plants/${id}`,
    `an empty Authorization header: DELETE /plants/${id}, Authorization: `,
    `Bearer without a token: DELETE /plants/${id}, Authorization: Bearer`,
    `another scheme (Basic): DELETE /plants/${id}, Authorization: Basic dXNlcjpwYXNzd29yZA==`,
    `the token without a scheme: DELETE /plants/${id}, Authorization: sesame`,
    `the token in the query string: DELETE /plants/${id}?access_token=sesame`,
  ];
}

probeTable(anonymous, PLANT_STORE, [
  {
    when: 'nothing is handed over, so that only what names nothing is asked for',
    about: PLANT,
    asks: everyWay('#').slice(0, 4),
    lacks: [TOKEN, ID],
  },
  {
    when: 'a token is handed over, which is shown where it is none',
    about: PLANT,
    given: { token: 'sesame', isPrivate: true },
    asks: everyWay('#'),
    lacks: [ID],
  },
  {
    when: 'one plant is handed over',
    about: PLANT,
    given: { token: 'sesame', params: { id: ['101'] }, isPrivate: true },
    asks: everyWay('101'),
  },
  {
    when: 'three plants are handed over, of which the last one is spared',
    about: PLANT,
    given: { token: 'sesame', params: { id: ['101', '102', '103'] }, isPrivate: true },
    asks: [...everyWay('101'), ...everyWay('102')],
  },
  {
    when: 'others may read what the target logs, so that no token that works stands in a query',
    about: PLANT,
    given: { token: 'sesame', params: { id: ['101'] } },
    asks: everyWay('101').slice(0, 5),
  },
  {
    when: 'a header that may be the credential is sent with every request',
    about: PLANT,
    given: { headers: [['Authorization', 'Bearer sesame']], params: { id: ['101'] } },
    asks: [],
  },
]);

const given = {
  token: 'sesame',
  credentials: { keyInHeader: 'open', keyInQuery: 'up', clerk: 'ada:byron' },
  params: { id: ['11'] },
};

probeTable(anonymous, ORDER_DESK, [
  {
    when: 'others may read what the target logs, so that no key that works stands in a query',
    about: 'GET /orders',
    given,
    asks: ['no credential: GET /orders', 'the key X-Api-Key empty: GET /orders, X-Api-Key: '],
  },
  {
    when: 'a key or a token is required, each of which is spoilt',
    about: 'GET /orders/{id}',
    given: { ...given, isPrivate: true },
    asks: [
      ...['no Authorization header: GET /orders/11', 'an empty Authorization header: GET /orders/11, Authorization: '],
      'Bearer without a token: GET /orders/11, Authorization: Bearer',
      'another scheme (Basic): GET /orders/11, Authorization: Basic dXNlcjpwYXNzd29yZA==',
      'the token without a scheme: GET /orders/11, Authorization: sesame',
      'the token in the query string: GET /orders/11?access_token=sesame',
      'the key X-Api-Key empty: GET /orders/11, X-Api-Key: ',
      'the key X-Api-Key as a query parameter: GET /orders/11?X-Api-Key=open',
    ],
  },
  {
    when: 'a key of a header field is required',
    about: 'GET /orders',
    given: { ...given, isPrivate: true },
    asks: [
      'no credential: GET /orders',
      'the key X-Api-Key empty: GET /orders, X-Api-Key: ',
      'the key X-Api-Key as a query parameter: GET /orders?X-Api-Key=open',
    ],
  },
  {
    when: 'a key of the query and a token are required together, each of which is left out',
    about: 'DELETE /orders/{id}',
    given,
    asks: [
      'no credential: DELETE /orders/11',
      'without the key api_key: DELETE /orders/11, Authorization: Bearer sesame',
      'without the credential of oauth: DELETE /orders/11?api_key=up',
    ],
  },
  { when: 'everybody is let in', about: 'GET /orders/{id}/label', given, asks: [] },
  {
    when: 'it may change anything, and nothing says that it may',
    about: 'DELETE /basket',
    given,
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
  {
    when: 'all may be changed',
    about: 'DELETE /basket',
    given: { ...given, writes: 'any' },
    asks: ['no credential: DELETE /basket', 'the credential of clerk empty: DELETE /basket, Authorization: '],
  },
]);

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  basic: { type: 'http', scheme: 'basic' },
  certificate: { type: 'mutualTLS' },
  bearer: { type: 'http', scheme: 'bearer' },
};

/** A contract whose one operation is guarded so. */
function guarded(...security: readonly object[]) {
  const get = { security, responses: { 200: { description: 'd' } } };
  return contractWith({ '/a': { get } }, { components: { securitySchemes } });
}

const credentials = { session: 'open', basic: 'ada:byron' };

probeTable(anonymous, guarded({ session: [] }), [
  {
    when: 'a key of a cookie is required',
    about: 'GET /a',
    given: { credentials },
    asks: [
      'no credential: GET /a',
      'the key sid empty: GET /a, Cookie: sid=',
      'the key sid as a header field: GET /a, sid: open',
    ],
  },
  {
    when: 'a key of a cookie is required, and cookies are sent with every request',
    about: 'GET /a',
    given: { headers: [['Cookie', 'sid=open']] },
    asks: [],
  },
]);

probeTable(anonymous, guarded({ basic: [] }), [
  {
    when: 'Basic is required, and a credential is sent with every request',
    about: 'GET /a',
    given: { headers: [['authorization', 'Basic YWRhOmJ5cm9u']] },
    asks: [],
  },
  {
    when: 'Basic is required',
    about: 'GET /a',
    given: { credentials, headers: [['Accept-Language', 'sv']] },
    asks: ['no credential: GET /a', 'the credential of basic empty: GET /a, Authorization: '],
  },
]);

probeTable(anonymous, guarded({ bearer: [] }, {}), [
  { when: 'strangers are let in as well', about: 'GET /a', asks: [] },
]);

probeTable(anonymous, guarded({ certificate: [] }), [
  {
    when: 'a client certificate is required',
    about: 'GET /a',
    asks: ['no credential: GET /a'],
    lacks: ['a client certificate (--cert FILE --key FILE)'],
  },
  {
    when: 'a client certificate was handed over, which every connection shows',
    about: 'GET /a',
    given: { certificate: true },
    asks: [],
  },
  {
    when: 'a client certificate is required of a mock, whose connection does not show one',
    about: 'GET /a',
    given: { everythingExists: true },
    asks: [],
  },
]);

probeTable(anonymous, guarded({ ours: [] }), [
  {
    when: 'a scheme is required that the contract does not describe',
    about: 'GET /a',
    asks: ['no credential: GET /a'],
    lacks: ['the credential of the security scheme "ours" (--credential ours=VALUE)'],
  },
]);
