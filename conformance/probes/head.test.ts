import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { headProbe } from './head';
import { probeTable } from './operation.testing';

const given = { credentials: { keyInHeader: 'open' }, token: 'sesame', params: { id: ['11', '12'] } };

probeTable(headProbe, ORDER_DESK, [
  {
    when: 'the contract declares HEAD beside it',
    about: 'GET /orders',
    given,
    asks: ['the method HEAD: HEAD /orders, X-Api-Key: open'],
  },
  {
    when: 'the contract declares no HEAD',
    about: 'GET /orders/{id}',
    given,
    asks: ['the method HEAD: HEAD /orders/11, X-Api-Key: open'],
  },
  { when: 'the operation is HEAD itself', about: 'HEAD /orders', given, asks: [] },
  { when: 'no credential is handed over', about: 'GET /orders', asks: [] },
]);

probeTable(headProbe, PLANT_STORE, [
  { when: 'the path has no GET', about: 'DELETE /plants/{id}', given: { token: 'sesame' }, asks: [] },
]);

const operation = { responses: { 200: { description: 'd' } } };

const token = { components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } };

probeTable(headProbe, contractWith({ '/logout': { get: operation } }, token), [
  { when: 'a GET ends the session', about: 'GET /logout', asks: [] },
]);
