import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { secretsOf } from '../../redaction/redact';
import { parseTarget } from '../../wire/target';
import type { Exchange } from '../model/exchange';
import { createEvidenceStore } from './store';

function exchangeOf(index: number, size: number): Exchange {
  const operation = { name: 'GET /things', path: '/things', parameters: [] };
  return {
    index,
    case: {
      claim: { name: 'a valid request', probe: 'valid' },
      request: { operation },
      touches: { thing: '/things', within: [] },
    } as unknown as Exchange['case'],
    request: { method: 'GET', path: '/things', headers: [] },
    response: {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: [],
      interim: [],
      body: Buffer.alloc(size, 'x'),
      afterHead: Buffer.alloc(0),
    },
    error: null,
    received: Buffer.alloc(0),
    durationMs: 1,
  };
}

test('a large exchange is let go once its evidence is made, and shown all the same', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const store = createEvidenceStore(parseTarget('http://target.test'), secretsOf({}));
  const bodies = [1, 2, 3].map((index) => {
    const exchange = exchangeOf(index, 1024 * 1024);
    store.note(exchange);
    store.keep(exchange, true);
    return new WeakRef(exchange);
  });
  // What a weak reference was made for stays until the turn of the loop is over.
  await new Promise(setImmediate);
  collect();
  expect(bodies.map((each) => each.deref())).toEqual([undefined, undefined, undefined]);
  expect(store.end(new Set()).map(({ response }) => response?.bodyBytes)).toEqual([1048576, 1048576, 1048576]);
});

test('no exchange is held once the evidence was asked for, and the evidence is there again', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const store = createEvidenceStore(parseTarget('http://target.test'), secretsOf({}));
  const small = [1, 2].map((index) => {
    const exchange = exchangeOf(index, 10);
    store.keep(exchange, true);
    return new WeakRef(exchange);
  });
  const kept = exchangeOf(3, 10);
  // What was read of a response is kept as long as that is.
  const response = new WeakRef(kept.response as object);
  store.keep(kept, true);
  Object.assign(kept, { response: null });
  const first = store.end(new Set([1, 2]));
  await new Promise(setImmediate);
  collect();
  expect([...small, response].map((each) => each.deref())).toEqual([undefined, undefined, undefined]);
  expect(store.end(new Set([1, 2]))).toEqual(first);
});

test('a body is shown in its charset, and its bytes are counted', () => {
  const body = Buffer.from('Größe', 'latin1');
  const head = Buffer.from('HTTP/1.1 200 OK\r\n\r\n');
  const exchange = exchangeOf(1, 0);
  const response = exchange.response as NonNullable<Exchange['response']>;
  const store = createEvidenceStore(parseTarget('http://target.test'), secretsOf({}));
  const headers = [['Content-Type', 'text/plain; charset=ISO-8859-1']] as const;
  store.note({ ...exchange, response: { ...response, body, headers }, received: Buffer.concat([head, body]) });
  const [shown] = store.end(new Set());
  expect([shown?.response?.body, shown?.response?.bodyBytes, shown?.raw]).toEqual([
    'Größe',
    5,
    'HTTP/1.1 200 OK\n\nGröße',
  ]);
});

test('what was answered alike is shown by one value, and what differs in a byte is not', () => {
  const store = createEvidenceStore(parseTarget('http://target.test'), secretsOf({}));
  const answered = (index: number, body: string, status = 200): Exchange => {
    const exchange = exchangeOf(index, 0);
    const response = exchange.response && { ...exchange.response, status, body: Buffer.from(body) };
    return { ...exchange, response, received: Buffer.from(`HTTP/1.1 ${status} OK\r\n\r\n${body}`) };
  };
  const all = [answered(1, '{}'), answered(2, '{}'), answered(3, '[]'), answered(4, '{}', 201)];
  for (const each of all) store.keep(each, true);
  const [first, second, third, fourth] = store.end(new Set([1, 2, 3, 4])).map(({ response }) => response);
  expect(second).toBe(first);
  expect([first, third, fourth].map((each) => [each?.status, each?.body])).toEqual([
    [200, '{}'],
    [200, '[]'],
    [201, '{}'],
  ]);
});

test('an answer is shown without the secrets of its own exchange alone, though it was answered alike', () => {
  const none = secretsOf({});
  const own = secretsOf({ token: 'a-secret-of-one' });
  const store = createEvidenceStore(parseTarget('http://target.test'), {
    ...none,
    of: (index) => (index === 1 ? own : none),
  });
  for (const index of [1, 2]) {
    const exchange = exchangeOf(index, 0);
    const response = exchange.response && { ...exchange.response, body: Buffer.from('"a-secret-of-one"') };
    store.keep({ ...exchange, response }, true);
  }
  expect(store.end(new Set([1, 2])).map(({ response }) => response?.body)).toEqual([
    '"$ESPALIER_TOKEN"',
    '"a-secret-of-one"',
  ]);
});

test.each([
  ['small', 10],
  ['large', 100_000],
])('what became known as secret after a %s exchange came is shown nowhere in it', (_, size) => {
  const later = 'known-only-later';
  let known = secretsOf({});
  const store = createEvidenceStore(parseTarget('http://target.test/v1'), {
    redact: (text, cut) => known.redact(text, cut),
    sentence: (text, cut) => known.sentence(text, cut),
    mask: (name, value) => known.mask(name, value),
    isGrowing: true,
  });
  const exchange = exchangeOf(1, size);
  const headers = [['X-Session', later]] as const;
  store.keep(
    {
      ...exchange,
      request: { method: 'GET', path: `/v1/things?session=${later}`, headers },
      response: exchange.response && { ...exchange.response, statusText: later, headers },
      error: { kind: 'malformed', code: undefined, message: `the field "${later}" is none` },
      received: Buffer.from(`HTTP/1.1 200 ${later}\r\n`),
    },
    true,
  );
  known = secretsOf({ others: [[later, '$SESSION']] });
  const [shown] = store.end(new Set([1]));
  expect(JSON.stringify(shown)).not.toContain(later);
  expect(shown?.request).toMatchObject({
    url: 'http://target.test/v1/things?session=$SESSION',
    headers: [['X-Session', '$SESSION']],
  });
  expect(shown?.response).toMatchObject({ statusText: '$SESSION', headers: [['X-Session', '$SESSION']] });
});

test('of what became known as secret later, no half is left where a body was cut', () => {
  let known = secretsOf({});
  const redact: typeof known.redact = (text, cut) => known.redact(text, cut);
  const store = createEvidenceStore(parseTarget('http://target.test'), { ...known, redact, isGrowing: true });
  const exchange = exchangeOf(1, 0);
  const body = Buffer.from(`${'-'.repeat(4090)}known-only-later${' '.repeat(100_000)}`);
  store.keep({ ...exchange, response: exchange.response && { ...exchange.response, body }, received: body }, true);
  known = secretsOf({ others: [['known-only-later', '$SESSION']] });
  const [shown] = store.end(new Set([1]));
  const ends = [shown?.response?.body, shown?.raw].map((text) => text?.slice(4085));
  expect(ends).toEqual(Array(2).fill('-----… (104106 bytes in all)'));
});

test('the bytes of compressed content of a large exchange are not shown while more may become known as secret, and its text without that', () => {
  let known = secretsOf({});
  const redact: typeof known.redact = (text, cut) => known.redact(text, cut);
  const store = createEvidenceStore(parseTarget('http://target.test'), { ...known, redact, isGrowing: true });
  const body = gzipSync(Buffer.from('known-only-later'));
  const kept = [1, 2].map((index): Exchange => {
    const exchange = exchangeOf(index, 0);
    const headers = [['Content-Encoding', 'gzip']] as const;
    const received = Buffer.alloc(index === 1 ? 100 : 100_000);
    return { ...exchange, response: exchange.response && { ...exchange.response, headers, body }, received };
  });
  for (const each of kept) store.keep(each, true);
  known = secretsOf({ others: [['known-only-later', '$SESSION']] });
  const shown = store.end(new Set([1, 2]));
  expect(shown.map(({ response }) => response?.body)).toEqual(['$SESSION', '$SESSION']);
  const [small, large] = shown.map(({ raw }) => raw);
  expect([small, large]).toEqual([
    expect.stringContaining('holds what is secret'),
    expect.stringContaining('may hold what is secret'),
  ]);
});

test('a secret that is a word of the path stays where the contract has it', () => {
  let known = secretsOf({});
  const redact: typeof known.redact = (text, cut) => known.redact(text, cut);
  const store = createEvidenceStore(parseTarget('http://target.test/things'), {
    ...known,
    redact,
    mask: (_, value) => redact(value),
    isGrowing: true,
  });
  const exchange = exchangeOf(1, 100_000);
  store.keep({ ...exchange, request: { ...exchange.request, path: '/things/things?of=things' } }, true);
  known = secretsOf({ others: [['things', '$WORD']] });
  expect(store.end(new Set([1]))[0]?.request.url).toBe('http://target.test/things/things?of=$WORD');
});

function withLongUrl(index: number): Exchange {
  const exchange = exchangeOf(index, 0);
  return { ...exchange, request: { ...exchange.request, path: `/things?text=${'x'.repeat(100_000)}` } };
}

test.each<[what: string, all: readonly Exchange[], long: number, others: number]>([
  [
    'a small run are all shown',
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? withLongUrl(at + 1) : exchangeOf(at + 1, 0))),
    100,
    100,
  ],
  [
    'a large run take half of the room, after the first 200',
    Array.from({ length: 1200 }, (_, at) => (at > 200 && at % 2 === 0 ? withLongUrl(at + 1) : exchangeOf(at + 1, 0))),
    29,
    701,
  ],
  [
    'a large run are shown beside many others',
    [...Array.from({ length: 700 }, (_, at) => exchangeOf(at + 1, 10_000)), withLongUrl(701)],
    1,
    700,
  ],
])('exchanges with long URLs of %s', (_, all, long, others) => {
  const store = createEvidenceStore(parseTarget('http://target.test'), secretsOf({}));
  for (const each of all) {
    store.keep(each, true);
    store.note(each);
  }
  const shown = store.end(new Set(all.map(({ index }) => index)));
  const isLong = ({ request: { url } }: (typeof shown)[number]) => url.length > 100_000;
  expect(shown.filter(isLong)).toHaveLength(long);
  expect(shown.filter((each) => !isLong(each))).toHaveLength(others);
});
