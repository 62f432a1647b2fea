import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readContract } from '../../contract/load';
import { type SetUp, setUpResources } from './setupCommand';

const redact = (text: string) => text.replaceAll('sesame', '***');

async function run(command: string, options: Partial<SetUp> = {}) {
  const contract = await readContract(join(__dirname, '../../../openapi.yaml'));
  return setUpResources(contract, {
    command,
    option: '--setup',
    env: process.env,
    signal: new AbortController().signal,
    redact,
    ...options,
  });
}

test('is run twice for an operation that changes something, and told for which', async () => {
  const made = await run('echo "id=$(($$ + 1000))"; test "$ESPALIER_OPERATION" = "DELETE /plants/{id}"');
  expect(made['DELETE /plants/{id}']).toHaveLength(2);
});

test('takes JSON, with an id that a double would round', async () => {
  const made = await run(`echo "{\\"id\\": 1$(printf %07d $$)00000000001, \\"name\\": \\"fern\\"}"`);
  expect(made['DELETE /plants/{id}']?.[0]).toEqual({ id: expect.stringMatching(/^1\d{7}00000000001$/) });
});

test('one that makes the same resource twice is told', async () => {
  await expect(run('echo id=101')).rejects.toThrow('printed the same values twice');
});

test('one that does not end is ended, with its children', async () => {
  const mark = `mark-${process.pid}`;
  const command = `echo the token is sesame >&2; node -e 'setInterval(Object, 99)' ${mark} & wait`;
  const running = run(command, { timeoutMs: 500 });
  await expect(running).rejects.toThrow('did not end within 500 ms');
  await expect(running).rejects.toThrow('  | the token is ***');
  const { stdout } = spawnSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => line.includes(mark) && !line.startsWith('Z'))).toEqual([]);
});

test('one that is interrupted is ended', async () => {
  const controller = new AbortController();
  const running = run('echo started; sleep 600', { signal: controller.signal });
  controller.abort();
  await expect(running).rejects.toThrow('was interrupted');
});
