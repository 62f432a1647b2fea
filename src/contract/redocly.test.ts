import { createConfig, lintDocument } from '@redocly/openapi-core';
import { BaseResolver, type Document, lint, makeDocumentFromString } from './redocly';

const HEAD = 'openapi: 3.1.0\ninfo: { title: Plants, version: "1" }\n';

const CONTRACTS = {
  valid: 'paths: {}\n',
  'a misspelt keyword': 'paths:\n  /a:\n    get:\n      respones: {}\n',
  'a reference that leads nowhere': `paths:\n  /a:\n    get:\n      responses:\n        '200': { $ref: '#/components/responses/No' }\n`,
  'an unknown scheme': 'security: [{ none: [] }]\npaths: {}\n',
  'an operation without security': `paths:\n  /a:\n    get:\n      responses: { '200': { description: '' } }\n`,
  'paths, parameters and ids': `paths:
  /a/{b}:
    get:
      operationId: same
      parameters: [{ name: q, in: query, schema: { type: string } }, { name: q, in: query, schema: { type: string } }]
      responses: { '200': { description: '' } }
  /a/{c}: { get: { operationId: same, responses: { '200': { description: '' } } } }
  /d/{}: { get: { responses: { '200': { description: '' } } } }
  /a//b?c: { get: { responses: { '200': { description: '' } } } }
servers: [{ url: 'https://{host}/' }]
`,
  'types, enumerations and examples': `paths:
  /a:
    get:
      parameters: [{ name: q, in: query, schema: { type: integer }, example: one }]
      responses:
        '200':
          description: ''
          content: { application/json: { schema: { $ref: '#/components/schemas/Id' }, example: one } }
components:
  schemas:
    Id: { type: integer, enum: [1, two], examples: [three] }
    List: { type: object, items: { type: string } }
`,
};

const RULES = {
  'no-enum-type-mismatch': 'error',
  'no-identical-paths': 'error',
  'no-invalid-media-type-examples': 'warn',
  'no-invalid-parameter-examples': 'warn',
  'no-invalid-schema-examples': 'warn',
  'no-schema-type-mismatch': 'error',
  'no-undefined-server-variable': 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'path-declaration-must-exist': 'error',
  'path-not-include-query': 'error',
  'path-parameters-defined': 'error',
  'security-defined': 'error',
  struct: 'error',
} as const;

/** Redocly's own way to the same problems. */
async function lintByTheLibrary(document: Document) {
  const config = await createConfig({ rules: RULES });
  return lintDocument({ document, config: config.styleguide, externalRefResolver: new BaseResolver() });
}

function read(text: string): Document {
  return makeDocumentFromString(HEAD + text, '/contract.yaml') as Document;
}

test.each(Object.entries(CONTRACTS))("finds what Redocly's linter finds: %s", async (_, text) => {
  const summarise = (problems: Awaited<ReturnType<typeof lintByTheLibrary>>) =>
    problems.map(({ ruleId, severity, message, location }) => [ruleId, severity, message, location[0]?.pointer]);
  const found = summarise([...(await lint(read(text), new BaseResolver(), true))]);
  expect(found).toEqual(summarise(await lintByTheLibrary(read(text))));
});

test('each of the rules is drawn by one of these contracts', async () => {
  const drawn = await Promise.all(Object.values(CONTRACTS).map((text) => lint(read(text), new BaseResolver(), true)));
  const ids = new Set(drawn.flat().map(({ ruleId }) => ruleId));
  expect([...ids].sort()).toEqual(Object.keys(RULES));
});
