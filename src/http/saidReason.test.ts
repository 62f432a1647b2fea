import type { Response } from './message';
import { saidReason } from './saidReason';

function response(body: string, type = 'application/json'): Response {
  const headers: [string, string][] = [['Content-Type', type]];
  return { ...({} as Response), status: 400, headers, body: Buffer.from(body) };
}

const json = (value: unknown, type?: string) => saidReason(response(JSON.stringify(value), type));

test.each([
  ['a problem', { title: 'Bad Request', detail: 'The SKU is unknown.\nSee the manual.' }, 'The SKU is unknown.'],
  ['a problem with a title alone', { type: 'about:blank', title: 'No such SKU', status: 400 }, 'No such SKU'],
  ['a message', { message: 'no such SKU', error: 'Bad Request' }, 'no such SKU'],
  ['several messages', { message: ['name must be a string', 'x'], error: 'Bad Request' }, 'name must be a string'],
  ['an error', { error: 'no such SKU' }, 'no such SKU'],
  ['an error that is an object', { error: { code: 7, message: 'no such SKU' } }, 'no such SKU'],
  ['a list of errors', { errors: [{ message: 'no such SKU' }, { message: 'x' }] }, 'no such SKU'],
  ['errors by the name of the member', { errors: { sku: ['is unknown'] } }, 'sku: is unknown'],
  ['the names of members alone', { site: ['Enter a valid URL.'], name: ['x'] }, 'site: Enter a valid URL.'],
  ['a thing that has lists, too', { tags: ['red'], id: 7 }, undefined],
  ['an errorMessage', { errorMessage: 'no such SKU' }, 'no such SKU'],
  [
    'a list of details with their places',
    { detail: [{ loc: ['body', 'sku'], msg: 'Field required' }] },
    'body.sku: Field required',
  ],
  [
    'details with their places, beside a sentence that holds for all refusals',
    {
      error: {
        code: 'x',
        message: 'Request validation failed.',
        details: { errors: [{ location: ['body', 'sku'], message: 'SKU is no SKU.' }] },
      },
    },
    'body.sku: SKU is no SKU.',
  ],
  [
    'errors by field, beside a sentence that holds for all refusals',
    { message: 'Validation failed', errors: [{ field: 'sku', message: 'must not be blank' }] },
    'sku: must not be blank',
  ],
  [
    'details of a schema that is broken',
    {
      error: {
        message: 'The request body is invalid.',
        details: [{ path: '/sku', message: 'must be string', info: {} }],
      },
    },
    '/sku: must be string',
  ],
  ['a problem at a path of the service', { status: 404, message: 'no such SKU', path: '/skus/7' }, 'no such SKU'],
  ['a sentence beside a list of other things', { message: 'no such SKU', details: ['see the manual'] }, 'no such SKU'],
  ['a text', 'no such SKU', 'no such SKU'],
  ['nothing of the kind', { id: 7, message: '' }, undefined],
  ['a number', 7, undefined],
])('the reason is read out of %s', (_, value, reason) => {
  expect(json(value)).toBe(reason);
});

test('of a text it is the first line that is not empty', () => {
  expect(saidReason(response('\n\n no such SKU \nat index.js:1', 'text/plain; charset=utf-8'))).toBe('no such SKU');
});

test.each([
  ['a page', '<!doctype html><title>Bad Request</title>', 'text/html'],
  ['what is no JSON though it says so', '{', 'application/json'],
  ['nothing', '', 'application/json'],
  ['what is far too large', JSON.stringify({ message: 'x'.repeat(70_000) }), 'application/json'],
])('%s gives no reason', (_, body, type) => {
  expect(saidReason(response(body, type))).toBeUndefined();
});

test('a text says its reason in the charset that it names', () => {
  const [text, latin1] = ['Das Stück fehlt.', Buffer.from('Das Stück fehlt.', 'latin1')];
  const said = (type: string, body: Buffer) => saidReason({ ...response('', type), body });
  expect(said('text/plain; charset=ISO-8859-1', latin1)).toBe(text);
  expect(said('text/plain; charset=utf-16le', Buffer.from(text, 'utf16le'))).toBe(text);
  expect(said('text/plain; charset=x-none', Buffer.from(text))).toBe(text);
  expect(said('text/plain', Buffer.from(text))).toBe(text);
});
