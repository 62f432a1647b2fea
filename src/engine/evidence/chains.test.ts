import type { Case, ChainStep } from '../model/case';
import type { Exchange } from '../model/exchange';
import { createShownChains } from './chains';

interface Told {
  readonly step?: ChainStep;
  readonly chain?: string;
  readonly status?: number;
  readonly kind?: 'own' | 'listed';
  readonly more?: { readonly isPlainest?: true; readonly byOther?: true; readonly violation?: object };
}

/** An exchange of an operation, as a run would tell it. */
function exchangeOf(index: number, name: string, { step, chain = 'one', status = 200, kind = 'own', more }: Told) {
  const { byOther, ...claim } = more ?? {};
  const each = {
    request: { operation: { name }, ...(byOther ? { byOther } : {}) },
    claim: { probe: 'valid', ...claim },
    touches: { thing: chain, within: [] },
    chain: { kind, ...(step ? { step } : {}) },
  } as unknown as Case;
  return { index, case: each, response: { status }, received: Buffer.alloc(0) } as unknown as Exchange;
}

function shownOf(told: readonly (readonly [operation: string, about: Told])[], isKept = (_: number) => true) {
  const chains = createShownChains();
  const kept = told.map(([name, about], at) => chains.note(exchangeOf(at + 1, name, about)).map(({ index }) => index));
  return { kept, chains: chains.end(isKept) };
}

const make = { step: 'make', status: 201 } as const;

test('of each operation the first success is shown, with what made the thing', () => {
  const { kept, chains } = shownOf([
    ['POST /beds', make],
    ['GET /beds/{id}', { step: 'read', status: 404 }],
    ['GET /beds/{id}', { step: 'read' }],
    ['GET /beds/{id}', { step: 'read' }],
    ['POST /beds', { ...make, chain: 'two' }],
    ['GET /beds/{id}', { step: 'read', chain: 'two' }],
    ['POST /beds/{id}/water', { chain: 'two', more: { isPlainest: true } }],
    ['DELETE /beds/{id}', { step: 'remove', status: 204 }],
  ]);
  expect(chains).toEqual([
    [1, 3, 8],
    [5, 7],
  ]);
  expect(kept).toEqual([[], [], [1, 3], [], [], [], [5, 7], [1, 8]]);
});

test.each<[string, readonly [string, Told][]]>([
  ['what nothing was made for', [['GET /beds/{id}', { step: 'read' }]]],
  ['what is only listed', [['GET /beds/{id}', { step: 'read', kind: 'listed' }]]],
  ['what somebody else asks', [['GET /beds/{id}', { step: 'read', more: { byOther: true } }]]],
  ['what breaks a clause', [['GET /beds/{id}', { more: { isPlainest: true, violation: {} } }]]],
  ['what is no plain request', [['GET /beds/{id}', {}]]],
  ['what is to be refused', [['PUT /beds/{id}', { step: 'refused' }]]],
  ['another chain', [['GET /beds/{id}', { step: 'read', chain: 'two' }]]],
])('%s is in no chain', (about, uses) => {
  const maker = about.startsWith('what nothing') ? [] : [['POST /beds', make] as const];
  expect(shownOf([...maker, ...uses]).chains).toEqual([]);
});

test('a chain of which an exchange cannot be shown is none', () => {
  const told = [
    ['POST /beds', make],
    ['GET /beds/{id}', { step: 'read' }],
  ] as const;
  expect(shownOf(told, (index) => index !== 1).chains).toEqual([]);
});
