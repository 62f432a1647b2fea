import { createBufferBudget } from '../../wire/bufferBudget';
import { createKeptBody } from './keptBody';

const piece = (length: number) => Buffer.alloc(length, 'a');

test('what fits is kept, in pieces of any size', () => {
  const kept = createKeptBody(createBufferBudget());
  const all = Array.from({ length: 2000 }, (_, at) => Buffer.from(`${at},`));
  for (const each of [...all, piece(10_000), ...all]) kept.add(each);
  const expected = Buffer.concat([...all, piece(10_000), ...all]);
  expect(kept.bytes().equals(expected)).toBe(true);
  expect([kept.length(), kept.lost()]).toEqual([expected.length, undefined]);
});

test('a body that is too large, or beyond what all may keep together, takes nothing', () => {
  const budget = createBufferBudget(10 * 1024 * 1024);
  const large = createKeptBody(budget);
  for (let at = 0; at < 9; at++) large.add(piece(1024 * 1024));
  expect([large.lost(), large.length(), large.bytes().length]).toEqual(['too large', 9 * 1024 * 1024, 0]);
  const [one, other] = [createKeptBody(budget), createKeptBody(budget)];
  for (const each of [one, other]) each.add(piece(6 * 1024 * 1024));
  expect([one.lost(), other.lost()]).toEqual([undefined, 'beyond the budget']);
  expect(budget.take(4 * 1024 * 1024)).toBe(true);
});

test('what comes after it was released takes nothing', () => {
  const budget = createBufferBudget(10);
  const kept = createKeptBody(budget);
  kept.add(piece(6));
  kept.release();
  kept.add(piece(6));
  kept.release();
  expect([budget.take(10), kept.bytes().length]).toEqual([true, 0]);
});
