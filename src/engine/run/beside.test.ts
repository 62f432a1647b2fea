import type { Operation } from '../../contract/contract';
import type { Case } from '../model/case';
import { type Came, sendInTurn } from './beside';
import type { ScheduledCase } from './schedule';

const READ = { name: 'GET /plants/{id}', safe: true } as Operation;
const PUT = { name: 'PUT /plants/{id}', safe: false, security: { alternatives: [{}] } } as unknown as Operation;
const VIOLATION = { clauseText: 'maxLength: 4' } as NonNullable<Case['claim']['violation']>;

type More = Partial<Pick<Case, 'chain' | 'waitsFor'>> & { readonly claim?: Partial<Case['claim']> };

function caseOf(operation: Operation, name: string, { claim, ...more }: More = {}, authorised = true): Case {
  return {
    request: { operation, authorised },
    claim: { probe: 'valid', name, ...claim },
    ...more,
  } as unknown as Case;
}

const read = (name: string, more?: More) => caseOf(READ, name, more);
const anonymous = (operation: Operation, name: string) =>
  caseOf(operation, name, { claim: { probe: 'anonymous' } }, false);
const invalid = (name: string, operation = PUT) =>
  caseOf(operation, name, { claim: { probe: 'invalid', violation: VIOLATION } });
const numbered = (count: number, make: (name: string) => Case) =>
  Array.from({ length: count }, (_, at) => make(`${at}`));

interface Known {
  readonly taken?: readonly Operation[];
  readonly refused?: readonly Operation[];
  readonly isMaking?: true;
}

/** Sends a sequence to a service that answers all within the same time. @returns what was under way at the same time. */
async function waves(
  cases: readonly Case[],
  statusOf: (name: string) => number,
  known: Known = {},
): Promise<string[][]> {
  const sent: string[][] = [];
  let wave: string[] | undefined;
  const sequence: ScheduledCase[] = cases.map((each, index) => ({ index, each }));
  await sendInTurn(
    sequence,
    {
      isTaken: (operation) => known.taken?.includes(operation) ?? false,
      wasRefused: (operation) => known.refused?.includes(operation) ?? false,
    },
    {
      isMaking: known.isMaking ?? false,
      isOver: () => false,
      async send({ each }): Promise<Came> {
        if (!wave) sent.push([]);
        wave = sent.at(-1);
        wave?.push(each.claim.name);
        await new Promise((resolve) => setImmediate(resolve));
        wave = undefined;
        return { case: each, status: statusOf(each.claim.name) };
      },
    },
  );
  return sent;
}

const OK = () => 200;
const REFUSED = () => 400;

test('what only reads goes beside each other once its operation was accepted', async () => {
  const reads = [read('a'), read('b'), read('c')];
  expect(await waves(reads, OK, { taken: [READ] })).toEqual([['a'], ['b', 'c']]);
  expect(await waves(reads, OK)).toEqual([['a'], ['b'], ['c']]);
});

test('a run that makes things sends beside each other what only reads and was accepted, and nothing else', async () => {
  const reads = [read('a'), read('b'), read('c', { waitsFor: { needs: {} } }), read('d')];
  expect(await waves(reads, OK, { taken: [READ], isMaking: true })).toEqual([['a'], ['b'], ['c'], ['d']]);
  expect(await waves([...reads.slice(0, 2), read('e')], OK, { taken: [READ], isMaking: true })).toEqual([
    ['a'],
    ['b', 'e'],
  ]);
  const refused = numbered(3, (name) => invalid(name));
  expect(await waves(refused, REFUSED, { isMaking: true })).toHaveLength(3);
  expect(await waves([anonymous(READ, 'a'), anonymous(READ, 'b')], OK, { isMaking: true })).toHaveLength(2);
});

test('what is to be refused and only reads waits for no form, unless valid requests are refused', async () => {
  const cases = [anonymous(READ, 'a'), anonymous(READ, 'b'), invalid('c', READ), read('d'), read('e')];
  expect(await waves(cases, OK)).toEqual([['a'], ['b', 'c'], ['d'], ['e']]);
  expect(await waves(cases, OK, { refused: [READ] })).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
});

test.each<[string, More]>([
  ['a step of a chain', { chain: { kind: 'own', step: 'look' } }],
  ['what others take their values from', { chain: { kind: 'listed', lists: {} as never } }],
  ['what is asked again until it shows what was done', { chain: { kind: 'own', awaits: 'there' } }],
  ['what waits for an answer', { waitsFor: { turn: 'next' } }],
])('%s goes alone', async (_, more) => {
  const cases = [read('a'), read('b', more), read('c')];
  expect(await waves(cases, OK, { taken: [READ] })).toEqual([['a'], ['b'], ['c']]);
});

test('what is about a thing that its chain made goes alone', async () => {
  const more: More = { chain: { kind: 'own' }, waitsFor: { needs: {} } };
  expect(await waves([read('a', more), read('b', more)], OK, { taken: [READ] })).toEqual([['a'], ['b']]);
});

test('what is to be refused goes beside each other once one was, ten at a time', async () => {
  const sizes = (
    await waves(
      numbered(23, (name) => invalid(name)),
      REFUSED,
    )
  ).map(({ length }) => length);
  expect(sizes).toEqual([1, 10, 10, 2]);
});

test.each<[string, (name: string) => number]>([
  ['accepts', OK],
  ['fails at', () => 500],
  ['has no time for', () => 429],
])('a service that %s what it is to refuse is asked one after another', async (_, statusOf) => {
  expect(
    await waves(
      numbered(4, (name) => invalid(name)),
      statusOf,
    ),
  ).toHaveLength(4);
});

test('where one of several was accepted, the next is sent alone', async () => {
  const cases = numbered(14, (name) => invalid(name));
  const sizes = (await waves(cases, (name) => (name === '3' ? 200 : 400))).map(({ length }) => length);
  expect(sizes).toEqual([1, 10, 1, 2]);
});

test.each<[string, Case]>([
  ['for another sort of reason', anonymous(PUT, 'b')],
  ['by another operation', invalid('b', { ...PUT, name: 'DELETE /plants/{id}' } as Operation)],
])('what is refused %s waits', async (_, second) => {
  expect(await waves([invalid('a'), second], REFUSED)).toEqual([['a'], ['b']]);
});

test('what is to be refused by a thing of the run goes alone', async () => {
  const own = numbered(3, (name) => ({ ...invalid(name), chain: { kind: 'own' } }));
  expect(await waves(own, REFUSED)).toHaveLength(3);
});

test('a POST that is to be refused goes alone until it is known what one that was taken makes', async () => {
  const post = { ...PUT, name: 'POST /plants', method: 'POST' } as Operation;
  const refused = numbered(3, (name) => invalid(name, post));
  expect(await waves(refused, REFUSED)).toHaveLength(3);
  expect(await waves(refused, REFUSED, { taken: [post] })).toEqual([['0'], ['1', '2']]);
  expect(await waves(refused, OK, { taken: [post] })).toHaveLength(3);
  expect(await waves(refused, REFUSED, { taken: [post], isMaking: true })).toHaveLength(3);
});

test('what changes something goes alone', async () => {
  expect(await waves([invalid('a'), caseOf(PUT, 'b'), caseOf(PUT, 'c')], REFUSED)).toHaveLength(3);
});

// Each of those that wait for their turn holds what it is to send.
test('of many that only read, no more than so many are begun at once', async () => {
  const sent = await waves(numbered(450, read), () => 200, { taken: [READ] });
  expect(sent.map((wave) => wave.length)).toEqual([1, 200, 200, 49]);
});
