import { head, load } from '../../contract/contract.testing';
import type { JsonObject } from '../../json/value';
import { settingsOf } from '../settingsOf';
import { secretsOfRun } from './handedOverSecrets';

const password = { type: 'string', format: 'password' };
const login = {
  type: 'object',
  properties: { user: { type: 'string' }, password, pin: { type: 'integer', writeOnly: true } },
};

const contract = () =>
  load({
    ...head('3.0'),
    paths: {
      '/sessions': {
        post: {
          parameters: [{ name: 'code', in: 'query', schema: password }],
          requestBody: { content: { 'application/json': { schema: login } } },
          responses: { 201: { description: '' } },
        },
      },
      '/links/{key}': {
        get: {
          parameters: [{ name: 'key', in: 'path', required: true, schema: password }],
          responses: { 200: { description: '' } },
        },
      },
    },
    security: [{ login: [] }],
    components: { securitySchemes: { login: { type: 'http', scheme: 'basic' } } },
  });

test('what is handed over for secret members and parameters is taken out, and nothing else that is', async () => {
  const body = { user: 'ada', password: 'pw-1', pin: 98765 };
  const needs = { params: { 'query.code': ['c0de'] }, bodies: [body], expect: undefined, leaveOut: undefined };
  const { redact } = secretsOfRun(
    await contract(),
    settingsOf({
      operations: { 'POST /sessions': needs },
      params: { '/links/{key}': ['k3y'] },
    }),
  );
  expect(redact(JSON.stringify(body))).toBe('{"user":"ada","password":"$PASSWORD","pin":$PIN}');
  expect(redact('code=c0de, k3y')).toBe('code=$CODE, $KEY');
});

describe('what only its name makes secret', () => {
  const text = { type: 'string' };
  const parameter = (name: string, schema: object) => ({ name, in: 'query', schema });
  const plain = () =>
    load({
      ...head('3.1'),
      paths: {
        '/sessions': {
          post: {
            parameters: [
              parameter('api_key', text),
              parameter('pageToken', text),
              parameter('token', { type: 'string', enum: ['none', 'full'] }),
            ],
            requestBody: {
              content: { 'application/json': { schema: { properties: { name: text, password: text } } } },
            },
            responses: { 201: { description: '' } },
          },
        },
      },
    });
  test.each<[params: Record<string, string[]>, body: JsonObject, shown: string, hidden: string]>([
    [{ 'query.api_key': ['k3y-of-ada'] }, {}, 'api_key=k3y-of-ada', 'api_key=$API_KEY'],
    [{ api_key: ['k3y-of-ada'] }, {}, 'k3y-of-ada', '$API_KEY'],
    [{ pageToken: ['page-2-of-9'] }, {}, 'page-2-of-9', 'page-2-of-9'],
    [{ token: ['none'] }, {}, 'token=none', 'token=none'],
    [{}, { name: 'ada lovelace', password: 'correct-horse' }, 'ada lovelace, correct-horse', 'ada lovelace, $PASSWORD'],
    [{}, { deep: [{ password: 'correct-horse' }] }, 'correct-horse', '$PASSWORD'],
    [{}, { password: 'abc' }, 'abc', 'abc'],
  ])('%j and %j', async (params, body, shown, hidden) => {
    const operations = { 'POST /sessions': { params: {}, bodies: [body], expect: undefined, leaveOut: undefined } };
    const { redact } = secretsOfRun(await plain(), settingsOf({ operations, params }));
    expect(redact(shown)).toBe(hidden);
  });
});

test('a short password of basic authentication is taken out by itself', async () => {
  const { redact } = secretsOfRun(
    await contract(),
    settingsOf({ credentials: { login: 'ada:pw7', other: 'tenant:pw8' } }),
  );
  const coded = Buffer.from('ada:pw7').toString('base64');
  expect(redact(`pw7, ada:pw7, ${coded}, pw8`)).toBe(
    '$ESPALIER_CREDENTIAL_LOGIN_PASSWORD, $ESPALIER_CREDENTIAL_LOGIN, $ESPALIER_CREDENTIAL_LOGIN_BASE64, pw8',
  );
});

test('the credential of somebody else is taken out as the first one is', async () => {
  const credentials = { credentials: { login: 'ada:pw7' }, otherCredentials: { login: 'bo:pw9' } };
  const { redact } = secretsOfRun(await contract(), settingsOf(credentials));
  const coded = Buffer.from('bo:pw9').toString('base64');
  expect(redact(`pw9, bo:pw9, ${coded}`)).toBe(
    '$ESPALIER_OTHER_CREDENTIAL_LOGIN_PASSWORD, $ESPALIER_OTHER_CREDENTIAL_LOGIN, $ESPALIER_OTHER_CREDENTIAL_LOGIN_BASE64',
  );
});

test('a token that is a word of the contract leaves its names', async () => {
  const { redact } = secretsOfRun(await contract(), settingsOf({ token: 'user' }));
  expect(redact('{"user":"user"}')).toBe('{"user":"$ESPALIER_TOKEN"}');
});

test('what a run fetches is hidden from the moment it is there', async () => {
  const contract = await load({ ...head('3.1'), paths: {} });
  const fetched: [string, string][] = [['c1ient-s3cret', '$CLIENT_SECRET']];
  const secrets = secretsOfRun(contract, settingsOf({ renewal: { credentials: [], secrets: () => [...fetched] } }));
  const shown = () => secrets.redact('c1ient-s3cret gave dG9rLTFfYWJj-1 and dG9rLTFfYWJj-2');
  expect(shown()).toBe('$CLIENT_SECRET gave dG9rLTFfYWJj-1 and dG9rLTFfYWJj-2');
  fetched.push(['dG9rLTFfYWJj-1', '$ESPALIER_TOKEN'], ['dG9rLTFfYWJj-2', '$ESPALIER_TOKEN']);
  expect(shown()).toBe('$CLIENT_SECRET gave $ESPALIER_TOKEN and $ESPALIER_TOKEN');
});
