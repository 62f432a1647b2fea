import { gzipSync } from 'node:zlib';
import { oneOperation, readOnce } from '../../../conformance/contracts.testing';
import { toExchange } from '../../../conformance/rules/exchange.testing';
import { excerpt } from '../../redaction/printable';
import { secretsOf } from '../../redaction/redact';
import { parseTarget } from '../../wire/target';
import { toEvidence } from './toEvidence';

const plain = (text: string) => text;

test('a body that is cut within a character is shown as text', () => {
  const body = Buffer.from(`a${'ä'.repeat(50_000)}`);
  expect(excerpt(body, plain)).toBe(`a${'ä'.repeat(4095)}… (100001 bytes in all)`);
});

test.each([
  ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xe4]), 'a\\xff\\xe4'],
  ['a character that lacks a byte', Buffer.from([0x61, 0xc3]), 'a\\xc3'],
  ['what a terminal obeys', Buffer.from('a\u001b[2Jb\u202ec'), 'a\\u001b[2Jb\\u202ec'],
  ['lines', Buffer.from('a\r\nb\n\tc'), 'a\nb\n\tc'],
])('%s', (_, bytes, shown) => {
  expect(excerpt(bytes, plain)).toBe(shown);
});

const shownOf = async (type: string, body: Buffer) => {
  const contract = await readOnce(oneOperation({ responses: { 200: { description: 'd' } } }));
  const exchange = toExchange(contract, { ask: 'GET /things/7', status: 200, type, body }, 1);
  const received = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`), body]);
  const target = parseTarget('http://localhost:1');
  const { response, raw } = toEvidence({ ...exchange, received }, target, secretsOf({ token: undefined }));
  return { body: response?.body, isInRaw: raw.endsWith(response?.body ?? '') };
};

const GREEN = 'Gr\u00fcn \u00a9';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['Latin-1', 'text/plain; charset=ISO-8859-1', Buffer.from(GREEN, 'latin1'), GREEN],
  ['a quoted name', 'text/html;charset="windows-1252"', Buffer.from(GREEN, 'latin1'), GREEN],
  ['UTF-16 with a mark', 'text/csv; charset=utf-16', utf16(`\ufeff${GREEN}`), GREEN],
  ['UTF-16 with a mark alone', 'text/plain', utf16(`\ufeff${GREEN}`), GREEN],
  ['UTF-16 of the other byte order', 'application/octet-stream', utf16(`\ufeff${GREEN}`).swap16(), GREEN],
  ['UTF-16LE', 'text/plain; charset=utf-16le', utf16(GREEN), GREEN],
  [
    'XML that says it itself',
    'application/xml',
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><a>${GREEN}</a>`, 'latin1'),
    `<?xml version="1.0" encoding="ISO-8859-1"?><a>${GREEN}</a>`,
  ],
  [
    'JSON in Latin-1, which is none',
    'application/json; charset=iso-8859-1',
    Buffer.from(`"${GREEN}"`, 'latin1'),
    `"${GREEN}"`,
  ],
  ['a charset that nobody knows', 'text/plain; charset=x-none', Buffer.from('abc'), 'abc'],
  ['Latin-1 that does not say so', 'text/plain', Buffer.from('Gr\u00fcn', 'latin1'), 'Gr\\xfcn'],
  ['UTF-8', 'application/json', Buffer.from(`"${GREEN}"`), `"${GREEN}"`],
])('a body in its charset: %s', async (_, type, bytes, shown) => {
  const evidence = await shownOf(type, bytes);
  expect(evidence.body?.replace(/^\\ufeff|^\ufeff/, '')).toBe(shown);
  expect(evidence.isInRaw).toBe(true);
});

const TOKEN = 'opens-every-door';
const LATE = Buffer.from(JSON.stringify({ text: 'x'.repeat(10_000), token: TOKEN }));
const HOLDS = '(not shown: its content is compressed, and holds what is secret)';
const MAY_HOLD = '(not shown: its content is compressed, and may hold what is secret)';

const MASKED = '{"token":"$ESPALIER_TOKEN"}';

test.each<[what: string, coding: string, body: Buffer, shown: string, answer: string]>([
  ['has what is secret', 'gzip', gzipSync(`{"token":"${TOKEN}"}`), HOLDS, MASKED],
  [
    'has it far from its beginning',
    'gzip',
    gzipSync(LATE),
    HOLDS,
    `{"text":"${'x'.repeat(4087)}… (${LATE.length} bytes in all)`,
  ],
  ['was cut off', 'gzip', gzipSync(LATE).subarray(0, -12), MAY_HOLD, MAY_HOLD],
  ['has a coding that is not known here', 'zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), MAY_HOLD, MAY_HOLD],
  ['is text, and is not compressed at all', 'gzip', Buffer.from(`{"token":"${TOKEN}"}`), MASKED, MASKED],
])('compressed content, of a request and of an answer, that %s', async (_, coding, body, shown, answer) => {
  const contract = await readOnce(oneOperation({ responses: { 200: { description: 'd' } } }));
  const exchange = toExchange(contract, { ask: 'GET /things/7', status: 200, type: 'application/json', body }, 1);
  const coded = [['Content-Encoding', coding]] as const;
  const { request, response, raw, curl } = toEvidence(
    {
      ...exchange,
      request: { ...exchange.request, headers: coded, body },
      response: exchange.response && { ...exchange.response, headers: coded },
    },
    parseTarget('http://localhost:1'),
    secretsOf({ token: TOKEN }),
  );
  expect([request.body, response?.body]).toEqual([shown, answer]);
  expect(raw).toBe(shown.startsWith('(') ? shown : '');
  expect(curl).toMatch(shown.startsWith('{') ? /--data-raw/ : /--data-binary @FILE # \d+ bytes$/);
});
