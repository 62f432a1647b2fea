/** `--setup COMMAND` lets a command of the user make resources that a run may use up. */

import { type Contract, isNoSegment, type Operation, pathParameters } from '../../contract/contract';
import { readJson } from '../../json/exactJson';
import type { Redact } from '../../redaction/redact';
import type { Values } from '../../routing/pathTemplate';
import { UsageError } from '../../support/errors';
import { runCommand } from './runCommand';

export interface SetUp {
  readonly command: string;
  /** How messages name the place where the user wrote the command, such as `--setup`. */
  readonly option: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Takes the token out of what the command printed. */
  readonly redact: Redact;
  /** The limit for one call, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Runs the command once for each resource that the operations need. A safe operation needs one. An operation that may change something
 * needs two: one for requests that must be refused, and one for the others.
 * @returns resources by operation name.
 * @throws UsageError if the command fails, takes too long, or does not print what is needed.
 */
export async function setUpResources(contract: Contract, setUp: SetUp): Promise<Record<string, Values[]>> {
  const resources: Record<string, Values[]> = {};
  for (const operation of contract.operations) {
    const names = pathParameters(operation).map(({ name }) => name);
    if (operation.unsupported !== undefined || names.length === 0) continue;
    const printed: Values[] = [];
    for (let missing = operation.safe ? 1 : 2; missing > 0; missing--) {
      printed.push(readValues(await runSetUp(operation, setUp), operation, names, setUp));
    }
    const [first, second] = printed.map((values) => JSON.stringify(values));
    if (first === second) {
      throw new UsageError(
        `The command of ${setUp.option} for ${operation.name} printed the same values twice; each call should make another resource: ${setUp.redact(setUp.command)}`,
      );
    }
    resources[operation.name] = printed;
  }
  return resources;
}

/** Runs the command. @returns its stdout. */
async function runSetUp(operation: Operation, setUp: SetUp): Promise<string> {
  const { command, env, redact, option } = setUp;
  const ran = await runCommand(command, { ...setUp, env: { ...env, ESPALIER_OPERATION: operation.name } });
  if (ran.failed === undefined) return ran.stdout;
  throw new UsageError(
    `The command of ${option} for ${operation.name} ${ran.failed}: ${redact(command)}\n${ran.printed()}`,
  );
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
    // Numbers are taken as they are written, since JSON.parse changes large ones (9007199254740993 → 9007199254740992).
    const { value, written } = readJson(text);
    const entries = Object.entries(value as object);
    const plain = entries.filter(([, member]) => ['string', 'number', 'boolean'].includes(typeof member));
    return Object.fromEntries(plain.map(([name, member]) => [name, written.get(`/${name}`) ?? String(member)]));
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
