import { amendBy } from './amend.testing';

const contractWith = (responses: string, schema: string) => `openapi: 3.1.0
info: { title: Beds, version: '1' }
paths:
  /beds:
    get:
      responses:
${responses}
components:
  schemas:
    Bed: ${schema}
`;
const as = (status: string) =>
  `        '${status}': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }`;
const BED = '{ type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }';

/** The schema that the amended contract has for what came. */
async function schemaOf(responses: string, schema: string, status: number, body: unknown): Promise<unknown> {
  const { edits } = await amendBy(contractWith(responses, schema), [{ status, body }]);
  const [found] = edits.filter(([kind]) => kind === 'statuses');
  const change = found?.[2] as { set?: { content?: Record<string, { schema: unknown }> } } | undefined;
  const content = change?.set?.content;
  return content?.['application/json']?.schema;
}

const DECLARED = { $ref: '#/components/schemas/Bed' };
const made = (properties: object) => ({ type: 'object', properties });

test.each([
  ['what is declared for another success', as('200'), BED, 201, { id: 7, name: 'Rose' }, DECLARED],
  ['that where a member came as null', as('200'), BED, 201, { id: 7, name: null }, DECLARED],
  [
    'one of its own where it is about something else',
    as('200'),
    BED,
    201,
    { job: 'a', state: 'b' },
    made({ job: { type: 'string' }, state: { type: 'string' } }),
  ],
  [
    'one of its own where it shows little of it',
    as('200'),
    BED,
    201,
    { id: 7, a: 1, b: 2 },
    made({ id: { type: 'integer' }, a: { type: 'integer' }, b: { type: 'integer' } }),
  ],
  ['one of its own where that says nothing', as('200'), '{}', 201, { id: 7 }, made({ id: { type: 'integer' } })],
  [
    'one of its own where it is a refusal',
    as('200'),
    BED,
    409,
    { id: 7, name: 'Rose' },
    made({ id: { type: 'integer' }, name: { type: 'string' } }),
  ],
  ['the items that are declared, for an empty list', as('200'), `{ type: array, items: ${BED} }`, 206, [], DECLARED],
  ['the items that are declared, for a list', as('200'), `{ type: array, items: ${BED} }`, 206, [{ id: 1 }], DECLARED],
  ['no object for a list', as('200'), BED, 206, [], { type: 'array', items: {} }],
])('an answer with a further status has %s', async (_, responses, schema, status, body, expected) => {
  expect(await schemaOf(responses, schema, status, body)).toEqual(expected);
});
