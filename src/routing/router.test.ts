import { request } from 'node:http';
import { type Mock, startMock } from '../../mocks/server';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ contract: 'mocks/fixtures/routes.yaml', port: 0, docs: false });
});
afterAll(() => mock.close());

function ask(method: string, path: string, headers = {}): Promise<[status: number | undefined, body: string]> {
  return new Promise((resolve, reject) => {
    const sent = request(mock.url + path, { method, headers, agent: false }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve([response.statusCode, body]);
    });
    sent.on('error', reject).end();
  });
}

test.each([
  ['POST', '/actions?action=start', 'start'],
  ['POST', '/actions?action=stop&more=1', 'stop'],
  ['POST', '/actions', 'plain'],
  ['POST', '/actions?action=other', 'plain'],
  ['GET', '/found?id=7', 'found'],
  ['GET', '/bucket/b', 'bucket'],
  ['GET', '/bucket/b?acl', 'acl'],
  ['GET', '/things/7', 'id'],
  ['GET', '/things/fern', 'slug'],
  ['GET', '/things/fern/parts', 'parts'],
  ['GET', '/compare/1...2', 'compare'],
  ['GET', '/files/a.b.c', 'file'],
  ['GET', '/pages/a.b.json', 'page'],
  ['GET', "/calls(path='a',at=1)", 'call'],
  ['GET', '/a%20b/c%20d', 'spaces'],
  ['POST', '/v1/x:cancel', 'cancel'],
  ['QUERY', '/search', 'query'],
  ['COPY', '/search', 'copy'],
  ['GET', '/relative/things/7', 'id'],
  ['GET', '/acme/v1/things/7', 'id'],
  ['GET', '/acme/v1/compare/1...2', 'compare'],
])('%s %s is %s', async (method, path, name) => {
  expect(await ask(method, path)).toEqual([200, name]);
});

test.each(['Get', 'Put'])('a fragment is told by the field that it names: %s', async (name) => {
  expect(await ask('POST', '/', { 'x-amz-target': `Store.${name}` })).toEqual([200, name.toLowerCase()]);
});

test.each(['/pages/a.txt', '/found?id=x', '/compare/a...2', '/things/1.5'])(
  'the values of %s are judged',
  async (path) => {
    expect((await ask('GET', path))[0]).toBe(422);
  },
);
