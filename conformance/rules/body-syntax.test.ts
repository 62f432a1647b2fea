import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { bodySchema } from './body-schema';
import { bodySyntax } from './body-syntax';
import { must, ruleTable, should } from './exchange.testing';

const ERROR = '{"error":1,"message":"no"}';
const refused = { ask: 'DELETE /plants/abc', probe: 'invalid', status: 400, type: 'application/json' } as const;

const notJson = (actual: string) => must('the body of a 400 is not JSON', 'one JSON text', actual);
const notUtf8 = (actual: string) => must('the body of a 400 is not UTF-8', 'JSON in UTF-8', actual);
const undecodable = (actual: string) =>
  must('the body of a 400 does not decode', 'content as its Content-Encoding says', actual);

/** What came is described in words that need not stand here. */
const SOME = expect.any(String) as string;

ruleTable(bodySyntax, PLANT_STORE, [
  ['an Error is empty', refused, must('the body of a 400 is empty', 'a body of type application/json', 'no byte')],
  ['a page comes as JSON', { ...refused, body: '<h1>Bad Request</h1>' }, notJson(SOME)],
  ['an Error is in ISO 8859-1', { ...refused, body: Buffer.from('{"message":"Für"}', 'latin1') }, notUtf8(SOME)],
  ['an Error is in UTF-16', { ...refused, body: Buffer.from(ERROR, 'utf16le') }, notJson(SOME)],
  ['a byte order mark stands before an Error', { ...refused, body: `\ufeff${ERROR}` }, notJson(SOME)],
  ['an Error lacks its last character', { ...refused, body: ERROR.slice(0, -1) }, notJson(SOME)],
  ['more stands behind an Error', { ...refused, body: `${ERROR}\nDONE` }, notJson(SOME)],
  ['two Errors stand in a row', { ...refused, body: ERROR + ERROR }, notJson(SOME)],
  ['a number is NaN', { ...refused, body: '{"error":NaN,"message":"no"}' }, notJson(SOME)],
  ['an Error is in single quotes', { ...refused, body: "{'error':1}" }, notJson(SOME)],
  ['a list has a comma behind its last item', { ...refused, body: '[1,]' }, notJson(SOME)],
  [
    'a member name is repeated',
    { ...refused, body: '{"error":1,"error":2}' },
    should(
      'the member name "error" is repeated in one object',
      'each name once (RFC 8259 §4)',
      '{"error":1,"error":2}',
    ),
  ],
  [
    'an Error is not compressed, though it says so',
    { ...refused, body: ERROR, fields: { 'Content-Encoding': 'gzip' } },
    undecodable(SOME),
  ],
  [
    'an Error expands to 64 MiB',
    { ...refused, body: gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), fields: { 'Content-Encoding': 'gzip' } },
    undecodable(SOME),
  ],
  [
    'an Error has neither a body nor a type',
    { ask: refused.ask, status: 400 },
    must('the body of a 400 is empty', 'a body of type application/json', 'no byte'),
  ],
  ['an Error is one JSON text', { ...refused, body: ERROR }, 'kept'],
  ['an Error is indented', { ...refused, body: `\n${JSON.stringify(JSON.parse(ERROR), null, 2)}\r\n\t` }, 'kept'],
  ['a text is a JSON text, too', { ...refused, body: '"no such plant"' }, 'kept'],
  ['an Error is nested very deep', { ...refused, body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }, 'kept'],
  ['a text has escapes of all kinds', { ...refused, body: '"\\ud83c\\udf31 \\u0000 植物 🌱"' }, 'kept'],
  ['a text escapes half of a pair', { ...refused, body: '"\\ud83c"' }, 'kept'],
  ['a number is beyond any double', { ...refused, body: '1e400' }, 'kept'],
  ['an Error is compressed', { ...refused, body: gzipSync(ERROR), fields: { 'Content-Encoding': 'gzip' } }, 'kept'],
  [
    'an Error is compressed twice, and says so',
    { ...refused, body: gzipSync(gzipSync(ERROR)), fields: { 'Content-Encoding': 'gzip, gzip' } },
    'kept',
  ],
  [
    'an Error says that it is not compressed',
    { ...refused, body: ERROR, fields: { 'Content-Encoding': 'identity' } },
    'kept',
  ],
  [
    'an Error is compressed in a way that nobody knows',
    { ...refused, body: 'x', fields: { 'Content-Encoding': 'own' } },
    'silent',
  ],
  ['a name stands in two objects', { ...refused, body: '{"a":{"b":1},"b":1}' }, 'kept'],
  ['an Error is of another type', { ...refused, type: 'text/html', body: '<h1>' }, 'silent'],
  [
    'an answer is cut before its end',
    { ...refused, body: '{', error: ['truncated', 'closed the connection'] },
    'silent',
  ],
]);

const invoice = { ask: 'GET /orders/11/invoice', status: 200, type: 'application/xml' } as const;
const label = { ask: 'GET /orders/11/label', status: 200, type: 'text/plain; charset=utf-8' } as const;
const payment = { ask: 'POST /orders/11/payments', status: 200, type: 'application/x-www-form-urlencoded' } as const;
const XML = '<invoice number="11"><total>9</total></invoice>';

const notXml = must('the body of a 200 is not XML', 'content of type application/xml', SOME);

ruleTable(bodySyntax, ORDER_DESK, [
  ['an element of XML is left open', { ...invoice, body: XML.replace('</invoice>', '') }, notXml],
  ['JSON comes as XML', { ...invoice, body: '{"number":11}' }, notXml],
  ['XML is empty', invoice, must('the body of a 200 is empty', 'a body of type application/xml', 'no byte')],
  ['XML has two roots', { ...invoice, body: XML + XML }, notXml],
  ['an ampersand of XML is bare', { ...invoice, body: '<invoice>Fern & Moss</invoice>' }, notXml],
  [
    'a text is in another charset than it names',
    { ...label, body: Buffer.from('für', 'latin1') },
    must(SOME, 'content of type text/plain', SOME),
  ],
  [
    'XML has a declaration, a comment and CDATA',
    { ...invoice, body: `<?xml version='1.0'?><!-- a --><invoice><![CDATA[<&]]></invoice>` },
    'kept',
  ],
  ['XML is in UTF-16, with its mark', { ...invoice, body: Buffer.from(`\ufeff${XML}`, 'utf16le') }, 'kept'],
  [
    'XML is in UTF-16, the higher byte first',
    { ...invoice, body: Buffer.from(`\ufeff${XML}`, 'utf16le').swap16() },
    'kept',
  ],
  [
    'XML names the charset that its mark has',
    { ...invoice, type: 'application/xml; charset=utf-16', body: Buffer.from(`\ufeff${XML}`, 'utf16le').swap16() },
    'kept',
  ],
  [
    'XML says itself that it is in ISO 8859-1',
    { ...invoice, body: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><invoice>für</invoice>', 'latin1') },
    'kept',
  ],
  [
    'XML is in ISO 8859-1 and does not say so',
    { ...invoice, body: Buffer.from('<invoice>für</invoice>', 'latin1') },
    must('the body of a 200 is not UTF-8', 'content of type application/xml', SOME),
  ],
  ['XML has a document type and a prefix', { ...invoice, body: '<!DOCTYPE i:a>\n<i:a xmlns:i="urn:i"/>' }, 'kept'],
  [
    'a text is in the charset that it names',
    { ...label, type: 'text/plain; charset=iso-8859-1', body: Buffer.from('für', 'latin1') },
    'kept',
  ],
  ['a text is empty', label, 'kept'],
  [
    'a form is encoded in its own way',
    { ...payment, body: 'cents=%31%30&order=11&note=paid+in+full&note=%F0%9F%8C%B1' },
    'kept',
  ],
  [
    'a form is not compressed, though it says so',
    { ...payment, body: 'order=11', fields: { 'Content-Encoding': 'gzip' } },
    must('the body of a 200 does not decode', 'content as its Content-Encoding says', SOME),
  ],
  ['HEAD has no body', { ask: 'HEAD /orders', status: 200 }, 'unbound'],
]);

const lines = { ask: 'GET /things/1', status: 200, type: 'application/jsonl' } as const;

ruleTable(bodySyntax, answering('application/jsonl'), [
  ['each line is JSON', { ...lines, body: '{"a":1}\n{"a":2}\n' }, 'kept'],
  ['the last line has no end', { ...lines, body: '{"a":1}\r\n{"a":2}' }, 'kept'],
  ['there is no line', lines, 'kept'],
  [
    'one line is no JSON',
    { ...lines, body: '{"a":1}\nDONE\n' },
    must('the body of a 200 is not a sequence of JSON texts', 'content of type application/jsonl', SOME),
  ],
]);

const coded = (coding: string, body: Buffer | string) =>
  ({ ...refused, body, fields: { 'Content-Encoding': coding } }) as const;

ruleTable(bodySyntax, PLANT_STORE, [
  ['a coding is in capitals', coded('GZIP', gzipSync(ERROR)), 'kept'],
  ['a coding has its older name', coded('x-gzip', gzipSync(ERROR)), 'kept'],
  ['an Error is deflated', coded('deflate', deflateSync(ERROR)), 'kept'],
  ['an Error is compressed by Brotli', coded('br', brotliCompressSync(ERROR)), 'kept'],
]);

function answering(type: string) {
  return oneOperation({ responses: { 200: { description: 'd', content: { [type]: {} } } } });
}

ruleTable(bodySyntax, answering('application/octet-stream'), [
  [
    'bytes are any bytes',
    { ask: 'GET /things/1', status: 200, type: 'application/octet-stream', body: Buffer.from([0, 255]) },
    'kept',
  ],
]);

ruleTable(bodySyntax, answering('application/vnd.own+json'), [
  [
    'a type of its own is JSON',
    { ask: 'GET /things/1', status: 200, type: 'application/vnd.own+json', body: '{}' },
    'kept',
  ],
  [
    'a type of its own should be JSON',
    { ask: 'GET /things/1', status: 200, type: 'application/vnd.own+json', body: 'own' },
    must('the body of a 200 is not JSON', 'one JSON text', SOME),
  ],
]);

const any = (schema?: object) =>
  oneOperation({ responses: { 200: { description: 'd', content: { '*/*': schema ? { schema } : {} } } } });
const thing = { ask: 'GET /things/1', status: 200 } as const;

ruleTable(bodySyntax, any({ type: 'string', maxLength: 9 }), [
  ['a text comes without a type, where any type is declared', { ...thing, body: 'pong' }, 'kept'],
  ['no byte comes without a type, where any type is declared', { ...thing, body: '' }, 'kept'],
  ['JSON comes without a type, where any type is declared', { ...thing, body: '"pong"' }, 'kept'],
  [
    'a text comes as JSON, where any type is declared',
    { ...thing, body: 'pong', type: 'application/json' },
    must('the body of a 200 is not JSON', 'one JSON text', SOME),
  ],
]);

ruleTable(bodySchema, any({ type: 'string', maxLength: 9 }), [
  ['a text without a type is as the schema says', { ...thing, body: 'pong' }, 'kept'],
  ['digits without a type are a text, too', { ...thing, body: '42' }, 'kept'],
  [
    'a text without a type is longer than the schema says',
    { ...thing, body: 'ping pong ping' },
    must(SOME, expect.stringContaining('9 characters') as string, SOME),
  ],
]);

ruleTable(bodySyntax, any(), [
  ['anything comes without a type, where nothing is said', { ...thing, body: '<' }, 'kept'],
]);

ruleTable(bodySyntax, any({ type: 'object' }), [
  [
    'a text comes without a type, where an object is declared',
    { ...thing, body: 'pong' },
    must('the body of a 200 is not JSON', SOME, SOME),
  ],
]);
