import type { Operation } from '../../contract/contract';
import type { Fields, Response } from '../../http/message';
import { NO_INPUT, type TagCondition } from '../../serialization/input';
import type { Case } from '../model/case';
import { createShownTags, type ShownTags } from './shownTags';

type Row = readonly [when: string, come: readonly string[], state: TagCondition['state'], sent: string | undefined];

const answered = (status: number, headers: Fields): Response => ({
  ...{ httpVersion: '1.1', status, statusText: '', headers, interim: [] },
  ...{ body: Buffer.alloc(0), afterHead: Buffer.alloc(0) },
});

/** `GET 200 "1"`: a request to /notes/7, the status of the answer, and its ETag. */
function note(tags: ShownTags, come: string): void {
  const [method = '', status = '', tag] = come.split(' ');
  tags.note({ method, path: '/notes/7' }, answered(Number(status), tag === undefined ? [] : [['etag', tag]]));
}

function sentBy(tags: ShownTags, condition: TagCondition, headers: Fields, path = '/notes/7'): string | undefined {
  const input = { ...NO_INPUT, condition };
  const authorisation = { query: [{ name: 'key', value: 's3cret' }], headers: [], cookies: [] };
  const request = { operation: {} as Operation, values: {}, input, authorisation } as Partial<Case['request']>;
  const { headers: sent } = tags.put({ request } as Case, { method: 'PUT', path, headers });
  return sent.find(([name]) => name === 'If-Match')?.[1];
}

const rows: readonly Row[] = [
  ['nothing was shown', [], 'current', undefined],
  ['a GET showed one', ['GET 200 "1"'], 'current', '"1"'],
  ['a GET showed one, and it was changed since', ['GET 200 "1"', 'PUT 200 "2"'], 'current', undefined],
  ['a change was refused since', ['GET 200 "1"', 'PUT 412'], 'current', '"1"'],
  ['a change came to no end that tells', ['GET 200 "1"', 'PUT 500'], 'current', undefined],
  ['it was changed, and shown', ['GET 200 "1"', 'PUT 200', 'GET 200 "2"'], 'current', '"2"'],
  [
    'it was changed, and shown, and the one before is wanted',
    ['GET 200 "1"', 'PUT 200', 'GET 200 "2"'],
    'other',
    '"1"',
  ],
  ['it was only shown twice', ['GET 200 "1"', 'GET 200 "1"'], 'other', '"espalier-none"'],
  ['it has the first one again', ['GET 200 "1"', 'GET 200 "2"', 'GET 200 "1"'], 'other', '"2"'],
  ['what is shown is no ETag', ['GET 200 1-2'], 'current', undefined],
  ['it was not found', ['GET 404 "1"'], 'current', undefined],
];

test.each(rows)('%s: after %p, %s is %p', (_when, come, state, sent) => {
  const tags = createShownTags();
  for (const each of come) note(tags, each);
  expect(sentBy(tags, { field: 'If-Match', state, isNeeded: true }, [])).toBe(sent);
});

test('takes the place of what the input has, and stays out of a request that goes without the field', () => {
  const tags = createShownTags();
  expect(sentBy(tags, { field: 'If-Match', state: 'current' }, [['If-Match', '*']])).toBe('*');
  note(tags, 'GET 200 "1"');
  expect(sentBy(tags, { field: 'If-Match', state: 'current' }, [['If-Match', '*']])).toBe('"1"');
  expect(sentBy(tags, { field: 'If-Match', state: 'current' }, [])).toBeUndefined();
});

test('knows the ETag of what is read without a credential and changed with one in the query', () => {
  const tags = createShownTags();
  note(tags, 'GET 200 "1"');
  expect(sentBy(tags, { field: 'If-Match', state: 'current', isNeeded: true }, [], '/notes/7?key=s3cret')).toBe('"1"');
});
