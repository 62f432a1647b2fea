import type { Operation } from '../../contract/contract';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { Fullness } from './fullness';
import type { Told } from './telling';

const operation = { name: 'POST /beds', safe: false } as Operation;

type Answer = number | 'nothing';

interface Situation {
  /** The names of the chains that have a bed; those of `over` are at their end, the others under way. */
  readonly holders: readonly string[];
  readonly over: readonly string[];
  readonly isTaken: boolean;
}

const usual: Situation = { holders: ['one'], over: ['one'], isTaken: true };

const caseOf = (name: string, step: 'make' | 'none') =>
  ({
    request: { operation },
    claim: { probe: 'valid', name: 'to have one' },
    touches: { thing: name, within: [] },
    chain: { kind: 'own', ...(step === 'none' ? {} : { step }) },
  }) as unknown as Case;

/** A service, a ledger and an agenda for one refusal: what came of it, and what was told of which number. */
function trying({ holders, over, isTaken }: Situation) {
  const told: string[] = [];
  const held = new Set(holders);
  const ledger = {
    makeRoom: async (_: Case, isOver: (name: string) => boolean) => {
      const done = [...held].filter(isOver);
      for (const name of done) held.delete(name);
      return done.length > 0;
    },
    holdersOf: () => [...held],
    isHolding: (name: string) => held.has(name),
  };
  const fullness = new Fullness(ledger, { phases: [] }, { isTaken: () => isTaken }, new AbortController().signal);
  const ends = new Map(
    holders.filter((name) => !over.includes(name)).map((name) => [name, fullness.begin(caseOf(name, 'make'))]),
  );
  let number = 10;
  const answer = (each: Case, status: number, index: number): Told => ({
    exchange: { index, case: each, response: { status } } as Exchange,
    tell: async (as) => void told.push(`${status} as ${as.index}${as.isStep ? '' : ', no step'}`),
  });
  return {
    ends,
    held,
    told,
    async ask(refusal: number, then: Answer, name = 'mine', step: 'make' | 'none' = 'make') {
      const each = caseOf(name, step);
      const first = answer(each, refusal, ++number);
      const sent: Case[] = [];
      const result = await fullness.again(first, async (again) => {
        sent.push(again);
        return then === 'nothing' ? undefined : answer(again, then, ++number);
      });
      await result.tell({ index: result.exchange.index, isStep: true });
      return { times: sent.length, status: result.exchange.response?.status };
    },
  };
}

test.each([402, 403, 409, 429, 507])('what is refused with %i is sent again once there is room', async (status) => {
  const { ask, told } = trying(usual);
  expect(await ask(status, 201)).toEqual({ times: 1, status: 201 });
  // The one that was taken stands where the refused one was planned.
  expect(told).toEqual([`${status} as 12, no step`, '201 as 11']);
});

test('what is wrong with a body may be that there is one too many where a chain makes its thing, as plainly as before', async () => {
  expect(await trying(usual).ask(422, 201)).toEqual({ times: 1, status: 201 });
  expect(await trying(usual).ask(422, 201, 'mine', 'none')).toEqual({ times: 0, status: 422 });
});

test.each<[string, number, Partial<Situation>]>([
  ['of a missing credential', 401, {}],
  ['of what is not there', 404, {}],
  ['where nothing of the operation was taken before', 403, { isTaken: false }],
  ['where there is nothing to remove', 403, { holders: [], over: [] }],
])('a refusal %s (%i) stands', async (_, status, more) => {
  expect(await trying({ ...usual, ...more }).ask(status, 201)).toEqual({ times: 0, status });
});

test('what is refused again stands as it was, and after two of these no more is sent again', async () => {
  const { ask, told } = trying({ ...usual, holders: ['one'] });
  expect(await ask(403, 403)).toEqual({ times: 1, status: 403 });
  expect(told).toEqual(['403 as 12, no step', '403 as 11']);
  const again = trying({ holders: ['a', 'b', 'c'], over: [], isTaken: true });
  for (const [name, times] of [
    ['a', 1],
    ['b', 1],
    ['c', 0],
  ] as const) {
    again.ends.get(name)?.();
    expect((await again.ask(403, 403)).times).toBe(times);
  }
});

test('who has nothing waits for the end of a chain that has something, and who has something does not', async () => {
  const { ask, ends } = trying({ holders: ['one', 'mine'], over: [], isTaken: true });
  expect(await ask(403, 201, 'mine')).toEqual({ times: 0, status: 403 });
  const waiting = ask(403, 201, 'other');
  ends.get('one')?.();
  expect(await waiting).toEqual({ times: 1, status: 201 });
});

test('what may not be sent leaves the refusal', async () => {
  expect(await trying(usual).ask(403, 'nothing')).toEqual({ times: 1, status: 403 });
});

test('of several that want room, one after another is sent again, and each takes what is free', async () => {
  const held = new Set(['one', 'two']);
  // Whoever asks while a removal is under way is told that it came about.
  const leaving = new Map<string, Promise<boolean>>();
  const leave = (name: string) => {
    leaving.set(name, leaving.get(name) ?? Promise.resolve().then(() => held.delete(name)));
    return leaving.get(name);
  };
  const ledger = {
    makeRoom: async (_: Case, isOver: (name: string) => boolean) =>
      (await Promise.all([...held].filter(isOver).map(leave))).includes(true),
    holdersOf: () => [...held],
    isHolding: (name: string) => held.has(name),
  };
  const fullness = new Fullness(ledger, { phases: [] }, { isTaken: () => true }, new AbortController().signal);
  const endTwo = fullness.begin(caseOf('two', 'make'));
  const told = async () => undefined;
  const asking = ['a', 'b', 'c'].map(async (name) => {
    const end = fullness.begin(caseOf(name, 'make'));
    const refused = {
      exchange: { index: 1, case: caseOf(name, 'make'), response: { status: 403 } } as Exchange,
      tell: told,
    };
    const { exchange } = await fullness.again(refused, async (each) => {
      const status = held.size < 2 ? 201 : 403;
      if (status === 201) held.add(name);
      return { exchange: { index: 2, case: each, response: { status } } as Exchange, tell: told };
    });
    // It removes its own.
    held.delete(name);
    end();
    return exchange.response?.status;
  });
  setImmediate(endTwo);
  expect(await Promise.all(asking)).toEqual([201, 201, 201]);
});

test('where what had something has removed its own and ended since, it is sent again', async () => {
  const { ask, ends, held } = trying({ holders: ['one'], over: [], isTaken: true });
  const waiting = ask(403, 201, 'other');
  held.delete('one');
  ends.get('one')?.();
  expect(await waiting).toEqual({ times: 1, status: 201 });
});
