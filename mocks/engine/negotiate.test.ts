import type { DeclaredResponse, Operation } from '../../src/contract/contract';
import { isAcceptable, mediaFor } from './negotiate';

const declaring = (...types: string[]) => ({ media: types.map((type) => ({ type })) }) as unknown as DeclaredResponse;

const ALL = ['application/json', 'application/xml', 'text/plain'];

test.each<[accept: string | undefined, types: string[], chosen: string]>([
  [undefined, ALL, 'application/json'],
  ['*/*', ALL, 'application/json'],
  ['application/xml', ALL, 'application/xml'],
  ['text/plain, application/json', ALL, 'text/plain'],
  ['application/json;q=0.1, text/plain;q=0.9', ALL, 'text/plain'],
  ['*/*;q=0.1, application/xml', ALL, 'application/xml'],
  ['application/json;q=0, */*', ALL, 'application/xml'],
  ['application/*;q=0.3, text/*;Q=0.4', ALL, 'text/plain'],
  ['application/*, application/json; q=0.000', ALL, 'application/xml'],
  ['text/plain;charset=utf-8;q=0.2, application/xml;q=0.1', ALL, 'text/plain'],
  ['image/png', ['text/plain', 'image/*'], 'image/*'],
  // Nothing of it is accepted: whoever answers all the same takes the first.
  ['text/html', ALL, 'application/json'],
  ['application/json;q=0', ['application/json'], 'application/json'],
])('Accept: %s of %j chooses %s', (accept, types, chosen) => {
  expect(mediaFor(declaring(...types), accept)?.type).toBe(chosen);
});

test.each([
  ['application/json;q=0', false],
  ['application/json;q=0, text/html', false],
  ['application/json;q=0.001', true],
  ['*/*', true],
])('a JSON answer to Accept: %s is acceptable: %s', (accept, expected) => {
  const operation = { responses: [{ ...declaring('application/json'), status: '200' }] } as unknown as Operation;
  expect(isAcceptable(operation, 200, accept)).toBe(expected);
});
