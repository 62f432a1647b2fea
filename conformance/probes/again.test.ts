import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { again } from './again';
import { probeTable } from './operation.testing';

probeTable(again, PLANT_STORE, [
  {
    when: 'two plants are handed over, of which the first was deleted before',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101', '102'] } },
    asks: ['the valid request a second time: DELETE /plants/101, Authorization: Bearer sesame'],
  },
  { when: 'no plant is handed over', about: 'DELETE /plants/{id}', given: { token: 'sesame' }, asks: [] },
  { when: 'no token is handed over', about: 'DELETE /plants/{id}', given: { params: { id: ['101'] } }, asks: [] },
]);

probeTable(again, ORDER_DESK, [
  {
    when: 'what is only read uses nothing up',
    about: 'GET /orders/{id}/label',
    given: { params: { id: ['11'] } },
    asks: [],
  },
]);

const settings = contractWith({ '/settings': { delete: { responses: { 204: { description: 'd' } } } } });

probeTable(again, settings, [
  {
    when: 'all may be changed',
    about: 'DELETE /settings',
    given: { writes: 'any' },
    asks: ['the valid request a second time: DELETE /settings'],
  },
  {
    when: 'nothing says that it may be changed',
    about: 'DELETE /settings',
    asks: [],
    leftOut: 'it may change anything: no part of its path names a thing that you handed over',
  },
]);
