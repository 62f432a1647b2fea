import { endHeapLimit, limitHeap } from './heapLimit';

const LIMITED = [
  '--heap-growing-percent=20',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=0',
  '--allocation-site-pretenuring',
];

test.each<[what: string, calls: readonly Parameters<typeof limitHeap>[0][], flags: readonly string[]]>([
  ['many operations', [{ operations: 1000 }, { requests: 1 }], LIMITED],
  ['many requests', [{ operations: 5 }, { requests: 1 }, { requests: 2000 }, { requests: 2001 }], LIMITED],
  ['few', [{ operations: 5 }, { requests: 300 }], []],
])('the heap of a run of %s is limited to its end, once', (_, calls, flags) => {
  const set: string[] = [];
  const setFlag = (flag: string) => void set.push(flag);
  for (const call of calls) limitHeap(call, setFlag);
  endHeapLimit(setFlag);
  expect(set).toEqual(flags);
});
