/** From a contract of one's own to a green gate, as the guide `verify-a-service` tells it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../../../proof/faults';
import { lingerFor } from '../../wire/lingering.testing';
import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

lingerFor(10);

test('init, fill in, verify: conforms; and a fault in the service fails it', async () => {
  const desk = services.find(({ name }) => name === 'order desk');
  const [good, faulty] = [
    desk?.variants.find(({ name }) => name === 'desk-good'),
    desk?.faults.find(({ draws }) => draws.join() === 'body-schema'),
  ];
  if (!desk || !good || !faulty) throw new Error('the order desk is not in the catalogue');
  const cwd = folderOf({ 'desk.yaml': readFileSync(desk.contract, 'utf8') });
  expect((await runHere(['init', 'desk.yaml'], { cwd })).exitCode).toBe(0);

  const file = join(cwd, 'espalier.yaml');
  const written = readFileSync(file, 'utf8');
  for (const [entry, exitCode] of [
    [good, 0],
    [faulty, 1],
  ] as const) {
    const { url, handOver, close } = await entry.start();
    try {
      const { token, credentials = {}, params = {} } = handOver;
      const env: Record<string, string> = { ESPALIER_TOKEN: token ?? '' };
      let text = written.replace(/^# (token|credentials|params):/gm, '$1:');
      for (const [name, value] of Object.entries(credentials)) {
        const variable = `ESPALIER_CREDENTIAL_${name.toUpperCase()}`;
        env[variable] = value;
        text = text.replace(new RegExp(`^# {3}${name}:`, 'm'), `  ${name}:`);
      }
      text = text.replace(/^# {3}(\/orders\/\{id\}): \[VALUE\]/m, `  $1: [${(params['id'] ?? []).join(', ')}]`);
      writeFileSync(file, `${text}\nwrites: any\n`);
      // Of the fault, what it changes is enough.
      const only = (entry.operations ?? []).flatMap((operation) => ['--operation', operation]);
      const args = ['verify', url, '--contract', 'desk.yaml', ...only];
      const { stdout, stderr, ...run } = await runHere(args, { cwd, env });
      expect({ exitCode: run.exitCode, stderr }).toEqual({ exitCode, stderr: expect.any(String) });
      expect(stdout).toContain(exitCode === 0 ? 'Outcome: conforms' : ', body-schema');
      for (const secret of Object.values(env).filter(Boolean)) expect(stdout + stderr).not.toContain(secret);
    } finally {
      await close();
    }
  }
});
