/** What users define, in whole runs on small services: rules, hooks, values, and what happens around a run. */

import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite } from '../../conformance/suite';
import { load } from '../contract/contract.testing';
import { type GivenRun, verifyTarget } from '../engine/verify';
import { parsedBody } from '../json/exactJson';
import type { Report } from '../report/report';
import { serve } from '../support/testing/serving.testing';
import { parseTarget } from '../wire/target';
import { defineHook, defineProbe, defineRule, defineValues, type Extension } from './define';
import { extendedSuite, readExtensions } from './extensions';

const INFO = { openapi: '3.0.3', info: { title: 'T', version: '1' } };
const ok = { 200: { description: 'ok' }, 401: { description: 'no' } };
const ITEMS = { ...INFO, paths: { '/items': { get: { responses: ok } } } };

interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (asked: Asked, response: ServerResponse) => void;

async function run(
  contract: object,
  extensions: readonly Extension[],
  answer: Answer = (_, response) => response.end(),
  options: Partial<GivenRun> = {},
): Promise<{ readonly report: Report; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    answer(one, response);
  });
  const extended = readExtensions(extensions.map((extension) => ({ extension, from: 'house.ts' })));
  const report = await verifyTarget(await load(contract), extendedSuite(suite, extended), {
    ...{ target: parseTarget(url), seed: 7, limits: { lingerMs: 10 } },
    ...{ hooks: extended.hooks, values: extended.values, probes: extended.probes, ...options },
  });
  return { report, asked };
}

function ownOf({ requirements }: Report) {
  return requirements.filter(({ rule }) => rule.startsWith('house/'));
}

const requestId = defineRule({
  ...{ id: 'house/request-id', level: 'must', statement: 'Every answer has X-Request-Id.', source: 'House rules 3' },
  judge: ({ response }) =>
    response.header('x-request-id') === undefined
      ? { message: 'there is no X-Request-Id', expected: 'X-Request-Id', actual: 'no such field' }
      : [],
});

describe('a rule', () => {
  test('is kept, or draws a finding, with its source and its id', async () => {
    const kept = await run(ITEMS, [requestId], (_, response) => response.setHeader('x-request-id', '1').end());
    expect(ownOf(kept.report)).toMatchObject([
      { id: 'GET /items house/request-id', verdict: 'pass', reference: 'House rules 3' },
    ]);
    const broken = await run(ITEMS, [requestId]);
    expect(broken.report.outcome).toBe('violates');
    expect(ownOf(broken.report)).toMatchObject([
      { verdict: 'fail', findings: [{ message: 'there is no X-Request-Id', actual: 'no such field' }] },
    ]);
  });

  test('can be left out, waived, and asked for alone', async () => {
    expect(ownOf((await run(ITEMS, [requestId], undefined, { skip: ['house/request-id'] })).report)).toEqual([]);
    const alone = await run(ITEMS, [requestId], undefined, { only: ['house/request-id'] });
    expect(alone.report.requirements.map(({ rule }) => rule)).toEqual(['house/request-id']);
    const waivers = [{ rule: 'house/request-id', reason: 'later' }];
    expect((await run(ITEMS, [requestId], undefined, { waivers })).report.outcome).toBe('conforms');
  });

  test('that has nothing to say about any answer keeps nothing from conforming', async () => {
    const silent = defineRule({
      ...{ id: 'house/silent', level: 'must', statement: 's', source: 's' },
      judge: () => undefined,
    });
    const { report } = await run(ITEMS, [silent]);
    expect(ownOf(report)).toMatchObject([{ verdict: 'skip', unreached: true }]);
    expect(report.outcome).toBe('conforms');
  });

  test.each([
    ['must', 'incomplete'],
    ['should', 'incomplete'],
  ] as const)('that throws is told of that itself, and costs the others nothing (%s)', async (level, outcome) => {
    const failing = defineRule({
      ...{ id: 'house/failing', level, statement: 's', source: 's' },
      judge: () => {
        throw new RangeError('there is no such thing');
      },
    });
    const { report } = await run(ITEMS, [failing, requestId], (_, response) =>
      response.setHeader('x-request-id', '1').end(),
    );
    const reason = 'the rule itself failed: RangeError: there is no such thing; it is of house.ts';
    expect(ownOf(report)).toMatchObject([
      { rule: 'house/failing', verdict: 'skip', broken: true, reason },
      { rule: 'house/request-id', verdict: 'pass' },
    ]);
    expect(report).toMatchObject({ outcome, reason: expect.stringContaining(reason) });
  });

  test.each([
    [async () => [], '`judge` returned a promise'],
    [() => 'wrong', '`judge` returned "wrong"'],
    [() => ({ message: 'm' }), '`judge` returned a breach without'],
  ])('that returns what is no verdict (%s) has failed', async (judge, said) => {
    const rule = defineRule({
      ...{ id: 'house/odd', level: 'must', statement: 's', source: 's' },
      judge: judge as never,
    });
    expect(ownOf((await run(ITEMS, [rule])).report)).toMatchObject([
      { verdict: 'skip', reason: expect.stringContaining(said) },
    ]);
  });

  test.each([
    [{ id: 'request-id' }, 'the id "request-id" is not usable'],
    [{ level: 'error' }, 'has the level "error"'],
    [{ statement: '' }, 'has no `statement`'],
    [{ judge: undefined }, 'has no `judge`, which must be a function'],
  ])('that is not whole is refused: %j', (wrong, said) => {
    const extension = { ...requestId, ...wrong } as Extension;
    expect(() => readExtensions([{ extension, from: 'house.ts' }])).toThrow(said);
  });

  test('of a name that there is already is refused', () => {
    const twice = [requestId, requestId].map((extension) => ({ extension, from: 'house.ts' }));
    expect(() => readExtensions(twice)).toThrow('house.ts defines house/request-id, which is defined already.');
  });
});

const KEYED = {
  ...INFO,
  components: { securitySchemes: { signed: { type: 'apiKey', in: 'header', name: 'X-Signature' } } },
  paths: { '/items': { get: { security: [{ signed: [] }], responses: ok } } },
};

const signatureOf = (path: string) => createHmac('sha256', 'the key').update(path).digest('hex');

const sign = defineHook({
  name: 'house/sign',
  schemes: ['signed'],
  request: ({ path }) => ({ headers: { 'X-Signature': signatureOf(path) } }),
});

/** Lets in whoever signs, and shows what came. */
const signing: Answer = ({ url, headers }, response) => {
  const isSigned = headers['x-signature'] === signatureOf(url);
  response.statusCode = isSigned ? 200 : 401;
  response.end(`you sent ${headers['x-signature']}`);
};

describe('a hook', () => {
  test('makes the credential of a scheme, and requests without it are without it', async () => {
    const { report, asked } = await run(KEYED, [sign], signing);
    expect(report.outcome).toBe('conforms');
    const verdicts = Object.fromEntries(report.requirements.map(({ rule, verdict }) => [rule, verdict]));
    expect(verdicts).toMatchObject({ 'success-status': 'pass', 'credential-required': 'pass' });
    expect(asked.some(({ headers }) => headers['x-signature'] === undefined)).toBe(true);
  });

  test('fails nobody who takes any signature only where that is so', async () => {
    const { report } = await run(KEYED, [sign], ({ headers }, response) => {
      response.statusCode = headers['x-signature'] ? 200 : 401;
      response.end();
    });
    expect(report.requirements.find(({ rule }) => rule === 'credential-checked')?.verdict).toBe('warn');
  });

  test('shows nothing of what it adds, and is named by the request and by its curl line', async () => {
    const { report } = await run(KEYED, [sign], signing);
    expect(JSON.stringify(report)).not.toContain(signatureOf('/items'));
    const hooked = report.exchanges.find((each) => each.hooked);
    expect(hooked).toMatchObject({ hooked: { by: ['house/sign'], headers: ['X-Signature'], query: [] } });
    expect(hooked?.curl).toMatch(/-H "X-Signature: \$X_SIGNATURE" # house\/sign adds X-Signature$/);
    expect(hooked?.response?.body).toBe('you sent $X_SIGNATURE');
  });

  test('what it adds to several requests is hidden wherever it comes', async () => {
    const key = defineHook({ name: 'house/key', request: () => ({ headers: { 'X-Key': 'a-key-of-a-year' } }) });
    const { report } = await run(KEYED, [key, sign], (asked, response) => {
      if (asked.headers['x-key']) return signing(asked, response);
      response.statusCode = 401;
      response.end('did you mean a-key-of-a-year?');
    });
    expect(report.exchanges.some(({ response }) => response?.body.includes('did you mean'))).toBe(true);
    expect(JSON.stringify(report)).not.toContain('a-key-of-a-year');
  });

  test.each([
    [false, false],
    [true, true],
  ])('of no scheme sees requests without their credential only where it is none itself (%j)', async (always, has) => {
    const nonce = defineHook({ name: 'house/nonce', always, request: () => ({ query: { nonce: '1' } }) });
    const { asked } = await run(KEYED, [nonce, sign], signing);
    const anonymous = asked.filter(({ headers }) => headers['x-signature'] === undefined);
    expect(anonymous.length).toBeGreaterThan(0);
    expect(anonymous.every(({ url }) => url.includes('nonce=1'))).toBe(has);
  });

  test('signs each sending anew', async () => {
    let count = 0;
    const nonce = defineHook({ name: 'house/nonce', request: () => ({ headers: { 'X-Nonce': `n${count++}` } }) });
    let refused = 0;
    const { asked } = await run(ITEMS, [nonce], (_, response) => {
      if (refused++ === 0) response.writeHead(429, { 'Retry-After': '0' });
      response.end();
    });
    const nonces = asked.map(({ headers }) => headers['x-nonce']);
    expect(nonces.length).toBeGreaterThan(1);
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test.each([
    [{ headers: { Host: 'elsewhere' } }, 'may not set Host'],
    [{ headers: { 'X-HTTP-Method-Override': 'DELETE' } }, 'may not set X-HTTP-Method-Override'],
    [{ headers: { 'X-Original-URL': '/admin' } }, 'may not set X-Original-URL'],
    [{ headers: { Accept: 'text/plain' } }, 'sets Accept, which the request has already'],
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'adds X-A with a value that no header field can hold'],
    [{ query: { _method: 'DELETE' } }, 'may not set _method'],
  ])('cannot change where a request goes, or what it asks for: %j', async (addition, said) => {
    const hook = defineHook({ name: 'house/bad', request: () => addition });
    const { report, asked } = await run(ITEMS, [hook]);
    expect(asked).toEqual([]);
    expect(report).toMatchObject({ outcome: 'error', reason: expect.stringContaining(`The hook house/bad ${said}`) });
  });

  test('that throws ends the run, and says so', async () => {
    const hook = defineHook({
      name: 'house/thrown',
      request: () => {
        throw new Error('no key is set');
      },
    });
    const { report, asked } = await run(ITEMS, [hook]);
    expect(asked).toEqual([]);
    expect(report).toMatchObject({
      outcome: 'error',
      reason: expect.stringContaining('The hook house/thrown failed: no key is set. It was to add to GET /items'),
    });
  });
});

describe('values', () => {
  const account = {
    type: 'object',
    required: ['iban', 'code'],
    properties: { iban: { type: 'string', format: 'iban' }, code: { type: 'string', maxLength: 3 } },
  };
  const ACCOUNTS = {
    ...INFO,
    paths: {
      '/accounts': {
        post: { requestBody: { required: true, content: { 'application/json': { schema: account } } }, responses: ok },
        get: { parameters: [{ name: 'code', in: 'query', required: true, schema: { type: 'string' } }], responses: ok },
      },
    },
  };
  const IBAN = 'GB33BUKB20201555555555';
  const plain = async (extensions: readonly Extension[]) => {
    const { asked } = await run(ACCOUNTS, extensions, undefined, { writes: 'any' });
    // Some are broken on purpose.
    const bodies = asked.flatMap(({ body }) => parsedBody(Buffer.from(body))?.value as Record<string, unknown>);
    return { bodies, codes: asked.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('code')) };
  };

  test('are sent for a format, and for a name wherever it stands', async () => {
    const iban = defineValues({ name: 'house/iban', for: { format: 'iban' }, make: () => IBAN });
    const code = defineValues({ name: 'house/code', for: { member: 'code' }, make: () => 'abc' });
    const { bodies, codes } = await plain([iban, code]);
    expect(bodies).toContainEqual({ iban: IBAN, code: 'abc' });
    expect(codes).toContain('abc');
  });

  test('are sent as the whole body of an operation', async () => {
    const body = { iban: IBAN, code: 'x', more: true };
    const whole = defineValues({ name: 'house/body', for: { operation: 'POST /accounts' }, make: () => body });
    const { bodies, codes } = await plain([whole]);
    expect(bodies).toContainEqual(body);
    expect(codes).not.toContain('[object Object]');
  });

  test('are not sent where they break their schema', async () => {
    const code = defineValues({ name: 'house/code', for: { member: 'code' }, make: () => 'longer than three' });
    const { bodies, codes } = await plain([code]);
    expect(bodies.filter((sent) => Object.values(sent ?? {}).includes('longer than three'))).toEqual([]);
    expect(codes).toContain('longer than three');
  });

  test('of code that throws end the run, and name it', async () => {
    const failing = defineValues({
      name: 'house/failing',
      for: { member: 'code' },
      make: () => {
        throw new Error('no code is left');
      },
    });
    await expect(run(ACCOUNTS, [failing])).rejects.toThrow(
      'house.ts: house/failing failed for code of GET /accounts: no code is left.',
    );
  });
});

describe("a probe of the user's own", () => {
  const ITEM = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] };
  const paths = {
    '/items': { get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }], responses: ok } },
    '/items/{id}': { ...ITEM, delete: { responses: { 204: { description: 'gone' } } } },
  };
  const sparse = defineProbe({
    name: 'house/sparse',
    requests: () => [
      { name: 'fields=id', query: { fields: ['id', 'name'], limit: '1' }, headers: { 'X-Sparse': 'yes' } },
    ],
  });
  const isSparse = ({ url }: Asked) => url.includes('fields=');

  test("is asked beside the others, and its answers are judged by rules of one's own", async () => {
    const seen: string[] = [];
    const rule = defineRule({
      ...{
        id: 'house/sparse-shown',
        level: 'must',
        statement: 'Fields that are asked for are shown.',
        source: 'House 4',
      },
      judge({ case: name, request }) {
        if (!name.startsWith('house/sparse')) return undefined;
        seen.push(`${request.path} ${request.header('x-sparse')}`);
        return { message: 'not shown', expected: 'id', actual: 'nothing' };
      },
    });
    const { report } = await run({ ...INFO, paths }, [sparse, rule]);
    expect(seen).toEqual(['/items?fields=id&fields=name&limit=1 yes']);
    expect(ownOf(report).map(({ verdict }) => verdict)).toContain('fail');
  });

  test.each([
    ['nothing was handed over', {}, []],
    ['a thing was handed over', { params: { id: ['7'] } }, ['/items/7?fields=id&fields=name&limit=1']],
  ])('removes nothing of others, where %s', async (_, options, urls) => {
    const { asked } = await run({ ...INFO, paths }, [sparse], (_asked, response) => response.end(), options);
    expect(asked.filter(isSparse).flatMap(({ url }) => (url.startsWith('/items/') ? [url] : []))).toEqual(urls);
  });

  test.each<[what: string, request: object, why: string]>([
    ['a credential', { name: 'x', headers: { authorization: 'Bearer x' } }, 'holds the credential'],
    ['another host', { name: 'x', headers: { Host: 'example.com' } }, 'may not set Host'],
    ['another method', { name: 'x', query: { _method: 'DELETE' } }, 'may not set _method'],
    ['no name', { query: { a: '1' } }, 'has no `name`'],
    ['a member that there is not', { name: 'x', querry: { a: '1' } }, 'and no `querry`'],
    ['a number', { name: 'x', query: { a: 1 } }, 'a value that is no text'],
  ])('with %s is refused, and says why', async (_, request, why) => {
    const probe = defineProbe({ name: 'house/wrong', requests: () => [request as { name: string }] });
    await expect(run({ ...INFO, paths }, [probe])).rejects.toThrow(why);
  });
});

test('a maker of values of an operation that the contract does not have is refused', async () => {
  const maker = defineValues({ name: 'house/trees', for: { operation: 'GET /itemz', member: 'q' }, make: () => 'oak' });
  await expect(run(ITEMS, [maker])).rejects.toThrow('Did you mean "GET /items"?');
});

test.each([
  ['sigv5', 'Did you mean "sigv4"?'],
  ['oauth', 'which no operation of the contract asks for.'],
])('a hook that makes the credential of %s, for which nothing asks, is refused', async (scheme, why) => {
  const hook = defineHook({ name: 'house/sign', schemes: [scheme], request: () => ({ headers: { 'X-Sign': 'x' } }) });
  const signed = {
    ...ITEMS,
    security: [{ sigv4: [] }],
    components: { securitySchemes: { sigv4: { type: 'apiKey', in: 'header', name: 'X-Sign' } } },
  };
  await expect(run(signed, [hook])).rejects.toThrow(why);
});
