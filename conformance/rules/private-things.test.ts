import { NOTES } from '../contracts.testing';
import { must, ruleTable } from './exchange.testing';
import { privateThings } from './private-things';

const note = { id: '7', title: 'fern-4b1d93ce', text: 'x' };
const made = {
  ask: 'POST /notes',
  step: 'make',
  sends: { title: note.title, text: 'x' },
  unique: { title: note.title },
  id: '7',
  status: 201,
} as const;
const read = (json: unknown = note, status = 200) => ({ ask: 'GET /notes/7', step: 'read', status, json }) as const;
const gone = read(undefined, 404);
const listed = { ask: 'GET /notes', step: 'list', status: 200, json: [note] } as const;
const other = (method: string, status: number, more: object = {}) =>
  ({ ask: `${method} /notes/7`, probe: 'stranger', step: 'by-other', status, ...more }) as const;
const otherList = (status: number, json?: unknown) =>
  ({ ask: 'GET /notes', probe: 'stranger', step: 'by-other', status, json }) as const;
const title = 'moss-93ce4b1d';
const changed = { ...note, title };
const removed = { ask: 'DELETE /notes/7', step: 'remove', status: 204 } as const;

ruleTable(privateThings, NOTES, [
  [
    'somebody else is shown what was made',
    [made, read(), other('GET', 200, { json: note })],
    must(
      'what is private was shown to another credential',
      '404 or 403',
      '200 OK, which shows what the first credential made',
    ),
  ],
  [
    'somebody else finds it in the list',
    [made, read(), listed, otherList(200, [note])],
    must(
      'what is private was listed for another credential',
      'a list without it',
      '200 OK, which lists what the first credential made',
    ),
  ],
  ...(['PUT', 'PATCH'] as const).map(
    (method) =>
      [
        `somebody else changes it by ${method}`,
        [made, read(), other(method, 200, { sends: { title } }), read(changed)],
        must(
          'what is private was changed with another credential',
          '404 or 403, and no change',
          `200 OK, and what the first credential made shows /title "${title}"`,
        ),
      ] as const,
  ),
  [
    'somebody else removes it',
    [made, read(), other('DELETE', 204), gone],
    must(
      'what is private was removed with another credential',
      '404 or 403, and still there',
      '204 No Content, and what the first credential made is gone',
    ),
  ],
  [
    'somebody else is answered 403 as long as it is there, and 404 afterwards',
    [made, read(), other('GET', 403), listed, otherList(200, []), removed, gone, other('GET', 404)],
    must(
      'another credential learns whether something private exists',
      'the same answer for what is not there',
      '404 Not Found, where the answer was 403 (#3) as long as there was something',
    ),
  ],
  ['somebody else is answered 404', [made, read(), other('GET', 404)], 'kept'],
  ['it is not in the list of somebody else', [made, read(), listed, otherList(200, [])], 'kept'],
  [
    'somebody else is answered 403 before and afterwards, and is let in elsewhere',
    [made, read(), listed, otherList(200, []), other('GET', 403), removed, gone, other('GET', 403)],
    'kept',
  ],
  [
    'a removal by somebody else is answered 204, and does nothing',
    [made, read(), other('DELETE', 204), read()],
    'kept',
  ],
  ['a change by somebody else is refused', [made, read(), other('PUT', 404, { sends: { title } }), read()], 'kept'],
  [
    'a change by somebody else is answered 200, and changes a thing of that one alone',
    [made, read(), other('PUT', 200, { sends: { title }, json: changed }), read()],
    'kept',
  ],
  [
    'somebody else has another thing under that id',
    [made, read(), other('GET', 200, { json: { ...note, title } })],
    'kept',
  ],
  ['a credential that is refused everywhere', [made, read(), other('GET', 401), other('DELETE', 403)], 'silent'],
  [
    'somebody else is answered 403, and nothing shows that the credential works',
    [made, read(), other('GET', 403)],
    'silent',
  ],
  ['it is not shown to its maker either', [made, read({ id: '7' }), other('GET', 200, { json: note })], 'silent'],
  ['the list of its maker lacks it, too', [made, read(), { ...listed, json: [] }, otherList(200, [])], 'silent'],
  ['a removal is accepted for later', [made, read(), other('DELETE', 202), gone], 'silent'],
  ['it was gone before somebody else removed it', [made, gone, other('DELETE', 204), gone], 'silent'],
  [
    'a body of somebody else is refused for what it holds',
    [made, read(), other('PUT', 400, { sends: { title } }), read()],
    'silent',
  ],
  ['somebody else fails', [made, read(), other('GET', 500)], 'silent'],
  [
    'somebody else is answered 404 afterwards, and it is there still',
    [made, read(), other('GET', 403), removed, read(), other('GET', 404)],
    'kept',
  ],
]);
