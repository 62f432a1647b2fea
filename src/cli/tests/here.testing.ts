/** For tests: the command line within this process, where it is not the process that is tested. It takes a tenth of the time. */

import { PassThrough } from 'node:stream';
import { main } from '../main';
import { type CliSurroundings, type Ended, STATE } from './cli.testing';

/** Runs `espalier ARGS` to its end, in the working directory and with the environment that it is given: one run at a time. */
export async function runHere(
  args: readonly string[],
  { cwd, env, signal }: Omit<CliSurroundings, 'interrupt'> & { readonly signal?: AbortSignal } = {},
): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof output) =>
    new PassThrough().setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  const [stdout, stderr] = [streamOf('stdout'), streamOf('stderr')];
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const surroundings = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', XDG_STATE_HOME: STATE, ...env };
    const ended = signal ?? new AbortController().signal;
    const exitCode = await main(args, { stdout, stderr, env: surroundings, signal: ended });
    await new Promise((done) => setImmediate(done));
    return { exitCode, ...output };
  } finally {
    process.chdir(before);
  }
}
