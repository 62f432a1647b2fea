import { must, ruleTable, should } from './exchange.testing';
import { lockKept } from './lock-kept';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const field = (name: string, required = false) => ({ name, in: 'header', required, schema: { type: 'string' } });
const answer = (description: string, headers = {}) => ({ description, headers });
const tagged = answer('A note', { ETag: { schema: { type: 'string' } } });

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { responses: { 201: answer('Made') } } },
    '/notes/{id}': {
      parameters: [id],
      get: {
        parameters: [field('If-None-Match'), field('If-Modified-Since')],
        responses: { 200: tagged, 304: answer('As it was') },
      },
      put: { parameters: [field('If-Match', true)], responses: { 200: tagged } },
      patch: { responses: { 200: answer('A note') } },
      delete: { responses: { 204: answer('Gone'), 412: answer('Changed') } },
    },
    '/drafts/{id}': {
      parameters: [id],
      get: { responses: { 200: answer('A draft') } },
      put: { responses: { 200: answer('A draft') } },
    },
  },
};

const looks = (tag?: string, json: object = { text: 'a' }, status = 200) =>
  ({ ask: 'GET /notes/7', step: 'read', status, json, ...(tag ? { tag } : {}) }) as const;
const stale = (ask: string, tag: string, status: number) =>
  ({ ask, step: 'refused', sends: { text: 'b' }, status, condition: ['If-Match', 'other', tag] }) as const;
const current = (ask: string, tag: string, status: number) =>
  ({ ask, step: 'put', sends: { text: 'b' }, status, condition: ['If-Match', 'current', tag] }) as const;
const asks = (state: 'current' | 'other', tag: string, status: number, shown?: string) =>
  ({
    ask: 'GET /notes/7',
    step: 'conditional',
    status,
    condition: ['If-None-Match', state, tag],
    ...(shown ? { tag: shown } : {}),
  }) as const;

const MODIFIED = 'Sat, 05 Dec 2020 10:00:00 GMT';
const dated = (modified?: string) =>
  ({
    ask: 'GET /notes/7',
    step: 'read',
    status: 200,
    json: {},
    ...(modified ? { modifiedAt: Date.parse(modified) } : {}),
  }) as const;
const since = (date: string, status: number, modified?: string) =>
  ({
    ask: 'GET /notes/7',
    step: 'conditional',
    status,
    condition: ['If-Modified-Since', 'other', date],
    ...(modified ? { modifiedAt: Date.parse(modified) } : {}),
  }) as const;
const DONE = 'a change was done although its If-Match names another state than the one that is there';
const REFUSED = 'a change was refused although its If-Match names the state that is there';
const SAME = 'the ETag is the same after a change';
const put = { ask: 'PUT /notes/7', step: 'put', sends: { text: 'b' }, status: 200 } as const;

ruleTable(lockKept, document, [
  [
    'a PUT with an old ETag is done, and the contract requires If-Match',
    [looks('"2"'), stale('PUT /notes/7', '"1"', 200)],
    must(DONE, '412, since the ETag is "2" (#1)', '200 OK to If-Match: "1"'),
  ],
  [
    'a DELETE with an old ETag is done, and the contract declares 412',
    [looks('"2"'), stale('DELETE /notes/7', '"1"', 204)],
    must(DONE, '412, since the ETag is "2" (#1)', '204 No Content to If-Match: "1"'),
  ],
  [
    'a PATCH with an old ETag is done, and the contract says of it nothing but the ETag',
    [looks('"2"'), stale('PATCH /notes/7', '"1"', 200)],
    should(DONE, '412, since the ETag is "2" (#1)', '200 OK to If-Match: "1"'),
  ],
  [
    'the same with weak ETags, by which no If-Match holds',
    [looks('W/"2"'), stale('PATCH /notes/7', 'W/"1"', 200)],
    'silent',
  ],
  [
    'the same with weak ETags where If-Match is required',
    [looks('W/"2"'), stale('PUT /notes/7', 'W/"1"', 200)],
    must(DONE, '412, since the ETag is W/"2" (#1)', '200 OK to If-Match: W/"1"'),
  ],
  [
    'what is put with an old ETag is there already',
    [looks('"2"', { text: 'b' }), stale('PUT /notes/7', '"1"', 200)],
    'silent',
  ],
  ['no look shows what is put with an old ETag', [looks('"2"', {}), stale('PUT /notes/7', '"1"', 200)], 'silent'],
  ['an old ETag is refused with 412', [looks('"2"'), stale('PUT /notes/7', '"1"', 412)], 'kept'],
  ['an old ETag is refused with 409', [looks('"2"'), stale('PUT /notes/7', '"1"', 409)], 'kept'],
  [
    'a change with an old ETag is refused for another reason',
    [looks('"2"'), stale('PUT /notes/7', '"1"', 400)],
    'silent',
  ],
  ['a change with an old ETag is accepted for later', [looks('"2"'), stale('PUT /notes/7', '"1"', 202)], 'silent'],
  ['the ETag is the one that is there again', [looks('W/"1"'), stale('PUT /notes/7', '"1"', 200)], 'silent'],
  ['nobody looked before', [stale('PUT /notes/7', '"1"', 200)], 'silent'],
  ['the look found nothing', [looks('"2"', {}, 404), stale('PUT /notes/7', '"1"', 200)], 'silent'],
  [
    'another request of the run came between the look and the change',
    [looks('"2"'), { ...put, step: 'patch', ask: 'PATCH /notes/7' }, stale('PUT /notes/7', '"1"', 200)],
    'silent',
  ],
  [
    'the ETag that is there is refused',
    [looks('"2"'), current('PUT /notes/7', '"2"', 412), looks('"2"')],
    must(REFUSED, 'it is done, since the ETag is "2" (#1)', '412 Precondition Failed'),
  ],
  [
    'the ETag was another one already, as the next look shows',
    [looks('"2"'), current('PUT /notes/7', '"2"', 412), looks('"3"')],
    'silent',
  ],
  [
    'a weak ETag is refused, as it must be',
    [looks('W/"2"'), current('PUT /notes/7', 'W/"2"', 412), looks('W/"2"')],
    'silent',
  ],
  [
    'the ETag that is there is taken',
    [looks('"2"'), current('PUT /notes/7', '"2"', 200), looks('"3"', { text: 'b' })],
    'kept',
  ],
  [
    'the ETag does not change with the text',
    [looks('"2"'), put, looks('"2"', { text: 'b' })],
    must(SAME, 'another ETag than "2", since /text changed', 'ETag: "2"'),
  ],
  ['a weak ETag does not change with the text', [looks('W/"2"'), put, looks('W/"2"', { text: 'b' })], 'kept'],
  ['what is put is there already', [looks('"2"', { text: 'b' }), put, looks('"2"', { text: 'b' })], 'silent'],
  ['what is put is not kept', [looks('"2"'), put, looks('"2"')], 'silent'],
  [
    'something that nobody sent changes',
    [looks('"2"', { text: 'b', read: 1 }), put, looks('"2"', { text: 'b', read: 2 })],
    'silent',
  ],
  ['the current ETag draws 304', [looks('"2"'), asks('current', '"2"', 304)], 'kept'],
  [
    'the current ETag draws the content',
    [looks('"2"'), asks('current', '"2"', 200, '"2"')],
    should(
      'a GET was answered with the content although its If-None-Match names the state that is there',
      '304, since the ETag is "2" (#1)',
      '200 OK to If-None-Match: "2"',
    ),
  ],
  [
    'the current ETag draws the content, which has another one by then',
    [looks('"2"'), asks('current', '"2"', 200, '"3"')],
    'silent',
  ],
  [
    'an old ETag draws 304',
    [looks('"2"'), asks('other', '"1"', 304)],
    should(
      'a GET was answered 304 although its If-None-Match names another state than the one that is there',
      '200, since the ETag is "2" (#1)',
      '304 Not Modified to If-None-Match: "1"',
    ),
  ],
  ['an old ETag draws the content', [looks('"2"'), asks('other', '"1"', 200, '"2"')], 'kept'],
  [
    'a date long ago draws 304, and the look before shows a later one',
    [dated(MODIFIED), since('Thu, 01 Jan 1970 00:00:00 GMT', 304)],
    should(
      'a GET was answered 304 although what it asks for was changed after the date of its If-Modified-Since',
      `200, since it was changed on ${MODIFIED}`,
      '304 Not Modified to If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
    ),
  ],
  [
    'the 304 itself shows the later date',
    [dated(), since('Thu, 01 Jan 1970 00:00:00 GMT', 304, MODIFIED)],
    should(
      'a GET was answered 304 although what it asks for was changed after the date of its If-Modified-Since',
      `200, since it was changed on ${MODIFIED}`,
      '304 Not Modified to If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
    ),
  ],
  ['the same date draws 304', [dated(MODIFIED), since(MODIFIED, 304)], 'silent'],
  ['an old date draws the content', [dated(MODIFIED), since('Thu, 01 Jan 1970 00:00:00 GMT', 200)], 'kept'],
  ['nothing shows when it was changed', [dated(), since('Thu, 01 Jan 1970 00:00:00 GMT', 304)], 'silent'],
  ['what is no date draws 304', [dated(MODIFIED), since('no date', 304)], 'silent'],
  ['the contract says nothing of ETags', [{ ...put, ask: 'PUT /drafts/7' }], 'unbound'],
]);
