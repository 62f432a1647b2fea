import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
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
    when: 'a wrong token is handed over',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', wrongToken: 'basil', params },
    asks: ['a token that is not valid: DELETE /plants/#, Authorization: Bearer basil'],
  },
]);

probeTable(wrongToken, ORDER_DESK, [
  {
    when: 'a key is required',
    about: 'GET /orders',
    asks: ['a credential that is not valid: GET /orders, X-Api-Key: not-valid-#'],
  },
  {
    when: 'a key and a token are required together',
    about: 'DELETE /orders/{id}',
    asks: ['a token that is not valid: DELETE /orders/#?api_key=not-valid-#, Authorization: Bearer not-valid-#'],
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
    asks: [`a credential that is not valid: GET /a, Authorization: Basic ${btoa('nobody:basil')}`],
  },
]);
