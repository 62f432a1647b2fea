import type { Command } from 'commander';
import type { Io } from '../io';
import type { Done } from './shared';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/verifyPart') as typeof import('../commands/verifyPart');

/** What `verify --processes` starts. */
export function addVerifyPart(program: Command, io: Io, done: Done): void {
  program.command('verify-part', { hidden: true }).action(async () => done(await command().verifyPartCommand(io)));
}
