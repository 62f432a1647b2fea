import type { Exchange } from '../model/exchange';
import type { Breach } from '../model/rule';
import { createWriters, echoesOf, type Sighted, sight } from './echoes';

/** An exchange as a few words: its index, its operation, the thing that it is about. */
function exchanged(index: number, name: string, thing = '/orders/7', status = 200): Exchange {
  const operation = { name, safe: name.startsWith('GET') };
  return {
    index,
    response: { status },
    request: { path: `${thing}?full=true` },
    case: { request: { operation }, touches: { thing, within: [] } },
  } as unknown as Exchange;
}

/** A finding, and the exchanges that show it, each with what it breaks. */
type Shown = readonly [requirement: string, ...shown: (readonly [Exchange, Partial<Breach>])[]];

const breach = (rest: Partial<Breach>): Breach => ({ message: 'm', expected: 'e', actual: '7', ...rest });
const clause = { pointer: '#/note/type', file: 'a.yaml', line: 1, column: 1 };
const note = { places: ['/note'], clause };

function echoesIn(exchanges: readonly Exchange[], findings: readonly Shown[]): string[] {
  const writers = createWriters();
  for (const exchange of exchanges) writers.note(exchange);
  const all = findings.map(([requirement, ...shown]): Sighted => {
    const [operation = ''] = requirement.split(' is ');
    const sighted: Sighted = {
      requirement,
      message: 'm',
      operation,
      isSafe: operation.startsWith('GET'),
      sightings: [],
    };
    for (const [exchange, rest] of shown) sight(sighted, breach(rest), exchange, writers);
    return sighted;
  });
  return [...echoesOf(all)].map(([echo, cause]) => `${echo.requirement} < ${cause.requirement}`);
}

const make = exchanged(1, 'POST /orders');
const patched = exchanged(2, 'PATCH /orders/{id}');
const shown = exchanged(3, 'GET /orders/{id}');
const list = exchanged(4, 'GET /orders');
const left = ['PATCH /orders/{id} is patch-merges', [patched, { at: shown, places: ['/note'] }]] as const;

test('a GET that shows what a broken PATCH left is its echo', () => {
  expect(echoesIn([make, patched, shown], [['GET /orders/{id} is body-schema', [shown, note]], left])).toEqual([
    'GET /orders/{id} is body-schema < PATCH /orders/{id} is patch-merges',
  ]);
});

test('so is a list that shows the same value in the same member', () => {
  const findings: Shown[] = [
    ['GET /orders is body-schema', [list, { ...note, places: ['/0/note'] }]],
    ['GET /orders/{id} is body-schema', [shown, note]],
    left,
  ];
  expect(echoesIn([make, patched, shown, list], findings)).toHaveLength(2);
  const other: Shown[] = [
    ['GET /orders is body-schema', [list, { ...note, places: ['/0/note'], actual: '8' }]],
    ...findings.slice(1),
  ];
  expect(echoesIn([make, patched, shown, list], other)).toHaveLength(1);
});

test('a later read of the value that the answer to a write shows is its echo', () => {
  const findings: Shown[] = [
    ['POST /orders is body-schema', [make, note]],
    ['GET /orders/{id} is body-schema', [shown, note]],
  ];
  expect(echoesIn([make, shown], findings)).toEqual(['GET /orders/{id} is body-schema < POST /orders is body-schema']);
});

describe('a read that breaks the clause which a request broke before, that was taken', () => {
  const taken = { ...make, case: { ...make.case, claim: { violation: { clause } } } } as unknown as Exchange;
  const taking = ['POST /orders is invalid-input-refused', [taken, { clause, actual: '200 OK' }]] as const;

  test('is its echo', () => {
    expect(echoesIn([taken, shown], [['GET /orders/{id} is body-schema', [shown, note]], taking])).toEqual([
      'GET /orders/{id} is body-schema < POST /orders is invalid-input-refused',
    ]);
  });

  test.each<[string, readonly Exchange[], Exchange, Partial<Breach>]>([
    ['came before it', [exchanged(0, 'GET /orders/{id}'), taken], exchanged(0, 'GET /orders/{id}'), note],
    ['follows what something else wrote', [taken, patched, shown], shown, note],
    ['breaks another clause', [taken, shown], shown, { ...note, clause: { ...clause, pointer: '#/total/type' } }],
    ['shows another thing', [taken, shown], exchanged(3, 'GET /orders/{id}', '/orders/8'), note],
  ])('is none where it %s', (_, exchanges, read, found) => {
    expect(echoesIn(exchanges, [['GET /orders/{id} is body-schema', [read, found]], taking])).toEqual([]);
  });
});

test.each<[string, readonly Exchange[], readonly Shown[]]>([
  [
    'it was so before the write',
    [shown, exchanged(5, 'PATCH /orders/{id}')],
    [
      ['PATCH /orders/{id} is body-schema', [exchanged(5, 'PATCH /orders/{id}'), note]],
      ['GET /orders/{id} is body-schema', [shown, note]],
    ],
  ],
  [
    'another member is wrong',
    [make, patched, shown],
    [left, ['GET /orders/{id} is body-schema', [shown, { ...note, places: ['/total'] }]]],
  ],
  [
    'another thing shows it, too',
    [make, patched, shown],
    [left, ['GET /orders/{id} is body-schema', [shown, note], [exchanged(6, 'GET /orders/{id}', '/orders/8'), note]]],
  ],
  [
    'something else wrote it since',
    [make, patched, exchanged(3, 'PUT /orders/{id}'), exchanged(4, 'GET /orders/{id}')],
    [left, ['GET /orders/{id} is body-schema', [exchanged(4, 'GET /orders/{id}'), note]]],
  ],
  [
    'the value is another',
    [make, shown],
    [
      ['POST /orders is body-schema', [make, note]],
      ['GET /orders/{id} is body-schema', [shown, { ...note, actual: '8' }]],
    ],
  ],
  [
    'both are refusals',
    [],
    [
      ['POST /orders is body-schema', [exchanged(1, 'POST /orders', '/orders/7', 400), note]],
      ['GET /orders/{id} is body-schema', [exchanged(3, 'GET /orders/{id}', '/orders/7', 400), note]],
    ],
  ],
  ['nobody knows its place', [make, patched, shown], [left, ['GET /orders/{id} is body-syntax', [shown, {}]]]],
])('it is no echo where %s', (_, exchanges, findings) => {
  expect(echoesIn(exchanges, findings)).toEqual([]);
});
