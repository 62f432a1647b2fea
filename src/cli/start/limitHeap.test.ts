import { limitHeap } from './limitHeap';

test.each<[command: string | undefined, isLimited: boolean]>([
  ['verify', true],
  ['verify-part', true],
  ['mock', false],
  [undefined, false],
])('the heap of %s is limited: %s', (command, isLimited) => {
  const flags: string[] = [];
  limitHeap(command, (flag) => void flags.push(flag));
  expect(flags).toHaveLength(isLimited ? 1 : 0);
});
