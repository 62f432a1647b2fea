/** The arguments and options of `espalier workflow`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, withVerbosity } from './shared';
import { collect, positive } from './values';
import { addContractOptions, addReportOptions, addServiceOptions, writesOption } from './verify';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/verify') as typeof import('../commands/verify');
const named = () => require('../../workflows/sourceText') as typeof import('../../workflows/sourceText');

export function addWorkflow(program: Command, io: Io, done: Done): void {
  const workflow = program
    .command('workflow')
    .showHelpAfterError('(espalier workflow --help tells what there is)')
    .description('run the workflows of an Arazzo document (1.0, 1.1), and nothing else; without a url, on the mock')
    .argument('<file>', 'the Arazzo document; where it names a file as its contract, that is the contract')
    .argument('[url]', 'base URL of the service');
  addContractOptions(workflow);
  addServiceOptions(workflow);
  workflow
    .optionsGroup('What is asked:')
    .option('--input <name=value>', 'an input of the workflows; repeatable', collect)
    .addOption(writesOption())
    .option('--timeout <ms>', 'how long one request may take until it is answered (default: 10000)', positive)
    .option(
      '--deadline <seconds>',
      'how long the whole run may take (default: as long as the service answers)',
      positive,
    )
    .option('--strict', 'let each warning fail the run, as a failure does');
  addReportOptions(workflow);
  workflow
    .addHelpText(
      'after',
      '\nExample:\n  espalier workflow shop.arazzo.yaml http://localhost:8080 --input item=rose --writes own\n\nExit codes: 0 all steps succeed, 1 one does not, 2 could not run, 3 incomplete',
    )
    .action(async (file, url, { input, ...flags }) => {
      const contract = flags.contract ?? (flags.config === undefined ? named().contractNamedIn(file) : undefined);
      const asked = { ...flags, contract, workflow: [file], workflowInput: input, stepsAlone: true };
      done(await command().verifyCommand(url, asked, withVerbosity(io, flags)));
    });
}
