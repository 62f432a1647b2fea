import { head, load } from '../contract/contract.testing';
import { DEGREE, destructiveness, endsSession, mayBegin, mayRemoveCredential, mayStopChanges } from './destructiveness';

test.each([
  ['POST', '/auth/logout', true],
  ['POST', '/current/user/password', true],
  ['PUT', '/me/change-password', true],
  ['GET', '/me/password', false],
  ['POST', '/users/{user}/password', false],
  ['POST', '/documents/password', false],
  ['POST', '/theme/password', false],
  ['DELETE', '/me', true],
  ['DELETE', '/v1/users/me', true],
  ['DELETE', '/current-user', true],
  ['PUT', '/me', false],
  ['DELETE', '/me/avatar', false],
  ['DELETE', '/accounts', false],
  ['DELETE', '/users/{user}/profile', false],
])('%s %s takes the session away: %j', async (method, path, ends) => {
  const parameters = path.includes('{')
    ? [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const operation = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [path]: { [method.toLowerCase()]: operation } } });
  expect(operations.map(endsSession)).toEqual([ends]);
});

test.each([
  ['POST', '/api/admin/maintenance', true],
  ['PUT', '/system/read-only', true],
  ['PATCH', '/site/maintenance-mode', true],
  ['GET', '/api/admin/maintenance', false],
  ['POST', '/maintenance/{user}', false],
  ['POST', '/maintenance-windows', false],
])('%s %s may let the service refuse every change, and comes last: %j', async (method, path, stops) => {
  const parameters = path.includes('{')
    ? [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const operation = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [path]: { [method.toLowerCase()]: operation } } });
  expect(operations.map(mayStopChanges)).toEqual([stops]);
  expect(operations.map((each) => destructiveness(each) === DEGREE.endsSession)).toEqual([stops]);
});

test.each([
  ['DELETE', '/me/tokens/{user}', true],
  ['DELETE', '/apiKeys/{user}', true],
  ['DELETE', '/personal-access-tokens/{user}', true],
  ['DELETE', '/sessions', true],
  ['GET', '/me/tokens/{user}', false],
  ['DELETE', '/tokens/{user}/notes', false],
  ['DELETE', '/tokenizers/{user}', false],
  ['DELETE', '/keyboards/{user}', false],
])('%s %s may remove what lets the run in: %j', async (method, path, removes) => {
  const parameters = path.includes('{')
    ? [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const operation = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [path]: { [method.toLowerCase()]: operation } } });
  expect(operations.map(mayRemoveCredential)).toEqual([removes]);
});

test.each([
  ['POST', '/scheduler/stop', DEGREE.removes, false],
  ['POST', '/market/close', DEGREE.removes, false],
  ['PUT', '/jobs/{user}/pause', DEGREE.removes, false],
  ['POST', '/alarms/disable-all', DEGREE.removes, false],
  ['POST', '/cache/clear', DEGREE.removes, false],
  ['GET', '/scheduler/status', DEGREE.reads, false],
  ['POST', '/stop-times', DEGREE.changes, false],
  ['POST', '/locks', DEGREE.changes, false],
  ['POST', '/stop/{user}', DEGREE.changes, false],
  ['POST', '/closures', DEGREE.changes, false],
  ['POST', '/scheduler/start', DEGREE.changes, true],
  ['POST', '/jobs/{user}/resume', DEGREE.changes, true],
  ['PUT', '/alarms/enable', DEGREE.changes, true],
  ['POST', '/runs', DEGREE.changes, false],
  ['POST', '/start-times', DEGREE.changes, false],
])('%s %s is of degree %i, and begins what others need: %j', async (method, path, degree, begins) => {
  const parameters = path.includes('{')
    ? [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const operation = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { [path]: { [method.toLowerCase()]: operation } } });
  expect(operations.map(destructiveness)).toEqual([degree]);
  expect(operations.map(mayBegin)).toEqual([begins]);
});
