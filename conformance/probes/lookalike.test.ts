import { BED_NURSERY, contractWith, PLANT_STORE } from '../contracts.testing';
import { lookalike } from './lookalike';
import { probeTable } from './operation.testing';

const ID = 'a value of "id" that exists and may be used up (--param id=VALUE)';

probeTable(lookalike, PLANT_STORE, [
  {
    when: 'a plant with a short id is handed over, which a double holds exactly',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['101'] } },
    asks: ['another id, equal in its lowest 32 bits: DELETE /plants/-#, Authorization: Bearer sesame'],
  },
  {
    when: 'a plant with a long id is handed over, which a double rounds',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', params: { id: ['9007199254740993'] } },
    asks: [
      'another id, equal in its lowest 32 bits: DELETE /plants/-#, Authorization: Bearer sesame',
      'another id, equal once rounded to a double: DELETE /plants/#, Authorization: Bearer sesame',
    ],
  },
  {
    when: 'no plant is handed over',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame' },
    asks: [],
    lacks: [ID],
  },
  {
    when: 'nothing is handed over',
    about: 'DELETE /plants/{id}',
    asks: [],
    lacks: ['a bearer token (--token TOKEN, or ESPALIER_TOKEN)', ID],
  },
]);

probeTable(lookalike, BED_NURSERY, [
  {
    when: 'the run makes a bed, whose id is still to come',
    about: 'DELETE /beds/{bedId}',
    given: { token: 'sesame', writes: 'own' },
    asks: [
      'another bedId, equal in its lowest 32 bits: DELETE /beds/<bedId>, Authorization: Bearer sesame',
      'another bedId, equal once rounded to a double: DELETE /beds/<bedId>, Authorization: Bearer sesame',
    ],
  },
]);

function from(name: string, schema: object) {
  return { name, in: 'path', required: true, schema };
}

const get = { responses: { 200: { description: 'd' } } };
const narrow = contractWith({
  '/pages/{from}-{to}': {
    parameters: [from('from', { type: 'integer', format: 'int32' }), from('to', { type: 'integer' })],
    get,
  },
  '/people/{name}': { parameters: [from('name', { type: 'string' })], get },
});

probeTable(lookalike, narrow, [
  {
    when: 'one of two numbers has no room for another one that looks alike',
    about: 'GET /pages/{from}-{to}',
    given: { params: { from: ['1'], to: ['9'] } },
    asks: ['another to, equal in its lowest 32 bits: GET /pages/1--#'],
  },
  {
    when: 'a text has none that looks alike',
    about: 'GET /people/{name}',
    given: { params: { name: ['ada'] } },
    asks: [],
  },
]);
