import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import type { Case } from '../model/case';
import { FirstOnes } from './firstOnes';

const done = { responses: { 200: { description: 'ok' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

async function firstOnes() {
  const { operations } = await load({
    ...head('3.1'),
    paths: { '/a': { post: done }, '/a/{id}': { parameters: [id], get: done, delete: done } },
  });
  const kinds = kindsOf(operations);
  const [kind] = kinds.all;
  if (!kind) throw new Error('There is no such kind.');
  const made = (text?: string, violation?: object) =>
    ({
      request: { operation: kind.maker, input: text === undefined ? {} : { like: { name: text } }, authorised: true },
      claim: { violation },
    }) as unknown as Case;
  return { first: new FirstOnes(kinds), made, kind };
}

test('a second one waits until the first one is known', async () => {
  const { first, made } = await firstOnes();
  const [one, other] = [made('x'), made('y')];
  expect(await first.enter(one)).toBe(true);
  first.send(one, 1);
  let hasEntered = false;
  const entering = first.enter(other).then((may) => {
    hasEntered = true;
    return may;
  });
  await new Promise((done) => setImmediate(done));
  expect(hasEntered).toBe(false);
  first.leave(one, 1, 'known');
  expect(await entering).toBe(true);
});

test('where the first one is not known, no more are made, and it is said what would help', async () => {
  const { first, made, kind } = await firstOnes();
  const one = made('x');
  await first.enter(one);
  first.send(one, 12);
  first.leave(one, 12, 'unknown');
  expect([await first.enter(made('y')), await first.enter(made())]).toEqual([false, false]);
  expect(first.whyNoMore(kind.maker)).toContain('#12');
  expect(kind.remover && first.whyNoMore(kind.remover)).toContain('showed the name together with what was sent');
});

test('where nothing was sent by which the first one could be known, it is said that a 201 would prove it', async () => {
  const { first, made, kind } = await firstOnes();
  const one = made();
  await first.enter(one);
  first.send(one, 12);
  first.leave(one, 12, 'unknown');
  await first.enter(made());
  expect(first.whyNoMore(kind.maker)).toContain('only a 201 that names it would prove it');
});

test('what was refused, or is not sent after all, keeps nothing waiting', async () => {
  const { first, made } = await firstOnes();
  const [one, other] = [made('x'), made('y')];
  await first.enter(one);
  first.send(one, 1);
  first.leave(one, 1, 'nothing');
  await first.enter(other);
  first.drop(other);
  expect(await first.enter(made('z'))).toBe(true);
});

test('the end of a run keeps nothing waiting', async () => {
  const { first, made } = await firstOnes();
  await first.enter(made('x'));
  const ending = new AbortController();
  const entering = first.enter(made('y'), ending.signal);
  ending.abort();
  expect(await entering).toBe(true);
});

test('where things are known by their texts alone, none without a text is made, but what is to be refused is sent', async () => {
  const { first, made } = await firstOnes();
  const one = made('x');
  await first.enter(one);
  first.leave(one, 1, 'known by its text');
  expect([await first.enter(made('y')), await first.enter(made()), await first.enter(made(undefined, {}))]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([
  ['without a text', 'known', true],
  ['by its text alone', 'known by its text', false],
] as const)('once a later one is known %s, one without a text is made: %s', async (_, became, isMade) => {
  const { first, made } = await firstOnes();
  const [one, other] = [made(), made('x')];
  await first.enter(one);
  first.send(one, 1);
  first.leave(one, 1, 'unknown');
  await first.enter(other);
  first.send(other, 2);
  first.leave(other, 2, became);
  expect(await first.enter(made())).toBe(isMade);
});
