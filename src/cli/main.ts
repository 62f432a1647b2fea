#!/usr/bin/env node

/** Reads the command line and runs a command. Commands return an exit code; only this file ends the process. */

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ContractError } from '../contract/clause';
import { describeFailure, OwnFailure, toOwnFailure } from '../engine/ownFailure';
import { UsageError } from '../support/errors';
import { TOOL } from '../support/version';
import type { Io } from './io';
import { failing } from './output/failing';
import { createOutput, type Stream } from './output/streams';

/** The commands, each loaded when it is run, so that the others and `--help` start faster. */
const commands = {
  again: () => require('./commands/again') as typeof import('./commands/again'),
  amend: () => require('./commands/amend') as typeof import('./commands/amend'),
  check: () => require('./commands/check') as typeof import('./commands/check'),
  diff: () => require('./commands/diff') as typeof import('./commands/diff'),
  init: () => require('./commands/init') as typeof import('./commands/init'),
  judge: () => require('./commands/judge') as typeof import('./commands/judge'),
  merge: () => require('./commands/merge') as typeof import('./commands/merge'),
  mock: () => require('./commands/mock') as typeof import('./commands/mock'),
  proxy: () => require('./commands/proxy') as typeof import('./commands/proxy'),
  verify: () => require('./commands/verify') as typeof import('./commands/verify'),
  watch: () => require('./watch/watchRuns') as typeof import('./watch/watchRuns'),
  verifyPart: () => require('./commands/verifyPart') as typeof import('./commands/verifyPart'),
};

/** Commands that write reports. */
const REPORTING: readonly string[] = ['verify', 'judge', 'proxy', 'merge'];

/** How long a command that writes no reports may take to end after Espalier itself failed, in milliseconds. */
const ENDING_MS = 5000;

/** How long what is still open may take to close after the end of a command, in milliseconds. */
const LEAVING_MS = 500;

/** What a process offers: its streams, its environment, its signals. */
interface Surroundings extends Omit<Io, 'stdout' | 'stderr'> {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** Runs one command line. @param argv without the first two words of `process.argv`. @returns the exit code. */
export async function main(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, env, failed } = surroundings;
  const io: Io = { ...surroundings, stdout: createOutput(stdout, env), stderr: createOutput(stderr, env) };
  if (!isSomewhere()) {
    io.stderr.write('The working directory is gone; change to one that is there.\n');
    return 2;
  }
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    const ended = program.parseAsync(argv, { from: 'user' });
    // Commands that write reports limit the time to end themselves.
    await (REPORTING.includes(argv[0] ?? '') ? ended : Promise.race([ended, failing(failed, () => ENDING_MS)]));
    return failed?.aborted ? 2 : exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (REPORTING.includes(argv[0] ?? ''))
        await commands.verify().reportUsage(withoutValue(error.message.replace(/^error: /, '')), reportsIn(argv), io);
      return 2;
    }
    if (error instanceof ContractError || error instanceof UsageError) {
      io.stderr.write(`${error.message}\n`);
      return 2;
    }
    if (!failed?.aborted) io.stderr.write(`${describeFailure(toOwnFailure(error), env)}\n`);
    return 2;
  }
}

function isSomewhere(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

/** Returns the values of `--report`, when the command line as a whole cannot be read. */
function reportsIn(argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    if (word.startsWith('--report=')) return [word.slice('--report='.length)];
    return word === '--report' ? argv.slice(at + 1, at + 2) : [];
  });
}

/** Told of the exit code of the command that ran. */
type Done = (exitCode: number) => void;

function createProgram(io: Io, done: Done): Command {
  const program = new Command('espalier')
    .description(
      'Does this service keep its contract? Verifies a running implementation against an OpenAPI contract, and serves the contract as a mock.',
    )
    .version(TOOL.version)
    .showHelpAfterError('(espalier --help tells what there is)')
    .addHelpText(
      'after',
      '\nExamples:\n  espalier verify                                   the mock of ./openapi.yaml\n  espalier verify http://localhost:8080 --param id=101\n  espalier mock openapi.yaml --port 4010\n  espalier check openapi.yaml',
    )
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(withoutValue(text)),
    })
    .exitOverride();

  const all = [
    addVerify,
    addVerifyPart,
    addAgain,
    addJudge,
    addProxy,
    addMerge,
    addMock,
    addCheck,
    addInit,
    addDiff,
    addAmend,
  ];
  for (const add of all) add(program, io, done);
  return program;
}

/** One line for each option, in the order of the help. */
function addVerify(program: Command, io: Io, done: Done): void {
  program
    .command('verify')
    .showHelpAfterError('(espalier verify --help tells what there is)')
    .description('tell whether a running service keeps its contract; without a url, the mock is verified')
    .argument('[url]', 'base URL of the service')
    .option('--contract <file|url>', 'the OpenAPI contract (default: ./openapi.yaml, .yml or .json, or ./swagger.*)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'settings (default: espalier.yaml beside the contract, where there is one)')
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
    .option(
      '--param <name=value>',
      'a value for a parameter; in a path, it names something that the run may change or remove; repeatable; or ESPALIER_PARAMS',
      collect,
    )
    .addOption(
      new Option(
        '--writes <what>',
        'what the run may change or remove: what you name with --param, also what it made itself (own), or everything, since the service is a throw-away (any)',
      ).choices(['handed-over', 'own', 'any']),
    )
    .option(
      '--operation <pattern>',
      "verify only these operations: 'GET /plants/**', an operationId or tag:NAME; '!…' leaves them out; repeatable",
      collect,
    )
    .option(
      '--changed-since <revision>',
      'verify only the operations that the contract has otherwise than this git revision, such as main, and what they need',
    )
    .option('--seed <n>', 'send the same requests as the run that printed this number', seed)
    .option(
      '--shard <i/n>',
      'verify only this part of the operations, such as 1/3; espalier merge makes one verdict of the JSON reports',
    )
    .option(
      '--processes <n>',
      'make the run in so many processes of this machine; --concurrency and --rate hold for all of them together',
      positive,
    )
    .option('--workflow <file>', 'run the workflows of this Arazzo document (1.0), too; repeatable', collect)
    .option('--workflow-input <name=value>', 'an input of the workflows; repeatable', collect)
    .option(
      '--provoke <status:name=value>',
      'name a value for which the service gives a declared response: 400:id=666 says that it answers id=666 with 400; repeatable',
      collect,
    )
    .option(
      '--setup <command>',
      'a command that makes a resource and prints its id ({"id": 101} or id=101); it is run for each one that is needed',
    )
    .option('--start <command>', 'a command that starts the service; it is ended after the run, with all its children')
    .option('--wait <seconds>', 'how long the service may take until it answers (default with --start: 30)', positive)
    .option('--header <name: value>', 'a header field sent with every request; repeatable', collect)
    .option('--strict', 'let each warning fail the run, as a failure does')
    .option('--complete', 'end as incomplete if any declared response never came')
    .option(
      '--coverage-min <share>',
      'end as incomplete if a smaller share of the clauses of the contract was exercised: 90% or 0.9',
      share,
    )
    .option('--failed', 'verify only the operations that failed in the last run in this folder')
    .option('--watch', 'run again when the contract, the configuration or, with --start, the service changes')
    .option('--fail-fast', 'stop after the first failure; what the run made is removed all the same')
    .option('--thorough', 'send more requests: in each, vary two parts at once')
    .option('--closed', 'let each response fail whose status the contract does not declare')
    .option('--timeout <ms>', 'how long one request may take until it is answered (default: 10000)', positive)
    .option(
      '--deadline <seconds>',
      'how long the whole run may take (default: as long as the service answers)',
      positive,
    )
    .option('--concurrency <n>', 'send so many requests at the same time (default: 4)', positive)
    .option('--rate <n>', 'send at most so many requests in a second (default: as many as the service takes)', positive)
    .option(
      '--report <format[=file]>',
      'write the report as terminal (default), json, junit, html, github, lcov or cobertura, to stdout or to a file; repeatable',
      collect,
    )
    .option('--baseline <file>', 'let the breaches in this file pass, since they are known: only new ones fail the run')
    .option('--baseline-update', 'write that file: what was found is known from then on, and what is gone is not')
    .option('--baseline-strict', 'let the run fail, too, if the file has what no longer occurs')
    .option('--verbose', 'show the whole report in the terminal, not only what matters most')
    .option('--only <rule>', 'judge only by this rule; repeatable', collect)
    .option('--skip <rule>', 'leave this rule out; repeatable', collect)
    .option('--cleanup <file>', 'remove what an earlier run left behind; FILE is the journal that it wrote')
    .option('--yes', 'with --cleanup: use the journal even if no run of yours has signed it')
    .option(
      '--journal <file>',
      "the file in which the run notes what it makes, until that is removed (default: a new file in the user's state folder)",
    )
    .option('--list', 'print the requirements and the planned cases; send nothing')
    .option('--ca <file>', 'certificate authorities of an https target, in PEM')
    .option('--cert <file>', 'client certificate for an https target that demands one, in PEM')
    .option('--key <file>', 'private key of the client certificate, in PEM')
    .option('--insecure', 'take any certificate of an https target')
    .addHelpText(
      'after',
      '\nExample:\n  espalier verify http://localhost:8080 --token "$TOKEN" --param id=101\n\nExit codes: 0 conforms, 1 violates, 2 could not run, 3 incomplete',
    )
    .action(async (url, flags) => {
      const surroundings = withVerbosity(io, flags);
      const running = flags.watch
        ? commands.watch().watchCommand(url, flags, surroundings)
        : commands.verify().verifyCommand(url, flags, surroundings);
      done(await running);
    });
}

function addAgain(program: Command, io: Io, done: Done): void {
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
    .action(async (id, url, flags) => done(await commands.again().againCommand(id, url, flags, io)));
}

/** What `verify --processes` starts. */
function addVerifyPart(program: Command, io: Io, done: Done): void {
  program
    .command('verify-part', { hidden: true })
    .action(async () => done(await commands.verifyPart().verifyPartCommand(io)));
}

function addJudge(program: Command, io: Io, done: Done): void {
  judging(program.command('judge'))
    .showHelpAfterError('(espalier judge --help tells what there is)')
    .description('judge the exchanges that a browser, a proxy or a test runner has recorded as HAR')
    .argument('<file...>', 'HAR files')
    .option('--target <url>', 'base URL of the service (default: the one whose exchanges are of the contract)')
    .addHelpText(
      'after',
      '\nExample:\n  espalier judge session.har --report html=report.html\n\nExit codes: 0 conforms, 1 violates, 2 could not judge, 3 incomplete',
    )
    .action(async (files, flags) => done(await commands.judge().judgeCommand(files, flags, withVerbosity(io, flags))));
}

function addProxy(program: Command, io: Io, done: Done): void {
  judging(program.command('proxy'))
    .showHelpAfterError('(espalier proxy --help tells what there is)')
    .description('stand between a client and a service, pass everything through, and judge what passes')
    .argument('<url>', 'base URL of the service')
    .option('--port <port>', 'port to listen on; 0 for any that is free', port, 4011)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--ca <file>', 'certificate authorities of an https service, in PEM')
    .option('--cert <file>', 'client certificate for an https service that demands one, in PEM')
    .option('--key <file>', 'private key of the client certificate, in PEM')
    .option('--insecure', 'take any certificate of an https service')
    .addHelpText(
      'after',
      '\nExample:\n  espalier proxy http://localhost:8080 --report html=report.html\n\nIt ends with its reports on Ctrl-C; SIGUSR2 writes those of what passed so far.\n\nExit codes: 0 conforms, 1 violates, 2 could not judge, 3 incomplete',
    )
    .action(async (url, flags) => done(await commands.proxy().proxyCommand(url, flags, withVerbosity(io, flags))));
}

function addMerge(program: Command, io: Io, done: Done): void {
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
    .action(async (files, flags) => done(await commands.merge().mergeCommand(files, flags, withVerbosity(io, flags))));
}

function addMock(program: Command, io: Io, done: Done): void {
  program
    .command('mock')
    .showHelpAfterError('(espalier mock --help tells what there is)')
    .description('serve the contract as a mock')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--port <port>', 'port to listen on; 0 for any that is free', port, 4010)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--dynamic', 'make bodies up from their schemas instead of serving examples')
    .option('--seed <n>', 'make every random choice repeatable', seed)
    .option('--delay <ms>', 'wait so long before each answer: 200, or a random time in 100-800')
    .option('--fail <share>', 'answer this share of the requests with a server error: 5% or 0.05')
    .option('--stateful', 'keep what is made, changed and removed, as far as the contract tells it apart')
    .option('--state <file>', 'start from what this JSON file holds: {"/plants": [{…}]} (implies --stateful)')
    .option('--state-save', 'write changes back to that file')
    .option('--no-security', 'ask for no credentials')
    .option('--https', 'speak HTTPS, with a certificate that is made for this machine and kept')
    .option('--cert <file>', 'speak HTTPS with this certificate (PEM, with its chain) …')
    .option('--key <file>', '… and this key (PEM)')
    .option('--upstream <url>', 'pass on what the real service at this base URL answers already, and mock the rest')
    .option('--mock <pattern>', 'with --upstream: mock these operations in any case, as for --operation', collect)
    .option('--origin <origin>', 'with --upstream: pages of this origin may use the service, too', collect)
    .option('--ca <file>', 'with --upstream: certificate authorities to trust')
    .option('--insecure', 'with --upstream: trust any certificate')
    .option(
      '--callbacks <pattern>',
      'send callbacks to these URLs, too, beside this machine: *.example.com:8080',
      collect,
    )
    .option('--docs-path <path>', 'where its page is', '/_espalier')
    .option('--no-docs', 'serve no page')
    .option('--no-cors', 'do not let pages of other origins use the mock')
    .option('--no-watch', 'do not load the contract again when it changes')
    .option('--log <format>', 'how requests are logged: text or json', 'text')
    .option('--quiet', 'log no requests')
    .addHelpText('after', '\nExample:\n  espalier mock openapi.yaml --port 4010')
    .action(async (contract, flags) => done(await commands.mock().mockCommand(contract, flags, io)));
}

function addCheck(program: Command, io: Io, done: Done): void {
  program
    .command('check')
    .showHelpAfterError('(espalier check --help tells what there is)')
    .description('parse and validate the contract; mistakes come as file:line:column')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .addHelpText('after', '\nExample:\n  espalier check openapi.yaml')
    .action(async (contract, flags) => done(await commands.check().checkCommand(contract, flags, io)));
}

function addInit(program: Command, io: Io, done: Done): void {
  program
    .command('init')
    .showHelpAfterError('(espalier init --help tells what there is)')
    .description('write an espalier.yaml with a place for all that this contract needs; run again, it adds what is new')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'where to write it', 'espalier.yaml')
    .addHelpText('after', '\nExample:\n  espalier init openapi.yaml')
    .action(async (contract, flags) => done(await commands.init().initCommand(contract, flags, io)));
}

function addAmend(program: Command, io: Io, done: Done): void {
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
    .action(async (files, flags) => done(await commands.amend().amendCommand(files, flags, io)));
}

function addDiff(program: Command, io: Io, done: Done): void {
  program
    .command('diff')
    .showHelpAfterError('(espalier diff --help tells what there is)')
    .description('tell what of a changed contract breaks clients, each break with a request or an answer that shows it')
    .argument('<old>', 'the contract as clients know it: a file, a URL, or a git revision (main:openapi.yaml)')
    .argument('<new>', 'the contract as it is to be')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option(
      '--overlay <file>',
      'an OpenAPI overlay that changes NEW, and not OLD, before they are compared; repeatable, in this order',
      collect,
    )
    .option('--config <file>', 'settings (default: espalier.yaml beside the new contract, where there is one)')
    .option('--operation <pattern>', 'compare only these operations, named as for verify; repeatable', collect)
    .option('--seed <n>', 'make up the same values as the run with this number (default: 1)', seed)
    .option('--strict', 'fail, too, where something changed and no value shows what that means')
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
      'write the result as terminal (default), json, github, html or junit, to stdout or to a file; repeatable',
      collect,
    )
    .option('--verbose', 'list everything, also what breaks no client')
    .addHelpText(
      'after',
      '\nExample:\n  espalier diff main:openapi.yaml openapi.yaml\n\nExit codes: 0 no break, 1 clients break, 2 could not compare',
    )
    .action(async (before, now, flags) =>
      done(await commands.diff().diffCommand(before, now, flags, withVerbosity(io, flags))),
    );
}

function withVerbosity(io: Io, { verbose = false }: { readonly verbose?: boolean }): Io {
  return { ...io, verbose };
}

/** Adds the options of the commands that judge exchanges which others made. */
function judging(command: Command): Command {
  return command
    .option('--contract <file|url>', 'the OpenAPI contract (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'settings (default: espalier.yaml beside the contract, where there is one)')
    .option('--operation <pattern>', 'judge only these operations, named as for verify; repeatable', collect)
    .option('--strict', 'let each warning fail the run, as a failure does')
    .option('--closed', 'let each response fail whose status the contract does not declare')
    .option('--complete', 'end as incomplete if any declared response never came')
    .option(
      '--coverage-min <share>',
      'end as incomplete if a smaller share of the clauses of the contract was exercised: 90% or 0.9',
      share,
    )
    .option('--baseline <file>', 'as for verify')
    .option('--baseline-update', 'as for verify')
    .option('--baseline-strict', 'as for verify')
    .option('--report <format[=file]>', 'as for verify; repeatable', collect)
    .option('--verbose', 'as for verify')
    .option('--only <rule>', 'judge only by this rule; repeatable', collect)
    .option('--skip <rule>', 'leave this rule out; repeatable', collect);
}

const HEADER_OF_CONTRACT =
  'a header field sent where the contract is a URL, and nowhere else; repeatable; or ESPALIER_CONTRACT_HEADER';

const OVERLAY = 'an OpenAPI overlay that changes the contract before it is used; repeatable, in this order';

/** Takes the value of an unknown option out of a message, since a misspelt option may hold the token. */
function withoutValue(message: string): string {
  return message.replace(/(unknown option '[^'=]*=)[^\n]*'/, "$1…'");
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A run that was given no seed prints one with up to ten digits. */
function seed(text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number, at most 2^53 - 1.');
  return number;
}

function positive(text: string): number {
  const number = whole(text);
  if (number === 0) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

function share(text: string): number {
  const [, number, percent] = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number) / (percent === '%' ? 100 : 1);
  if (!(value <= 1)) throw new InvalidArgumentError('It must be a share, such as 90% or 0.9.');
  return value;
}

function port(text: string): number {
  const number = whole(text);
  if (number > 65_535) throw new InvalidArgumentError('It must be a port, at most 65535.');
  return number;
}

if (require.main === module) {
  const controller = new AbortController();
  /** Ends at once. It removes the reports of an earlier run, since they could be mistaken for those of this one. */
  const abandon = () => {
    try {
      if (REPORTING.includes(process.argv[2] ?? '')) commands.verify().abandonReports(reportsIn(process.argv));
    } finally {
      process.exit(2);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(name, () => {
      // The first signal asks for an orderly end, with a report. The second ends the process at once.
      if (controller.signal.aborted) abandon();
      controller.abort();
    });
  }
  const { stdout, stderr, env } = process;
  let unwritten = false;
  for (const stream of [stdout, stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // It is no error if the reader stops early (`espalier … | head`).
      if (code === 'EPIPE' || unwritten) return;
      unwritten = true;
      process.exitCode = 2;
      if (stream === stdout) stderr.write(`The output cannot be written: ${message}.\n`);
    });
  }
  const failed = new AbortController();
  /** Tells the command to end; it still writes its reports. Only the first failure is told, since the others follow from it. */
  const fail = (error: unknown) => {
    if (failed.signal.aborted) return;
    const failure = new OwnFailure(error);
    // Node itself would exit with 1, which means a violation.
    process.exitCode = 2;
    createOutput(stderr, env).write(`${describeFailure(failure, env)}\n`);
    failed.abort(failure);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  let ended = false;
  process.on('beforeExit', () => {
    if (ended || failed.signal.aborted) return;
    fail(new Error('nothing is under way any more, and the command has not come to its end'));
    // The process must live on, since the handlers of the failure run in the next turn of the event loop.
    setImmediate(() => {});
  });
  /** Ends the process once its output is written, whatever is still open. */
  const leave = () => {
    if (stdout.writableLength === 0 && stderr.writableLength === 0) process.exit();
    setTimeout(leave, LEAVING_MS).unref();
  };
  const argv = process.argv.slice(2);
  // A command that reads nothing does not touch the input, which may be somebody else's.
  const stdin = argv.includes('--watch') ? { stdin: process.stdin } : {};
  const surroundings = { ...stdin, stdout, stderr, env, signal: controller.signal, failed: failed.signal };
  void main(argv, surroundings).then((exitCode) => {
    ended = true;
    process.exitCode = unwritten ? 2 : exitCode;
    setTimeout(leave, LEAVING_MS).unref();
  });
}
