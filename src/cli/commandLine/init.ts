/** The arguments and options of `espalier init`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, HEADER_OF_CONTRACT, OVERLAY } from './shared';
import { collect } from './values';

/** Loaded when they are run, so that the others and `--help` start faster. */
const command = () => require('../commands/init') as typeof import('../commands/init');
const workflow = () => require('../commands/initWorkflow') as typeof import('../commands/initWorkflow');

export function addInit(program: Command, io: Io, done: Done): void {
  program
    .command('init')
    .showHelpAfterError('(espalier init --help tells what there is)')
    .description('write an espalier.yaml with a place for all that this contract needs; run again, it adds what is new')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'where to write it', 'espalier.yaml')
    .option(
      '--workflow <file>',
      'write workflows (Arazzo 1.0) there instead: what the last run here made and did with it',
    )
    .option('--report <file>', 'with --workflow: the JSON report of the run (default: that of the last run here)')
    .addHelpText(
      'after',
      '\nExamples:\n  espalier init openapi.yaml\n  espalier init --workflow shop.arazzo.yaml --report report.json',
    )
    .action(async (contract, flags) =>
      done(
        flags.workflow === undefined
          ? await command().initCommand(contract, flags, io)
          : await workflow().initWorkflowCommand(contract, flags, io),
      ),
    );
}
