import { digestOf, KnownTexts } from './knownTexts';
import { notedWithoutSecrets } from './notedWithoutSecrets';

const redact = (text: string) => text.replaceAll('hunter2', '***');
const bed = { item: '/beds/{}', ids: ['7'] };

test('what is seen of a thing is noted as digests, and what is secret not at all', () => {
  const event = notedWithoutSecrets({ seen: { ...bed, shown: ['soil', 'hunter2', 'soil'], isLooked: true } }, redact);
  expect(event).toEqual({ seen: { ...bed, known: [digestOf('soil')], isLooked: true } });
  expect(JSON.stringify(event)).not.toContain('soil');
});

test('what was sent is noted without what is secret, twice where it is to be searched for', () => {
  const whole = { name: 'soil', pass: 'hunter2' };
  const unproven = { number: 3, like: { name: 'soil' }, whole };
  expect(notedWithoutSecrets({ made: { ...bed, whole, unproven } }, redact)).toEqual({
    made: { ...bed, whole: { name: 'soil' }, unproven: { ...unproven, whole: { name: 'soil' } } },
  });
});

test('a text is known again by its digest', () => {
  const known = new KnownTexts(['a'], [digestOf('b')]);
  expect(['a', 'b', 'c'].map((text) => known.has(text))).toEqual([true, true, false]);
  expect(known.add(['a', 'b', 'c', 'c'])).toEqual(['c']);
  expect([...known.all()]).toEqual(['a', 'c']);
});
