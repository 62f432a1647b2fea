/** Pages of any origin show the pictures of the mock, by whichever name they call it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockOptions, serveMock } from '../server';

const folder = mkdtempSync(join(tmpdir(), 'espalier-shown-'));
const contract = join(folder, 'openapi.yaml');
writeFileSync(
  contract,
  `openapi: 3.0.3
info: { title: Club, version: '1' }
paths:
  /users:
    get:
      responses:
        '200':
          description: all
          content:
            application/json:
              schema:
                type: array
                items: { type: object, properties: { id: { type: integer }, avatar_url: { type: string, format: uri } } }
`,
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The avatars that a mock lists, if it is called by the name `host`. */
async function avatars(options: Partial<MockOptions>, host?: string): Promise<string[]> {
  const mock = await serveMock({ contract, port: 0, ...options });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      const headers = host === undefined ? {} : { host };
      request(`${mock.url}/users`, { headers }, (response) => {
        let body = '';
        response.on('data', (part) => {
          body += part;
        });
        response.on('end', () => resolve(body.replaceAll(mock.url, 'http://here')));
      })
        .on('error', reject)
        .end();
    });
    return (JSON.parse(text) as { avatar_url: string }[]).map((each) => each.avatar_url);
  } finally {
    await mock.close();
  }
}

test.each<[options: Partial<MockOptions>, host: string | undefined, expected: RegExp]>([
  [{}, undefined, /^http:\/\/here\/_espalier\/pictures\/\d+\.png$/],
  [{ stateful: true }, undefined, /^http:\/\/here\/_espalier\/pictures\/\d+\.png$/],
  [{}, 'mock:4010', /^http:\/\/mock:4010\/_espalier\/pictures\/\d+\.png$/],
  [{ docs: '/own' }, undefined, /^http:\/\/here\/own\/pictures\/\d+\.png$/],
  [{ docs: false }, undefined, /^data:image\/svg\+xml,/],
])('a mock with %j, called by %s, answers pictures', async (options, host, expected) => {
  const all = await avatars(options, host);
  expect(all.length).toBeGreaterThan(2);
  for (const each of all) expect(each).toMatch(expected);
  expect(new Set(all).size).toBe(all.length);
});

test('a picture is one, for a page of another origin', async () => {
  const mock = await serveMock({ contract, port: 0 });
  const of = (number: number) =>
    fetch(`${mock.url}/_espalier/pictures/${number}.png`, { headers: { origin: 'http://page.example' } });
  const [first, second] = [await of(1), await of(2)];
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'image/png',
    'access-control-allow-origin': 'http://page.example',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const [one, other] = [await first.arrayBuffer(), await second.arrayBuffer()].map((each) => Buffer.from(each));
  expect(one?.subarray(1, 4).toString()).toBe('PNG');
  expect(other?.equals(one as Buffer)).toBe(false);
  expect((await fetch(`${mock.url}/_espalier/pictures/1.gif`)).status).toBe(404);
  await mock.close();
});
