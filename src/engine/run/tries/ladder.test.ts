import type { Kinds } from '../../../resources/kinds';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { Edit, ShownValues, Try } from '../../model/tries';
import { withWhatIsAsked } from './changes';
import { Ladder } from './ladder';

const NO_KINDS = { ofItem: () => undefined, madeBy: () => undefined } as unknown as Kinds;

/** A refusal that names these members. */
const refusal = (each: Case, names: readonly string[]): Exchange => {
  const body = Buffer.from(JSON.stringify({ reason: 'no', names }));
  return { case: each, response: { status: 400, headers: [['Content-Type', 'application/json']], body } } as never;
};

/** Puts 1 in the place of what a refusal names, then 2. */
function tries({ response }: Exchange): Try[] {
  const { names = [] } = JSON.parse(String(response?.body)) as { readonly names?: readonly string[] };
  return [1, 2].map((value) => ({
    why: String(value),
    isNamed: true,
    edits: names.map((name): Edit => ({ place: 'body', name, value })),
  }));
}

/** Returns what the second try sends, after the first one was refused for these members. */
function secondAfter(names: readonly string[]): object {
  const sent: (readonly Edit[])[] = [];
  const mended = (each: Case, edits: readonly Edit[]) => {
    sent.push(edits);
    return { ...each };
  };
  const options = { tries, mended, placesFound: () => [], likeTaken: () => undefined, isThorough: false };
  const ladder = new Ladder(options, {} as ShownValues, NO_KINDS, '');
  const each = { claim: { probe: 'valid', name: 'n' }, request: { operation: { safe: true } } } as Case;
  const climb = ladder.climb(refusal(each, ['length', 'author']));
  climb.next();
  climb.answered(refusal(each, names));
  climb.next();
  return Object.fromEntries((sent.at(-1) ?? []).map(({ name, value }) => [name, value]));
}

test.each([
  ['some of the members', ['length'], { author: 1, length: 2 }],
  ['the same members', ['length', 'author'], { author: 2, length: 2 }],
  ['nothing any more', [], { author: 2, length: 2 }],
])('where the next refusal names %s, what is not named stays as it was changed', (_, names, sent) => {
  expect(secondAfter(names)).toEqual(sent);
});

test.each([
  ['some of what was left out', ['kind'], ['a', 'b']],
  ['nothing of it', ['other'], undefined],
  ['all of it', ['a', 'b', 'kind'], undefined],
])('where a refusal of less asks for %s, the rest stays left out', (_, names, rest) => {
  const left = ['a', 'b', 'kind'].map((name): Edit => ({ place: 'body', name, value: undefined }));
  const asked: Try = { why: 'w', isNamed: true, edits: names.map((name) => ({ place: 'body', name, value: 1 })) };
  expect(
    withWhatIsAsked({ why: 'without a, b and kind', edits: left }, [asked])?.edits.map(({ name }) => name),
  ).toEqual(rest);
});

/** A ladder on which `make`, which makes things, was refused with a remark and taken without one. */
function afterMaking(): {
  readonly ladder: Ladder;
  readonly asking: (operation: object) => Case;
  readonly item: object;
} {
  const [make, put, patch] = ['POST', 'PUT', 'PATCH'].map((method) => ({ name: method, method, safe: false }));
  const kinds = {
    ofItem: (operation: object) => (operation === make ? undefined : { maker: make, replacer: put, patcher: patch }),
    madeBy: () => undefined,
  };
  const edit: Edit = { place: 'body', name: '/remark', value: undefined };
  const options = {
    tries: (): Try[] => [{ why: 'without /remark', edits: [edit] }],
    placesFound: () => [],
    likeTaken: () => undefined,
    // A case says by its name in which form it is.
    mended: (each: Case, edits: readonly Edit[]) => {
      const name = edits.map((own) => `without ${own.name}`).join();
      return each.claim.name === name || edits.length === 0 ? each : { ...each, claim: { ...each.claim, name } };
    },
    most: 9,
    isThorough: false,
  };
  const ladder = new Ladder(options, {} as ShownValues, kinds as unknown as Kinds, '');
  const asking = (operation: object) =>
    ({ claim: { probe: 'valid', name: 'plain' }, request: { operation, values: {}, input: {} } }) as unknown as Case;
  const climb = ladder.climb(refusal(asking(make as object), []));
  const next = climb.next();
  climb.answered({ case: next, response: { status: 201, headers: [], body: Buffer.alloc(0) } } as never);
  return { ladder, asking, item: { put, patch } };
}

test('what replaces a thing begins in the form in which making it was taken, and so does what changes it', () => {
  const { ladder, asking, item } = afterMaking();
  const sent = Object.values(item).map((operation) => ladder.mend(asking(operation as object)).claim.name);
  expect(sent).toEqual(['without /remark', 'without /remark']);
});

test.each([
  ['stays in that form, where it was taken in it', 'without /remark', 'without /remark'],
  ['keeps its own form, where it was taken in that', 'plain', 'plain'],
])('what replaces a thing %s', (_, taken, later) => {
  const { ladder, asking, item } = afterMaking();
  const each = asking((item as { readonly put: object }).put);
  const done = { ...each, claim: { ...each.claim, name: taken } };
  ladder.note({ case: done, response: { status: 200 }, error: null } as never);
  expect(ladder.mend(each).claim.name).toBe(later);
});

test('what makes a thing is sent in the form in which another request was taken, and so is what makes the next one', () => {
  const likeTaken = (each: Case, { claim: { name } }: Case) =>
    each.claim.name === name ? undefined : { ...each, claim: { ...each.claim, name } };
  const tools = { tries: () => [], placesFound: () => [], mended: (each: Case) => each, isThorough: false };
  const ladder = new Ladder({ ...tools, likeTaken }, {} as ShownValues, NO_KINDS, '');
  const operation = { method: 'POST', safe: false };
  const asking = (name: string, chain?: object) =>
    ({
      claim: { probe: 'valid', name },
      request: { operation, values: {}, input: {} },
      ...(chain ? { chain } : {}),
    }) as unknown as Case;
  const answered = (each: Case, status: number) =>
    ({ case: each, error: null, response: { status, headers: [], body: Buffer.alloc(0) } }) as never;
  const made = asking('with a body', { kind: 'own', step: 'make' });
  expect(ladder.isWorthTrying(answered(made, 500))).toBe(false);
  ladder.note(answered(asking('bare'), 201));
  expect(ladder.isWorthTrying(answered(made, 500))).toBe(true);
  expect(ladder.mend(made).claim.name).toBe('with a body');
  const climb = ladder.climb(answered(made, 500));
  const next = climb.next();
  expect(next?.claim.name).toMatch(/^with a body; again in the form/);
  expect(climb.answered(answered(next as Case, 201))).toBe(true);
  expect(ladder.mend(made).claim.name).toBe('bare');
});
