import type { Operation } from '../../contract/contract';
import { evaluate } from '../../contract/schema/evaluate';
import type { Schema } from '../../contract/schema/schema';
import { DEGREE } from '../../resources/destructiveness';
import type { Case } from '../model/case';
import type { Cases } from '../model/planning';
import { createAgenda, type Sequence } from './schedule';

function operationOf(method: string, at: number): Operation {
  const name = `${method} /${at}`;
  const security = { alternatives: [] };
  return { name, method, path: `/${at}`, safe: method === 'GET', security } as unknown as Operation;
}

/** No operation makes anything. */
const ALONE = { makes: () => false, reachesNoOthers: () => false, isMaking: false };

const on = (thing: string) => ({ thing, within: [] });

/** So many cases of each operation; those of one are on one thing. */
function casesOf(operations: readonly Operation[], each: number, more: (at: number) => Partial<Case> = () => ({})) {
  let planned = 0;
  const cases: Cases & { readonly planned: () => number } = {
    get upcoming() {
      return operations[planned];
    },
    get total() {
      return operations.length * each;
    },
    *next() {
      const operation = operations[planned++] as Operation;
      return Array.from(
        { length: each },
        (_, at) => ({ request: { operation }, claim: {}, touches: on(operation.path), ...more(at) }) as Case,
      );
    },
    planned: () => planned,
  };
  return cases;
}

function drain(sequence: Sequence): number[] {
  const sent = sequence.entries.splice(0).map(({ index }) => index);
  sequence.end();
  return sent;
}

test('operations are planned as they are needed, and cases of one thing are sent as planned', async () => {
  const operations = Array.from({ length: 100 }, (_, at) => operationOf('GET', at));
  const cases = casesOf(operations, 100);
  const { phases } = createAgenda(cases, { ...ALONE, everythingExists: true, concurrency: 4 });
  const sent: number[] = [];
  for (const phase of phases)
    for (let next = await phase.take(); next; next = await phase.take()) {
      expect(cases.planned() * 100 - sent.length).toBeLessThanOrEqual(1200);
      sent.push(...drain(next));
    }
  expect(sent).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1));
});

test('operations take turns, so that the first answer of one is there before the rest is asked', async () => {
  const operations = [operationOf('GET', 0), operationOf('GET', 1), operationOf('GET', 2)];
  let things = 0;
  const { phases } = createAgenda(
    casesOf(operations, 2, () => ({ touches: on(`${things++}`) })),
    { ...ALONE, everythingExists: true, concurrency: 4 },
  );
  const sent: number[][] = [];
  for (const phase of phases)
    for (let next = await phase.take(); next; next = await phase.take()) sent.push(drain(next));
  expect(sent).toEqual([[1], [3], [5], [2], [4], [6]]);
});

test('what is planned is sent while operations that take long are planned', async () => {
  const operations = Array.from({ length: 20 }, (_, at) => operationOf('GET', at));
  const schema = { keywords: { type: 'string' } } as unknown as Schema;
  const whole = casesOf(operations, 5);
  const slow: Cases = {
    get upcoming() {
      return whole.upcoming;
    },
    total: 100,
    next() {
      for (let at = 0; at < 12_000; at++) evaluate(schema, 'a', { direction: 'request' });
      return whole.next();
    },
  };
  const agenda = createAgenda(slow, { ...ALONE, everythingExists: true, concurrency: 4 });
  await agenda.planAhead();
  expect(whole.planned()).toBe(1);
  const [phase] = agenda.phases;
  expect(drain((await phase?.take()) as Sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(whole.planned()).toBe(2);
  const ofOthers = createAgenda(casesOf(operations, 5), { ...ALONE, everythingExists: false, concurrency: 4 });
  await ofOthers.planAhead();
  expect(ofOthers.extent.operations).toBe(20);
});

test('what takes away what others need comes after all of them, and chains before it', async () => {
  const operations = [operationOf('GET', 0), operationOf('POST', 1), operationOf('DELETE', 2)];
  const { phases } = createAgenda(
    casesOf(operations, 2, (at) => (at === 0 ? { chain: { kind: 'own' }, touches: on('chain') } : {})),
    { ...ALONE, everythingExists: true, concurrency: 4 },
  );
  const sent: Record<string, number[][]> = {};
  for (const [at, phase] of phases.entries()) {
    const sequences: number[][] = [];
    for (let next = await phase.take(); next; next = await phase.take()) sequences.push(drain(next));
    sent[Object.keys(DEGREE)[at] ?? ''] = sequences;
  }
  expect(sent).toEqual({
    reads: [[2]],
    changesFirst: [],
    // The first case of each operation is a step of one chain.
    changes: [[1, 3, 5], [4]],
    changesShared: [],
    readsAfter: [],
    readsInPages: [],
    removes: [[6]],
    endsSession: [],
  });
});

test('a list is read in pages once no chain makes anything any more', async () => {
  const operations = [operationOf('GET', 0), operationOf('POST', 1)];
  const late = { waitsFor: { changes: true } } as const;
  const { phases } = createAgenda(
    casesOf(operations, 2, (at) =>
      at === 0
        ? { ...late, chain: { kind: 'listed', step: 'page' }, touches: on('pages') }
        : { ...late, chain: { kind: 'own', step: 'refused' }, touches: on('chain') },
    ),
    { ...ALONE, everythingExists: false, concurrency: 4 },
  );
  const sent: number[] = [];
  for (const phase of phases)
    for (let next = await phase.take(); next; next = await phase.take()) sent.push(...drain(next));
  expect(sent).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  expect(sent.indexOf(1)).toBeGreaterThan(sent.indexOf(2));
});

test('a token that was handed over may be the one that the run has, and is removed after all else; one that the run made is not', async () => {
  const operations = [{ ...operationOf('DELETE', 0), path: '/me/tokens/{id}' }, operationOf('DELETE', 1)];
  const { phases } = createAgenda(
    casesOf(operations, 2, (at) => ({
      ...(at === 0 ? { chain: { kind: 'own' } } : {}),
      request: { operation: operations[0], authorised: true } as Case['request'],
    })),
    { ...ALONE, everythingExists: true, concurrency: 4 },
  );
  const sent: number[][] = [];
  for (const phase of phases) {
    const indices: number[] = [];
    for (let next = await phase.take(); next; next = await phase.take()) indices.push(...drain(next));
    sent.push(indices);
  }
  expect(sent[DEGREE.endsSession]).toEqual([2, 4]);
  expect(sent[DEGREE.changes]).toEqual([1, 3]);
});

test('what is added to a sequence that is under way is not lost', async () => {
  const operations = Array.from({ length: 3 }, () => operationOf('GET', 0));
  const { phases } = createAgenda(casesOf(operations, 900), { ...ALONE, everythingExists: true, concurrency: 4 });
  const [phase] = phases;
  const first = (await phase?.take()) as Sequence;
  expect(first.entries).toHaveLength(1800);
  expect(await phase?.take()).toBeUndefined();
  expect(drain(first)).toHaveLength(2700);
  expect(await phase?.take()).toBeUndefined();
});

test('many who ask at the same time have a sequence each, where one operation has more cases than are planned ahead', async () => {
  const operations = Array.from({ length: 5 }, (_, at) => operationOf('GET', at));
  const agenda = createAgenda(casesOf(operations, 2000), { ...ALONE, everythingExists: true, concurrency: 5 });
  await agenda.planAhead();
  const [phase] = agenda.phases;
  const taken = await Promise.all(Array.from({ length: 8 }, () => phase?.take()));
  const firsts = taken.flatMap((each) => each?.entries[0]?.index ?? []);
  expect(firsts.sort((one, other) => one - other)).toEqual([1, 2001, 4001, 6001, 8001]);
});

test('no more is under way than should be held at once', async () => {
  const cases = casesOf(
    Array.from({ length: 50 }, (_, at) => operationOf('GET', at)),
    5000,
  );
  const [phase] = createAgenda(cases, { ...ALONE, everythingExists: true, concurrency: 4 }).phases;
  let taken = 0;
  while (await phase?.take()) taken++;
  expect(taken).toBe(4);
  expect(cases.planned()).toBeLessThan(7);
});

test('an operation that takes long to be planned lets others run, and is left once the run is over', async () => {
  const over = new AbortController();
  let [parts, underWay] = [0, 0];
  const cases: Cases = {
    upcoming: operationOf('GET', 1),
    total: 0,
    *next() {
      expect(++underWay).toBe(1);
      try {
        for (;;) {
          parts++;
          const start = performance.now();
          while (performance.now() - start < 60) if (parts > 100) return [];
          yield;
        }
      } finally {
        underWay--;
      }
    },
  };
  const agenda = createAgenda(cases, { ...ALONE, everythingExists: true, concurrency: 4 });
  const [phase] = agenda.phases;
  setTimeout(() => over.abort(), 1);
  const taken = await Promise.all([phase?.take(over.signal), phase?.take(over.signal), agenda.count(over.signal)]);
  expect(taken).toEqual([undefined, undefined, 0]);
  expect(parts).toBeLessThan(10);
});

test('the plainest request of each operation changes something first, and what breaks the contract last', async () => {
  const operations = [operationOf('POST', 0), operationOf('PUT', 1)];
  const claims = [{}, { isPlainest: true }, { violation: true }];
  const { phases } = createAgenda(
    casesOf(operations, 3, (at) => ({ claim: { name: '', ...claims[at] } as unknown as Case['claim'] })),
    { ...ALONE, everythingExists: true, concurrency: 4 },
  );
  const sent: number[][] = [];
  for (const phase of phases) {
    const indexes: number[] = [];
    for (let next = await phase.take(); next; next = await phase.take()) indexes.push(...drain(next));
    if (indexes.length > 0) sent.push(indexes.sort((one, other) => one - other));
  }
  expect(sent).toEqual([
    [2, 5],
    [1, 4],
    [3, 6],
  ]);
});

test('what makes things in different collections needs not wait for each other, unless they lie in something that may be used up', async () => {
  const named = (method: string, path: string) => ({ ...operationOf(method, 0), name: `${method} ${path}`, path });
  const operations = [
    named('POST', '/shops'),
    named('POST', '/plants'),
    named('POST', '/shops/{id}/notes'),
    named('PUT', '/mode'),
  ];
  const claim = { exists: true } as Case['claim'];
  const { phases } = createAgenda(
    casesOf(operations, 2, () => ({ claim })),
    { ...ALONE, everythingExists: false, concurrency: 4, makes: ({ method }) => method === 'POST' },
  );
  const [phase] = phases.filter((_, at) => at === DEGREE.changes);
  const taken: string[][] = [];
  for (let next = await phase?.take(); next; next = await phase?.take())
    taken.push(next.entries.map(({ each }) => each.request.operation.name));
  expect(taken.sort()).toEqual([
    ['POST /plants', 'POST /plants'],
    ['POST /shops', 'POST /shops'],
    ['POST /shops/{id}/notes', 'POST /shops/{id}/notes', 'PUT /mode', 'PUT /mode'],
  ]);
});

describe('where what is sent to things reaches no others', () => {
  const named = (method: string, path: string) => ({ ...operationOf(method, 0), name: `${method} ${path}`, path });
  const operations = [
    named('PUT', '/shops/{id}'),
    named('POST', '/shops/{id}/notes'),
    named('PUT', '/plants/{id}'),
    named('DELETE', '/shops/{id}'),
    named('DELETE', '/plants/{id}'),
  ];
  const exists = { exists: true };
  const plainest = { exists: true, isPlainest: true };

  /** Takes all sequences of two cases for each operation. */
  async function taken(first: object, second: object, more: { readonly isMaking: boolean }): Promise<number[][][]> {
    const { phases } = createAgenda(
      casesOf(operations, 2, (at) => ({
        claim: (at === 0 ? first : second) as Case['claim'],
        touches: { thing: '/things/1', within: [] },
      })),
      { ...ALONE, ...more, everythingExists: false, concurrency: 4, reachesNoOthers: () => true },
    );
    const all: number[][][] = [];
    for (const phase of phases) {
      const own: number[][] = [];
      for (let next = await phase.take(); next; next = await phase.take()) own.push(drain(next));
      if (own.length > 0) all.push(own.sort(([one = 0], [other = 0]) => one - other));
    }
    return all;
  }

  test('what changes one thing, or what lies in it, waits for no other; what takes them away waits for all', async () => {
    expect(await taken(exists, exists, { isMaking: false })).toEqual([
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [[7, 8, 9, 10]],
    ]);
  });

  test('what is to be refused takes nothing away, and goes before what does', async () => {
    const violation = { ...exists, violation: {} };
    const [changes, shared, removes] = await taken(violation, exists, { isMaking: false });
    expect([changes, removes]).toEqual([[[2], [4], [6]], [[8, 10]]]);
    expect(shared?.flat().sort((one, other) => one - other)).toEqual([1, 3, 5, 7, 9]);
  });

  test('the plainest request to one is among the first', async () => {
    expect((await taken(exists, plainest, { isMaking: false }))[0]).toEqual([[2], [4], [6]]);
  });

  test('a run that makes things of its own sends one after another what is about the same one', async () => {
    expect(await taken(exists, plainest, { isMaking: true })).toEqual([[[1, 2, 3, 4, 5, 6]], [[7, 8, 9, 10]]]);
  });
});

test('what only reads waits for what reads at the same path of the same thing, and in a run that makes things for all about it', async () => {
  const operations = [operationOf('GET', 0), { ...operationOf('GET', 1), path: '/things/{id}/parts' }];
  for (const [isMaking, expected] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const { phases } = createAgenda(
      casesOf(operations, 2, () => ({ touches: { thing: '/things/1', within: [] } })),
      { ...ALONE, everythingExists: false, concurrency: 4, isMaking },
    );
    let sequences = 0;
    for (let next = await phases[0]?.take(); next; next = await phases[0]?.take())
      sequences += drain(next).length > 0 ? 1 : 0;
    expect(sequences).toBe(expected);
  }
});

test('what comes later is planned while what was planned is under way, and no more than should wait', async () => {
  const operations = [operationOf('GET', 0), ...Array.from({ length: 50 }, (_, at) => operationOf('PUT', at + 1))];
  const cases = casesOf(operations, 100);
  const agenda = createAgenda(cases, { ...ALONE, everythingExists: false, concurrency: 4 });
  await agenda.planAhead();
  expect(cases.planned()).toBe(1);
  await agenda.planMeanwhile(() => cases.planned() > 4, new AbortController().signal);
  expect(cases.planned()).toBe(5);
  await agenda.planMeanwhile(() => false, new AbortController().signal);
  expect(cases.planned()).toBe(11);
});

test('of those that wait, the longest sequence is sent first', async () => {
  const operations = [operationOf('GET', 0), operationOf('GET', 1), operationOf('GET', 2)];
  const lengths = [1, 3, 2];
  const all = casesOf(operations, 3);
  const cases: Cases = {
    get upcoming() {
      return all.upcoming;
    },
    total: 6,
    *next() {
      const [first] = yield* all.next();
      const at = operations.indexOf(first?.request.operation as Operation);
      return Array.from({ length: lengths[at] ?? 0 }, () => first as Case);
    },
  };
  const agenda = createAgenda(cases, { ...ALONE, everythingExists: true, concurrency: 4 });
  await agenda.planAhead();
  const sent: number[] = [];
  for (const phase of agenda.phases)
    for (let next = await phase.take(); next; next = await phase.take()) sent.push(drain(next).length);
  expect(sent).toEqual([3, 2, 1]);
});
