import type { Contract } from '../../contract/contract';
import { UsageError } from '../../support/errors';
import type { Configuration } from './configurationContent';
import { readNeeds } from './operationNeeds';

const contract = {
  operations: [
    { name: 'POST /login', requestBody: {} },
    { name: 'POST /orders', requestBody: {} },
    { name: 'GET /me' },
  ],
} as unknown as Contract;

const ENV: Readonly<Record<string, string>> = { SECRET: 'abc-123', USER_NAME: 'ada' };

function needsOf(settings: Configuration) {
  const configuration = { settings, folder: '.', reading: <T>(_: string, read: () => T) => read() };
  return readNeeds(configuration, contract, (name, what) => {
    const value = ENV[name];
    if (value === undefined) throw new UsageError(`${what} should come from ${name}.`);
    return value;
  });
}

test('a variable stands for its content in parameters and in a body, at every depth, and is not to be shown', () => {
  const body = {
    user: { name: { env: 'USER_NAME' } },
    keys: [{ env: 'SECRET' }],
    env: 'prod',
    other: { env: 'x', at: 1 },
  };
  const { 'POST /orders': needs } = needsOf({
    operations: { 'POST /orders': { body, params: { key: { env: 'SECRET' }, id: [7, { env: 'USER_NAME' }] } } },
  });
  expect(needs?.bodies).toEqual([
    { user: { name: 'ada' }, keys: ['abc-123'], env: 'prod', other: { env: 'x', at: 1 } },
  ]);
  expect({ ...needs?.params }).toEqual({ key: ['abc-123'], id: ['7', 'ada'] });
  expect(new Set(needs?.secrets?.map(([text]) => text))).toEqual(new Set(['abc-123', 'ada']));
});

test('a variable that is not set is told with its place', () => {
  const settings = { operations: { 'POST /orders': { body: { pin: { env: 'NOT_SET' } } } } };
  expect(() => needsOf(settings)).toThrow('`pin` of POST /orders should come from NOT_SET.');
});

const login = (request: string, body: unknown) => ({ token: { login: { request, body, token: '/token' } } });
const ADA = { name: { env: 'USER_NAME' }, password: { env: 'SECRET' } };

test.each<[string, Configuration, unknown]>([
  ['the operation of the login', login('POST /login', ADA), [{ name: 'ada', password: 'abc-123' }]],
  [
    'that of a security scheme',
    { credentials: { key: { login: { request: 'POST /login?a=1', body: { name: 'n' }, token: '/t' } } } },
    [{ name: 'n' }],
  ],
  [
    'one that has a body of its own, not',
    { ...login('POST /login', ADA), operations: { 'POST /login': { body: { name: 'own' } } } },
    [{ name: 'own' }],
  ],
  [
    'one that is left out, not',
    { ...login('POST /login', ADA), operations: { 'POST /login': { 'leave out': 'it locks the account' } } },
    [],
  ],
  ['one that is elsewhere, not', login('POST https://other.example/login', ADA), undefined],
  ['one whose body is a text, not', login('POST /login', 'a=b'), undefined],
])('the body of a login is that of %s', (_, settings, bodies) => {
  expect(needsOf(settings)['POST /login']?.bodies).toEqual(bodies);
});
