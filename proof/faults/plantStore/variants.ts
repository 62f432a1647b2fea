import { gzipSync } from 'node:zlib';
import { ERROR, message, raw, type StoreFault } from '../catalogue/fault';
import { type StoreCall, sendBody, sendError, sendStatus } from './plantStore';

function variant(name: string, summary: string, changes: StoreFault['changes']): StoreFault {
  return { name, summary, draws: [], changes };
}

/** Makes a store that sends its Errors in another way. */
function errs(name: string, summary: string, send: (call: StoreCall) => void): StoreFault {
  return variant(name, summary, () => ({ malformed: send, unknown: send }));
}

function challenge(name: string, summary: string, headers: Record<string, string>): StoreFault {
  return variant(name, summary, () => ({ refused: (call) => sendStatus(call, 401, headers) }));
}

/** A delay that is far below any limit, in milliseconds. */
const SLOW = 50;

/** Variants that use everything that the contract leaves open. None of them breaks a rule. */
export const variants: readonly StoreFault[] = [
  variant('good', 'keeps the contract in the plainest way', () => ({})),
  { ...variant('closed', 'keeps the contract, under --closed', () => ({})), closed: true },
  challenge('refusal-401-empty', 'refuses with an empty 401', { 'WWW-Authenticate': 'Bearer', 'Content-Length': '0' }),
  challenge('refusal-401-realm', 'names a realm and an error in the challenge', {
    'WWW-Authenticate': 'Bearer realm="plants", error="invalid_token"',
  }),
  challenge('refusal-401-two-schemes', 'offers two schemes', { 'WWW-Authenticate': 'Basic realm="plants", bearer' }),
  variant('refusal-401-with-body', 'refuses with a 401 and a problem document', () => ({
    refused({ response }) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'application/problem+json' });
      response.end('{"title":"Unauthorized"}');
    },
  })),
  variant('refusal-403', 'refuses with 403', () => ({ refused: (call) => sendStatus(call, 403) })),
  variant('refusal-400', 'refuses a missing credential with an Error', () => ({
    refused: (call) => sendError(call, 7, 'A token is required.'),
  })),
  variant('refusal-404', 'hides from strangers what exists', () => ({ refused: (call) => sendStatus(call, 404) })),
  variant('unknown-404', 'answers an unknown id with 404', () => ({ unknown: (call) => sendStatus(call, 404) })),
  variant('unknown-410', 'answers an unknown id with 410', () => ({ unknown: (call) => sendStatus(call, 410) })),
  variant('idempotent', 'answers 204 whether or not the plant was there', () => ({
    unknown: (call) => sendStatus(call, 204),
  })),
  variant('malformed-404', 'answers a malformed id with 404', () => ({ malformed: (call) => sendStatus(call, 404) })),
  variant('malformed-422', 'answers a malformed id with 422', () => ({
    malformed: (call) => sendBody(call, '{"detail":"not an integer"}', 'application/json', 422),
  })),
  errs('type-in-capitals', 'writes the type as Application/JSON', (call) => sendBody(call, ERROR, 'Application/JSON')),
  errs('type-with-charset', 'adds a charset to the type', (call) =>
    sendBody(call, ERROR, 'application/json; charset=utf-8'),
  ),
  errs('type-with-quoted-charset', 'quotes the charset', (call) =>
    sendBody(call, ERROR, 'application/json;charset="UTF-8"'),
  ),
  errs('error-extra', 'adds members to an Error', (call) =>
    sendBody(call, '{"error":1,"message":"no","trace":[1,{"a":null}]}'),
  ),
  errs('error-nested', 'nests what it adds to an Error very deep', (call) =>
    sendBody(call, `{"error":1,"message":"no","trace":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  ),
  errs('error-pretty', 'indents an Error', (call) =>
    sendBody(call, `\n${JSON.stringify(JSON.parse(ERROR), null, 2)}\n`),
  ),
  errs('error-number-one-point-zero', 'writes the number of an Error as 1.0', (call) =>
    sendBody(call, '{"error":1.0,"message":"no"}'),
  ),
  errs('error-number-exponent', 'writes the number of an Error as 1e3', (call) =>
    sendBody(call, '{"error":1e3,"message":"no"}'),
  ),
  errs('error-number-largest', 'sends the largest int32', (call) => sendError(call, 2_147_483_647)),
  errs('error-number-smallest', 'sends the smallest int32', (call) => sendError(call, -2_147_483_648)),
  errs('error-number-zero', 'sends a negative zero', (call) => sendBody(call, '{"error":-0,"message":"no"}')),
  errs('error-message-empty', 'sends an empty message', (call) => sendError(call, 1, '')),
  errs('error-message-unicode', 'sends a message in many scripts, some of it escaped', (call) =>
    sendBody(call, '{"error":1,"message":"Pflänzchen 🌱 \\ud83c\\udf31 \\u0000 植物"}'),
  ),
  errs('error-chunked', 'sends an Error in chunks', ({ response }) => {
    response.writeHead(400, { 'Content-Type': 'application/json' });
    for (const part of ERROR.match(/.{1,5}/g) ?? []) response.write(part);
    response.end();
  }),
  errs('error-gzip', 'compresses an Error', ({ response }) => {
    response.writeHead(400, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end(gzipSync(ERROR));
  }),
  errs('error-without-length', 'ends an Error by closing the connection', (call) =>
    raw(call, message('400 Bad Request', { 'Content-Type': 'application/json', Connection: 'close' }, ERROR)).end(),
  ),
  errs('error-in-pieces', 'sends an Error byte by byte', (call) => {
    const text = message(
      '400 Bad Request',
      { 'Content-Type': 'application/json', 'Content-Length': ERROR.length },
      ERROR,
    );
    raw(call, ...text).end();
  }),
  variant('http-1.0', 'speaks HTTP/1.0', () => ({
    deleted: (call) => raw(call, 'HTTP/1.0 204 No Content\r\n\r\n').end(),
    unknown: (call) => raw(call, `HTTP/1.0 400 Bad Request\r\nContent-Type: application/json\r\n\r\n${ERROR}`).end(),
  })),
  variant('no-reason-phrase', 'leaves the reason phrase empty', () => ({
    deleted: (call) => raw(call, 'HTTP/1.1 204 \r\n\r\n').end(),
  })),
  variant('interim-responses', 'sends 102 and 103 before a 204', () => ({
    deleted: (call) =>
      raw(
        call,
        'HTTP/1.1 102 Processing\r\n\r\n',
        'HTTP/1.1 103 Early Hints\r\nLink: </plants>; rel=up\r\n\r\n',
        'HTTP/1.1 204 No Content\r\n\r\n',
      ).end(),
  })),
  variant('type-on-204', 'sends a 204 with a Content-Type, as FastAPI does', () => ({
    deleted: (call) => raw(call, message('204 No Content', { 'Content-Type': 'application/json' })).end(),
  })),
  variant('slow', 'takes its time over every answer', (good) => ({
    handle: (call) => setTimeout(() => good.handle(call), SLOW),
  })),
  variant('connection-left-open', 'does not close the connection after a 204', () => ({
    deleted: (call) => raw(call, message('204 No Content', { Connection: 'keep-alive' })),
  })),
  variant('reset-after-204', 'resets the connection once a 204 is sent', () => ({
    deleted: ({ request: { socket } }) =>
      socket.write(message('204 No Content', {}), () => setTimeout(() => socket.resetAndDestroy(), SLOW)),
  })),
];
