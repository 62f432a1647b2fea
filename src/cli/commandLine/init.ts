import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, HEADER_OF_CONTRACT, OVERLAY } from './shared';
import { collect } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/init') as typeof import('../commands/init');

export function addInit(program: Command, io: Io, done: Done): void {
  program
    .command('init')
    .showHelpAfterError('(espalier init --help tells what there is)')
    .description('write an espalier.yaml with a place for all that this contract needs; run again, it adds what is new')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'where to write it', 'espalier.yaml')
    .addHelpText('after', '\nExample:\n  espalier init openapi.yaml')
    .action(async (contract, flags) => done(await command().initCommand(contract, flags, io)));
}
