/** The form of an operation: what it says of wrong values, what it sends, and the code for it, in a browser as a person uses it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { describeInChromium, eventually, launchChromium } from '../../src/support/testing/chromium.testing';
import { type Mock, serveMock } from '../server';

const CONTRACT = `openapi: 3.1.0
info:
  title: Woods
  version: '1'
  contact: { name: Foresters, url: 'https://foresters.example' }
  license: { name: bad, url: 'javascript:owned=1' }
  description: |
    About **trees**, with [a link](https://trees.example/a), [harm](javascript:owned=1) and <img src="https://x.example/a.png" alt="a tree" onerror="owned=1">.
    <script>owned=1</script><style>body { display: none }</style><a href="/_espalier/reset" style="position:fixed">here</a>

    | a | b |
    |---|---|
    | 1 | 2 |

    1. one
    2. two
    3. three
webhooks: { fallen: { post: { responses: { '204': { description: none } } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
  schemas:
    Place: { type: object, required: [city], properties: { city: { type: string } } }
    Tree:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 5, description: What *people* call it }
        at: { $ref: '#/components/schemas/Place' }
        url: { type: string }
paths:
  /trees:
    post:
      description: "It *plants* a tree:\\n\\n1. dig\\n2. plant"
      security: [{ key: [], bearer: [] }, { basic: [] }, {}]
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 9 } }
        - { name: tags, in: query, schema: { type: array, items: { type: string, maxLength: 8 } } }
        - { name: kind, in: query, schema: { enum: [leaf, needle] } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' }, example: { name: Oak } } } }
      callbacks: { grown: { '{$request.body#/url}': { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }, responses: { '204': { description: none } } } } } }
      responses: { '201': { description: 'made, **now**', content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } }
  /pictures:
    put:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [title, picture]
              properties:
                title: { type: string, maxLength: 10 }
                picture: { type: string, format: binary }
                place: { $ref: '#/components/schemas/Place' }
          image/png: { schema: { type: string, format: binary } }
      responses: { '204': { description: kept } }
  /kept:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Kept' } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Kept' } } } }, responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Kept' } } }, links: { read: { operationRef: '#/paths/~1kept~1{id}/get', parameters: { id: '$response.body#/id' } }, like: { operationRef: '#/paths/~1kept/post', requestBody: { name: 'like {$request.body#/name}' } } } } } }
  /kept/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Kept' } } } }, '404': { description: none } } }
`.replace(
  '    Tree:\n',
  '    Kept: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }\n    Tree:\n',
);

describeInChromium('the form of an operation', () => {
  let browser: Browser;
  let mock: Mock;
  let page: Page;
  let hook: Server;
  const troubles: string[] = [];
  const received: IncomingMessage[] = [];
  const folder = folderOf({ 'woods.yaml': CONTRACT });
  beforeAll(async () => {
    browser = await launchChromium();
    mock = await serveMock({ contract: `${folder}/woods.yaml`, port: 0 });
    hook = createServer((request, response) => {
      received.push(request);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
    hook.close();
  });
  beforeEach(async () => {
    troubles.length = 0;
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (asked) => {
      if (!/^(?:http:\/\/127\.0\.0\.1|data:)/.test(asked.url())) troubles.push(asked.url());
    });
  });
  afterEach(() => page.context().close());

  const open = async (name: string) => {
    await page.goto(`${mock.docs}/#${encodeURIComponent(name)}`);
    await eventually(async () => expect(await page.locator('#operation h3').innerText()).toBe(name));
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const field = (name: string) => page.locator('.field', { has: page.locator(`b:text-is("${name}")`) });
  const complain = async () => {
    const { violations } = await (await withAxe(page)).evaluate<AxeResults>(
      "axe.run(document, { resultTypes: ['violations'] })",
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
  };

  test('each wrong parameter is marked while it is entered, and is sent where somebody says so', async () => {
    await open('POST /trees');
    await field('tags').getByText('each item at most 8 characters').waitFor();
    await page.getByPlaceholder('limit').fill('10');
    await field('limit').getByText('must be 9 or less').waitFor();
    expect(await page.getByPlaceholder('limit').getAttribute('aria-invalid')).toBe('true');
    await press('Send');
    await page.getByRole('alert').getByText('The contract refuses what is marked.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'limit' }).press('Enter');
    expect(await page.evaluate('document.activeElement.placeholder')).toBe('limit');
    await press('Send it anyway');
    await page
      .locator('.answered')
      .getByText(/^4\d\d$/)
      .first()
      .waitFor();
    await page.getByPlaceholder('limit').fill('9');
    await page.getByPlaceholder('tags').fill('a b\nc');
    await page.getByLabel('kind').selectOption('leaf');
    await field('limit').getByText('must be 9 or less').waitFor({ state: 'detached' });
    await press('Send');
    await page.locator('.answered').getByText(/^201$/).waitFor();
    await page.locator('#list').getByText('/trees?limit=9&tags=a%20b&tags=c&kind=leaf').waitFor();
  });

  test('what is missing in a body is said by its path, and the path leads to its place', async () => {
    await open('POST /trees');
    const body = page.getByLabel('Request body');
    await body.fill('{"at": {}, "name": "too long"}');
    await page.locator('.body .wrong').getByText('must have the property "city"').waitFor();
    await press('name');
    expect(await page.evaluate('getSelection().toString()')).toBe('"too long"');
    await press('at.city');
    expect(await page.evaluate('getSelection().toString()')).toBe('{}');
    await body.fill('');
    await page.locator('.body .wrong').getByText('Body parameter is required').waitFor();
    await complain();
  });

  test('the members of a body are fields, which say what is wrong with each', async () => {
    await open('POST /trees');
    const body = page.getByLabel('Request body');
    await page.getByText('Fields (3, 1 required)').press('Enter');
    expect(await page.getByPlaceholder('name').inputValue()).toBe('Oak');
    await page.getByPlaceholder('name').fill('too long');
    await field('name').getByText('at most 5 characters').nth(1).waitFor();
    await page.getByPlaceholder('at.city').fill('Ulm');
    expect(JSON.parse(await body.inputValue())).toEqual({ name: 'too long', at: { city: 'Ulm' } });
    await page.getByPlaceholder('at.city').fill('');
    await page.getByPlaceholder('name').fill('');
    await field('name').getByText('must have the property "name"').waitFor();
    expect(await body.inputValue()).toBe('{}');
    await body.fill('{"name": "Elm", "more": 12345678901234567890}');
    expect(await page.getByPlaceholder('name').inputValue()).toBe('Elm');
    await page.getByPlaceholder('name').fill('7');
    expect(await body.inputValue()).toBe('{\n  "name": "7",\n  "more": 12345678901234567890\n}');
    await body.fill('[');
    await page.getByText('The text below is no JSON object').waitFor();
    await body.fill('{"at": 5}');
    await page.getByPlaceholder('at.city').fill('Ulm');
    expect(JSON.parse(await body.inputValue())).toEqual({ at: { city: 'Ulm' } });
    await complain();
  });

  test('a file is chosen and sent, as a part or alone', async () => {
    const file = join(folder, "it's a picture.png");
    writeFileSync(file, Buffer.from([0x89, 80, 78, 71, 0, 255]));
    await open('PUT /pictures');
    await press('Send');
    await field('picture').getByText('must have the property "picture"').waitFor();
    await page.getByPlaceholder('title').fill('much too long');
    await field('title').getByText('must have at most 10 characters').waitFor();
    await page.getByPlaceholder('title').fill('A tree');
    await page.getByLabel('picture').setInputFiles(file);
    await page.getByText('Code', { exact: true }).click();
    const code = page.locator('.code pre', { hasText: `--form-string 'title=A tree'` });
    await code.getByText(`"it'\\''s a picture.png";type=image/png`).waitFor();
    await press('Send');
    await page.locator('.answered').getByText(/^204$/).waitFor();
    await page.getByLabel('Media type').first().selectOption('image/png');
    await page.getByLabel('Request body, a file').setInputFiles(file);
    await page.locator('.code').getByText('--data-binary').waitFor();
    const answer = page.waitForResponse(/pictures$/);
    await press('Send');
    expect((await answer).status()).toBe(204);
    expect(await (await answer).request().headerValue('content-length')).toBe('6');
    expect(await (await answer).request().headerValue('content-type')).toBe('image/png');
    await complain();
  });

  test('there is code for the request as it stands, in each language, to copy', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('POST /trees');
    await page.getByText('Code', { exact: true }).press('Enter');
    await page.locator('.code').getByText(`--data-raw '{`).waitFor();
    for (const [language, text] of [
      ['fetch', 'await fetch("http'],
      ['axios', 'import axios'],
      ['Python', 'requests.request('],
      ['Java', 'HttpClient.newHttpClient()'],
      ['Go', 'http.NewRequest("POST"'],
    ] as const) {
      await page.locator('.code label').getByText(language).click();
      await page.locator('.code pre').getByText(text).waitFor();
    }
    await page.getByPlaceholder('tags').fill('$HOME');
    await page.locator('.code pre').getByText('tags=%24HOME').waitFor();
    await press('Copy the code');
    await eventually(async () =>
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^package main[\s\S]*tags=%24HOME/),
    );
    await complain();
  });

  test('each alternative of credentials is chosen, and has a box for each of them', async () => {
    await open('POST /trees');
    await page.getByText('Code', { exact: true }).click();
    const code = page.locator('.code pre');
    await code.getByText('X-Key: token').waitFor();
    await page.getByLabel('key', { exact: true }).fill('mine');
    await code.getByText('X-Key: mine').waitFor();
    expect(await code.innerText()).toContain('Authorization: Bearer token');
    await page.getByLabel('a name and a password').check();
    await page.getByLabel('basic', { exact: true }).fill('me:secret');
    await code.getByText(`Basic ${btoa('me:secret')}`).waitFor();
    await press('Send');
    await page.locator('.answered').getByText(/^201$/).waitFor();
    await page.getByLabel('no credential').check();
    await code.getByText('Authorization').waitFor({ state: 'detached' });
    await complain();
  });

  test('what the contract says in Markdown is shown, and neither runs nor loads anything', async () => {
    await open('POST /trees');
    await page.locator('#about strong').getByText('trees').waitFor();
    await press('Show all');
    const link = page.locator('#about').getByRole('link', { name: 'a link' });
    expect(await link.getAttribute('href')).toBe('https://trees.example/a');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.locator('#about').getByRole('link', { name: 'picture: a tree' }).waitFor();
    await page.locator('#about td').getByText('2').waitFor();
    expect(await page.evaluate("document.querySelector('#about .markdown').clientHeight")).toBeGreaterThan(130);
    await press('Show less');
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    await page.locator('#links').getByRole('link', { name: 'Foresters' }).waitFor();
    await page.locator('.description li').getByText('dig').waitFor();
    await page.locator('.responses strong').getByText('now').waitFor();
    expect(await page.locator('#about :is(script, img, style, [style], [onerror]), [href^="javascript"]').count()).toBe(
      0,
    );
    expect(await page.locator('#about a').count()).toBe(2);
    expect(await page.evaluate('typeof owned')).toBe('undefined');
    expect(troubles).toEqual([]);
  });

  test('the contract is downloaded', async () => {
    await open('POST /trees');
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'woods.yaml' }).click();
    expect((await waiting).suggestedFilename()).toBe('woods.yaml');
    expect(readFileSync(await (await waiting).path(), 'utf8')).toBe(CONTRACT);
  });

  test('a callback and a webhook are sent by hand, and are in the list', async () => {
    await open('POST /trees');
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
    await page.getByLabel('Where to send grown').fill(url);
    await page.getByLabel('Where to send grown').press('Enter');
    await page.getByText('It was answered with 204.').waitFor();
    await page.locator('#list').getByText(`callback POST ${url}`).first().waitFor();
    await page.locator('#webhooks > summary').click();
    await page.getByLabel('Where to send fallen').fill('http://hooks.example/x');
    await page.locator('#webhooks').getByRole('button', { name: 'Send by hand' }).click();
    await page.locator('#webhooks output').getByText('hooks.example').waitFor();
    expect(received.length).toBe(1);
    await complain();
  });

  test('with a state, what is made up is neither held nor changes what is held', async () => {
    await mock.close();
    mock = await serveMock({ contract: `${folder}/woods.yaml`, port: 0, stateful: true });
    await open('POST /kept');
    await page.getByLabel('Request body').fill('{"name":"Oak"}');
    await press('Send');
    await page.locator('.answered').getByText('"Oak"').waitFor();
    const held = async () => JSON.stringify((await mock.state()).things);
    const before = await held();
    await press('made up');
    await page.locator('.answered').getByText(/^201$/).waitFor();
    await page.locator('#list > li').nth(1).waitFor();
    expect(await held()).toBe(before);
    await open('GET /kept/{id}');
    await press('made up');
    await page.locator('.answered').getByText(/^200$/).waitFor();
    await page.locator('.answered').getByText('"Oak"').waitFor({ state: 'detached' });
  });

  test('an answer leads on by its links, with the form filled in', async () => {
    await open('GET /kept/{id}');
    await page.getByPlaceholder('id', { exact: true }).fill('77');
    await open('POST /kept');
    await page.getByLabel('Request body').fill('{"name":"Oak"}');
    await press('Send');
    const made = page.locator('.answered .links').getByText('id = ');
    const [, id] = (await made.innerText()).split(' = ');
    await complain();
    await page.locator('.answered').getByRole('link', { name: 'POST /kept' }).press('Enter');
    await eventually(async () =>
      expect(JSON.parse(await page.getByLabel('Request body').inputValue())).toEqual({ name: 'like Oak' }),
    );
    await page.locator('.answered').getByRole('link', { name: 'GET /kept/{id}' }).press('Enter');
    await eventually(async () => expect(await page.locator('#operation h3').innerText()).toBe('GET /kept/{id}'));
    expect(await page.getByPlaceholder('id', { exact: true }).inputValue()).toBe(id);
    await press('Send');
    await page.locator('.answered').getByText(/^200$/).waitFor();
    await page.locator('#list').getByText(`GET /kept/${id}`, { exact: true }).first().waitFor();
  });

  test.each([
    ['{"a": [1, {"b": "x,]"}]}', ['a', '1', 'b'], '"x,]"'],
    ['{"a": [1, {"b": 2}]}', ['a', '1', 'missing'], '{"b": 2}'],
    ['{"a\\u0062": true}', ['ab'], 'true'],
    ['[1, 2', ['1'], '2'],
    ['', ['a'], undefined],
    ['{"a": {"x": 1}, "b": 5}', ['b'], '5'],
  ])('in %s the path %j leads to %s', async (text, path, found) => {
    await page.goto(mock.docs ?? '');
    const said = `import('/_espalier/form.js').then(({ placeIn }) => placeIn(${JSON.stringify(text)}, ${JSON.stringify(path)}))`;
    const place = await page.evaluate<[number, number] | undefined>(said);
    expect(place && text.slice(...place)).toBe(found);
  });

  test('the keyboard alone suffices to find, fill in and send', async () => {
    await page.goto(mock.docs ?? '');
    await page.locator('.answers').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('post /kept');
    await page.keyboard.press('Enter');
    await page.locator('#operation h3').getByText('/kept').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('kept');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('GET /kept');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const reached = async (selector: string) => {
      for (let step = 0; step < 60; step++) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`No key leads to ${selector}.`);
    };
    await reached('textarea');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{"name":"Elm"}');
    await page.keyboard.press('Control+Enter');
    await page.locator('.answered').getByText(/^201$/).waitFor();
    await reached('.code > summary');
    await page.keyboard.press('Enter');
    await page.locator('.code').getByText(`{"name":"Elm"}`).waitFor();
    await reached('.code [type=radio]');
    await page.keyboard.press('ArrowRight');
    await page.locator('.code').getByText('await fetch').waitFor();
  });
});

/** Gives axe to a page. It is not let in by the page's own policy, but by the browser itself. */
async function withAxe(page: Page): Promise<Page> {
  await page.evaluate(axe.source);
  return page;
}
