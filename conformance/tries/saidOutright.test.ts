/** What is tried first where a refusal says of two values which one is to be less, or what to set. */

import type { Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { GivenSettings } from '../../src/engine/model/settings';
import { beginPlan, plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import { atOnce } from '../../src/support/letOthersRun';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const example = (type: string, value: unknown) => ({ type, example: value });
const DAY = example('string', '2026-03-14');
const TIME = example('string', '2026-03-14T15:09:26Z');

const contract = contractWith({
  '/stays': {
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['checkIn', 'checkOut', 'min_price', 'max_price', 'force'],
              properties: {
                checkIn: DAY,
                checkOut: DAY,
                min_price: example('integer', 5),
                max_price: example('integer', 5),
                force: { type: 'boolean', example: false },
                note: { type: 'string', example: 'n' },
              },
            },
          },
        },
      },
      responses: { 200: { description: 'ok' } },
    },
  },
  '/traces': {
    delete: {
      parameters: [
        { name: 'start_time', in: 'query', required: true, schema: TIME },
        { name: 'end_time', in: 'query', required: true, schema: TIME },
        { name: 'delete_all', in: 'query', schema: { type: 'boolean' } },
      ],
      responses: { 200: { description: 'ok' } },
    },
  },
});

const ANY: GivenSettings = { writes: 'any' };
const OWN: GivenSettings = { writes: 'own' };

test.each<[string, unknown, GivenSettings, string | undefined]>([
  ['POST /stays', { error: 'checkOut must be after checkIn' }, ANY, '/checkOut 2026-03-15'],
  ['POST /stays', { error: 'Check-in must be before check-out.' }, ANY, '/checkOut 2026-03-15'],
  ['POST /stays', { error: 'min_price should be less than max_price' }, ANY, '/max_price 6'],
  ['POST /stays', { error: 'Cannot do that. Set force=true to go on.' }, ANY, '/force true'],
  ['POST /stays', { error: 'max_price must be greater than 3' }, ANY, undefined],
  ['POST /stays', { error: 'unknown=true is not there' }, ANY, undefined],
  ['DELETE /traces', '`start_time` must be strictly earlier than `end_time`.', ANY, 'end_time 2026-03-15T15:09:26Z'],
  ['DELETE /traces', 'Set delete_all=true to acknowledge', ANY, 'delete_all true'],
  ['DELETE /traces', 'Set delete_all=true to acknowledge', OWN, undefined],
])('%s, answered %j with %j: %s', async (about, answer, given, expected) => {
  const read = await readOnce(contract);
  const settings = settingsOf({ seed: 1, selection: ({ name }) => name === about, ...given });
  const { cases } = plan(read, suite, settings);
  const each = cases.find(
    ({ request, claim, chain }) =>
      request.operation.name === about && claim.probe === 'valid' && !chain && !request.method,
  );
  if (!each) return expect(expected).toBeUndefined();
  const found = {
    named: () => [],
    registered: () => [],
    issued: () => undefined,
    inPath: () => [],
    together: () => [],
  };
  const tries = atOnce(beginPlan(read, suite, settings)).tries(refusedWith(each, answer), found);
  const said = tries.filter(({ why }) => why.endsWith('as the refusal says') && !why.startsWith('without'));
  const [first] = said.filter(({ edits }) => edits.length === 1 && edits[0]?.value !== undefined);
  const [edit] = first?.edits ?? [];
  const shown = edit && `${edit.name} ${String(edit.value)}`;
  if (expected === undefined) expect(shown ?? '').not.toMatch(/true|2026|6$/);
  else expect(shown).toBe(expected);
});

function refusedWith(each: Case, answer: unknown): Exchange {
  const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
  const head = { httpVersion: '1.1', status: 422, statusText: '', headers: [], interim: [] };
  const response = { ...head, body, afterHead: Buffer.alloc(0) };
  const request = toRequest(each, { basePath: '' }, []);
  return { index: 1, case: each, request, response, error: null, received: Buffer.alloc(0), durationMs: 1 };
}
