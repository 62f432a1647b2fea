import { head, load } from './contract.testing';

/** The security scheme of a contract that has one, and where its tokens are issued. */
async function issuerOf(version: '2.0' | '3.0' | '3.1', scheme: object) {
  const schemes = { oauth: scheme };
  const contract = await load({
    ...head(version),
    ...(version === '2.0' ? { securityDefinitions: schemes } : { components: { securitySchemes: schemes } }),
    security: [{ oauth: [] }],
    paths: { '/things': { get: { responses: { 200: { description: 'ok' } } } } },
  });
  return contract.operations[0]?.security.alternatives[0]?.schemes[0]?.issuer;
}

const [tokenUrl, refreshUrl] = ['https://id.example/token', '/refresh'];
const authorizationUrl = 'https://id.example/in';

test.each<[string, '2.0' | '3.0' | '3.1', object, unknown]>([
  [
    'flows',
    '3.0',
    {
      type: 'oauth2',
      flows: { password: { tokenUrl, refreshUrl, scopes: {} }, implicit: { authorizationUrl, scopes: {} } },
    },
    { flows: [{ name: 'password', tokenUrl, refreshUrl }] },
  ],
  [
    'an application flow',
    '2.0',
    { type: 'oauth2', flow: 'application', tokenUrl, scopes: {} },
    { flows: [{ name: 'clientCredentials', tokenUrl, refreshUrl: undefined }] },
  ],
  [
    'a password flow',
    '2.0',
    { type: 'oauth2', flow: 'password', tokenUrl, scopes: {} },
    { flows: [{ name: 'password', tokenUrl, refreshUrl: undefined }] },
  ],
  ['an implicit flow', '2.0', { type: 'oauth2', flow: 'implicit', authorizationUrl, scopes: {} }, undefined],
  [
    'a discovery document',
    '3.1',
    { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/.well-known/openid-configuration' },
    { flows: [], discoveryUrl: 'https://id.example/.well-known/openid-configuration' },
  ],
  ['no flow with a token', '3.0', { type: 'oauth2', flows: { implicit: { authorizationUrl, scopes: {} } } }, undefined],
  ['flows that are none', '3.0', { type: 'oauth2', flows: 7 }, undefined],
])('tokens are issued by %s (%s)', async (_, version, scheme, issuer) => {
  expect(await issuerOf(version, scheme)).toEqual(issuer);
});
