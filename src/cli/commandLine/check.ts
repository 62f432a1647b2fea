/** The arguments and options of `espalier check`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, HEADER_OF_CONTRACT, OVERLAY } from './shared';
import { collect } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/check') as typeof import('../commands/check');

export function addCheck(program: Command, io: Io, done: Done): void {
  program
    .command('check')
    .showHelpAfterError('(espalier check --help tells what there is)')
    .description('parse and validate the contract; mistakes come as file:line:column')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .addHelpText('after', '\nExample:\n  espalier check openapi.yaml')
    .action(async (contract, flags) => done(await command().checkCommand(contract, flags, io)));
}
