import { bindRequirements } from '../../src/engine/plan/requirements';
import { createHistory } from '../../src/engine/verdict/history';
import { Judging } from '../../src/engine/verdict/judge';
import { ORDER_DESK, oneOperation, PLANT_STORE, readOnce } from '../contracts.testing';
import { must, ruleTable, should, toExchange } from './exchange.testing';
import { noServerError } from './no-server-error';

function failed(answer: string, how: string) {
  const message = 'a request was answered with a server error that the contract does not declare';
  return must(message, 'no 5xx, whatever is sent', `${answer} to ${how}`);
}

function failedInGeneral(answer: string, how: string, as = 'default') {
  const message = 'a request was answered with a server error that the contract declares only in general';
  return should(message, `no 5xx, for \`${as}\` says only what one would look like`, `${answer} to ${how}`);
}

const ask = 'DELETE /plants/101';

ruleTable(noServerError, PLANT_STORE, [
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

const json = { 'application/json': { schema: { type: 'object' } } };
const ofThings = oneOperation({
  responses: {
    200: { description: 'd' },
    500: { description: 'd', content: json },
    default: { description: 'd', content: json },
  },
});
const other = (answer: string) =>
  must(
    'a request was answered with a server error that is not the one that the contract declares',
    'no 5xx, or one as it is declared',
    `${answer} to valid: as the contract says`,
  );

ruleTable(noServerError, ofThings, [
  [
    'a declared 500 comes as a page of HTML',
    { ask: 'GET /things/7', status: 500, body: '<h1>Oops</h1>', type: 'text/html' },
    other('500 Internal Server Error'),
  ],
  [
    'a 502 that only default covers comes as a page of HTML',
    { ask: 'GET /things/7', status: 502, body: '<h1>Oops</h1>', type: 'text/html' },
    other('502 Bad Gateway'),
  ],
  ['a declared 500 comes as it is declared', { ask: 'GET /things/7', status: 500, json: {} }, 'kept'],
  ['a declared 500 comes without content', { ask: 'GET /things/7', status: 500 }, 'kept'],
  [
    'a proxy asks for patience with a page of its own',
    { ask: 'GET /things/7', status: 503, body: '<h1>Later</h1>', type: 'text/html', fields: { 'Retry-After': '1' } },
    'kept',
  ],
]);

ruleTable(noServerError, ORDER_DESK, [
  ['a 500 is declared', { ask: 'GET /orders', status: 500 }, 'kept'],
  [
    'a 500 is declared by the default alone',
    { ask: 'POST /orders', status: 500 },
    failedInGeneral('500 Internal Server Error', 'valid: as the contract says'),
  ],
  [
    'a 503 that the default declares says for how long',
    { ask: 'POST /orders', status: 503, fields: { 'Retry-After': '30' } },
    'kept',
  ],
  [
    'a 503 that the default declares says not for how long',
    { ask: 'POST /orders', status: 503 },
    failedInGeneral('503 Service Unavailable', 'valid: as the contract says'),
  ],
  [
    'a 500 that the default declares says for how long',
    { ask: 'POST /orders', status: 500, fields: { 'Retry-After': '30' } },
    failedInGeneral('500 Internal Server Error', 'valid: as the contract says'),
  ],
  ['a 500 that the default declares was provoked', { ask: 'POST /orders', probe: 'provoke', status: 500 }, 'kept'],
  ['the user expects a 500 that the default declares', { ask: 'POST /orders', expect: 500, status: 500 }, 'kept'],
  ['a refusal is declared by the default', { ask: 'POST /orders', status: 418 }, 'kept'],
  [
    'a 503 comes where 500 alone is declared',
    { ask: 'GET /orders', status: 503 },
    failed('503 Service Unavailable', 'valid: as the contract says'),
  ],
]);

const description = 'd';

ruleTable(noServerError, oneOperation({ responses: { 200: { description }, '5XX': { description } } }), [
  [
    'a 502 is declared by its range',
    { ask: 'GET /things/1', status: 502 },
    failedInGeneral('502 Bad Gateway', 'valid: as the contract says', '5XX'),
  ],
]);

ruleTable(noServerError, oneOperation({ responses: { 500: { description }, default: { description } } }), [
  ['a 500 is declared beside the default', { ask: 'GET /things/1', status: 500 }, 'kept'],
]);

ruleTable(noServerError, oneOperation({ responses: { '5XX': { description } } }), [
  ['nothing but server errors is declared', { ask: 'GET /things/1', status: 503 }, 'kept'],
]);

test('failures of other causes are findings of their own, five at most, and those that are alike are one', async () => {
  const contract = await readOnce(PLANT_STORE);
  const judging = new Judging(bindRequirements(contract, contract.operations, [noServerError]), {
    strict: false,
    show: () => {},
    isKept: () => true,
  });
  const reasons = ['row 7 is locked', 'row 8 is locked', 'no such table', 'cannot parse "x"', 'cannot parse "y"'];
  const more = ['out of memory', 'a null pointer', 'a bad cast', 'no more threads'];
  for (const [at, message] of [...reasons, ...more].entries())
    judging.take(toExchange(contract, { ask, status: 500, json: { message } }, at + 1));
  const [report] = judging.end(createHistory([]), () => ({ reason: 'none' }));
  const found = report?.findings.map(({ actual, exchanges }) => `${exchanges.join()} ${actual.split(': ').at(-1)}`);
  expect(found).toEqual([
    '1,2,8,9 "row 7 is locked"',
    '3 "no such table"',
    '4,5 "cannot parse "x""',
    '6 "out of memory"',
    '7 "a null pointer"',
  ]);
});
