/** The arguments and options of `espalier judge`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { judging } from './judging';
import { type Done, withVerbosity } from './shared';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/judge') as typeof import('../commands/judge');

export function addJudge(program: Command, io: Io, done: Done): void {
  judging(program.command('judge'))
    .showHelpAfterError('(espalier judge --help tells what there is)')
    .description('judge the exchanges that a browser, a proxy or a test runner has recorded as HAR')
    .argument('<file...>', 'HAR files, collections of Postman with saved answers, or cassettes of VCR')
    .option('--target <url>', 'base URL of the service (default: the one whose exchanges are of the contract)')
    .addHelpText(
      'after',
      '\nExample:\n  espalier judge session.har --report html=report.html\n\nExit codes: 0 conforms, 1 violates, 2 could not judge, 3 incomplete',
    )
    .action(async (files, flags) => done(await command().judgeCommand(files, flags, withVerbosity(io, flags))));
}
