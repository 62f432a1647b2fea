import { readContract } from '../../src/contract/load';
import { BED_NURSERY, ORDER_DESK, oneOperation, PLANT_STORE } from '../contracts.testing';
import { type ExchangeLiteral, ruleTable } from './exchange.testing';
import { invalidInputRefused } from './invalid-input-refused';

/** What a request has against the contract, and what was answered. */
function wrong(ask: string, sentence: string, status: number, more: Partial<ExchangeLiteral> = {}): ExchangeLiteral {
  const [, subject = '', sent = '', clauseText = ''] = /^(.*) is (.*), not (.*)$/.exec(sentence) ?? [];
  return { ask, probe: 'invalid', name: sentence, breaks: { clauseText, subject, sent }, status, ...more };
}

function taken(message: string, actual: string) {
  const expected = expect.stringMatching(/^a refusal, as \S+:\d+:\d+ has it$/) as string;
  return { level: 'should', message: `${message} is not enforced`, expected, actual } as const;
}

const plant = 'DELETE /plants/101';
const LETTERS = 'id in the path is letters, not type: integer';

const NO_INTEGER = { clauseText: 'type: integer', subject: 'id in the path', sent: 'letters' };

ruleTable(invalidInputRefused, PLANT_STORE, [
  [
    'a malformed id is answered with 204',
    wrong(plant, LETTERS, 204),
    taken('`type: integer` of id in the path', 'letters: 204 No Content'),
  ],
  [
    'a malformed id is refused under 200',
    wrong(plant, LETTERS, 200, { json: { error: 1, message: 'no' } }),
    taken('`type: integer` of id in the path', 'letters: 200 OK'),
  ],
  [
    'the fraction of an id is cut off',
    wrong(plant, 'id in the path is a fraction, not type: integer', 204),
    taken('`type: integer` of id in the path', 'a fraction: 204 No Content'),
  ],
  [
    'two mistakes are taken, each of which is told',
    [wrong(plant, LETTERS, 204), wrong(plant, 'id in the path is two numbers, not type: integer', 204)],
    [
      taken('`type: integer` of id in the path', 'letters: 204 No Content'),
      taken('`type: integer` of id in the path', 'two numbers: 204 No Content'),
    ],
  ],
  ['a malformed id is refused with 400', [wrong(plant, LETTERS, 400), { ask: plant, status: 204 }], 'kept'],
  [
    'a malformed id that was made up is answered with 404, and nothing else is known',
    wrong('DELETE /plants/999', LETTERS, 404, { exists: false, breaks: { ...NO_INTEGER, inPath: true } }),
    'kept',
  ],
  ['a malformed id is answered with 404', [wrong(plant, LETTERS, 404), { ask: plant, status: 204 }], 'kept'],
  ['a malformed id is refused with 422', [wrong(plant, LETTERS, 422), { ask: plant, status: 204 }], 'kept'],
  ['a malformed id is refused, and no valid one was asked for', wrong(plant, LETTERS, 400), 'kept'],
  ['a valid id is refused in the same way', [wrong(plant, LETTERS, 400), { ask: plant, status: 400 }], 'silent'],
  [
    'an id that names nothing is refused in the same way as one that is malformed',
    [
      wrong('DELETE /plants/999', LETTERS, 400, { exists: false }),
      { ask: 'DELETE /plants/998', probe: 'unknown', status: 400 },
    ],
    'silent',
  ],
  [
    'one valid id is refused in the same way, and another one is not',
    [wrong(plant, LETTERS, 400), { ask: plant, status: 400 }, { ask: 'DELETE /plants/102', status: 204 }],
    'kept',
  ],
  ['a malformed id is redirected', [wrong(plant, LETTERS, 308), { ask: plant, status: 204 }], 'kept'],
  ['several things are answered for, each with a status of its own', wrong(plant, LETTERS, 207), 'silent'],
  ['patience is asked for', wrong(plant, LETTERS, 429), 'silent'],
  ['the connection breaks', wrong(plant, LETTERS, 204, { error: ['reset', 'reset the connection'] }), 'silent'],
  ['a valid id is answered with success', { ask: plant, status: 204 }, 'silent'],
]);

ruleTable(invalidInputRefused, ORDER_DESK, [
  [
    'a text is taken beyond its maxLength',
    wrong('PATCH /orders/11', '/customer is 41 characters, not maxLength: 40', 200),
    taken('`maxLength: 40` of /customer', '41 characters: 200 OK'),
  ],
  [
    'a required query parameter is missing, and it goes on',
    wrong('GET /orders/11/invoice', 'currency is nothing, not required: true', 200),
    taken('`required: true` of currency', 'nothing: 200 OK'),
  ],
  [
    'a body of another media type is taken',
    wrong('PUT /orders/11', 'the body is a body of the type application/x-undeclared, not content', 200),
    taken('`content` of the body', 'a body of the type application/x-undeclared: 200 OK'),
  ],
  [
    'an unknown media type is answered with 415',
    wrong('PUT /orders/11', 'the body is a body of the type application/x-undeclared, not content', 415),
    'kept',
  ],
  [
    'it looks for the order before it looks at the body',
    wrong('PATCH /orders/99', '/customer is 41 characters, not maxLength: 40', 404, { exists: false }),
    'silent',
  ],
  ...[401, 403, 409, 412, 429, 500, 503].map(
    (status) =>
      [
        `it is answered with ${status}, which says nothing of what is invalid`,
        [
          wrong('PATCH /orders/11', '/customer is 41 characters, not maxLength: 40', status),
          { ask: 'PATCH /orders/11', status: 200 },
        ],
        'silent',
      ] as const,
  ),
  ...[400, 413, 414, 415, 422].map(
    (status) =>
      [
        `it is refused with ${status} for what is invalid`,
        [
          wrong('PATCH /orders/11', '/customer is 41 characters, not maxLength: 40', status),
          { ask: 'PATCH /orders/11', status: 200 },
        ],
        'kept',
      ] as const,
  ),
  [
    'what is invalid is taken once, and in conflict with that from then on',
    [
      wrong('POST /orders', '/customer is 41 characters, not maxLength: 40', 201),
      wrong('POST /orders', '/note is a number, not type: string', 409),
    ],
    taken('`maxLength: 40` of /customer', '41 characters: 201 Created'),
  ],
  ['there is nothing that a request could break', wrong('HEAD /orders', 'it is odd, not even', 200), 'unbound'],
]);

test('the place of the finding is that of the clause that was broken', async () => {
  const [operation] = (await readContract(PLANT_STORE)).operations;
  const [subject] = operation ? invalidInputRefused.bind(operation, [operation], []) : [];
  expect(subject?.clause.pointer).toBe('#/paths/~1plants~1{id}/delete/parameters/0');
});

ruleTable(invalidInputRefused, oneOperation({ responses: { 200: { description: 'd' } } }), [
  [
    'what is not valid is answered with 206',
    wrong('GET /things/1', LETTERS, 206),
    taken('`type: integer` of id in the path', 'letters: 206 Partial Content'),
  ],
]);

const rose = { name: 'Rose', width: 3 };
const mistyped = (status: number, sentAs = 'application/x-undeclared') =>
  ({ ask: 'PUT /beds/7', step: 'refused', sends: rose, sentAs, status }) as const;

ruleTable(invalidInputRefused, BED_NURSERY, [
  [
    'right JSON is taken that says to be something else',
    mistyped(200),
    taken('`content` of the body', 'right JSON of the type application/x-undeclared: 200 OK'),
  ],
  ['right JSON is refused that says to be something else', mistyped(415), 'silent'],
  ['a step of a chain that is to be refused for another reason', mistyped(200, 'application/json'), 'silent'],
]);
