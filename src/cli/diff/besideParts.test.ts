/** What two contracts say otherwise of the parts of an operation: told, and no break; or a break, where what one writes the other reads otherwise. */

import { breaksOf, compared, contractFrom, withBody, withParameter } from './diff.testing';

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const NAMED = { type: 'object', properties: { a: TEXT }, required: ['a'] };

const query = (parameter: object) => contractFrom(withParameter({ schema: TEXT, ...parameter }));
const answered = (answer: object, more: object = {}) =>
  contractFrom({ responses: { 200: { description: 'd', ...answer } }, ...more });
const header = (declared: object) => answered({ headers: { 'X-A': declared } });
const sent = (content: object) => contractFrom({ requestBody: { required: true, content } });
const link = { links: { self: { operationId: 'a', parameters: { id: '$response.body#/id' } } } };

const OPERATION = 'POST /things/{id}: ';

test.each<[what: string, before: object, now: object, notes: readonly string[]]>([
  [
    'another operationId',
    contractFrom({ operationId: 'a' }),
    contractFrom({ operationId: 'b' }),
    ['the operationId is b, and was a.'],
  ],
  ['a parameter less', query({}), contractFrom({}), ['the query parameter q is not declared any more.']],
  [
    'a parameter that is deprecated',
    query({}),
    query({ deprecated: true }),
    ['the query parameter q: `deprecated` says true, and said nothing.'],
  ],
  [
    'no empty value any more',
    query({ allowEmptyValue: true }),
    query({}),
    ['the query parameter q: `allowEmptyValue` says nothing, and said true.'],
  ],
  [
    'reserved characters that are not written as they are any more',
    query({ allowReserved: true }),
    query({}),
    ['the query parameter q: `allowReserved` says nothing, and said true.'],
  ],
  ['`explode` of a text, which changes nothing', query({ explode: true }), query({ explode: false }), []],
  [
    '`explode` of a list in a path, which changes nothing',
    contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, schema: LIST }] }),
    contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, explode: true, schema: LIST }] }),
    [],
  ],
  ['`explode` of a list in a header field', header({ schema: LIST }), header({ schema: LIST, explode: true }), []],
  ['a body less', contractFrom(withBody(TEXT)), contractFrom({}), ['the body is not declared any more.']],
  ['a range that takes more', sent({ 'application/json': {} }), sent({ '*/*': {} }), []],
  [
    'a type out of a range',
    answered({ content: { 'image/*': {} } }),
    answered({ content: { 'image/png': {} } }),
    ['the answer 200 is not of the type image/* any more.'],
  ],
  [
    'another parameter of a type',
    sent({ 'application/json; version=1': {} }),
    sent({ 'application/json;version=2': {} }),
    ['the body is not of the type application/json; version=1 any more, but of application/json; version=2.'],
  ],
  [
    'a parameter of a type',
    answered({ content: { 'application/json': {} } }),
    answered({ content: { 'application/json; odata=verbose': {} } }),
    ['the answer 200 is not of the type application/json any more, but of application/json; odata=verbose.'],
  ],
  [
    'the charset of a type, which changes nothing',
    answered({ content: { 'application/json': {} } }),
    answered({ content: { 'Application/JSON; charset=utf-8': {} } }),
    [],
  ],
  [
    'a parameter of a type more',
    sent({ 'application/json; version=1': {} }),
    sent({ 'application/json; version=1': {}, 'application/json; version=2': {} }),
    [],
  ],
  [
    'an optional field less',
    header({ schema: TEXT }),
    answered({}),
    ['the header X-A of the answer 200 is not declared any more.'],
  ],
  [
    'a field that is deprecated',
    header({ schema: TEXT }),
    header({ schema: TEXT, deprecated: true }),
    ['the header X-A of the answer 200: `deprecated` says true, and said nothing.'],
  ],
  [
    'a link less',
    answered(link, { operationId: 'a' }),
    answered({}, { operationId: 'a' }),
    ['the answer 200 has no link to a any more.'],
  ],
  [
    'bytes as base64, said by the format and by the keyword',
    contractFrom(withBody({ ...TEXT, format: 'byte' })),
    contractFrom(withBody({ ...TEXT, contentEncoding: 'base64' })),
    [],
  ],
  [
    'a schema where nothing was said of an answer',
    answered({ content: { 'application/json': {} } }),
    answered({ content: { 'application/json': { schema: TEXT } } }),
    [],
  ],
])('%s is told, and breaks nobody', async (_what, before, now, notes) => {
  const found = await compared(before, now);
  expect(found.notes).toEqual(notes.map((note) => OPERATION + note));
  expect(await breaksOf(before, now)).toEqual([]);
});

test.each<[what: string, before: object, now: object, message: RegExp]>([
  [
    'a parameter in another place',
    query({ required: true }),
    query({ required: true, in: 'header' }),
    /^parameter-required: the header parameter q is required$/,
  ],
  [
    'a list that is written as JSON',
    query({ schema: LIST }),
    contractFrom(withParameter({ content: { 'application/json': { schema: LIST } } })),
    /^parameter-read-otherwise: .* was written .+, and is written \[".+"\]$/,
  ],
  [
    'a list with another character between its items',
    query({ schema: LIST, style: 'pipeDelimited', explode: false }),
    query({ schema: LIST, explode: false }),
    /^parameter-read-otherwise: /,
  ],
  [
    'a range that takes less',
    sent({ '*/*': {} }),
    sent({ 'application/json': {} }),
    /^request-type-removed: a body of the type application\/x-any is no longer taken$/,
  ],
  [
    'one more type of answers',
    answered({ content: { 'image/png': {} } }),
    answered({ content: { 'image/*': {} } }),
    /^answer-type-added: the answer 200 \(image\/x-any\) is of a type that is new$/,
  ],
  [
    'any type of answers, where one was named',
    answered({ content: { 'application/json': {} } }),
    answered({ content: { '*/*': {} } }),
    /^answer-type-open: the answer 200 may be of any type$/,
  ],
  [
    'a list in a path that is written in another style',
    contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, schema: LIST }] }),
    contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, style: 'label', schema: LIST }] }),
    /^parameter-(narrowed|read-otherwise): /,
  ],
  [
    'a thing in a path that is exploded',
    contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, schema: NAMED }] }),
    contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, explode: true, schema: NAMED }] }),
    /^parameter-(narrowed|read-otherwise): /,
  ],
  [
    'a field of answers that was required',
    header({ required: true, schema: TEXT }),
    answered({}),
    /^header-widened: the header X-A of the answer 200 may be missing$/,
  ],
  [
    'a field of answers that is written otherwise',
    header({ required: true, schema: NAMED }),
    header({ required: true, explode: true, schema: NAMED }),
    /^answer-read-otherwise: the header X-A .* was written a,.+, and is written a=.+$/,
  ],
  [
    'no schema where one was',
    answered({ content: { 'application/json': { schema: TEXT } } }),
    answered({ content: { 'application/json': {} } }),
    /^answer-widened: .* need not be string$/,
  ],
])('%s breaks clients', async (_what, before, now, message) => {
  expect(await breaksOf(before, now)).toEqual([expect.stringMatching(message)]);
});
