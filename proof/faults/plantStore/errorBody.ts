import { gzipSync } from 'node:zlib';
import { ERROR, type StoreFault } from '../catalogue/fault';
import { HIGHEST_ID, sendBody, sendError } from './plantStore';

/** Makes a store that gives this answer to every malformed and every unknown id. */
function always(
  name: string,
  summary: string,
  draws: readonly string[],
  body: string | Buffer,
  type: string | undefined = 'application/json',
): StoreFault {
  const send: StoreFault['changes'] = () => ({
    malformed: (call) => sendBody(call, body, type),
    unknown: (call) => sendBody(call, body, type),
  });
  return { name, summary, draws, changes: send };
}

function coded(name: string, summary: string, content: Buffer): StoreFault {
  return {
    name,
    summary,
    draws: ['body-syntax'],
    changes: () => ({
      malformed({ response }) {
        response.writeHead(400, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
        response.end(content);
      },
    }),
  };
}

const [TYPE, SYNTAX, SCHEMA] = [['media-type'], ['body-syntax'], ['body-schema']];

/** Faults in the body of a 400: it is no Error in JSON. */
export const errorBody: readonly StoreFault[] = [
  always('error-empty', 'sends a 400 without a body', SYNTAX, ''),
  {
    name: 'error-bare',
    summary: 'sends a 400 with neither a body nor a Content-Type',
    draws: ['media-type', 'body-syntax'],
    changes: () => ({ malformed: ({ response }) => response.writeHead(400).end() }),
  },
  {
    name: 'error-without-type',
    summary: 'sends an Error without a Content-Type',
    draws: TYPE,
    changes: () => ({ malformed: ({ response }) => response.writeHead(400).end(ERROR) }),
  },
  always('error-type-text', 'sends an Error as text/plain', TYPE, ERROR, 'text/plain'),
  always('error-type-html', 'sends a page as text/html', TYPE, '<h1>Bad Request</h1>', 'text/html'),
  always('error-type-problem', 'sends an Error as application/problem+json', TYPE, ERROR, 'application/problem+json'),
  always('error-type-malformed', 'sends an Error with the Content-Type "json"', TYPE, ERROR, 'json'),
  always('error-type-two', 'names two types in one Content-Type', TYPE, ERROR, 'application/json, text/plain'),
  always('error-html-as-json', 'sends a page under the Content-Type of JSON', SYNTAX, '<h1>Bad Request</h1>'),
  always(
    'error-latin-1',
    'sends an Error in ISO 8859-1',
    SYNTAX,
    Buffer.from('{"error":1,"message":"Für immer"}', 'latin1'),
  ),
  always('error-utf-16', 'sends an Error in UTF-16', SYNTAX, Buffer.from(ERROR, 'utf16le')),
  always('error-byte-order-mark', 'sends a byte order mark before an Error', SYNTAX, `\ufeff${ERROR}`),
  always('error-cut', 'sends an Error without its last character', SYNTAX, ERROR.slice(0, -1)),
  always('error-trailing-garbage', 'sends an Error with more behind it', SYNTAX, `${ERROR}\nDONE`),
  always('error-two-texts', 'sends two Errors in a row', SYNTAX, ERROR + ERROR),
  always('error-nan', 'sends NaN for the number of an Error', SYNTAX, '{"error":NaN,"message":"no"}'),
  always('error-single-quotes', 'sends an Error in single quotes', SYNTAX, "{'error':1,'message':'no'}"),
  always('error-repeated-name', 'repeats a member name in an Error', SYNTAX, '{"error":1,"error":2,"message":"no"}'),
  coded('error-not-gzip', 'sends an Error that is not compressed as one that is', Buffer.from(ERROR)),
  coded('error-bomb', 'sends an Error that expands to 64 MiB', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
  always('error-array', 'sends an Error in an array', SCHEMA, `[${ERROR}]`),
  always('error-text', 'sends a JSON string', SCHEMA, '"no such plant"'),
  always('error-null', 'sends null', SCHEMA, 'null'),
  always('error-number-missing', 'leaves `error` out', SCHEMA, '{"message":"no"}'),
  always('error-number-text', 'sends `error` as a string', SCHEMA, '{"error":"1","message":"no"}'),
  always('error-number-fraction', 'sends `error` as 1.5', SCHEMA, '{"error":1.5,"message":"no"}'),
  always('error-number-null', 'sends `error` as null', SCHEMA, '{"error":null,"message":"no"}'),
  always('error-number-too-large', 'sends `error` as 2^31', SCHEMA, '{"error":2147483648,"message":"no"}'),
  always('error-number-too-small', 'sends `error` as -2^31 - 1', SCHEMA, '{"error":-2147483649,"message":"no"}'),
  always(
    'error-number-rounded',
    'sends `error` as a fraction that a double rounds to 1',
    SCHEMA,
    '{"error":1.00000000000000000001,"message":"no"}',
  ),
  always('error-number-huge', 'sends `error` as 1e400', SCHEMA, '{"error":1e400,"message":"no"}'),
  always('error-message-missing', 'leaves `message` out', SCHEMA, '{"error":1}'),
  always('error-message-null', 'sends `message` as null', SCHEMA, '{"error":1,"message":null}'),
  always('error-message-object', 'sends `message` as an object', SCHEMA, '{"error":1,"message":{"en":"no"}}'),
  always('error-envelope', 'wraps the Error', SCHEMA, `{"errors":[${ERROR}]}`),
  {
    name: 'error-wrong-for-unknown-only',
    summary: 'sends a right Error for a malformed id, and a wrong one for an unknown id',
    draws: SCHEMA,
    changes: () => ({ unknown: (call) => sendError(call, 'E404') }),
  },
  {
    name: 'error-wrong-beyond-64-bits-only',
    summary: 'sends a right Error for `abc`, and a wrong one for an id beyond 64 bits',
    draws: SCHEMA,
    changes: (good) => ({
      malformed: (call, text) =>
        /^\d+$/.test(text) && BigInt(text) > HIGHEST_ID ? sendError(call, 1, null) : good.malformed(call, text),
    }),
  },
  {
    name: 'error-wrong-when-anonymous-only',
    summary: 'refuses a missing credential with a 400 that is no Error',
    draws: SCHEMA,
    changes: () => ({ refused: (call) => sendBody(call, '{"detail":"Not authenticated"}') }),
  },
];
