/** The arguments and options of `espalier merge`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, withVerbosity } from './shared';
import { collect, share } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/merge') as typeof import('../commands/merge');

export function addMerge(program: Command, io: Io, done: Done): void {
  program
    .command('merge')
    .showHelpAfterError('(espalier merge --help tells what there is)')
    .description(
      'make one of the JSON reports of all parts of a run (espalier verify --shard), or of verify, judge and proxy on one contract',
    )
    .argument('<report...>', 'what --report json=FILE has written, of each')
    .option(
      '--contract <file>',
      'the contract, to be shown in the page (default: the one here or beside the reports, where it is the same)',
    )
    .option(
      '--coverage-min <share>',
      'end as incomplete if all together exercised a smaller share of the clauses: 90% or 0.9',
      share,
    )
    .option('--baseline <file>', 'as for verify')
    .option('--baseline-update', 'as for verify')
    .option('--baseline-strict', 'as for verify')
    .option('--report <format[=file]>', 'as for verify; repeatable', collect)
    .option('--verbose', 'as for verify')
    .addHelpText('after', '\nExample:\n  espalier merge parts/*.json --report html=reports/contract.html')
    .action(async (files, flags) => done(await command().mergeCommand(files, flags, withVerbosity(io, flags))));
}
