import type { ExchangeErrorKind } from '../../src/http/message';
import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { must, ruleTable } from './exchange.testing';
import { responds } from './responds';

function broken(kind: ExchangeErrorKind, message: string) {
  return { ask: 'DELETE /plants/101', error: [kind, message] } as const;
}

const WHOLE = 'one complete HTTP/1.1 response';

ruleTable(responds, PLANT_STORE, [
  [
    'nothing comes within the time limit',
    broken('timeout', 'sent nothing within 10 s'),
    must('the response was not complete within the time limit', WHOLE, 'the target sent nothing within 10 s'),
  ],
  [
    'the body stops within the time limit',
    { ...broken('timeout', 'stopped in the body'), status: 400, body: '{"err' },
    must('the response was not complete within the time limit', WHOLE, 'the target stopped in the body'),
  ],
  [
    'the connection is reset',
    broken('reset', 'reset the connection'),
    must('the connection was reset before the response was complete', WHOLE, 'the target reset the connection'),
  ],
  [
    'the connection is closed without a byte',
    broken('truncated', 'closed the connection before its first byte'),
    must(
      'the connection was closed before the response was complete',
      WHOLE,
      'the target closed the connection before its first byte',
    ),
  ],
  [
    'what comes is not HTTP',
    broken('malformed', 'sent "hello"'),
    must('what came is not a well-formed HTTP/1.1 response', WHOLE, 'the target sent "hello"'),
  ],
  [
    'a body has no end',
    broken('oversize', 'sent more than 8 MiB'),
    must('the response was not complete within the size limit', WHOLE, 'the target sent more than 8 MiB'),
  ],
  [
    'more bytes come than were announced',
    { ...broken('surplus', 'sent 4 bytes more'), status: 400, json: {} },
    must('bytes follow the end of the response', WHOLE, 'the target sent 4 bytes more'),
  ],
  ['a plant is deleted', { ask: 'DELETE /plants/101', status: 204 }, 'kept'],
  ['a plant is not deleted', { ask: 'DELETE /plants/101', status: 500 }, 'kept'],
  [
    'the service speaks of another protocol in its body',
    { ask: 'DELETE /plants/101', status: 400, body: 'FTP' },
    'kept',
  ],
  [
    'bytes follow a 204 that is declared without content, for which another rule stands',
    { ask: 'DELETE /plants/101', status: 204, afterHead: '{}' },
    'kept',
  ],
  ['there is no connection', broken('unreachable', 'refused the connection'), 'silent'],
  ['our own machine stood still', broken('stalled', 'sent nothing, while this machine stood still'), 'silent'],
  ['the run was interrupted', broken('interrupted', 'was not waited for'), 'silent'],
]);

const RESET: readonly [ExchangeErrorKind, string] = ['reset', 'reset the connection in the body'];
const cutOff = must(
  'the connection was reset before the response was complete',
  WHOLE,
  'the target reset the connection in the body',
);
const refused = { status: 431, fields: { Connection: 'close' }, error: RESET };
const LONG = { ask: 'DELETE /plants/101', path: `/plants/101?${'a'.repeat(20_000)}` };

ruleTable(responds, PLANT_STORE, [
  ['a request that was refused before all of it was read ends with a reset', { ...LONG, ...refused }, 'silent'],
  ['a short request is refused, and ends with a reset', { ask: 'DELETE /plants/101', ...refused }, cutOff],
  ['a long request is granted, and ends with a reset', { ...LONG, ...refused, status: 200 }, cutOff],
  [
    'a refusal says how long it is, and less came',
    { ...LONG, ...refused, fields: { Connection: 'close', 'Content-Length': '20' } },
    cutOff,
  ],
  ['a refusal does not say that it is the last', { ...LONG, ...refused, fields: {} }, cutOff],
]);

const surplus = must('bytes follow the end of the response', 'nothing after a 204', '2 bytes');

ruleTable(responds, oneOperation({ responses: { 200: { description: 'd' } } }), [
  ['bytes follow a 204 that nobody declared', { ask: 'GET /things/1', status: 204, afterHead: '{}' }, surplus],
  ['a 204 that nobody declared ends as it should', { ask: 'GET /things/1', status: 204 }, 'kept'],
]);

ruleTable(responds, ORDER_DESK, [
  [
    'a body comes with the answer to HEAD',
    { ask: 'HEAD /orders', status: 200, error: ['surplus', 'sent 2 bytes more'] },
    must('bytes follow the end of the response', WHOLE, 'the target sent 2 bytes more'),
  ],
  [
    'HEAD is answered with the length that GET would have',
    { ask: 'HEAD /orders', status: 200, fields: { 'Content-Length': '4711' } },
    'kept',
  ],
]);
