/** What the page says of parameters, credentials and schemas, in a browser as a person reads it. */

import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { describeInChromium, eventually, launchChromium } from '../../src/support/testing/chromium.testing';
import { type Mock, serveMock } from '../server';

const CONTRACT = `openapi: 3.1.0
info: { title: Woods, version: '1' }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Place: { type: object, required: [city], properties: { city: { type: string, maxLength: 80 } } }
    Tree:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: { type: string, minLength: 1, maxLength: 40, description: What people call it, examples: [Oak] }
        age: { type: [integer, 'null'], minimum: 0, default: 3 }
        kind: { enum: [leaf, needle] }
        branches: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Tree' } }
        at: { allOf: [{ $ref: '#/components/schemas/Place' }], description: Where it stands }
        made: { readOnly: true, type: string, format: date }
paths:
  /trees:
    post:
      security: [{ key: [] }]
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } }
  /open: { get: { responses: { '204': { description: none } } } }
`;

describeInChromium('what the page says of an operation', () => {
  let browser: Browser;
  let mock: Mock;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    const folder = folderOf({ 'woods.yaml': CONTRACT });
    mock = await serveMock({ contract: `${folder}/woods.yaml`, port: 0 });
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1280, height: 1000 } });
    page = await context.newPage();
  });
  afterEach(() => page.context().close());

  const open = async (name: string) => {
    await page.goto(`${mock.docs}/#${encodeURIComponent(name)}`);
    await eventually(async () => expect(await page.locator('#operation h3').innerText()).toBe(name));
  };

  test('a parameter has its bounds, and an operation says what it needs', async () => {
    await open('POST /trees');
    await page.locator('.parameters .bounds').getByText('1 to 100').waitFor();
    await page.getByText('a key in the header field X-Key (key)').waitFor();
    await open('GET /open');
    await page.getByText('It needs no credential.').waitFor();
  });

  test('the schema of a body is read member by member, and a circle ends', async () => {
    await open('POST /trees');
    const summary = page.getByText('Schema', { exact: true }).first();
    await summary.press('Enter');
    const lines = page.locator('.schema').first().locator(':scope > ul > li');
    await lines.nth(5).waitFor();
    const texts = (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(texts).toEqual([
      'name string required 1 to 40 characters; such as "Oak" What people call it',
      'age integer or null 0 or more; 3 by default',
      'kind anything one of "leaf", "needle"',
      'branches array of Tree at least 1 item 1 part',
      'at object Where it stands 1 part',
      'made string, date only in answers',
    ]);
    const branches = lines.nth(3);
    await branches.locator('summary').press('Enter');
    await branches.getByText('the same as above').waitFor();
    await lines.nth(4).locator('summary').press('Enter');
    await lines.nth(4).getByText('at most 80 characters').waitFor();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
  });

  test('the schema of an answer is the same view', async () => {
    await open('POST /trees');
    await page.locator('.responses .schema').getByText('What people call it').waitFor();
  });

  test('the key / leads to the search over operations, except where it is typed', async () => {
    await open('POST /trees');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.id')).toBe('find');
    await page.keyboard.type('/open');
    expect(await page.getByPlaceholder('Find an operation').inputValue()).toBe('/open');
    await page.getByRole('link', { name: '/trees' }).waitFor({ state: 'hidden' });
  });

  test('JSON has colours, and loses none of its characters', async () => {
    await open('POST /trees');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.answered .json-name').getByText('"name"').first().waitFor();
    await page.locator('#list summary').first().click();
    await page.locator('#list .json-text').first().waitFor();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test.each([
    ['{"a":[1,"b:\\"c",null],"d":{}}', '{\n  "a": [\n    1,\n    "b:\\"c",\n    null\n  ],\n  "d": {}\n}'],
    ['[12345678901234567890', '[\n  12345678901234567890'],
    ['plain "text"', 'plain "text"'],
  ])('the code of %s is its text', async (text, shown) => {
    await page.goto(mock.docs ?? '');
    const said = `import('/_espalier/elements.js').then(({ codeOf }) => codeOf(${JSON.stringify(text)}, '').textContent)`;
    expect(await page.evaluate(said)).toBe(shown);
  });

  test.each([
    [{ minimum: 1, maximum: 5 }, ['1 to 5']],
    [{ minimum: 0, exclusiveMinimum: true }, ['more than 0']],
    [{ exclusiveMaximum: 9, maximum: 12 }, ['12 or less', 'less than 9']],
    [{ minLength: 2, maxLength: 2 }, ['exactly 2 characters']],
    [{ maxItems: 1, uniqueItems: true }, ['at most 1 item', 'no item twice']],
    [{ minLength: 0, maxLength: 3 }, ['at most 3 characters']],
    [{ pattern: '^a', multipleOf: 3 }, ['a multiple of 3', 'matches ^a']],
    [true, []],
    [null, []],
  ])('the bounds of %j are %j', async (schema, bounds) => {
    await page.goto(mock.docs ?? '');
    const said = `import('/_espalier/schema.js').then(({ boundsOf }) => boundsOf(${JSON.stringify(schema)}))`;
    expect(await page.evaluate(said)).toEqual(bounds);
  });
});
