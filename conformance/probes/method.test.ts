import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { method } from './method';
import { probeTable } from './operation.testing';

probeTable(method, PLANT_STORE, [
  {
    when: 'the path has no GET',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame' },
    asks: ['the method GET: GET /plants/#, Authorization: Bearer sesame'],
  },
  { when: 'no token is handed over', about: 'DELETE /plants/{id}', asks: [] },
]);

const given = { credentials: { keyInHeader: 'open', keyInQuery: 'up' }, token: 'sesame' };

probeTable(method, ORDER_DESK, [
  {
    when: 'the path has a GET',
    about: 'GET /orders',
    given,
    asks: ['the method TRACE: TRACE /orders, X-Api-Key: open'],
  },
  {
    when: 'the path is of things, so that one is asked for that does not exist',
    about: 'GET /orders/{id}',
    given,
    asks: ['the method TRACE: TRACE /orders/#, X-Api-Key: open'],
  },
  { when: 'the first operation of the path stands for it', about: 'DELETE /orders/{id}', given, asks: [] },
]);

const operation = { responses: { 200: { description: 'd' } } };

probeTable(method, contractWith({ '/all': { get: operation, trace: operation }, '/in': { post: operation } }), [
  { when: 'the path has both methods that change nothing', about: 'GET /all', asks: [] },
  { when: 'all may be changed', about: 'POST /in', given: { writes: 'any' }, asks: ['the method GET: GET /in'] },
]);
