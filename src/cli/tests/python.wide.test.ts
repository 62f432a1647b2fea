import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runCli } from './cli.testing';

const TOKEN = 'sesame-open-9b1f';
const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'import http.server']).status === 0);

// A machine without Python has nothing to verify here.
(python === undefined ? test.skip : test)(
  'a plant store in Python conforms (skipped where there is no Python)',
  async () => {
    const store = spawn(python ?? '', [join(__dirname, '../../../docs/services/plant_store.py'), TOKEN, '101', '102']);
    try {
      const [port] = (await once(store.stdout, 'data')) as [Buffer];
      const args = [
        'verify',
        `http://127.0.0.1:${port.toString().trim()}`,
        '--token',
        TOKEN,
        '--param',
        'id=101',
        '--param',
        'id=102',
      ];
      const { exitCode, stdout } = await runCli([...args, '--strict']);
      expect(stdout).toContain('Outcome: conforms');
      expect(exitCode).toBe(0);
    } finally {
      store.kill();
      await once(store, 'close');
    }
  },
  30_000,
);
