import { runHere } from '../tests/here.testing';

const helpOf = async (option: string) => (await runHere(['verify', option])).stdout;
const optionsIn = (text: string) => new Set(text.match(/(?<=^ {2}(?:-\w, )?)--[a-z-]+/gm));

test('the help of verify is one screen', async () => {
  const lines = (await helpOf('--help')).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test('--help-all tells all that --help does, and more', async () => {
  const [brief, whole] = [optionsIn(await helpOf('--help')), optionsIn(await helpOf('--help-all'))];
  expect([...brief].filter((option) => !whole.has(option))).toEqual([]);
  expect([...whole]).toEqual(expect.arrayContaining(['--wrong-token', '--callbacks-port', '--provoke', '--journal']));
  expect(whole.size).toBeGreaterThan(brief.size + 20);
});

test('a misspelt option is told where all of them are', async () => {
  const { exitCode, stderr } = await runHere(['verify', '--strickt']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('--help-all') });
});
