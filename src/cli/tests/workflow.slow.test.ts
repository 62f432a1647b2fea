/** Workflows that are written of a run, and run again: `npm run test:slow -- workflow`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nursery } from '../../../proof/faults/nursery';
import { NURSERY_TOKEN, startNursery } from '../../../proof/faults/nursery/nursery';
import { lingerFor } from '../../wire/lingering.testing';
import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

lingerFor(10);

test.each(['own', 'any'])(
  'what a run with --writes %s made becomes workflows that pass on the same service',
  async (writes) => {
    const cwd = folderOf({});
    const { url, close } = await startNursery(() => ({}));
    try {
      const asked = ['verify', url, '--contract', nursery.contract, '--token', NURSERY_TOKEN, '--writes'];
      await runHere([...asked, writes], { cwd });
      const written = await runHere(['init', nursery.contract, '--workflow', 'nursery.arazzo.yaml'], { cwd });
      expect(written).toMatchObject({ exitCode: 0, stderr: '' });
      expect(readFileSync(join(cwd, 'nursery.arazzo.yaml'), 'utf8')).toContain('workflowId: seedling-lifecycle');
      const flags = ['--workflow', 'nursery.arazzo.yaml', '--only', 'workflow'];
      const again = await runHere([...asked, 'any', ...flags], { cwd });
      expect(again.stdout).toContain('Outcome: conforms');
    } finally {
      await close();
    }
  },
);
