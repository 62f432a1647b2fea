/** Deals work out to several processes, since one of them uses one core. */

import { type ChildProcess, fork } from 'node:child_process';

/** What tells a process that it is one of several, as its only argument. */
const PART = '--part';

/** Whether this process is one of several, and is told its part by another one. */
export function isOneOfSeveral(): boolean {
  return process.argv[2] === PART;
}

/**
 * Does a part of the work in a process of its own, which runs the same file.
 * @throws Error if it ends before all is done.
 */
export function inProcess<P extends object, R>(file: string, part: P, onResult: (result: R) => void): Promise<void> {
  const child: ChildProcess = fork(file, [PART], { execArgv: process.execArgv });
  child.send(part);
  return new Promise((resolve, reject) => {
    child.on('message', onResult);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process ended with ${code}.`))));
    child.on('error', reject);
  });
}

/** Does the part that this process is told, and hands each result on. It ends when the other process does. */
export function servePart<P, R>(run: (part: P, onResult: (result: R) => void) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit(0));
  process.once('message', (part: P) => {
    run(part, (result) => process.send?.(result)).then(
      () => process.disconnect?.(),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(2);
      },
    );
  });
}
