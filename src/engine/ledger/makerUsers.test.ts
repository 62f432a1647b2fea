import type { User } from '../model/user';
import type { LedgerEvent } from './ledgerState';
import { createMakers } from './makerUsers';

const ada: User = { name: 'ada', headers: [], credentials: () => undefined };
const thing = { item: '/notes/{}', ids: ['7'] };

test('what a further user made is noted with the name of that user, and is known by it in a later run', () => {
  const makers = createMakers(({ ids }) => (ids[0] === '7' ? 12 : undefined));
  makers.note(12, ada);
  const told: LedgerEvent[] = [];
  const tell = makers.named((event) => told.push(event));
  tell({ made: thing });
  tell({ made: { ...thing, ids: ['8'] } });
  tell({ intended: { ...thing, ids: [], number: 12, like: {} } });
  tell({ gone: thing });
  expect(told).toEqual([
    { made: { ...thing, user: 'ada' } },
    { made: { ...thing, ids: ['8'] } },
    { intended: { ...thing, ids: [], number: 12, like: {}, user: 'ada' } },
    { gone: thing },
  ]);
  const later = createMakers(() => undefined, [ada]);
  later.add({ ...thing, user: 'ada' });
  later.add({ ...thing, ids: ['9'], user: 'somebody who is gone' });
  expect([later.of(thing), later.of({ ...thing, ids: ['9'] })]).toEqual([ada, undefined]);
});
