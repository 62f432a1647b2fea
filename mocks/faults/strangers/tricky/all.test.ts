import { trickyStrangers } from './tricky';
import { harmOf, NO_HARM } from './tricky.testing';

const only = process.env['T']?.split(',');
const chosen = trickyStrangers.filter(({ name }) => !only || only.includes(name)).map((t) => [t.name, t] as const);
const mode = (process.env['W'] ?? 'own') as 'own';
test.each(chosen)('%s', async (_, target) => {
  expect(await harmOf(target, mode)).toEqual(NO_HARM);
});
