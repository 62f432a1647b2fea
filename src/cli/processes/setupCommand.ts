/** `--setup COMMAND`: lets a command of the user's make what a run may use up. */

import { type Contract, isNoSegment, type Operation, pathParameters } from '../../contract/contract';
import { readJson } from '../../json/exactJson';
import type { Redact } from '../../redaction/redact';
import type { Values } from '../../routing/pathTemplate';
import { UsageError } from '../../support/errors';
import { keepLastLines, letGo, spawnShell } from './processTree';

/** How long one call of the command may take, in milliseconds. */
const TIMEOUT = 30_000;

/** The most that is kept of what the command prints, in characters. */
const MOST_OUTPUT = 64 * 1024;

export interface SetUp {
  readonly command: string;
  /** Where the user wrote it: `--setup`. */
  readonly option: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Takes the token out of what it printed. */
  readonly redact: Redact;
  /** Limit for one call, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Runs the command once for each resource that the operations need: one that may be asked about in any way,
 * and for operations that change something a second one, on which nothing is tried that must be refused.
 * @returns resources by operation name.
 * @throws UsageError where the command fails, takes too long, or does not print what is needed.
 */
export async function setUpResources(contract: Contract, setUp: SetUp): Promise<Record<string, Values[]>> {
  const resources: Record<string, Values[]> = {};
  for (const operation of contract.operations) {
    const names = pathParameters(operation).map(({ name }) => name);
    if (operation.unsupported !== undefined || names.length === 0) continue;
    const made: Values[] = [];
    for (let missing = operation.safe ? 1 : 2; missing > 0; missing--) {
      made.push(readValues(await runSetUp(operation, setUp), operation, names, setUp));
    }
    const [first, second] = made.map((values) => JSON.stringify(values));
    if (first === second) {
      throw new UsageError(
        `The command of ${setUp.option} for ${operation.name} printed the same values twice; each call should make another resource: ${setUp.redact(setUp.command)}`,
      );
    }
    resources[operation.name] = made;
  }
  return resources;
}

/** Runs the command, and ends it with all its children where it does not end in time. @returns its stdout. */
function runSetUp(operation: Operation, setUp: SetUp): Promise<string> {
  const { command, env, signal, redact, timeoutMs = TIMEOUT } = setUp;
  return new Promise((resolve, reject) => {
    const { child, tree } = spawnShell(command, { ...env, ESPALIER_OPERATION: operation.name });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-MOST_OUTPUT);
    });
    const printed = keepLastLines([child.stderr], redact);
    const finish = (why?: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      if (why === undefined) return resolve(stdout);
      tree.signal('SIGKILL');
      letGo(child);
      reject(
        new UsageError(`The command of ${setUp.option} for ${operation.name} ${why}: ${redact(command)}\n${printed()}`),
      );
    };
    const interrupt = () => finish('was interrupted');
    const timer = setTimeout(() => finish(`did not end within ${timeoutMs} ms`), timeoutMs);
    child.on('error', ({ message }) => finish(`could not be started (${message})`));
    child.on('close', (code, killer) => {
      finish(code === 0 ? undefined : code === null ? `was ended by ${killer}` : `failed with exit code ${code}`);
    });
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
  });
}

/** Reads `{"id": 101}` or lines of `id=101`. */
function readValues(stdout: string, operation: Operation, names: readonly string[], setUp: SetUp): Values {
  const { redact } = setUp;
  const text = stdout.trim();
  const printed = text.startsWith('{') ? fromJson(text) : fromLines(text);
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = printed[name];
    const parameter = pathParameters(operation).find((each) => each.name === name);
    if (value === undefined || !parameter?.accepts(value)) {
      const wrong =
        value === undefined ? `no "${name}"` : `"${redact(value)}" for "${name}", which ${whyUnusable(value)}`;
      throw new UsageError(
        `The command of ${setUp.option} for ${operation.name} printed ${wrong}. It should print {"${name}": …} or ${name}=… on stdout; it printed: ${redact(text).slice(0, 200) || 'nothing'}`,
      );
    }
    values[name] = value;
  }
  return values;
}

function whyUnusable(value: string): string {
  return isNoSegment(value) ? 'cannot stand in a path' : 'is not of its declared type';
}

function fromJson(text: string): Record<string, string> {
  try {
    // Numbers as they are written: not every int64 survives JSON.parse.
    const { value, written } = readJson(text);
    const entries = Object.entries(value as object);
    const plain = entries.filter(([, each]) => ['string', 'number', 'boolean'].includes(typeof each));
    return Object.fromEntries(plain.map(([name, each]) => [name, written.get(`/${name}`) ?? String(each)]));
  } catch {
    return {};
  }
}

function fromLines(text: string): Record<string, string> {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf('=');
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}
