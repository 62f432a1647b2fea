import { contractWith, PLANT_STORE } from '../contracts.testing';
import { probeTable } from './operation.testing';
import { provoke } from './provoke';

const provocations = [{ status: '400', values: { id: '666' } }];

probeTable(provoke, PLANT_STORE, [
  {
    when: 'the user says what draws a 400',
    about: 'DELETE /plants/{id}',
    given: { token: 'sesame', provocations },
    asks: ['to draw 400: DELETE /plants/666, Authorization: Bearer sesame'],
  },
  {
    when: 'the user says what draws a 400, and hands no token over',
    about: 'DELETE /plants/{id}',
    given: { provocations },
    asks: [],
    lacks: ['a bearer token (--token TOKEN, or ESPALIER_TOKEN)'],
  },
  { when: 'the user says nothing', about: 'DELETE /plants/{id}', given: { token: 'sesame' }, asks: [] },
]);

const responses = { 200: { description: 'd' }, 406: { description: 'd' } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const books = contractWith({ '/books/{id}': { parameters, get: { responses }, put: { responses } } });
const given = { params: { id: ['a', 'b'] } };

probeTable(provoke, books, [
  {
    when: 'a 406 is declared',
    about: 'GET /books/{id}',
    given,
    asks: ['to be answered in a type that nobody has: GET /books/a, Accept: application/vnd.espalier.none'],
  },
  { when: 'a 406 is declared, and nothing is known to be there', about: 'GET /books/{id}', asks: [] },
  { when: 'a 406 is declared where something might be changed', about: 'PUT /books/{id}', given, asks: [] },
  {
    when: 'a 406 is declared, and the user says what is accepted',
    about: 'GET /books/{id}',
    given: { ...given, headers: [['Accept', 'text/csv']] },
    asks: [],
  },
]);
