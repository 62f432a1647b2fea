import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, ORDER_DESK, PLANT_STORE, readOnce } from '../contracts.testing';
import { suite } from '../suite';
import { probeTable } from './operation.testing';
import { wrongToken } from './wrong-token';

const params = { id: ['11'] };

probeTable(wrongToken, PLANT_STORE, [
  {
    when: 'a token is required, so that a wrong one is shown for what does not exist',
    about: 'DELETE /plants/{id}',
    asks: ['a token that is not valid: DELETE /plants/#, Authorization: Bearer not-valid-#'],
  },
  {
    when: 'a wrong token is handed over, and shown for what may be used up',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', wrongToken: 'basil', params },
    asks: ['a token that is not valid: DELETE /plants/11, Authorization: Bearer basil'],
  },
  {
    when: 'two plants are handed over, of which the last one is spared',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', wrongToken: 'basil', params: { id: ['11', '12'] } },
    asks: ['a token that is not valid: DELETE /plants/11, Authorization: Bearer basil'],
  },
]);

const credentials = { keyInHeader: 'open', keyInQuery: 'up', clerk: 'ada:byron' };

probeTable(wrongToken, ORDER_DESK, [
  {
    when: 'a key is required',
    about: 'GET /orders',
    asks: ['the key X-Api-Key, which is not valid: GET /orders, X-Api-Key: not-valid-#'],
  },
  {
    when: 'a key or a token is required, each of which is wrong once',
    about: 'GET /orders/{id}',
    given: { params },
    asks: [
      'the key X-Api-Key, which is not valid: GET /orders/11, X-Api-Key: not-valid-#',
      'a token that is not valid: GET /orders/11, Authorization: Bearer not-valid-#',
    ],
  },
  {
    when: 'a key and a token are required together, and nothing is handed over',
    about: 'DELETE /orders/{id}',
    asks: ['credentials that are not valid: DELETE /orders/#?api_key=not-valid-#, Authorization: Bearer not-valid-#'],
  },
  {
    when: 'a key and a token are required together, each of which is wrong beside the right other one',
    about: 'DELETE /orders/{id}',
    given: { token: 'sesame', credentials, params },
    asks: [
      'the key api_key, which is not valid: DELETE /orders/11?api_key=not-valid-#, Authorization: Bearer sesame',
      'a token that is not valid: DELETE /orders/11?api_key=up, Authorization: Bearer not-valid-#',
    ],
  },
  {
    when: 'a name and a password are required of a target of the user',
    about: 'GET /orders/{id}/invoice',
    given: { credentials, params, wrongToken: 'basil', isPrivate: true },
    asks: [
      `a wrong password: GET /orders/11/invoice?currency=EUR, Authorization: Basic ${btoa('ada:basil')}`,
      `an empty password: GET /orders/11/invoice?currency=EUR, Authorization: Basic ${btoa('ada:')}`,
    ],
  },
  {
    when: 'a name and a password are required elsewhere, where failed sign-ins may lock an account',
    about: 'GET /orders/{id}/invoice',
    given: { credentials, params, wrongToken: 'basil' },
    asks: [`an unknown user: GET /orders/11/invoice?currency=EUR, Authorization: Basic ${btoa('nobody:basil')}`],
  },
  {
    when: 'a key is sent with every request, which lets each of them in',
    about: 'GET /orders/{id}',
    given: { params, headers: [['X-Api-Key', 'open']] },
    asks: [],
  },
  {
    when: 'it may change anything, and nothing says that it may',
    about: 'DELETE /basket',
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
  { when: 'everybody is let in', about: 'GET /orders/{id}/label', asks: [] },
]);

const securitySchemes = { certificate: { type: 'mutualTLS' }, basic: { type: 'http', scheme: 'basic' } };

function guarded(...security: readonly object[]) {
  const get = { security, responses: { 200: { description: 'd' } } };
  return contractWith({ '/a': { get } }, { components: { securitySchemes } });
}

probeTable(wrongToken, guarded({ certificate: [] }), [
  { when: 'a client certificate is required, which no request carries', about: 'GET /a', asks: [] },
]);

probeTable(wrongToken, guarded({ ours: [] }), [
  { when: 'a scheme is required that the contract does not describe', about: 'GET /a', asks: [] },
]);

probeTable(wrongToken, guarded({ certificate: [] }, { basic: [] }), [
  {
    when: 'a certificate or Basic is required',
    about: 'GET /a',
    given: { wrongToken: 'basil' },
    asks: [`an unknown user: GET /a, Authorization: Basic ${btoa('nobody:basil')}`],
  },
  {
    when: 'a certificate or Basic is required, and every connection shows the certificate',
    about: 'GET /a',
    given: { certificate: true },
    asks: [],
  },
]);

test('the right name is shown with a wrong password to one operation alone, since an account may be locked', async () => {
  const get = { security: [{ basic: [] }], responses: { 200: { description: 'd' } } };
  const paths = { '/a': { get }, '/b': { get }, '/c': { get } };
  const contract = await readOnce(contractWith(paths, { components: { securitySchemes } }));
  const given = { seed: 1, credentials: { basic: 'ada:byron' }, isPrivate: true };
  const { cases } = plan(contract, { ...suite, probes: [wrongToken] }, settingsOf(given));
  const shown = cases.flatMap(({ request: { authorisation } }) => authorisation.headers.map(([, value]) => value));
  const names = shown.map((value) => Buffer.from(value.slice('Basic '.length), 'base64').toString().split(':')[0]);
  expect(names).toEqual(['ada', 'ada', 'nobody', 'nobody']);
});
