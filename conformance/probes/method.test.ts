import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { method } from './method';
import { probeTable } from './operation.testing';

probeTable(method, PLANT_STORE, [
  {
    when: 'the path has no GET',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame' },
    asks: ['GET', 'HEAD', 'OPTIONS', 'TRACE'].map(
      (name) => `the method ${name}: ${name} /plants/#, Authorization: Bearer sesame`,
    ),
  },
  { when: 'no token is handed over', about: 'DELETE /plants/{id}', asks: [] },
]);

const given = { credentials: { keyInHeader: 'open', keyInQuery: 'up' }, token: 'sesame' };

probeTable(method, ORDER_DESK, [
  {
    when: 'the path has a GET',
    about: 'GET /orders',
    given,
    asks: ['OPTIONS', 'TRACE'].map((name) => `the method ${name}: ${name} /orders, X-Api-Key: open`),
  },
  {
    when: 'the path is of things, so that one is asked for that does not exist',
    about: 'GET /orders/{id}',
    given,
    asks: ['OPTIONS', 'TRACE'].map((name) => `the method ${name}: ${name} /orders/#, X-Api-Key: open`),
  },
  { when: 'the first operation of the path stands for it', about: 'DELETE /orders/{id}', given, asks: [] },
]);

const operation = { responses: { 200: { description: 'd' } } };

const all = { get: operation, trace: operation, options: operation };

probeTable(method, contractWith({ '/all': all, '/in': { post: operation } }), [
  { when: 'the path has all methods that change nothing, of which HEAD belongs to GET', about: 'GET /all', asks: [] },
  {
    when: 'all may be changed, and not all is wanted',
    about: 'POST /in',
    given: { writes: 'any' },
    asks: ['GET', 'HEAD', 'OPTIONS', 'TRACE'].map((name) => `the method ${name}: ${name} /in`),
  },
  {
    when: 'all is wanted, and others have things there',
    about: 'GET /all',
    given: { thorough: true },
    asks: ['the method QUERY: QUERY /all'],
  },
  {
    when: 'all is wanted, and all may be changed',
    about: 'GET /all',
    given: { thorough: true, writes: 'any' },
    asks: ['QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'].map((name) => `the method ${name}: ${name} /all`),
  },
]);
