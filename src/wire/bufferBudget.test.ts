import { createBufferBudget, MOST_BUFFERED } from './bufferBudget';

test('bytes are taken as long as there are any, and are free again once they are given back', () => {
  const budget = createBufferBudget(10);
  expect([budget.take(6), budget.take(5), budget.take(4), budget.take(1)]).toEqual([true, false, true, false]);
  budget.give(6);
  expect([budget.take(7), budget.take(6)]).toEqual([false, true]);
});

test('what is refused takes nothing: a smaller piece still fits', () => {
  const budget = createBufferBudget(10);
  expect(budget.take(11)).toBe(false);
  expect(budget.take(10)).toBe(true);
});

test('it can be used up to its last byte, and giving back too much makes it no larger', () => {
  const budget = createBufferBudget();
  expect([budget.take(MOST_BUFFERED), budget.take(1), budget.take(0)]).toEqual([true, false, true]);
  budget.give(2 * MOST_BUFFERED);
  expect([budget.take(MOST_BUFFERED), budget.take(1)]).toEqual([true, false]);
});
