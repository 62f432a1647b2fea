import { ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { probeTable } from './operation.testing';
import { scheme } from './scheme';

probeTable(scheme, PLANT_STORE, [
  {
    when: 'a token is handed over, so that each spelling is tried on what does not exist',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101'] } },
    asks: [
      'the scheme in the usual case: DELETE /plants/#, Authorization: Bearer sesame',
      'the scheme in lower case: DELETE /plants/#, Authorization: bearer sesame',
      'the scheme in upper case: DELETE /plants/#, Authorization: BEARER sesame',
    ],
  },
  {
    when: 'no token is handed over',
    about: 'DELETE /plants/{id}',
    asks: [],
    lacks: ['a bearer token (--token TOKEN, or ESPALIER_TOKEN)'],
  },
]);

const credentials = { clerk: 'ada:pw', keyInHeader: 'open', keyInQuery: 'up' };

probeTable(scheme, ORDER_DESK, [
  {
    when: 'Basic is required',
    about: 'GET /orders/{id}/invoice',
    given: { credentials },
    asks: ['Basic', 'basic', 'BASIC'].map((spelling, at) => {
      const name = ['the usual', 'lower', 'upper'][at];
      return `the scheme in ${name} case: GET /orders/#/invoice?currency=EUR, Authorization: ${spelling} YWRhOnB3`;
    }),
  },
  {
    when: 'Basic is required, and nothing is handed over',
    about: 'GET /orders/{id}/invoice',
    asks: [],
    lacks: ['the credential of the security scheme "clerk" (--credential clerk=USER:PASSWORD)'],
  },
  { when: 'a key has no scheme', about: 'GET /orders', given: { credentials }, asks: [] },
  {
    when: 'a token is required together with a key',
    about: 'DELETE /orders/{id}',
    given: { token: 'sesame', credentials },
    asks: [],
  },
  { when: 'everybody is let in', about: 'GET /orders/{id}/label', given: { credentials }, asks: [] },
]);
