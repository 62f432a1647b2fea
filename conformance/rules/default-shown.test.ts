import { contractWith } from '../contracts.testing';
import { defaultShown } from './default-shown';
import { ruleTable, should } from './exchange.testing';

const bed = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    width: { type: 'integer', default: 80 },
    soil: { enum: ['loam', 'sand'], default: 'loam' },
    state: { enum: ['new', 'old'], default: 'new' },
    area: { type: 'integer', readOnly: true, default: 0 },
    note: { type: 'string' },
  },
};
const content = { 'application/json': { schema: bed } };
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const body = { required: true, content };
const shown = { responses: { 200: { description: 'd', content } } };
const BEDS = contractWith({
  '/beds': { get: shown, post: { requestBody: body, responses: { 201: { description: 'd', content } } } },
  '/beds/{id}': {
    parameters: id,
    get: shown,
    put: { requestBody: body, ...shown },
    patch: { requestBody: body, ...shown },
  },
  '/notes': {
    post: {
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
      },
      ...shown,
    },
  },
});

const makes = (sends: object, json: object, status = 201) =>
  ({ ask: 'POST /beds', step: 'make', sends, id: '7', status, json: { id: '7', ...json } }) as const;
const puts = (sends: object, json: object) =>
  ({ ask: 'PUT /beds/7', step: 'put', sends, id: '7', status: 200, json: { id: '7', ...json } }) as const;
const otherwise = (names: string, expected: string, actual: string) =>
  should(`what was left out is shown with another value than its default: ${names}`, expected, actual);
const wide = otherwise('/width', '/width 80', '/width 60');

ruleTable(defaultShown, BEDS, [
  [
    'two answers to a POST show another value',
    [makes({ name: 'Rose' }, { name: 'Rose', width: 60 }), makes({ name: 'Ivy' }, { name: 'Ivy', width: 60 })],
    [wide, wide],
  ],
  [
    'two answers to a PUT show another value',
    [puts({ name: 'Rose' }, { name: 'Rose', width: 60 }), puts({ name: 'Ivy' }, { name: 'Ivy', width: 60 })],
    [wide, wide],
  ],
  [
    'the default is shown',
    [makes({ name: 'Rose' }, { name: 'Rose', width: 80 }), makes({ name: 'Ivy' }, { name: 'Ivy', width: 80 })],
    'kept',
  ],
  [
    'it is shown in another letter case',
    [makes({ name: 'Rose' }, { name: 'Rose', soil: 'LOAM' }), makes({ name: 'Ivy' }, { name: 'Ivy', soil: 'LOAM' })],
    'kept',
  ],
  [
    'it depends on another member',
    [
      makes({ name: 'Rose', soil: 'sand' }, { name: 'Rose', soil: 'sand', width: 60 }),
      makes({ name: 'Ivy' }, { name: 'Ivy', width: 80 }),
    ],
    'kept',
  ],
  ['one answer shows another value', [makes({ name: 'Rose' }, { name: 'Rose', width: 60 })], 'kept'],
  [
    'another value was sent',
    [
      makes({ name: 'Rose', width: 60 }, { name: 'Rose', width: 60 }),
      makes({ name: 'Ivy', width: 60 }, { name: 'Ivy', width: 60 }),
    ],
    'silent',
  ],
  [
    'nothing is shown of it',
    [makes({ name: 'Rose' }, { name: 'Rose' }), makes({ name: 'Ivy' }, { name: 'Ivy' })],
    'silent',
  ],
  [
    'it is shown as null',
    [makes({ name: 'Rose' }, { name: 'Rose', width: null }), makes({ name: 'Ivy' }, { name: 'Ivy', width: null })],
    'silent',
  ],
  [
    'a state goes on by itself, and what is only read is the business of the service',
    [
      makes({ name: 'Rose' }, { name: 'Rose', state: 'old', area: 3 }),
      makes({ name: 'Ivy' }, { name: 'Ivy', state: 'old', area: 3 }),
    ],
    'silent',
  ],
  [
    'it is refused',
    [
      makes({ name: 'Rose' }, { name: 'Rose', width: 60 }, 409),
      makes({ name: 'Ivy' }, { name: 'Ivy', width: 60 }, 409),
    ],
    'silent',
  ],
  [
    'a PATCH leaves it as it is',
    { ask: 'PATCH /beds/7', step: 'patch', sends: { name: 'Ivy' }, status: 200, json: {} },
    'unbound',
  ],
  [
    'no member has a default',
    { ask: 'POST /notes', sends: { name: 'Ivy' }, status: 200, json: { name: 'Ivy' } },
    'unbound',
  ],
]);
