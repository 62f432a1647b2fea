import { BED_NURSERY, contractWith } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { putReplaces } from './put-replaces';

const PUT = 'PUT /beds/7';
const rose = { name: 'Rose', width: 3 };
const fern = { name: 'Fern', width: 200, soil: 'clay', note: 'north' };
const bare = { name: 'Moss', width: 40 };

const made = { ask: 'POST /beds', step: 'make', sends: rose, id: '7', status: 201, json: rose } as const;
const put = (sends: unknown, status = 200) => ({ ask: PUT, step: 'put', sends, status }) as const;
const less = (sends: unknown, status = 200) => ({ ask: PUT, step: 'bare', sends, status }) as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;

const lost = (names: string, expected: string, actual: string) =>
  should(`what was put is not there: ${names}`, expected, `${actual}, as before`);
const stays = (names: string, actual: string) =>
  should(
    `an earlier PUT set what is still there, although a later PUT left it out: ${names}`,
    `no ${names}, or its value before the first PUT`,
    actual,
  );

const ofText = { 'text/plain': { schema: { type: 'string' } }, 'application/octet-stream': {} };
const noteName = { name: 'noteName', in: 'path', required: true, schema: { type: 'string' } };
const notes = contractWith({
  '/notes/{noteName}': {
    parameters: [noteName],
    get: { responses: { 200: { description: 'd', content: ofText } } },
    put: { requestBody: { required: true, content: ofText }, responses: { 204: { description: 'd' } } },
  },
});
const bytes = (...all: readonly number[]) => ['application/octet-stream', Buffer.from(all)] as const;
type PlainLiteral = string | ReturnType<typeof bytes>;
const writes = (text: PlainLiteral) => ({ ask: 'PUT /notes/a', step: 'put', plain: [text], status: 204 }) as const;
const noted = (text: PlainLiteral) =>
  ({ ask: 'GET /notes/a', step: 'read', plain: [undefined, text], status: 200 }) as const;
const begins = noted('first');
const none = { ask: 'GET /notes/a', step: 'read', status: 404 } as const;
const picture = (text: string) => ['image/png', Buffer.from(text)] as never;
const neverThere = should('what was put is not found', 'what was put', '404 Not Found');
const otherContent = (expected: string, actual: string) =>
  should('what was put is shown with another content', expected, actual);

ruleTable(putReplaces, notes, [
  ['a text is cut', [begins, writes('one two'), noted('one')], otherContent('7 bytes', '3 bytes, the beginning of it')],
  [
    'a text is read as Latin-1',
    [begins, writes('Grün'), noted('GrÃ¼n')],
    otherContent('5 bytes', '7 bytes, which differ from byte 4 on'),
  ],
  [
    'a byte is lost',
    [begins, writes(bytes(1, 0, 2)), noted(bytes(1, 2))],
    otherContent('3 bytes', '2 bytes, which differ from byte 2 on'),
  ],
  ['a text is shown as it was put', [begins, writes('one'), noted('one')], 'kept'],
  ['a service ends lines as it does', [begins, writes('one\r\ntwo'), noted('one\ntwo\n')], 'kept'],
  ['a service composes characters', [begins, writes('u\u0308'), noted('\u00fc')], 'kept'],
  ['a text comes in another charset', [begins, writes('Gr\u00fcn'), noted(latin('Gr\u00fcn'))], 'kept'],
  ['a text comes as bytes', [begins, writes('one'), noted(bytes(1))], 'silent'],
  ['nobody looked before', [writes('one'), noted('two')], 'silent'],
  [
    'nothing was there before, and a text is cut',
    [none, writes('one two'), noted('one')],
    otherContent('7 bytes', '3 bytes, the beginning of it'),
  ],
  [
    'the end of a picture is lost',
    [none, writes(picture('one two')), noted(picture('one tw'))],
    otherContent('7 bytes', '6 bytes, the beginning of it'),
  ],
  [
    'another picture is not put in place of the first one',
    [none, writes(picture('one')), noted(picture('one')), writes(picture('two')), noted(picture('one'))],
    otherContent('3 bytes', '3 bytes, which differ from byte 1 on'),
  ],
  ['a service draws a picture anew', [none, writes(picture('one two')), noted(picture('ONE'))], 'silent'],
  ['what was put is never there', [none, writes('one'), none, writes('two'), none], [neverThere, neverThere]],
  ['what was put once is not there', [none, writes('one'), none], 'silent'],
  ['what was put is there later', [none, writes('one'), none, writes('two'), noted('two')], 'kept'],
]);

function latin(text: string): ReturnType<typeof bytes> {
  return ['text/plain; charset=iso-8859-1', Buffer.from(text, 'latin1')] as never;
}

const other = { ask: 'GET /beds/8', step: 'other', status: 200, json: rose } as const;
const gone = shows(undefined, 404);
const lostWhole = should('what was put is not found any more', 'what was put', '404 Not Found');

ruleTable(putReplaces, BED_NURSERY, [
  ['what was put is gone', [made, other, other, other, shows(rose), put(fern), gone, other], lostWhole],
  [
    'what was put again is gone',
    [made, other, other, other, shows(rose), { ...put(rose), step: 'again' }, gone, other],
    lostWhole,
  ],
  [
    'what was put is gone, and so is another one',
    [made, other, other, other, shows(rose), put(fern), gone, { ...other, status: 404 }],
    'silent',
  ],
  [
    'another one was looked at less often, so being looked at may have taken it',
    [made, other, other, shows(rose), put(fern), gone, other],
    'silent',
  ],
  ['nobody looked at another one', [made, shows(rose), put(fern), gone], 'silent'],
  ['nobody looked before', [made, other, other, other, put(fern), gone, other], 'silent'],
  [
    'what was put has another name since',
    [made, other, other, other, shows(rose), { ...put(fern), id: '9' }, gone, other],
    'silent',
  ],
  [
    'what was put says when it ends',
    [made, other, other, other, shows(rose), put({ ...fern, end: '2024-02-29' }), gone, other],
    'silent',
  ],
  [
    'what was put says how long it is there',
    [made, other, other, other, shows(rose), put({ ...fern, ttl: 1 }), gone, other],
    'silent',
  ],
  [
    'what was put has another state',
    [made, other, other, other, shows(rose), put({ ...fern, stage: 'closed' }), gone, other],
    'silent',
  ],
  [
    'what was put has a switch turned',
    [made, other, other, other, shows(rose), put({ ...fern, hidden: true }), gone, other],
    'silent',
  ],
  ['the PUT was accepted for later', [made, other, other, other, shows(rose), put(fern, 202), gone, other], 'silent'],
  [
    'what is put is ignored',
    [made, shows(rose), put(fern), shows(rose)],
    lost('/name, /width', '/name "Fern", /width 200', '/name "Rose", /width 3'),
  ],
  [
    'one member keeps its value',
    [made, shows(rose), put(fern), shows({ ...fern, name: 'Rose' })],
    lost('/name', '/name "Fern"', '/name "Rose"'),
  ],
  [
    'a list keeps what was in it',
    [
      { ...made, sends: { ...rose, tags: ['old'] } },
      shows({ ...rose, tags: ['old'] }),
      put({ ...fern, tags: ['new'] }),
      shows({ ...fern, tags: ['old', 'new'] }),
    ],
    lost('/tags', '/tags ["new"]', '/tags ["old","new"]'),
  ],
  [
    'a list of objects keeps what was in it, under the ids of the service',
    [
      shows({ ...rose, lines: [{ id: 1, article: 'A' }] }),
      put({ ...fern, lines: [{ article: 'B' }] }),
      shows({
        ...fern,
        lines: [
          { id: 1, article: 'A' },
          { id: 2, article: 'B' },
        ],
      }),
    ],
    lost('/lines', '/lines [{"article":"B"}]', '/lines [{"id":1,"article":"A"},{"id":2,"article":"B"}]'),
  ],
  [
    'a list is sorted, and holds nothing twice',
    [shows({ ...rose, tags: ['old'] }), put({ ...fern, tags: ['z', 'a', 'a'] }), shows({ ...fern, tags: ['a', 'z'] })],
    'kept',
  ],
  [
    'a list holds what the service always puts there',
    [shows({ ...rose, tags: ['old'] }), put({ ...fern, tags: ['new'] }), shows({ ...fern, tags: ['new', 'default'] })],
    'kept',
  ],
  [
    'a whole value is put that is no object, and is ignored',
    [shows('dry'), put('wet'), shows('dry')],
    lost('the value', '"wet"', 'the value "dry"'),
  ],
  [
    'what is left out is kept',
    [made, shows(rose), put(fern), shows(fern), less(bare), shows({ ...fern, ...bare })],
    stays('/soil, /note', '/soil "clay", /note "north"'),
  ],
  [
    'one member that is left out is kept',
    [made, shows(rose), put(fern), shows(fern), less(bare), shows({ ...bare, note: 'north' })],
    stays('/note', '/note "north"'),
  ],
  [
    'what is put in a wrapper is ignored',
    [made, shows({ data: rose }), put(fern), shows({ data: rose })],
    lost('/name, /width', '/name "Fern", /width 200', '/name "Rose", /width 3'),
  ],
  ['what is put is shown', [made, shows(rose), put(fern), shows(fern)], 'kept'],
  ['what is left out is gone', [made, shows(rose), put(fern), shows(fern), less(bare), shows(bare)], 'kept'],
  [
    'what is left out is null',
    [made, shows(rose), put(fern), shows(fern), less(bare), shows({ ...bare, soil: null, note: null })],
    'kept',
  ],
  [
    'what is left out has a default again',
    [made, shows({ ...rose, soil: 'loam' }), put(fern), shows(fern), less(bare), shows({ ...bare, soil: 'loam' })],
    'kept',
  ],
  [
    'texts are trimmed and in capitals, and numbers are rounded',
    [made, shows({ name: 'ROSE', width: 5 }), put({ name: ' Rose ', width: 4 }), shows({ name: 'ROSE', width: 5 })],
    'silent',
  ],
  ['what is put is shown in capitals', [made, shows(rose), put(fern), shows({ ...fern, name: 'FERN' })], 'kept'],
  [
    'a member that the service sets itself stays',
    [made, shows({ ...rose, version: 1 }), put({ ...fern, version: 9 }), shows({ ...fern, version: 1 })],
    'kept',
  ],
  ['a member that is never shown is put', [made, shows({ name: 'Rose' }), put(fern), shows({ name: 'Fern' })], 'kept'],
  ['what is put is accepted for later', [made, shows(rose), put(fern, 202), shows(rose)], 'silent'],
  ['what is put is refused', [made, shows(rose), put(fern, 409), shows(rose)], 'silent'],
  ['what is put cannot be read', [made, shows(rose), put(fern), shows(undefined, 500)], 'silent'],
  ['nothing is read before', [made, put(fern), shows(rose)], 'silent'],
  ['nothing is read before another change', [made, shows(rose), put(fern), put(bare), shows(bare)], 'kept'],
  [
    'a password is put, and a mask is shown',
    [made, shows({ ...rose, pin: '***' }), put({ ...fern, pin: '1234' }), shows({ ...fern, pin: '***' })],
    'kept',
  ],
]);

ruleTable(putReplaces, BED_NURSERY, [
  ['a bed is changed in part', { ask: 'PATCH /beds/7', step: 'patch', sends: { width: 4 }, status: 200 }, 'unbound'],
]);

const withDefault = {
  'application/json': { schema: { type: 'object', properties: { width: { type: 'integer', default: 80 } } } },
};
const sized = contractWith({
  '/beds/{id}': {
    parameters: [{ ...noteName, name: 'id' }],
    get: { responses: { 200: { description: 'd', content: withDefault } } },
    put: { requestBody: { required: true, content: withDefault }, responses: { 200: { description: 'd' } } },
  },
});

ruleTable(putReplaces, sized, [
  [
    'what was left out has its default, which an earlier PUT had set',
    [shows({ width: 60 }), put({ width: 80 }), shows({ width: 80 }), less({}), shows({ width: 80 })],
    'silent',
  ],
  [
    'what was left out has another value, which an earlier PUT had set',
    [shows({ width: 60 }), put({ width: 90 }), shows({ width: 90 }), less({}), shows({ width: 90 })],
    stays('/width', '/width 90'),
  ],
]);
