import { DESK, oneOperation, PLANTS } from '../contracts.testing';
import { must, ruleTable } from './exchange.testing';
import { noServerError } from './no-server-error';

function failed(answer: string, how: string) {
  const message = 'a request was answered with a server error that the contract does not declare';
  return must(message, 'no 5xx, whatever is sent', `${answer} to ${how}`);
}

const ask = 'DELETE /plants/101';

ruleTable(noServerError, PLANTS, [
  [
    'the service fails over a valid request',
    { ask, status: 503 },
    failed('503 Service Unavailable', 'valid: as the contract says'),
  ],
  [
    'the service fails over a malformed id',
    { ask, probe: 'invalid', name: 'id is letters', status: 500 },
    failed('500 Internal Server Error', 'invalid: id is letters'),
  ],
  [
    'the service fails over an id beyond 2^53',
    { ask, probe: 'unknown', name: 'id is beyond 2^53, odd', status: 500 },
    failed('500 Internal Server Error', 'unknown: id is beyond 2^53, odd'),
  ],
  [
    'the service fails over a missing credential',
    { ask, probe: 'anonymous', name: 'no Authorization header', status: 502 },
    failed('502 Bad Gateway', 'anonymous: no Authorization header'),
  ],
  [
    'the service fails over a method that there is not',
    { ask, probe: 'method', name: 'the method GET', method: 'GET', status: 500 },
    failed('500 Internal Server Error', 'method: the method GET'),
  ],
  ['the service implements no such method', { ask, probe: 'method', method: 'GET', status: 501 }, 'silent'],
  [
    'the service implements no DELETE, which the contract has',
    { ask, status: 501 },
    failed('501 Not Implemented', 'valid: as the contract says'),
  ],
  ['a plant is deleted', { ask, status: 204 }, 'kept'],
  ['a request is refused with an undeclared status', { ask, status: 418 }, 'kept'],
  ['no answer came', { ask, error: ['timeout', 'sent no answer within 10 s'] }, 'silent'],
  ['an answer is cut before its end', { ask, status: 500, error: ['reset', 'reset the connection'] }, 'silent'],
]);

ruleTable(noServerError, DESK, [
  ['a 500 is declared', { ask: 'GET /orders', status: 500 }, 'kept'],
  ['a 500 is declared by the default', { ask: 'POST /orders', status: 500 }, 'kept'],
  [
    'a 503 comes where 500 alone is declared',
    { ask: 'GET /orders', status: 503 },
    failed('503 Service Unavailable', 'valid: as the contract says'),
  ],
]);

ruleTable(noServerError, oneOperation({ responses: { '5XX': { description: 'd' } } }), [
  ['a 503 is declared by its range', { ask: 'GET /things/1', status: 503 }, 'kept'],
]);
