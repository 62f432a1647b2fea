/** The arguments and options of `espalier diff`, and their help. */

import { type Command, Option } from 'commander';
import { LEVELS } from '../diff/breaks';
import type { Io } from '../io';
import { type Done, HEADER_OF_CONTRACT, withVerbosity } from './shared';
import { collect, seed } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/diff') as typeof import('../commands/diff');

export function addDiff(program: Command, io: Io, done: Done): void {
  program
    .command('diff')
    .showHelpAfterError('(espalier diff --help tells what there is)')
    .description('tell what of a changed contract breaks clients, each break with a request or an answer that shows it')
    .argument(
      '<old>',
      'the contract as clients know it: a file, a URL, a file of a git revision (main:openapi.yaml), or what NEW was in a revision (main); or a pattern of files, in quotes',
    )
    .argument(
      '[new]',
      'the contract as it is to be (default: that of espalier.yaml, else openapi.yaml or the like); of a pattern, the files of the same names',
    )
    .option('--allow-new', 'where OLD is a revision: end with 0 if neither it nor what is before it has the contract')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option(
      '--overlay <file>',
      'an OpenAPI overlay that changes NEW, and not OLD, before they are compared; repeatable, in this order',
      collect,
    )
    .option('--config <file>', 'settings (default: espalier.yaml beside the new contract, where there is one)')
    .option('--operation <pattern>', 'compare only these operations, named as for verify; repeatable', collect)
    .option('--seed <n>', 'make up the same values as the run with this number (default: 1)', seed)
    .option('--strict', 'fail, too, where something changed and no value shows what that means, or is not compared')
    .addOption(
      new Option('--fail-on <level>', 'fail on changes of this level and above (default: break)').choices([...LEVELS]),
    )
    .option('--ignore-base-path', 'take the same operations below another base path for the same')
    .option('--against <url>', 'ask this running service whether it still takes what clients of the old contract send')
    .addOption(
      new Option(
        '--writes <what>',
        'with --against: also send requests that may change something, since the service is a throw-away (any)',
      ).choices(['any']),
    )
    .option('--header <name: value>', 'with --against: a header field sent with every request; repeatable', collect)
    .option(
      '--report <format[=file]>',
      'write the result as terminal (default), json, github, html, junit or markdown, to stdout or to a file; repeatable',
      collect,
    )
    .option('--verbose', 'list everything, also what breaks no client')
    .addHelpText(
      'after',
      '\nExamples:\n  espalier diff main\n  espalier diff main:openapi.yaml openapi.yaml\n  espalier diff "old/*.yaml" "new/*.yaml"\n\nExit codes: 0 no break, 1 clients break, 2 could not compare',
    )
    .action(async (before, now, flags) =>
      done(await command().diffCommand(before, now, flags, withVerbosity(io, flags))),
    );
}
