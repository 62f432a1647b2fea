#!/usr/bin/env node

/** Reads the command line and runs a command. Commands return an exit code; only this file ends the process. */

import { Command, CommanderError } from 'commander';
import { ContractError } from '../contract/clause';
import { describeFailure, OwnFailure, toOwnFailure } from '../engine/ownFailure';
import { UsageError } from '../support/errors';
import { TOOL } from '../support/version';
import { addAgain } from './commandLine/again';
import { addAmend } from './commandLine/amend';
import { addCheck } from './commandLine/check';
import { addDiff } from './commandLine/diff';
import { addInit } from './commandLine/init';
import { addJudge } from './commandLine/judge';
import { addMerge } from './commandLine/merge';
import { addMock } from './commandLine/mock';
import { addProxy } from './commandLine/proxy';
import type { Done } from './commandLine/shared';
import { addVerify } from './commandLine/verify';
import { addVerifyPart } from './commandLine/verifyPart';
import { addWorkflow } from './commandLine/workflow';
import type { Io } from './io';
import { failing } from './output/failing';
import { createOutput, type Stream } from './output/streams';

/** How a command reads its own part of the command line: its arguments, options and help. Each loads what it runs when it is run. */
const ADDED = [
  addVerify,
  addVerifyPart,
  addWorkflow,
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

const verifyCommands = () => require('./commands/verify') as typeof import('./commands/verify');

/** Commands that write reports. */
const REPORTING: readonly string[] = ['verify', 'workflow', 'judge', 'proxy', 'merge'];

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
        await verifyCommands().reportUsage(withoutValue(error.message.replace(/^error: /, '')), reportsIn(argv), io);
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

  for (const add of ADDED) add(program, io, done);
  return program;
}

/** Takes the value of an unknown option out of a message, since a misspelt option may hold the token. */
function withoutValue(message: string): string {
  return message.replace(/(unknown option '[^'=]*=)[^\n]*'/, "$1…'");
}

if (require.main === module) {
  const controller = new AbortController();
  /** Ends at once. It removes the reports of an earlier run, since they could be mistaken for those of this one. */
  const abandon = () => {
    try {
      if (REPORTING.includes(process.argv[2] ?? '')) verifyCommands().abandonReports(reportsIn(process.argv));
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
