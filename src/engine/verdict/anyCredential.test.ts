import type { Operation, SecurityScheme } from '../../contract/contract';
import { wantedCredential } from '../plan/wanted';
import { sayingIfAnyDoes } from './anyCredential';
import { createHistory } from './history';

const bearer = { name: 'bearer', http: 'bearer', in: 'header', field: 'Authorization' } as unknown as SecurityScheme;
const key = { name: 'key', in: 'header', field: 'X-Key' } as unknown as SecurityScheme;

function operation(name: string, scheme: SecurityScheme): Operation {
  return { name, security: { alternatives: [{ schemes: [scheme] }] } } as unknown as Operation;
}

function asked(of: Operation, status: number, headers: readonly object[] = []) {
  const request = { operation: of, values: {}, authorisation: { headers, query: [], cookies: [] } };
  const each = { request, claim: { probe: 'anonymous' }, touches: { thing: of.name, within: [] } };
  return { case: each, response: { status }, index: 1 } as never;
}

const TOKEN = 'a bearer token (--token TOKEN, or ESPALIER_TOKEN)';
const list = operation('GET /queues', bearer);

test.each([
  [
    'a request without one was answered',
    [asked(list, 200)],
    `${TOKEN}; any may do, since GET /queues was answered 200 without one`,
  ],
  ['another one was refused without', [asked(list, 200), asked(operation('GET /users', bearer), 401)], TOKEN],
  ['it had an empty one', [asked(list, 200, [{}])], TOKEN],
  ['what needs another credential was answered', [asked(operation('GET /health', key), 200)], TOKEN],
  ['nothing was asked without one', [], TOKEN],
])('of a token that is to be handed over it is said whether any may do: %s', (_, exchanges, said) => {
  expect(wantedCredential(bearer)).toBe(TOKEN);
  const wanted = sayingIfAnyDoes(
    [TOKEN, 'a value of "id"'],
    operation('PUT /queues/{id}', bearer),
    createHistory(exchanges),
  );
  expect(wanted).toEqual([said, 'a value of "id"']);
});
