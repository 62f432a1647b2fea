import type { LookupAddress } from 'node:dns';
import { createLookup } from './addresses';

/** Looks names up at given times. @returns what came, and how often the system was asked. */
async function lookedUp(times: readonly number[], answers: readonly (string | Error)[]) {
  let [asked, time] = [0, 0];
  const lookup = createLookup(
    (_name, _options, done) => {
      const answer = answers[asked++] ?? '';
      if (answer instanceof Error) done(answer, []);
      else done(null, [{ address: answer, family: 4 }]);
    },
    () => time,
  );
  const came: string[] = [];
  for (const at of times) {
    time = at;
    const answer = await new Promise<string>((resolve) =>
      lookup('shop.test', { all: true }, (error, found) =>
        resolve(error ? error.message : (found as LookupAddress[]).map(({ address }) => address).join()),
      ),
    );
    came.push(answer);
  }
  return { came, asked };
}

test('a name is looked up once a second, and what failed at once again', async () => {
  expect(await lookedUp([0, 10, 999], ['10.0.0.1'])).toEqual({ came: Array(3).fill('10.0.0.1'), asked: 1 });
  expect(await lookedUp([0, 1000], ['10.0.0.1', '10.0.0.2'])).toEqual({ came: ['10.0.0.1', '10.0.0.2'], asked: 2 });
  expect(await lookedUp([0, 1], [new Error('gone'), '10.0.0.2'])).toEqual({ came: ['gone', '10.0.0.2'], asked: 2 });
});
