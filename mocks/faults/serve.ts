/** `npm run fault -- NAME`: starts the store with one fault, and tells how to verify it. */

import { nearest } from '../../src/nearest';
import { faults, PLANTS, variants } from '.';
import { behave, startStore } from './plantStore';
import { TOKEN } from './verifyFault';

async function main(name: string | undefined): Promise<void> {
  const all = [...faults, ...variants];
  const fault = all.find((each) => each.name === name);
  if (!fault) {
    const meant =
      name === undefined
        ? undefined
        : nearest(
            name,
            all.map((each) => each.name),
          );
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    process.stderr.write(
      `${name === undefined ? 'Name a fault: npm run fault -- NAME' : `There is no fault "${name}".${hint}`}\n\n`,
    );
    process.stderr.write(`${all.map((each) => `  ${each.name.padEnd(34)} ${each.summary}`).join('\n')}\n`);
    process.exitCode = 2;
    return;
  }
  const plants = fault.plants ?? PLANTS;
  const store = await startStore(behave(fault.changes), { plants, token: TOKEN });
  const params = plants.map((id) => `--param id=${id}`).join(' ') + (fault.closed ? ' --closed' : '');
  process.stdout.write(
    [
      `A plant store that ${fault.summary}; it should draw: ${fault.draws.join(', ') || 'nothing'}`,
      `Verify it with:  npx espalier verify ${store.url} --token ${TOKEN} ${params}`,
      'Its plants are used up by one run; end it with Ctrl-C, and start it anew for another.',
      '',
    ].join('\n'),
  );
}

void main(process.argv[2]);
