/** `npm run fault -- NAME`: starts the service with one fault, and tells how to verify it. */

import { relative } from 'node:path';
import { didYouMean } from '../../src/support/words';
import { services } from '.';
import { optionsOf } from './catalogue/handedOver';

async function main(name: string | undefined): Promise<void> {
  const all = services.flatMap((service) =>
    [...service.faults, ...service.variants].map((entry) => ({ service, ...entry })),
  );
  const fault = all.find((each) => each.name === name);
  if (!fault) {
    const names = all.map((each) => each.name);
    process.stderr.write(
      `${name === undefined ? 'Name a fault: npm run fault -- NAME' : `There is no fault "${name}".${didYouMean(name, names)}`}\n\n`,
    );
    process.stderr.write(`${all.map((each) => `  ${each.name.padEnd(34)} ${each.summary}`).join('\n')}\n`);
    process.exitCode = 2;
    return;
  }
  const { service, summary, draws } = fault;
  const { url, handOver } = await fault.start();
  const contract = relative(process.cwd(), service.contract);
  const words = [url, ...(contract === 'openapi.yaml' ? [] : ['--contract', contract]), ...optionsOf(handOver)];
  process.stdout.write(
    [
      `This ${service.name} ${summary}; it should draw: ${draws.join(', ') || 'nothing'}`,
      `Verify it with:  npx espalier verify ${words.join(' ')}`,
      ...(handOver.privateThings ? ["and with a line in espalier.yaml:  private: ['**']"] : []),
      'What it holds is used up by one run; end it with Ctrl-C, and start it anew for another.',
      '',
    ].join('\n'),
  );
}

void main(process.argv[2]);
