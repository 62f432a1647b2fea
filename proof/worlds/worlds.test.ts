/** Worlds are honest, small and the same each time; some of them are verified, and some of those that have shown a defect:
 * `worlds.wide.test.ts` verifies all of these. `npm run worlds` tries many.  */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { createRandom } from '../../src/support/random';
import { runsOf, someOf, testWide } from '../../src/support/testing/cases.testing';
import { lingerFor } from '../../src/wire/lingering.testing';
import { defects, type TextChange } from './defects';
import type { WorldFault } from './design/design';
import { designOf } from './design/designOf';
import { faultsOfWorld } from './faults';
import { judgeWorld } from './judge/secondJudge';
import { kept } from './kept';
import { mayReach } from './run/consent';
import { differingRequests } from './run/sameRequests';
import { lesser, shrink } from './run/shrink';
import { isKnowable, tryFault, tryHonest } from './run/tryWorld';
import { verifyWorld, type WorldRun } from './run/verifyWorld';
import { breaks, shapeSchema, type ValueShape, validValue, wrongValues } from './shapes';
import { memberArbitrary } from './shapes/arbitrary';
import { type World, worldArbitrary, worldOf } from './world';

lingerFor(10);

test('the same number is the same world', () => {
  expect(worldOf(7)).toEqual(worldOf(7));
  expect(new Set(Array.from({ length: 50 }, (_, at) => JSON.stringify(worldOf(at)))).size).toBeGreaterThan(45);
});

test('a world is a value that JSON holds, and so is whatever is less', () => {
  fc.assert(
    fc.property(worldArbitrary, (world) => {
      expect(JSON.parse(JSON.stringify(world))).toEqual(world);
      for (const less of lesser(world).slice(0, 20) as World[])
        expect(designOf(less).kinds.flatMap(({ operations }) => operations).length).toBeGreaterThan(0);
    }),
    { numRuns: runsOf(5, 60) },
  );
});

describe('the shapes of values', () => {
  const ajv = addFormats(new Ajv2020({ strict: false, validateFormats: true }));
  const shape = memberArbitrary.map((member): ValueShape => member.shape ?? {});

  test('make what ajv takes by their schemas, and what it does not take', () => {
    fc.assert(
      fc.property(shape, fc.integer(), (each, seed) => {
        const chance = createRandom(seed, 'shape');
        const isValid = ajv.compile(shapeSchema(each) as object);
        const value = validValue(each, chance);
        expect([breaks(each, value), isValid(value)]).toEqual([undefined, true]);
        for (const { clause, value: wrong } of wrongValues(each, chance))
          expect([clause, breaks(each, wrong) !== undefined, isValid(wrong)]).toEqual([clause, true, false]);
      }),
      { numRuns: runsOf(30, 300) },
    );
  });
});

describe('the second judge', () => {
  // In none of them does an answer depend on the time.
  const alone: World = { kinds: [{}, { alone: true, below: 1 }] };
  test.each(someOf([{}, alone, worldOf(15), worldOf(24)], 3))(
    'finds nothing in the honest service of %j',
    async (world) => {
      const design = designOf(world);
      const { objections, reached } = await judgeWorld(design);
      expect(objections).toEqual([]);
      expect(reached.length).toBe(design.kinds.flatMap(({ operations }) => operations).length);
    },
  );

  testWide('sees a fault of each class', async () => {
    const world: World = {
      admits: { ways: ['bearer'] },
      kinds: [{ lists: { by: 'page' }, creates: 'located', lock: 'offered', members: [{ shape: { max: 20 } }] }],
    };
    const seen = new Set<string>();
    for (const fault of firstOfEachClass(faultsOfWorld(world, designOf(world))))
      if (await isKnowable(fault)) seen.add(fault.class);
    const classes = ['answer', 'credential', 'header', 'input', 'lock', 'page', 'server error', 'state', 'status'];
    expect([...seen].sort()).toEqual(classes);
  });
});

const firstOfEachClass = (faults: readonly WorldFault[]) => [
  ...new Map([...faults].reverse().map((fault) => [fault.class, fault])).values(),
];

describe('a run', () => {
  testWide('finds nothing in the plainest world, reaches all of it, and a fault in it', async () => {
    const tried = await tryHonest({}, 'own', true);
    expect(tried).toMatchObject({ broken: [], unreached: [] });
    const [fault] = faultsOfWorld({}, designOf({})).filter(({ name }) => name === 'createRoom: id is missing');
    expect(fault && (await tryFault(fault))).toMatchObject({ isFound: true, isExplained: true });
  });

  testWide.each([
    ['answers are coded, which showed nothing of what was made', 'own', { coded: 'gzip' }],
    ['what was removed alone can be brought back', 'own', { kinds: [{ restores: 'what is removed' }] }],
    ['the same, and no answer shows it', 'own', { kinds: [{ restores: 'silently' }] }],
    ['each state but the first is that into which an action leads', 'own', { kinds: [{ states: 'and back' }] }],
    [
      'no example says what a JSON Patch may change',
      'handed-over',
      { documented: { examples: false }, kinds: [{ jsonPatches: true }] },
    ],
  ] as const)('reaches all where %s', async (_, mode, world) => {
    expect(await tryHonest(world, mode)).toMatchObject({ broken: [], unreached: [] });
  });

  testWide.each(['handed-over', 'own'] as const)(
    'sends the same requests and says the same of a world with --writes %s, however many are under way at once',
    async (mode) => {
      const world: World = { kinds: [{}, { below: 1 }] };
      const [one, ...others] = await Promise.all(
        [1, 4, 32].map((concurrency) => verifyWorld(world, { mode, concurrency })),
      );
      const verdictsOf = ({ report }: WorldRun) => report.requirements.map(({ id, verdict }) => `${id}: ${verdict}`);
      for (const other of others) {
        expect(one && differingRequests(one, other)).toEqual([]);
        expect(verdictsOf(other)).toEqual(one && verdictsOf(one));
      }
    },
  );

  test('holds in all worlds in which it once did not', async () => {
    for (const { world, mode, showed, isTwice, isOpen } of someOf(kept, 24))
      if (!isOpen) expect([showed, (await tryHonest(world, mode, isTwice)).broken]).toEqual([showed, []]);
  });
});

test.each<[string, World, boolean]>([
  ['what the answer names', { kinds: [{}] }, true],
  ['what only a list tells', { kinds: [{ creates: 'nothing' }] }, true],
  ['what a Location leads to', { kinds: [{ creates: 'located', missing: ['list'] }] }, true],
  ['what nothing tells', { kinds: [{ creates: 'nothing', missing: ['list'] }] }, false],
  ['what goes away with its parent', { kinds: [{}, { below: 1, missing: ['remove'] }] }, true],
  ['what stands by itself, and nobody removes', { kinds: [{}, { below: 1, alone: true, missing: ['remove'] }] }, false],
])('who makes things of its own makes %s: %#', (_, world, isReached) => {
  const kind = designOf(world)
    .kinds.filter(({ isOfService }) => !isOfService)
    .at(-1);
  const create = kind?.operations.find(({ role }) => role === 'create');
  expect(create && mayReach(create, 'own')).toBe(isReached);
});

test('what breaks a property is made less until nothing can be left out', async () => {
  const world: World = {
    seed: 5,
    prefix: '/api',
    kinds: [{ wrapper: 'data', lists: { by: 'page' } }, { lock: 'offered' }],
  };
  const least = await shrink(world, async ({ kinds = [] }) => kinds.some(({ lists }) => lists?.by === 'page'));
  expect(least).toEqual({ kinds: [{ lists: { by: 'page' } }] });
});

test('each defect that can be put back changes texts which the sources have once', () => {
  const times = ({ file, from }: TextChange) =>
    readFileSync(join(__dirname, '../..', file), 'utf8').split(from).length - 1;
  const changes = defects.flatMap((defect) => defect.changes);
  expect(changes.filter((change) => times(change) !== 1)).toEqual([]);
});
