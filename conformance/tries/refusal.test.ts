import type { Response } from '../../src/http/message';
import { contractWith, readOnce } from '../contracts.testing';
import { reasonsOf } from './refusal';

const body = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['email'],
        properties: {
          email: { type: 'string' },
          nickname: { type: 'string' },
          name: { type: 'string' },
          home_town: { type: 'string' },
          address: { type: 'object', properties: { city: { type: 'string' } } },
          lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
        },
      },
    },
  },
};
const parameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
  { name: 'X-Version', in: 'header', schema: { type: 'string' } },
];
const contract = contractWith({
  '/users': { post: { parameters, requestBody: body, responses: { 201: { description: 'made' } } } },
});

/** What was answered, and what it says, as `place name: says`. */
const TABLE: readonly (readonly [framework: string, answer: unknown, says: readonly string[]])[] = [
  [
    'problem details',
    { title: 'Bad Request', 'invalid-params': [{ name: 'email', reason: 'must not be blank' }] },
    ['body /email: missing'],
  ],
  [
    'ASP.NET',
    { title: 'One or more validation errors', errors: { Email: ['The Email field is required.'] } },
    ['body /email: missing'],
  ],
  [
    'Spring',
    { errors: [{ field: 'address.city', defaultMessage: 'size must be between 2 and 5' }] },
    ['body /address/city: wrong'],
  ],
  [
    'Spring, a parameter',
    { message: "Required request parameter 'limit' for method parameter type int is not present" },
    ['query limit: missing'],
  ],
  [
    'pydantic',
    { detail: [{ loc: ['body', 'lines', 3, 'sku'], msg: 'field required', type: 'value_error.missing' }] },
    ['body /lines/0/sku: missing'],
  ],
  [
    'a choice of two in protobuf',
    { message: 'proto: (line 1:36): error parsing "nickname", oneof api.v1.User.called is already set' },
    ['body /nickname: unknown'],
  ],
  ['an item of a list', { message: 'Invalid query. "limit[0]" must be one of [1, 2].' }, ['query limit: wrong']],
  [
    'pydantic, more than it knows',
    { detail: [{ loc: ['body', 'nickname'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
    ['body /nickname: unknown'],
  ],
  [
    'pydantic, the query',
    { detail: [{ loc: ['query', 'limit'], msg: 'Input should be less than 10', type: 'less_than' }] },
    ['query limit: wrong'],
  ],
  [
    'Jackson',
    { message: 'JSON parse error: Unrecognized field "nickname" (class User), not marked as ignorable' },
    ['body /nickname: unknown'],
  ],
  [
    'Jackson, deeper',
    { message: 'Cannot deserialize value of type int (through reference chain: User["address"]->Address["city"])' },
    ['body /address/city: wrong'],
  ],
  ['Bean Validation', 'createUser.arg0.email: must not be blank', ['body /email: missing']],
  [
    'Java, of what is not there',
    { msg: 'Cannot invoke "User.getCity()" because the return value of "User.getAddress()" is null' },
    ['body /address: missing'],
  ],
  [
    'Bean Validation, when it is stored',
    {
      msg: "List of constraint violations:[ConstraintViolationImpl{interpolatedMessage='must not be null', propertyPath=email, rootBeanClass=class User}]",
    },
    ['body /email: missing'],
  ],
  [
    'a validator of Go, in its own spelling',
    "Key: 'User.HomeTown' Error:Field validation for 'HomeTown' failed on the 'required' tag\nKey: 'User.Email' Error:Field validation for 'Email' failed on the 'email' tag",
    ['body /email: wrong', 'body /home_town: missing'],
  ],
  [
    'camelCase for snake_case',
    { errors: [{ field: 'homeTown', message: 'is required' }] },
    ['body /home_town: missing'],
  ],
  ['Rails, as people read it', { errors: ["Home town can't be blank"] }, ['body /home_town: missing']],
  ['Rails, what it is not', { errors: ['Home town is not a town'] }, ['body /home_town: wrong']],
  [
    'ajv, of what is missing',
    [{ instancePath: '', message: "must have required property 'email'", params: { missingProperty: 'email' } }],
    ['body /email: missing'],
  ],
  ['zod, as a tree', { email: { _errors: ['Required'] }, _errors: [] }, ['body /email: missing']],
  [
    'a tree whose leaf is called like a reason',
    { address: { city: ['is required'] } },
    ['body /address/city: missing'],
  ],
  ['a sentence', { error: 'email is required' }, ['body /email: missing']],
  ['a sentence about what was not sent', 'No limit provided. Try again?', ['query limit: missing']],
  ['a sentence about a parameter', { error: 'Unknown parameter limit' }, ['query limit: unknown']],
  ['Rails', { errors: { email: ["can't be blank"] } }, ['body /email: missing']],
  ['Django', { email: ['This field may not be null.'] }, ['body /email: missing']],
  [
    'express-validator',
    { errors: [{ type: 'field', path: 'email', location: 'body', msg: 'Invalid value' }] },
    ['body /email: wrong'],
  ],
  [
    'express-validator, older',
    { errors: [{ param: 'limit', location: 'query', msg: 'Invalid value' }] },
    ['query limit: wrong'],
  ],
  [
    'JSON:API',
    { errors: [{ source: { pointer: '/data/attributes/nickname' }, detail: 'is invalid' }] },
    ['body /nickname: wrong'],
  ],
  ['ajv', { errors: [{ instancePath: '/address/city', message: 'must be string' }] }, ['body /address/city: wrong']],
  ['a header field', { message: 'Missing header X-Version' }, ['header X-Version: missing']],
  [
    'two at once',
    {
      errors: [
        { field: 'email', message: 'required' },
        { field: 'nickname', message: 'not allowed' },
      ],
    },
    ['body /email: missing', 'body /nickname: unknown'],
  ],
  ['a name that the contract does not have', { errors: [{ field: 'colour', message: 'is required' }] }, []],
  ['words that are no names', { status: 400, error: 'Bad Request', message: 'Bad Request', path: '/users' }, []],
  ['a word of English that is a name, too', { message: 'No user of this name exists, and the city is large' }, []],
  ['nothing', '', []],
];

test.each(TABLE)('what %s says of the request', async (_, answer, says) => {
  const [operation] = (await readOnce(contract)).operations;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const response = { status: 400, headers: [], body: Buffer.from(text) } as unknown as Response;
  const reasons = operation ? reasonsOf(operation, 'application/json', response) : [];
  expect(reasons.map((reason) => `${reason.place} ${reason.name}: ${reason.says}`)).toEqual(says);
});

/** What is said of members that the contract does not name, where the body may have them. */
const BEYOND: readonly (readonly [framework: string, answer: unknown, says: readonly string[]])[] = [
  [
    'pydantic',
    { detail: [{ loc: ['body', 'colour'], msg: 'Field required', type: 'missing' }] },
    ['body /colour: missing'],
  ],
  ['Spring', { errors: [{ field: 'rating', message: 'must not be null' }] }, ['body /rating: missing']],
  ['Laravel', { message: 'invalid', errors: { slug: ['The slug field is required.'] } }, ['body /slug: missing']],
  [
    'a sentence',
    'firstName must not be blank, street must not be blank',
    ['body /firstName: missing', 'body /street: missing'],
  ],
  [
    'RESTEasy, by the name of the exception',
    { detail: 'MissingException: missing a required parameter: nickname', name: 'MissingException' },
    ['body /nickname: missing'],
  ],
  [
    'Node, by the name of the error',
    { name: 'ValidationError', message: 'email is required' },
    ['body /email: missing'],
  ],
  ['an error alone', { target: 'ValidationError', message: 'a value is missing' }, []],
  ['what was sent', { errors: [{ field: 'extra', message: 'size must be between 2 and 5' }] }, ['body /extra: wrong']],
  ['what is too much', { errors: [{ field: 'colour', message: 'is not allowed' }] }, []],
  ['the query', { detail: [{ loc: ['query', 'colour'], msg: 'Field required' }] }, []],
];

test.each(BEYOND)('what %s says of further members', async (_, answer, says) => {
  const [operation] = (await readOnce(contract)).operations;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const response = { status: 400, headers: [], body: Buffer.from(text) } as unknown as Response;
  const reasons = operation
    ? reasonsOf(operation, 'application/json', response, { names: ['extra'], objects: [''] })
    : [];
  expect(reasons.map((reason) => `${reason.place} ${reason.name}: ${reason.says}`)).toEqual(says);
});
