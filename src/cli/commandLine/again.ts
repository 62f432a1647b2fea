/** The arguments and options of `espalier again`, and their help. */

import { type Command, Option } from 'commander';
import type { Io } from '../io';
import { type Done, ENVIRONMENT, HEADER_OF_CONTRACT, NO_EXTEND } from './shared';
import { collect, positive } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/again') as typeof import('../commands/again');

export function addAgain(program: Command, io: Io, done: Done): void {
  program
    .command('again')
    .showHelpAfterError('(espalier again --help tells what there is)')
    .description('send the exchange of a finding anew, and say whether it is still so')
    .argument('<id>', 'the short id of the finding, as a report shows it')
    .argument('[url]', 'base URL of the service (default: the one that was verified)')
    .option('--report <file>', 'the JSON report that has the finding (default: that of the last run in this folder)')
    .option('--contract <file|url>', 'the OpenAPI contract (default: that of the report, or as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--config <file>', 'settings (default: espalier.yaml beside the contract, where there is one)')
    .option('--env <name>', ENVIRONMENT)
    .option('--no-extend', NO_EXTEND)
    .option('--token <token>', 'as for verify')
    .option('--credential <name=value>', 'as for verify; repeatable', collect)
    .option('--other-credential <name=value>', 'as for verify; repeatable', collect)
    .option('--wrong-token <token>', 'as for verify')
    .option('--param <name=value>', 'what an unsafe request may change or remove; repeatable', collect)
    .addOption(
      new Option('--writes <what>', 'any: an unsafe request may change or remove anything').choices([
        'handed-over',
        'own',
        'any',
      ]),
    )
    .option('--header <name: value>', 'as for verify; repeatable', collect)
    .option('--timeout <ms>', 'how long it may take until it is answered (default: 10000)', positive)
    .option('--ca <file>', 'certificate authorities of an https target, in PEM')
    .option('--cert <file>', 'client certificate for an https target that demands one, in PEM')
    .option('--key <file>', 'private key of the client certificate, in PEM')
    .option('--insecure', 'take any certificate of an https target')
    .addHelpText(
      'after',
      '\nExample:\n  espalier again k4m2x9d\n\nExit codes: 1 it is still so, 0 it is not, 2 that could not be found out',
    )
    .action(async (id, url, flags) => done(await command().againCommand(id, url, flags, io)));
}
