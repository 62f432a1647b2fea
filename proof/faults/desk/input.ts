import type { DeskBehaviour, DeskMistake } from './desk';
import { type DeskFault, FAILED } from './deskFault';

/** Makes a desk that ignores some mistakes at one operation, and goes on as if the request were valid. */
function takes(
  name: string,
  summary: string,
  operation: string,
  forgives: (mistake: DeskMistake) => boolean,
): DeskFault {
  return {
    name,
    summary,
    draws: ['invalid-input-refused'],
    operations: [operation],
    changes: () => ({ forgives: ({ route }, mistake) => route.operationId === operation && forgives(mistake) }),
  };
}

function forgets(name: string, summary: string, operation: string, keyword: string): DeskFault {
  return takes(name, summary, operation, ({ what, keywords }) => what === 'schema' && keywords.includes(keyword));
}

function looksAtNo(name: string, summary: string, operation: string, parameter: string): DeskFault {
  return takes(name, summary, operation, (mistake) => mistake.name === parameter);
}

function fails(name: string, summary: string, operation: string, what: DeskMistake['what']): DeskFault {
  return {
    name,
    summary,
    draws: ['no-server-error'],
    operations: [operation],
    changes: (good: DeskBehaviour) => ({
      invalid: (call, mistake) => (mistake.what === what ? FAILED : good.invalid(call, mistake)),
    }),
  };
}

/** Faults with invalid requests: the desk accepts them, or fails. */
export const input: readonly DeskFault[] = [
  forgets('desk-takes-long-texts', 'takes a text beyond its maxLength', 'changeOrder', 'maxLength'),
  forgets('desk-takes-short-texts', 'takes a text below its minLength', 'createOrder', 'minLength'),
  forgets('desk-takes-small-numbers', 'takes a number below its minimum', 'createOrder', 'minimum'),
  forgets('desk-takes-large-numbers', 'takes a number beyond its maximum', 'createOrder', 'maximum'),
  forgets('desk-takes-excluded-bounds', 'takes what exclusiveMinimum leaves out', 'createOrder', 'exclusiveMinimum'),
  forgets('desk-takes-unlisted-values', 'takes what is none of an enum', 'changeOrder', 'enum'),
  forgets('desk-takes-any-spelling', 'takes a text that its pattern does not match', 'createOrder', 'pattern'),
  forgets('desk-takes-members-missing', 'takes a body without a required member', 'createOrder', 'required'),
  forgets('desk-takes-members-added', 'takes what additionalProperties forbids', 'changeOrder', 'additionalProperties'),
  forgets('desk-takes-other-types', 'takes values of another type', 'changeOrder', 'type'),
  forgets('desk-takes-any-date', 'takes a date-time that is none', 'changeOrder', 'format'),
  forgets('desk-takes-long-lists', 'takes a list beyond its maxItems', 'createOrder', 'maxItems'),
  forgets('desk-takes-empty-lists', 'takes an empty list', 'createOrder', 'minItems'),
  forgets('desk-takes-nothing-to-change', 'takes a change of nothing', 'changeOrder', 'minProperties'),
  forgets('desk-takes-no-branch', 'takes what no branch of a oneOf has', 'createOrder', 'oneOf'),
  forgets('desk-takes-any-cents', 'takes a number of a form below its minimum', 'payOrder', 'minimum'),
  forgets('desk-takes-any-method', 'takes a field of a form that is none of an enum', 'payOrder', 'enum'),
  forgets('desk-takes-fields-missing', 'takes a form without a required field', 'payOrder', 'required'),
  forgets('desk-takes-long-fields', 'takes a field of a form beyond its maxLength', 'payOrder', 'maxLength'),
  looksAtNo('desk-takes-any-limit', 'takes a number of the query beyond its bounds', 'listOrders', 'limit'),
  looksAtNo('desk-takes-any-cursor', 'takes any text of the query', 'listOrders', 'cursor'),
  looksAtNo('desk-takes-any-priority', 'takes a list of the query with anything in it', 'listOrders', 'priority'),
  looksAtNo('desk-takes-any-period', 'does not look into a deepObject', 'listOrders', 'created'),
  looksAtNo('desk-takes-no-currency', 'goes on without a required query parameter', 'readInvoice', 'currency'),
  looksAtNo('desk-takes-no-key', 'goes on without a required header field', 'createOrder', 'Idempotency-Key'),
  takes('desk-takes-any-type', 'takes a body of any media type', 'replaceOrder', ({ what }) => what === 'type'),
  takes('desk-takes-any-form', 'takes a form of any media type', 'payOrder', ({ what }) => what === 'type'),
  takes('desk-takes-broken-json', 'takes a body that is no JSON', 'changeOrder', ({ what }) => what === 'syntax'),
  takes('desk-takes-no-body', 'takes a request without its body', 'changeOrder', ({ what }) => what === 'missing'),
  takes('desk-takes-no-form', 'takes a request without its form', 'payOrder', ({ what }) => what === 'missing'),
  takes('desk-takes-any-order', 'looks at no member of a body', 'replaceOrder', ({ what }) => what === 'schema'),
  {
    name: 'desk-takes-leading-numbers',
    summary: 'takes the number at the beginning of an id',
    draws: ['invalid-input-refused'],
    operations: ['readOrder', 'readLabel', 'payOrder'],
    changes: (good) => ({ parseId: (text) => good.parseId(/^-?\d+/.exec(text)?.[0] ?? text) }),
  },
  {
    name: 'desk-counts-units',
    summary: 'takes a character beyond 16 bits for two',
    draws: ['invalid-input-refused'],
    operations: ['changeOrder'],
    changes: () => ({
      forgives: ({ body }, { keywords }) =>
        keywords.includes('minLength') && (JSON.parse(String(body)) as { customer: string }).customer.length === 2,
    }),
  },
  fails('desk-fails-over-content', 'fails over a body that its schema refuses', 'replaceOrder', 'schema'),
  fails('desk-fails-over-form', 'fails over a form that its schema refuses', 'payOrder', 'schema'),
  fails('desk-fails-over-broken-json', 'fails over a body that is no JSON', 'changeOrder', 'syntax'),
  fails('desk-fails-without-body', 'fails over a body that is missing', 'replaceOrder', 'missing'),
  fails('desk-fails-over-type', 'fails over a body of another media type', 'payOrder', 'type'),
  fails('desk-fails-over-query', 'fails over a query parameter that is missing', 'readInvoice', 'parameter'),
  fails('desk-fails-over-id', 'fails over an id that is no number', 'cancelOrder', 'id'),
  {
    name: 'desk-fails-over-unknown',
    summary: 'fails over what does not exist',
    draws: ['no-server-error'],
    operations: ['readOrder', 'changeOrder'],
    changes: () => ({ unknown: () => FAILED }),
  },
  {
    name: 'desk-fails-over-method',
    summary: 'fails over a method that there is not',
    draws: ['no-server-error'],
    operations: ['readOrder', 'payOrder'],
    changes: () => ({ notAllowed: () => FAILED }),
  },
  {
    name: 'desk-refuses-by-200',
    summary: 'tells in the body of a 200 that a request is invalid',
    draws: ['invalid-input-refused', 'body-schema'],
    operations: ['replaceOrder'],
    changes: (good) => ({ invalid: (...all) => ({ ...good.invalid(...all), status: 200 }) }),
  },
];
