import { head, load } from '../contract/contract.testing';
import { endsSession } from './destructiveness';

test.each([
  ['POST', '/auth/logout', true],
  ['POST', '/current/user/password', true],
  ['PUT', '/me/change-password', true],
  ['GET', '/me/password', false],
  ['POST', '/users/{user}/password', false],
  ['POST', '/documents/password', false],
  ['POST', '/theme/password', false],
])('%s %s takes the session away: %j', async (method, path, ends) => {
  const parameters = path.includes('{')
    ? [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const operation = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [path]: { [method.toLowerCase()]: operation } } });
  expect(operations.map(endsSession)).toEqual([ends]);
});
