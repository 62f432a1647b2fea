/** The arguments and options of `espalier amend`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, OVERLAY } from './shared';
import { collect } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/amend') as typeof import('../commands/amend');

export function addAmend(program: Command, io: Io, done: Done): void {
  program
    .command('amend')
    .showHelpAfterError('(espalier amend --help tells what there is)')
    .description('make the contract true to what reports show: write an OpenAPI overlay, or change the contract')
    .argument('<report...>', 'what --report json=FILE has written, of verify, judge, proxy or merge')
    .option('--contract <file>', 'the contract (default: the one that the first report names)')
    .option('--overlay <file>', OVERLAY, collect)
    .option('--write', 'change the files of the contract; comments, order and style stay')
    .option(
      '--only <kinds>',
      'make only such changes: statuses, media-types, nullable, required, enum, bounds, members, methods or headers, separated by commas (default: all but headers)',
      collect,
    )
    .option('--operation <pattern>', 'change only these operations, named as for verify; repeatable', collect)
    .option('--interactive', 'ask for each change: is the contract wrong, the service, or is it for later')
    .option('--baseline <file>', 'with --interactive: where what is for later goes (default: espalier.baseline.json)')
    .addHelpText(
      'after',
      '\nExample:\n  espalier amend report.json > answers.overlay.yaml\n  espalier check --overlay answers.overlay.yaml',
    )
    .action(async (files, flags) => done(await command().amendCommand(files, flags, io)));
}
