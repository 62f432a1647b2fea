/** Room is made by removing what the run made before: each thing once, however many requests want room. */

import { setTimeout as pause } from 'node:timers/promises';
import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import { type Entry, notedEntry } from './entry';
import { createLedgerState } from './ledgerState';
import { MakingRoom } from './room';

const responses = { 200: { description: 'ok' } };
const parameters = [{ name: 'bed', in: 'path', required: true, schema: { type: 'integer' } }];
const PATHS = { '/beds': { post: { responses } }, '/beds/{bed}': { parameters, delete: { responses } } };
const AT_ALL = { touches: { thing: 'POST /beds', within: [] } } as unknown as Case;

test('where two requests want room at once, each thing is asked to go once', async () => {
  const { operations } = await load({ ...head('3.1'), paths: PATHS });
  const kinds = kindsOf(operations);
  const kind = kinds.at('/beds/{}');
  if (!kind) throw new Error('There is no such kind.');
  const removed: string[] = [];
  const state = createLedgerState({
    kinds,
    send: async () => undefined as never,
    remove: async ({ thing }) => {
      removed.push(thing.ids.join());
      await pause(5);
      return { response: { status: 204, headers: [], body: Buffer.alloc(0) }, error: null } as unknown as Outcome;
    },
    onEvent: undefined,
  });
  const room = new MakingRoom(state);
  const evidence = { isEchoed: true, found: 'text' as const };
  for (const id of ['7', '8', '9']) {
    const entry: Entry = notedEntry(
      { item: kind.item, ids: [id] },
      kind,
      { texts: [`rose-${id}`], refers: {} },
      evidence,
    );
    state.entries.set(id, { ...entry, number: Number(id) });
  }
  for (const entry of state.entries.values()) room.note(entry, AT_ALL);
  const { signal } = new AbortController();
  const answers = await Promise.all([1, 2, 3].map(() => room.make(kind, () => true, signal)));
  expect(answers).toEqual([true, true, true]);
  expect(removed.sort()).toEqual(['7', '8', '9']);
});
