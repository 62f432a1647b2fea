import { parse } from 'yaml';
import { amendBy, brokenBody } from './amend.testing';

/** @param shown the member of a bed in answers. @param sent that in requests. */
const contractWith = (shown: string, sent: string) => `openapi: 3.1.0
info: { title: Beds, version: '1' }
paths:
  /beds:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { soil: ${shown} } } }
    post:
      requestBody:
        content: { application/json: { schema: { type: object, additionalProperties: false, properties: { soil: ${sent} } } } }
      responses:
        '204': { description: ok }
`;

async function amended(contract: string, values: readonly unknown[]): Promise<unknown> {
  const { written, draft, amendments } = await amendBy(contract, [brokenBody(values.map((soil) => ({ soil })))]);
  const text = parse(written()['openapi.yaml'] ?? '') as { paths: Record<string, { get: object }> };
  // The overlay says the same as the changed text.
  const inOverlay = JSON.stringify(
    (await draft(amendments)).operations[0]?.responses[0]?.media[0]?.schema?.place.value,
  );
  const schema = JSON.stringify(text.paths['/beds']?.get);
  expect(schema).toContain(inOverlay);
  return (JSON.parse(inOverlay ?? '{}') as { items: { properties: { soil: unknown } } }).items.properties.soil;
}

test.each([
  [
    'an enum has all that requests may carry',
    '{ enum: [clay] }',
    '{ enum: [loam, clay, sand] }',
    ['sand'],
    { enum: ['clay', 'loam', 'sand'] },
  ],
  [
    'and what came alone, where they may not carry it',
    '{ enum: [clay] }',
    '{ enum: [loam] }',
    ['sand'],
    { enum: ['clay', 'sand'] },
  ],
  [
    'a bound is that of requests',
    '{ type: string, maxLength: 2 }',
    '{ type: string, maxLength: 8 }',
    ['clay', 'sandy'],
    { type: 'string', maxLength: 8 },
  ],
  [
    'a bound that requests have not goes',
    '{ type: string, maxLength: 2 }',
    '{ type: string }',
    ['clay', 'sandy'],
    { type: 'string' },
  ],
  ['the only keyword goes', '{ maxLength: 2 }', '{ type: string }', ['clay', 'sandy'], {}],
  [
    'one value may be the limit',
    '{ type: string, maxLength: 2 }',
    '{ type: string }',
    ['clay', 'loam'],
    { type: 'string', maxLength: 4 },
  ],
])('%s', async (_, shown, sent, values, expected) => {
  expect(await amended(contractWith(shown, sent), values)).toEqual(expected);
});

test('what another path takes says nothing', async () => {
  const contract = contractWith('{ maxLength: 2 }', '{ maxLength: 8 }').replace('    post:', '  /trees:\n    post:');
  expect(await amended(contract, ['clay', 'sandy'])).toEqual({});
});
