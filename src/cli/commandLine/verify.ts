/** The arguments and options of `espalier verify`; its help is in `verifyHelp.ts`. */

import { type Command, Option } from 'commander';
import type { Io } from '../io';
import { type Done, ENVIRONMENT, HEADER_OF_CONTRACT, NO_EXTEND, OVERLAY, withVerbosity } from './shared';
import { collect, positive, runSeed, share } from './values';
import { withBriefHelp } from './verifyHelp';

/** Loaded when it is run, so that the others and `--help` start faster. */
const watch = () => require('../watch/watchRuns') as typeof import('../watch/watchRuns');
const command = () => require('../commands/verify') as typeof import('../commands/verify');

export function addVerify(program: Command, io: Io, done: Done): void {
  const verify = program
    .command('verify')
    .showHelpAfterError('(espalier verify --help-all tells what there is)')
    .description('tell whether a running service keeps its contract; without a url, the mock is verified')
    .argument('[url]', 'base URL of the service');
  for (const addOptions of GROUPS) addOptions(verify);
  withBriefHelp(verify);
  verify
    .addHelpText(
      'after',
      '\nExample:\n  espalier verify http://localhost:8080 --token "$TOKEN" --param id=101\n\nExit codes: 0 conforms, 1 violates, 2 could not run, 3 incomplete',
    )
    .action(async (url, flags) => {
      const surroundings = withVerbosity(io, flags);
      const running = flags.watch
        ? watch().watchCommand(url, flags, surroundings)
        : command().verifyCommand(url, flags, surroundings);
      done(await running);
    });
}

/** The groups of options, in the order of the help. */
const GROUPS = [
  addContractOptions,
  addServiceOptions,
  addChangesOptions,
  addPartOptions,
  addRequestsOptions,
  addPaceOptions,
  addGateOptions,
  addReportOptions,
];

export function addContractOptions(command: Command): void {
  command
    .optionsGroup('The contract:')
    .option('--contract <file|url>', 'the OpenAPI contract (default: ./openapi.yaml, .yml or .json, or ./swagger.*)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'settings (default: espalier.yaml beside the contract, where there is one)')
    .option('--env <name>', ENVIRONMENT)
    .option('--no-extend', NO_EXTEND);
}

export function addServiceOptions(command: Command): void {
  command
    .optionsGroup('The service and the credentials for it:')
    .option('--start <command>', 'a command that starts the service; it is ended after the run, with all its children')
    .option('--wait <seconds>', 'how long the service may take until it answers (default with --start: 30)', positive)
    .option(
      '--setup <command>',
      'a command that makes a resource and prints its id ({"id": 101} or id=101); it is run for each one that is needed',
    )
    .option('--header <name: value>', 'a header field sent with every request; repeatable', collect)
    .option('--token <token>', 'the token for bearer, OAuth2 and OpenID Connect schemes; or ESPALIER_TOKEN')
    .option(
      '--credential <name=value>',
      'the credential for the security scheme NAME (for basic: user:password); repeatable; or ESPALIER_CREDENTIAL_NAME',
      collect,
    )
    .option(
      '--other-credential <name=value>',
      'the credential of another user, who then asks for what the run made; repeatable; or ESPALIER_OTHER_CREDENTIAL_NAME',
      collect,
    )
    .option('--wrong-token <token>', 'a token that looks right and is not valid (default: one is made up)')
    .option('--ca <file>', 'certificate authorities of an https target, in PEM')
    .option('--cert <file>', 'client certificate for an https target that demands one, in PEM')
    .option('--key <file>', 'private key of the client certificate, in PEM')
    .option('--insecure', 'take any certificate of an https target');
}

function addChangesOptions(command: Command): void {
  command
    .optionsGroup('What may be changed or removed:')
    .addOption(writesOption())
    .option(
      '--param <name=value>',
      'a value for a parameter; in a path, it names something that the run may change or remove; repeatable; or ESPALIER_PARAMS',
      collect,
    )
    .option(
      '--journal <file>',
      "the file in which the run notes what it makes, until that is removed (default: a new file in the user's state folder)",
    )
    .option('--cleanup <file>', 'remove what an earlier run left behind; FILE is the journal that it wrote')
    .option('--yes', 'with --cleanup: use the journal even if no run of yours has signed it');
}

export function writesOption(): Option {
  return new Option(
    '--writes <what>',
    'what the run may change or remove: what you name with --param, also what it made itself (own), or everything, since the service is a throw-away (any)',
  ).choices(['handed-over', 'own', 'any']);
}

function addPartOptions(command: Command): void {
  command
    .optionsGroup('Which part of the contract is verified:')
    .option(
      '--operation <pattern>',
      "verify only these operations: 'GET /plants/**', an operationId or tag:NAME; '!…' leaves them out; repeatable",
      collect,
    )
    .option(
      '--changed-since <revision>',
      'verify only the operations that the contract has otherwise than this git revision, such as main (main:PATH if the file had another name), and what they need',
    )
    .option('--failed', 'verify only the operations that failed in the last run in this folder')
    .option(
      '--shard <i/n>',
      'verify only this part of the operations, such as 1/3; espalier merge makes one verdict of the JSON reports',
    )
    .option('--only <rule>', 'judge only by this rule; repeatable', collect)
    .option('--skip <rule>', 'leave this rule out; repeatable', collect)
    .option('--list', 'print the requirements and the planned cases; send nothing');
}

function addRequestsOptions(command: Command): void {
  command
    .optionsGroup('What is asked:')
    .option('--seed <n>', 'send the same requests as the run that printed this (7, or 7.k3f9x2)', runSeed)
    .option('--thorough', 'send more requests: in each, vary two parts at once')
    .option(
      '--provoke <status:name=value>',
      'name a value for which the service gives a declared response: 400:id=666 says that it answers id=666 with 400; repeatable',
      collect,
    )
    .option('--workflow <file>', 'run the workflows of this Arazzo document (1.0, 1.1), too; repeatable', collect)
    .option('--workflow-input <name=value>', 'an input of the workflows; repeatable', collect)
    .option(
      '--callbacks-at <url>',
      'where the service reaches this machine to send callbacks (default: a port of 127.0.0.1, if the service is on this machine)',
    )
    .option(
      '--callbacks-port <n>',
      'listen for them on this port of 127.0.0.1, to which a tunnel or a proxy at that URL leads (default: the port of the URL, on all addresses)',
      positive,
    );
}

function addPaceOptions(command: Command): void {
  command
    .optionsGroup('How fast, and how long:')
    .option(
      '--concurrency <n>',
      'send so many requests at the same time (default: finds out how many the service takes, from 4 to 32)',
      positive,
    )
    .option('--rate <n>', 'send at most so many requests in a second (default: as many as the service takes)', positive)
    .option(
      '--processes <n>',
      'make the run in so many processes of this machine; --concurrency and --rate hold for all of them together',
      positive,
    )
    .option('--timeout <ms>', 'how long one request may take until it is answered (default: 10000)', positive)
    .option(
      '--deadline <seconds>',
      'how long the whole run may take (default: as long as the service answers)',
      positive,
    )
    .option('--fail-fast', 'stop after the first failure; what the run made is removed all the same')
    .option('--watch', 'run again when the contract, the configuration or, with --start, the service changes');
}

function addGateOptions(command: Command): void {
  command
    .optionsGroup('What lets the run fail:')
    .option('--strict', 'let each warning fail the run, as a failure does')
    .option('--closed', 'let each response fail whose status the contract does not declare')
    .option('--complete', 'end as incomplete if any declared response never came')
    .option(
      '--coverage-min <share>',
      'end as incomplete if a smaller share of the clauses of the contract was exercised: 90% or 0.9',
      share,
    )
    .option('--baseline <file>', 'let the breaches in this file pass, since they are known: only new ones fail the run')
    .option('--baseline-update', 'write that file: what was found is known from then on, and what is gone is not')
    .option('--baseline-strict', 'let the run fail, too, if the file has what no longer occurs');
}

export function addReportOptions(command: Command): void {
  command
    .optionsGroup('What is told:')
    .option(
      '--report <format[=file]>',
      'write the report as terminal (default), json, junit, html, github, markdown, sarif, lcov or cobertura, to stdout or to a file; repeatable',
      collect,
    )
    .option('--verbose', 'show the whole report in the terminal, not only what matters most');
}
