/** What a run comes to, and what is said of what it could not see. */

import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { suite } from '../../../conformance/suite';
import { folderOf } from '../../cli/tests/cli.testing';
import { runHere } from '../../cli/tests/here.testing';
import { readContract } from '../../contract/load';
import type { Report } from '../../report/report';
import { someOf } from '../../support/testing/cases.testing';
import { freePort } from '../../support/testing/ports.testing';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { type GivenRun, verifyTarget } from '../verify';

lingerFor(10);

const SCHEMES = 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n';
const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n';

async function run(paths: string, url: string, options: Partial<GivenRun> = {}): Promise<Report> {
  const folder = folderOf({ 'openapi.yaml': `${HEAD}${SCHEMES}paths:\n${paths}` });
  const contract = await readContract(join(folder, 'openapi.yaml'));
  return verifyTarget(contract, suite, { target: parseTarget(url), ...options });
}

const verdicts = ({ requirements }: Report) => Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

const ERROR = 'content: { application/json: { schema: { type: object, required: [error] } } }';

/** GET of an item by a whole number, with these responses beside the 200. */
function item(responses: string, method = 'get'): string {
  return `  /items/{id}:\n    ${method}:\n      security: [{ bearer: [] }]\n      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n      responses:\n        '200': { description: ok }\n${responses}`;
}

const declared = (...statuses: string[]) =>
  statuses.map((each) => `        '${each}': { description: no, ${ERROR} }\n`).join('');

/** Answers as frameworks do by themselves: 403 without a credential, 422 to what is invalid. */
function framework({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const id = decodeURIComponent(url.split('/').at(-1)?.split('?')[0] ?? '');
  if (!/^bearer t$/i.test(headers.authorization ?? '')) return void json(response, 403, {});
  if (!/^-?\d+$/.test(id)) return void json(response, 422, {});
  if (id !== '7') return void json(response, 410, {});
  response.writeHead(200).end();
}

describe('a declared error that never came', () => {
  test('is laid to the service that takes what the contract excludes, and asks for nothing', async () => {
    const lenient = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200).end();
    const report = await run(item(declared('400')), await serve(lenient), { token: 't', params: { id: ['7'] } });
    const [never] = report.requirements.filter(({ id, verdict }) => verdict === 'skip' && id.includes(' 400 '));
    expect(never).toMatchObject({
      reason: expect.stringMatching(
        /^no response 400 came: \d+ requests that the contract excludes were answered with success \(#\d+\)$/,
      ),
    });
    expect(never).not.toHaveProperty('handOver');
  });

  test('is told with what came instead of it', async () => {
    const report = await run(item(declared('400', '401', '404')), await serve(framework), {
      token: 't',
      params: { id: ['7'] },
    });
    expect(report.outcome).toBe('incomplete');
    const reasons = new Set(report.requirements.flatMap(({ reason }) => reason ?? []));
    expect([...reasons]).toEqual([
      expect.stringMatching(
        /^no response 400 came: \d+ invalid values were answered 422, which is not declared; 400 is$/,
      ),
      'no response 401 came: 6 requests without a valid credential were answered 403, which is not declared; 401 is',
      'no response 404 came: 1 request for what does not exist was answered 410, which is not declared; 404 is',
      'no answer came that it speaks of',
      'no request was answered 405',
    ]);
  });

  test('is the reason of the whole run where it is the only one', async () => {
    const report = await run(item(declared('400')), await serve(framework), { token: 't', params: { id: ['7'] } });
    expect(report.reason).toMatch(/media-type, body-syntax, body-schema \(no response 400 came: \d+ invalid values/);
  });

  test('is as good as another that means the same', async () => {
    const report = await run(item(declared('400', '422')), await serve(framework), {
      token: 't',
      params: { id: ['7'] },
    });
    const [first] = report.requirements.filter(({ id }) => id.includes('400'));
    expect(first).toMatchObject({ verdict: 'skip', unreached: true });
  });
});

describe('a target that finds nothing', () => {
  const handedOver = { token: 't', params: { id: ['7'] } };
  const nothing = (body: string, type = 'text/html') =>
    serve((_, response) => response.writeHead(404, { 'Content-Type': type }).end(body));

  test.each([
    ['a 404 that is not declared', '', 'text/html', 'Not Found'],
    ['one that is declared in another type', declared('404'), 'text/html', 'Not Found'],
    ['one that is declared in another shape', declared('404'), 'application/json', '{"detail":"Not Found"}'],
  ])('is asked at the wrong base path, perhaps: %s', async (_, responses, type, body) => {
    const report = await run(item(responses), await nothing(body, type), handedOver);
    expect(report).toMatchObject({ outcome: 'error', exitCode: 2 });
    expect(report.reason).toBe(
      `all ${report.exchanges.length} answers were 404; is the base path right, and is what was handed over there?`,
    );
  });

  test('breaks its contract where it answers so as the contract says', async () => {
    const report = await run(item(declared('404')), await nothing('{"error":1}', 'application/json'), handedOver);
    expect(report.outcome).toBe('violates');
  });

  test('is not suspected where nothing was asked for that should be there', async () => {
    const report = await run(item(''), await nothing(''), { token: 't' });
    expect(report.outcome).toBe('incomplete');
  });

  test('is not suspected where anything else came', async () => {
    const url = await serve(({ headers }, response) => {
      response.writeHead(headers.authorization === 'Bearer t' ? 404 : 401, { 'WWW-Authenticate': 'Bearer' }).end();
    });
    expect((await run(item(''), url, handedOver)).outcome).toBe('violates');
  });
});

describe('a credential that stops working on the way', () => {
  /** A service of one item, by a token that is good as long as this says. */
  const service = (
    isGood: (times: number, request: IncomingMessage) => boolean,
    refusal = 401,
    onRequest: () => void = () => {},
  ) => {
    let times = 0;
    let isDeleted = false;
    return serve((request, response) => {
      const { method, url = '', headers } = request;
      onRequest();
      const isKnown = /^bearer t$/i.test(headers.authorization ?? '');
      if (!isKnown || !isGood(++times, request))
        return void response.writeHead(isKnown ? refusal : 401, { 'WWW-Authenticate': 'Bearer' }).end();
      if (url === '/logout') return void response.writeHead(204).end();
      const id = decodeURIComponent(url.split('/')[2] ?? '');
      if (!/^-?\d+$/.test(id)) return void json(response, 400, { error: 1 });
      if (id !== '7' || isDeleted) return void json(response, 404, { error: 1 });
      isDeleted = method === 'DELETE';
      response.writeHead(isDeleted ? 204 : 200).end();
    });
  };
  const reads = item(declared('400', '404'));
  const deletes = item(declared('400', '404'), 'delete').replace("'200'", "'204'");
  const both = reads + deletes.replace(/^.*\n/, '');
  const logout =
    "  /logout:\n    get: { security: [{ bearer: [] }], responses: { '204': { description: ok }, '401': { description: no } } }\n";
  const handedOver = { token: 't', params: { id: ['7'] }, seed: 1, salt: 'k3f9', concurrency: 4 };

  const ENDINGS: readonly (readonly [string, string, number, number])[] = [
    ['of what is read and deleted', both, 401, 6],
    ['of what is read and deleted, with 403', both, 403, 16],
    ['of what is deleted alone', deletes, 401, 5],
  ];
  test.each(someOf(ENDINGS, 3))('breaks nothing, whenever it does: %s', async (_, paths, refusal, oneOf) => {
    let all = 0;
    const counted = await service((times) => {
      all = times;
      return true;
    });
    const whole = await run(paths, counted, handedOver);
    expect(whole.outcome).toBe('conforms');
    for (const last of someOf(
      Array.from({ length: all - 1 }, (_, at) => at + 1),
      2 * oneOf,
      oneOf,
    )) {
      let requests = 0;
      const isGood = (times: number) => times <= last;
      const report = await run(paths, await service(isGood, refusal, () => requests++), handedOver);
      expect([last, report.outcome, report.counts.fail]).toEqual([last, 'error', 0]);
      expect(report.reason).toMatch(/the token of "\w+" \(.+\) stopped working after #/);
      const asked = report.exchanges.filter(({ case: name }) => name.startsWith('is the credential still good?'));
      // By each of those that are under way.
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThan(5);
      // With the looks at what stands under a name that was made up, and at what a lenient service may read in it.
      expect(report.sent).toBe(requests);
      expect(report.sent).toBeLessThan(report.exchanges.length + 8);
    }
  });

  test('what was proven before stands', async () => {
    const wrong = both.replace("'200': { description: ok }", `'200': { description: ok, ${ERROR} }`);
    let isOver = false;
    const url = await service((_, { method }) => {
      isOver ||= method === 'DELETE';
      return !isOver;
    });
    const report = await run(wrong, url, handedOver);
    expect(report).toMatchObject({ outcome: 'violates', exitCode: 1 });
    expect(report.reason).toMatch(/the token of "\w+" \(.+\) stopped working after #/);
  });

  test('is none where it still works elsewhere: the operation breaks its contract', async () => {
    const isGood = (_: number, { method, url }: IncomingMessage) => method === 'GET' || url !== '/items/7';
    const report = await run(both, await service(isGood), handedOver);
    expect(report.outcome).toBe('violates');
    expect(verdicts(report)['DELETE /items/{id} success-status']).toBe('fail');
  });

  test('is none where what it had let in was deleted since', async () => {
    let isGone = false;
    const isGood = (_: number, { method, url }: IncomingMessage) => {
      if (url !== '/items/7') return true;
      const wasGone = isGone;
      isGone ||= method === 'DELETE';
      return !wasGone;
    };
    expect((await run(both, await service(isGood, 403), handedOver)).outcome).toBe('conforms');
  });

  test('is what ending a session does: that is asked last, and nothing after it is judged', async () => {
    let isOver = false;
    const isGood = (_: number, { url }: IncomingMessage) => {
      const wasOver = isOver;
      isOver ||= url === '/logout';
      return !wasOver;
    };
    const one = await run(logout + both, await service(isGood), handedOver);
    expect([one.outcome, one.reason]).toEqual(['conforms', undefined]);

    isOver = false;
    const two = await run(logout + both + logout.replace('logout', 'auth/sign-out'), await service(isGood), handedOver);
    expect(two.outcome).toBe('incomplete');
    expect(two.requirements.find(({ id }) => id === 'GET /auth/sign-out success-status')?.reason).toMatch(
      /; after #\d+ \(GET \/logout, .*\) the credential no longer works, and nothing more was judged$/,
    );
  });
});

test('only what changes something may use up what is handed over', async () => {
  const hints = async (method: string) => {
    const { requirements } = await run(item(declared('400'), method), await serve(framework));
    return requirements.flatMap(({ handOver = [] }) => handOver);
  };
  expect((await hints('get')).join()).not.toContain('--provoke');
  expect(await hints('get')).toContain('a value of "id" that exists (--param id=VALUE)');
  expect(await hints('delete')).toContain('a value of "id" that exists and may be used up (--param id=VALUE)');
});

test('every hint is an option that is taken as it is written', async () => {
  const parameter = (name: string) =>
    `{ name: ${JSON.stringify(name)}, in: path, required: true, schema: { type: string } }`;
  const paths = [
    ['/none', []],
    ['/one/{id}', ['id']],
    ['/two/{a}/{b}', ['a', 'b']],
    ['/dotted/{plant.id}/{plant-id}', ['plant.id', 'plant-id']],
  ] as const;
  const text = paths.map(
    ([path, names]) =>
      `  ${JSON.stringify(path)}:\n    get:\n      parameters: [${names.map(parameter).join(', ')}]\n      responses: { '200': { description: ok }, '409': { description: no, ${ERROR} }, 4XX: { description: no, ${ERROR} }, default: { description: no, ${ERROR} } }\n`,
  );
  const url = await serve((_, response) => response.writeHead(200).end());
  const params = Object.fromEntries(paths.flatMap(([, names]) => names.map((name) => [name, ['1']])));
  const complete = { complete: true };
  const runs = [await run(text.join(''), url, complete), await run(text.join(''), url, { ...complete, params })];
  const hints = new Set(runs.flatMap(({ requirements }) => requirements.flatMap(({ handOver = [] }) => handOver)));
  const options = [...hints].map((hint) => /\((--.*)\)$/.exec(hint)?.[1] ?? hint);
  expect(options).toContain("--provoke '409:a=VALUE&b=VALUE'");
  expect(options).toContain('--provoke default:');
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${options.join(' ')}`], { encoding: 'utf8' });
  const cwd = folderOf({ 'openapi.yaml': `${HEAD}paths:\n${text.join('')}` });
  const { exitCode, stderr } = await runHere(['verify', url, '--list', ...stdout.trim().split('\n')], { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});

test('where the right to what the run made is refused, another thing is what to hand over', async () => {
  const made = new Set<string>();
  const url = await serve((request, response) => {
    const [, , user = '', inbox] = (request.url ?? '').split('/');
    if (request.method === 'POST') {
      made.add(`u${made.size + 1}`);
      return void json(response, 201, { id: `u${made.size}` });
    }
    if (!made.has(user)) return void json(response, 404, {});
    if (request.method === 'DELETE') return void response.writeHead(made.delete(user) ? 204 : 404).end();
    return void json(response, inbox ? 403 : 200, { id: user });
  });
  const id = 'parameters: [{ name: user, in: path, required: true, schema: { type: string } }]';
  const responses = (...all: number[]) =>
    `responses: { ${all.map((status) => `'${status}': { description: r }`).join(', ')} }`;
  const paths = [
    `  /users:\n    post: { ${responses(201)} }`,
    `  /users/{user}:\n    ${id}\n    get: { ${responses(200, 404)} }\n    delete: { ${responses(204, 404)} }`,
    `  /users/{user}/inbox:\n    ${id}\n    get: { ${responses(200, 403, 404)} }\n`,
  ];
  const { requirements } = await run(paths.join('\n'), url, { writes: 'own', seed: 1, salt: 'k3f9' });
  const success = requirements.find(({ rule, operation }) => rule === 'success-status' && operation.endsWith('/inbox'));
  expect(success?.handOver).toEqual(['a value of "user" that exists (--param user=VALUE)']);
});

test('where nothing but the path was made up, a value of the path is what to hand over', async () => {
  const url = await serve((_, response) => void json(response, 400, { message: 'must be TENANT:NAME' }));
  const one = `  /things/{crn}:\n    get:\n      parameters: [{ name: crn, in: path, required: true, schema: { type: string } }]\n      responses: { '200': { description: ok }, '400': { description: no } }\n`;
  const { requirements } = await run(one, url);
  const success = requirements.find(({ rule }) => rule === 'success-status');
  expect(success?.handOver).toEqual(['a value of "crn" that exists (--param crn=VALUE)']);
});

test('where the target ends in the middle, what was answered before is said', async () => {
  const server = createServer(({ method }, response) => {
    if (method !== 'POST') return void response.writeHead(404, { Connection: 'close' }).end();
    server.close();
    server.closeAllConnections();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const parameters = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
  const responses = "responses: { '200': { description: ok }, '404': { description: no } }";
  const paths = `  /things/{id}:\n    get: { ${parameters}, ${responses} }\n  /shutdown:\n    post: { ${responses} }\n`;
  const { requirements } = await run(paths, `http://127.0.0.1:${port}`, { writes: 'any', seed: 1, salt: 'k3f9' });
  const success = requirements.find(({ id }) => id.startsWith('GET /things/{id} success-status'));
  expect(success?.reason).toMatch(/^no exchange exercised it; tried: valid → 404/);
  expect(success?.handOver).toEqual(['a value of "id" that exists (--param id=VALUE)']);
});
