import { contractWith } from '../contracts.testing';
import { afterwards } from './afterwards';
import { probeTable } from './operation.testing';

const ok = { 200: { description: 'd' } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

probeTable(
  afterwards,
  contractWith({
    '/orders': { get: { responses: ok }, post: { responses: ok } },
    '/orders/{id}': { parameters, get: { responses: ok }, delete: { responses: ok } },
    '/settings': { get: { responses: ok }, put: { responses: ok } },
    '/basket': { get: { responses: ok }, post: { responses: ok } },
  }),
  [
    { when: 'nothing may be made', about: 'GET /orders', asks: [] },
    {
      when: 'things may be made, which a list shows',
      about: 'GET /orders',
      given: { writes: 'own' },
      asks: ['after what changes something: GET /orders'],
    },
    {
      when: 'a thing was handed over, which may have changed',
      about: 'GET /orders/{id}',
      given: { writes: 'any', params: { id: ['7'] } },
      asks: ['after what changes something: GET /orders/7'],
    },
    {
      when: 'the run makes the thing, and reads it in its chain',
      about: 'GET /orders/{id}',
      given: { writes: 'any' },
      asks: [],
    },
    {
      when: 'a chain reads it after it was replaced',
      about: 'GET /settings',
      given: { writes: 'any', selection: () => true },
      asks: [],
    },
    {
      when: 'the run may not replace it',
      about: 'GET /settings',
      given: { writes: 'own', selection: () => true },
      asks: [],
    },
    {
      when: 'nothing else is asked that replaces it',
      about: 'GET /settings',
      given: { writes: 'own' },
      asks: ['after what changes something: GET /settings'],
    },
    {
      when: 'it grows by what other requests add',
      about: 'GET /basket',
      given: { writes: 'any' },
      asks: ['after what changes something: GET /basket'],
    },
    { when: 'it changes something itself', about: 'POST /orders', given: { writes: 'any' }, asks: [] },
    { when: 'the mock keeps nothing', about: 'GET /orders', given: { everythingExists: true }, asks: [] },
  ],
);
