import type { Thing } from '../../resources/things';
import { Sightings } from './sightings';

const BED: Thing = { item: '/beds/{}', ids: ['7'] };
const SEEDLING: Thing = { item: '/beds/{}/seedlings/{}', ids: ['7', '1'] };

test('what an answer showed before a request was sent was there before it', () => {
  const sightings = new Sightings();
  const listed = { sent: sightings.tick(), answered: sightings.tick() };
  sightings.show([BED], listed);
  expect(sightings.hadShown(BED, sightings.tick())).toBe(true);
  expect(sightings.hadShown({ ...BED, ids: ['8'] }, sightings.tick())).toBe(false);
});

test('a list whose answer came while it was made may show what was made', () => {
  const sightings = new Sightings();
  const listSent = sightings.tick();
  const postSent = sightings.tick();
  sightings.show([BED], { sent: listSent, answered: sightings.tick() });
  expect(sightings.hadShown(BED, postSent)).toBe(false);
});

test('a name is named twice by two requests, but not by one', () => {
  const sightings = new Sightings();
  const span = () => ({ sent: sightings.tick(), answered: sightings.tick() });
  sightings.name(BED, 1, span());
  sightings.name(BED, 1, span());
  expect(sightings.isNamedTwice(BED)).toBe(false);
  sightings.name(BED, 2, span());
  expect(sightings.isNamedTwice(BED)).toBe(true);
});

test.each([
  ['was done', true, false],
  ['is under way', undefined, false],
  ['was refused', false, true],
])('a name may be given again after a removal that %s', (_, isDone, expected) => {
  const sightings = new Sightings();
  const span = () => ({ sent: sightings.tick(), answered: sightings.tick() });
  sightings.name(BED, 1, span());
  const end = sightings.removing(BED);
  if (isDone !== undefined) end(isDone);
  sightings.name(BED, 2, span());
  expect(sightings.isNamedTwice(BED)).toBe(expected);
});

test('a list that was asked for before a removal says nothing of what comes after it, and what lay in it is gone', () => {
  const sightings = new Sightings();
  const early = sightings.tick();
  sightings.name(SEEDLING, 1, { sent: sightings.tick(), answered: sightings.tick() });
  sightings.removing(BED)(true);
  sightings.show([BED], { sent: early, answered: sightings.tick() });
  expect(sightings.hadShown(BED, sightings.tick())).toBe(false);
  sightings.name(SEEDLING, 2, { sent: sightings.tick(), answered: sightings.tick() });
  expect(sightings.isNamedTwice(SEEDLING)).toBe(false);
  sightings.show([BED], { sent: sightings.tick(), answered: sightings.tick() });
  expect(sightings.hadShown(BED, sightings.tick())).toBe(true);
});
