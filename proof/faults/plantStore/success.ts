import { message, raw, type StoreFault } from '../catalogue/fault';
import { sendBody, sendError, sendStatus } from './plantStore';

/** A delay in milliseconds. A client library returns a 204 sooner, and Espalier listens longer. */
const LATE = 60;

/** Faults in the answer to a valid DELETE: it is no 204 without content, or it is a server error. */
export const successFaults: readonly StoreFault[] = [
  {
    name: 'body-after-204',
    summary: 'sends a body right behind a 204',
    draws: ['no-content'],
    changes: () => ({ deleted: (call) => raw(call, message('204 No Content', {}, '{"deleted":true}')).end() }),
  },
  {
    name: 'body-after-204-with-length',
    summary: 'sends a 204 with a Content-Length and that many bytes',
    draws: ['no-content'],
    changes: () => ({ deleted: (call) => raw(call, message('204 No Content', { 'Content-Length': 2 }, '{}')).end() }),
  },
  {
    name: 'body-late',
    summary: 'sends a body 60 ms after a 204',
    draws: ['no-content'],
    changes: () => ({
      deleted(call) {
        const socket = raw(call, message('204 No Content', {}));
        setTimeout(() => socket.end('{"deleted":true}'), LATE);
      },
    }),
  },
  {
    name: 'body-chunked-after-204',
    summary: 'sends a 204 with a chunked body',
    draws: ['no-content'],
    changes: () => ({
      deleted: (call) =>
        raw(call, message('204 No Content', { 'Transfer-Encoding': 'chunked' }, '2\r\n{}\r\n0\r\n\r\n')).end(),
    }),
  },
  {
    name: 'line-break-after-204',
    summary: 'sends an empty line after a 204',
    draws: ['no-content'],
    changes: () => ({ deleted: (call) => raw(call, message('204 No Content', {}, '\r\n')).end() }),
  },
  {
    name: 'transfer-encoding-on-204',
    summary: 'sends a 204 with a Transfer-Encoding and no body',
    draws: ['no-content'],
    changes: () => ({
      deleted: (call) => raw(call, message('204 No Content', { 'Transfer-Encoding': 'chunked' })).end(),
    }),
  },
  {
    name: 'length-on-204',
    summary: 'sends a 204 with a Content-Length of 5 and no body',
    draws: ['no-content'],
    changes: () => ({ deleted: (call) => raw(call, message('204 No Content', { 'Content-Length': 5 })).end() }),
  },
  {
    name: 'length-zero-on-204',
    summary: 'sends a 204 with a Content-Length of 0',
    draws: ['no-content'],
    changes: () => ({ deleted: (call) => sendStatus(call, 204, { 'Content-Length': '0' }) }),
  },
  {
    name: 'status-200',
    summary: 'answers a delete with an empty 200',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendStatus(call, 200) }),
  },
  {
    name: 'status-200-with-body',
    summary: 'answers a delete with 200 and the plant',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendBody(call, '{"id":101}', 'application/json', 200) }),
  },
  {
    name: 'status-202',
    summary: 'answers a delete with 202',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendStatus(call, 202) }),
  },
  {
    name: 'status-205',
    summary: 'answers a delete with 205',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendStatus(call, 205) }),
  },
  {
    name: 'redirect',
    summary: 'answers a delete with a redirect to the list',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendStatus(call, 303, { Location: '/plants' }) }),
  },
  {
    name: 'valid-refused',
    summary: 'answers every delete with an Error',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendError(call) }),
  },
  {
    name: 'valid-not-found',
    summary: 'answers every delete with 404',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendStatus(call, 404) }),
  },
  {
    name: 'valid-forbidden',
    summary: 'lets the token ask, but not delete',
    draws: ['success-status'],
    changes: () => ({ deleted: (call) => sendStatus(call, 403) }),
  },
  {
    name: '204-to-everything',
    summary: 'answers 204, whatever is asked',
    draws: ['bearer-required', 'invalid-input-refused'],
    changes: () => ({ handle: (call) => sendStatus(call, 204) }),
  },
  {
    name: 'server-error-on-delete',
    summary: 'answers a valid delete with 503',
    draws: ['no-server-error'],
    changes: () => ({ deleted: (call) => sendStatus(call, 503) }),
  },
  {
    name: 'server-error-on-malformed-id',
    summary: 'answers a malformed id with 500',
    draws: ['no-server-error'],
    changes: () => ({ malformed: (call) => sendBody(call, 'Exception in thread "main"', 'text/plain', 500) }),
  },
  {
    name: 'server-error-on-unknown-id',
    summary: 'answers an unknown id with 500',
    draws: ['no-server-error'],
    changes: () => ({ unknown: (call) => sendStatus(call, 500) }),
  },
  {
    name: 'server-error-on-large-id',
    summary: 'answers an id beyond 2^53 with 500',
    draws: ['no-server-error'],
    changes: (good) => ({
      unknown: (call, id) => (id > BigInt(Number.MAX_SAFE_INTEGER) ? sendStatus(call, 500) : good.unknown(call, id)),
    }),
  },
  {
    name: 'server-error-when-anonymous',
    summary: 'answers a request without a credential with 500',
    draws: ['bearer-required', 'no-server-error'],
    changes: () => ({ refused: (call) => sendStatus(call, 500) }),
  },
  {
    name: 'error-under-200',
    summary: 'answers a malformed id with an Error under 200',
    draws: ['invalid-input-refused'],
    changes: () => ({ malformed: (call) => sendBody(call, '{"error":2,"message":"no"}', 'application/json', 200) }),
  },
];
