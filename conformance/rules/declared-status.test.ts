import { DESK, oneOperation, PLANTS } from '../contracts.testing';
import { declaredStatus } from './declared-status';
import { must, ruleTable } from './exchange.testing';

function undeclared(answer: string, how: string) {
  return must(`the status ${answer.slice(0, 3)} is not declared`, '204, 400', `${answer} to ${how}`);
}

const ask = 'DELETE /plants/101';

ruleTable(declaredStatus, PLANTS, [
  [
    'an unknown id is answered with 404, which is not declared',
    { ask, probe: 'unknown', name: 'something that does not exist', status: 404 },
    undeclared('404 Not Found', 'unknown: something that does not exist'),
  ],
  [
    'a malformed id is answered with 422, which is not declared',
    { ask, probe: 'invalid', name: 'id is letters', status: 422 },
    undeclared('422 Unprocessable Entity', 'invalid: id is letters'),
  ],
  [
    'a stranger is refused with 403, which is not declared',
    { ask, probe: 'anonymous', name: 'no Authorization header', status: 403 },
    undeclared('403 Forbidden', 'anonymous: no Authorization header'),
  ],
  [
    'a friend is refused with 401, which is not declared',
    { ask, status: 401 },
    undeclared('401 Unauthorized', 'valid: as the contract says'),
  ],
  ['a plant is deleted with 204', { ask, status: 204 }, 'kept'],
  ['a malformed id is answered with 400', { ask, probe: 'invalid', status: 400 }, 'kept'],
  [
    'a stranger is refused with 401, which the security scheme brings along',
    { ask, probe: 'anonymous', status: 401 },
    'kept',
  ],
  ['a wrong token is refused with 401', { ask, probe: 'wrong-token', status: 401 }, 'kept'],
  ['the service fails, for which another rule stands', { ask, status: 500 }, 'silent'],
  ['a method that there is not is answered with 405', { ask, probe: 'method', method: 'GET', status: 405 }, 'silent'],
  ['the answer is cut before its end', { ask, status: 418, error: ['truncated', 'closed the connection'] }, 'silent'],
]);

ruleTable(declaredStatus, DESK, [
  ['a status is declared by the default alone', { ask: 'POST /orders', status: 418 }, 'kept'],
]);

ruleTable(declaredStatus, oneOperation({ responses: { '2XX': { description: 'd' } } }), [
  ['a status is declared by its range', { ask: 'GET /things/1', status: 206 }, 'kept'],
  [
    'a status is out of the range that is declared',
    { ask: 'GET /things/1', status: 303 },
    must('the status 303 is not declared', '2XX', '303 See Other to valid: as the contract says'),
  ],
]);
