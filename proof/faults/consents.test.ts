/** More consent never sees less: what a mode of --writes exercises, the modes above it exercise, too. */

import { join } from 'node:path';
import { contractWith, readOnce } from '../../conformance/contracts.testing';
import { suite } from '../../conformance/suite';
import type { Contract } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { someOf } from '../../src/support/testing/cases.testing';
import { services } from '.';
import { verifyFault } from './catalogue/verifyFault';
import { parcelOffice } from './parcels/parcels';

/** From the least consent to the most. */
const MODES = ['handed-over', 'own', 'any'] as const;

test('where a POST names nothing that it made, each mode exercises what the mode below it does', async () => {
  const [good] = parcelOffice.variants;
  const contract = await readOnce(parcelOffice.contract);
  let below: string[] = [];
  for (const writes of MODES) {
    const start = async () => {
      const started = await good?.start();
      if (!started) throw new Error('The service has no variant.');
      return { ...started, handOver: { ...started.handOver, writes } };
    };
    const { requirements } = await verifyFault(contract, { start });
    const seen = requirements.flatMap(({ operation, rule, exchanges }) =>
      exchanges > 0 ? [`${operation} ${rule}`] : [],
    );
    expect(seen).toEqual(expect.arrayContaining(below));
    below = seen;
  }
});

/** Tells whether a case is sent even if no answer names anything: it needs nothing, or has something else to ask about. */
const isSentAnyway = ({ waitsFor = {} }: Case) =>
  !waitsFor.located && (Object.keys(waitsFor.needs ?? {}).length === 0 || waitsFor.instead !== undefined);

/** Returns what is asked in a mode in the worst case: each way of asking at an operation, and each clause that is broken to see that it is kept. */
function askedAnyway(contract: Contract, writes: (typeof MODES)[number]): Set<string> {
  const schemes = contract.operations.flatMap(({ security }) =>
    security.alternatives.flatMap(({ schemes: all }) => all),
  );
  const credentials = Object.fromEntries(schemes.map(({ name }) => [name, 'user:password']));
  const { cases } = plan(contract, suite, settingsOf({ seed: 1, writes, credentials }));
  return new Set(
    cases.filter(isSentAnyway).map(({ request: { operation }, claim: { probe, violation } }) => {
      const broken = probe === 'invalid' ? violation?.clause.pointer : undefined;
      return [operation.name, probe, broken ?? ''].join(' ');
    }),
  );
}

const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
const answer = { responses: { 200: { description: 'd' } } };
const body = {
  content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'integer' } } } } },
};
const batch = { requestBody: body, responses: { 202: { description: 'd' } } };

const contracts: readonly (readonly [string, string | object])[] = [
  ...services.map(({ name, contract }) => [`the ${name}`, contract] as const),
  ...['shop'].map((name) => [name, join(__dirname, `../../mocks/fixtures/${name}.yaml`)] as const),
  ['a batch without a list', contractWith({ '/a': { post: batch }, '/a/{id}': { ...item, get: answer, put: batch } })],
  [
    'things in things that cannot be made',
    contractWith({
      '/a': { get: answer, post: batch },
      '/a/{id}': { ...item, delete: answer },
      '/a/{id}/b': { ...item, post: batch, get: answer },
    }),
  ],
];

test.each(someOf(contracts, 9, 3))(
  '%s: no mode asks less than the mode below it, even if nothing can be made',
  async (_, source) => {
    const contract = await readOnce(source);
    let below = new Set<string>();
    for (const writes of MODES) {
      const asked = askedAnyway(contract, writes);
      expect({ writes, unasked: [...below].filter((each) => !asked.has(each)) }).toEqual({ writes, unasked: [] });
      below = asked;
    }
  },
);
