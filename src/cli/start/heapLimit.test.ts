import { endHeapLimit, limitHeap } from './heapLimit';

test.each<[operations: number, flags: readonly string[]]>([
  [
    1000,
    [
      '--heap-growing-percent=30',
      '--no-allocation-site-pretenuring',
      '--heap-growing-percent=0',
      '--allocation-site-pretenuring',
    ],
  ],
  [5, []],
])('the heap of a run of %d operations is limited to its end: %j', (operations, flags) => {
  const set: string[] = [];
  const setFlag = (flag: string) => void set.push(flag);
  limitHeap(operations, setFlag);
  endHeapLimit(setFlag);
  expect(set).toEqual(flags);
});
