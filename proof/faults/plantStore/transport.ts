import { ERROR, message, raw, type StoreFault } from '../catalogue/fault';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const CHUNKED = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };

/** Faults in transport: the answer is no complete, well-formed response. */
export const transport: readonly StoreFault[] = [
  {
    name: 'hang-before-head',
    summary: 'never answers a valid delete',
    draws: ['responds'],
    changes: () => ({ deleted: () => {} }),
  },
  {
    name: 'hang-in-head',
    summary: 'stops in the header section of a 204',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'HTTP/1.1 204 No Content\r\nDate: ') }),
  },
  {
    name: 'hang-in-body',
    summary: 'stops in the body of an Error',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) => raw(call, message('400 Bad Request', { ...JSON_TYPE, 'Content-Length': 47 }, '{"err')),
    }),
  },
  {
    name: 'hang-when-anonymous',
    summary: 'never answers a request without a credential',
    draws: ['responds'],
    changes: () => ({ refused: () => {} }),
  },
  {
    name: 'trickle',
    summary: 'sends an Error at one byte a second',
    draws: ['responds'],
    changes: () => ({
      unknown(call) {
        const socket = raw(call, message('400 Bad Request', { ...JSON_TYPE, 'Content-Length': ERROR.length }));
        const bytes = ERROR[Symbol.iterator]();
        const timer = setInterval(() => socket.write(bytes.next().value ?? ''), 1000).unref();
        socket.on('close', () => clearInterval(timer));
      },
    }),
  },
  {
    name: 'reset-before-head',
    summary: 'resets the connection instead of answering a valid delete',
    draws: ['responds'],
    changes: () => ({ deleted: ({ request }) => request.socket.resetAndDestroy() }),
  },
  {
    name: 'reset-in-head',
    summary: 'resets the connection in the header section of a 204',
    draws: ['responds'],
    changes: () => ({
      deleted: ({ request: { socket } }) => socket.write('HTTP/1.1 204 No', () => socket.resetAndDestroy()),
    }),
  },
  {
    name: 'reset-in-body',
    summary: 'resets the connection in the body of an Error',
    draws: ['responds'],
    changes: () => ({
      unknown: ({ request: { socket } }) =>
        socket.write(message('400 Bad Request', { ...JSON_TYPE, 'Content-Length': 47 }, '{"err'), () =>
          socket.resetAndDestroy(),
        ),
    }),
  },
  {
    name: 'empty-reply',
    summary: 'closes the connection without a byte after a valid delete',
    draws: ['responds'],
    changes: () => ({ deleted: ({ request }) => request.socket.end() }),
  },
  {
    name: 'garbage',
    summary: 'answers with what is not HTTP',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'deleted, thank you\r\n\r\n').end() }),
  },
  {
    name: 'status-line-without-status',
    summary: 'leaves the status code out of the status line',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'HTTP/1.1 No Content\r\n\r\n').end() }),
  },
  {
    name: 'status-of-no-class',
    summary: 'answers with the status 099, which is none',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, message('099 Almost', { 'Content-Length': 0 })).end() }),
  },
  {
    name: 'status-beyond-599',
    summary: 'answers with the status 600, which is of no class',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, message('600 Beyond', { 'Content-Length': 0 })).end() }),
  },
  {
    name: 'status-line-http-2',
    summary: 'names HTTP/2 in an HTTP/1.1 status line',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'HTTP/2 204\r\n\r\n').end() }),
  },
  {
    name: 'bare-line-feeds',
    summary: 'ends header lines with a line feed alone',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'HTTP/1.1 204 No Content\nConnection: close\n\n').end() }),
  },
  {
    name: 'field-without-colon',
    summary: 'sends a header line without a colon',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'HTTP/1.1 204 No Content\r\nConnection close\r\n\r\n').end() }),
  },
  {
    name: 'endless-head',
    summary: 'sends header fields without end',
    draws: ['responds'],
    changes: () => ({
      deleted(call) {
        const socket = raw(call, 'HTTP/1.1 204 No Content\r\n');
        const more = () => {
          for (let at = 0; at < 200; at++) socket.write(`X-Field-${at}: ${'x'.repeat(1000)}\r\n`);
        };
        socket.on('drain', more);
        more();
      },
    }),
  },
  {
    name: 'length-too-large',
    summary: 'announces more bytes than it sends',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) => raw(call, message('400 Bad Request', { ...JSON_TYPE, 'Content-Length': 100 }, ERROR)).end(),
    }),
  },
  {
    name: 'length-too-small',
    summary: 'sends more bytes than it announces',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) => raw(call, message('400 Bad Request', { ...JSON_TYPE, 'Content-Length': 20 }, ERROR)).end(),
    }),
  },
  {
    name: 'two-lengths',
    summary: 'sends two lengths that differ',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) =>
        raw(
          call,
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 47\r\nContent-Length: 48\r\n\r\n${ERROR}`,
        ).end(),
    }),
  },
  {
    name: 'length-and-chunked',
    summary: 'sends Content-Length and Transfer-Encoding together',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) =>
        raw(
          call,
          message('400 Bad Request', { ...CHUNKED, 'Content-Length': 47 }, `2f\r\n${ERROR}\r\n0\r\n\r\n`),
        ).end(),
    }),
  },
  {
    name: 'broken-chunk',
    summary: 'sends a chunk size that is no number',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) => raw(call, message('400 Bad Request', CHUNKED, `zz\r\n${ERROR}\r\n0\r\n\r\n`)).end(),
    }),
  },
  {
    name: 'unfinished-chunks',
    summary: 'closes the connection before the last chunk',
    draws: ['responds'],
    changes: () => ({ unknown: (call) => raw(call, message('400 Bad Request', CHUNKED, `2f\r\n${ERROR}\r\n`)).end() }),
  },
  {
    name: 'bytes-after-the-last-chunk',
    summary: 'sends more after the last chunk',
    draws: ['responds'],
    changes: () => ({
      unknown: (call) => raw(call, message('400 Bad Request', CHUNKED, `2f\r\n${ERROR}\r\n0\r\n\r\nand more`)).end(),
    }),
  },
  {
    name: 'endless-body',
    summary: 'sends a body without end',
    draws: ['responds'],
    changes: () => ({
      unknown(call) {
        const socket = raw(call, message('400 Bad Request', JSON_TYPE, '{"error":1,"message":"'));
        const more = () => {
          while (socket.writable && socket.write('x'.repeat(65_536)));
        };
        socket.on('drain', more);
        more();
      },
    }),
  },
  {
    name: 'interim-and-no-more',
    summary: 'sends 100 Continue and closes the connection',
    draws: ['responds'],
    changes: () => ({ deleted: (call) => raw(call, 'HTTP/1.1 100 Continue\r\n\r\n').end() }),
  },
  {
    name: 'switches-protocols',
    summary: 'answers 101 although nobody asked for another protocol',
    draws: ['responds'],
    changes: () => ({
      deleted: (call) =>
        raw(call, 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: plants\r\n\r\n').end(),
    }),
  },
];
