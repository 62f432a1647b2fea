import type { User } from '../model/user';
import type { Entry } from './entry';
import type { LedgerEvent, Unnamed } from './ledgerEvents';
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

test('what is known of a request goes on being known until its answer, its proof, or its end is told', () => {
  const requests = new SentRequests();
  const entry = { number: 12 } as Entry;
  const unnamed = { reason: 'made' } as Unnamed;
  const end = () => undefined;
  requests.send(12, 5);
  requests.remove(12, { entry, end });
  requests.intend(12, unnamed);
  requests.claim(12, entry);
  expect([requests.answer(12), requests.answer(12)]).toEqual([{ sentAt: 5, removal: { entry, end } }, {}]);
  expect([requests.takeClaim(12), requests.takeClaim(12)]).toEqual([entry, undefined]);
  expect([requests.intended(12), requests.allIntended()]).toEqual([unnamed, [unnamed]]);
  expect([requests.settle(12), requests.settle(12), requests.allIntended()]).toEqual([true, false, []]);
});

test('requests of an earlier run keep apart what was perhaps made by those of one number', () => {
  const requests = new SentRequests();
  const made = (reason: string) => ({ reason, number: 3 }) as SentRequests['unconnected'][number];
  for (const reason of ['one', 'two']) requests.noteUnconnected(made(reason));
  expect(requests.unconnected.map(({ reason }) => reason)).toEqual(['one', 'two']);
});
