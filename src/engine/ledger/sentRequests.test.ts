import type { User } from '../model/user';
import type { LedgerEvent } from './ledgerEvents';
import { SentRequests } from './sentRequests';

const ada: User = { name: 'ada', headers: [], credentials: () => undefined };
const thing = { item: '/notes/{}', ids: ['7'] };

test('what a further user made is noted with the name of that user, and is known by it in a later run', () => {
  const requests = new SentRequests(({ ids }) => (ids[0] === '7' ? 12 : undefined));
  requests.send(12, 1, ada);
  requests.answer(12);
  const told: LedgerEvent[] = [];
  const tell = (event: LedgerEvent) => told.push(requests.signed(event));
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
  const later = new SentRequests(() => undefined, [ada]);
  later.addMaker({ ...thing, user: 'ada' });
  later.addMaker({ ...thing, ids: ['9'], user: 'somebody who is gone' });
  expect([later.makerOf(thing), later.makerOf({ ...thing, ids: ['9'] })]).toEqual([ada, undefined]);
});
