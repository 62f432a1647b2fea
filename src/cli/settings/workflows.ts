/** The workflows that a command line names, as a script for the run. */

import type { Contract } from '../../contract/contract';
import type { ConsentSettings } from '../../engine/model/settings';
import type { JsonValue } from '../../json/value';
import { UsageError } from '../../support/errors';
import { scriptOf } from '../../workflows/runWorkflows';
import type { Script } from '../../workflows/script';
import type { Workflow } from '../../workflows/workflow';
import { readWorkflows } from '../../workflows/workflowFile';
import type { VerifyFlags } from './options';

/**
 * Reads the workflows of a command line.
 * @param handOver writes how an input of that name is handed over, where it is not an option of the command.
 * @returns undefined if there are none.
 * @throws UsageError, ContractError for a document that cannot be used.
 */
export function readScript(
  flags: VerifyFlags,
  contract: Contract,
  { writes }: Pick<ConsentSettings, 'writes'>,
  handOver?: (name: string) => string,
): Script | undefined {
  const { workflow: files, workflowInput = [], shard, processes = 1 } = flags;
  if (!files) {
    if (workflowInput.length > 0)
      throw new UsageError('--workflow-input is for workflows; name their file with --workflow.');
    return undefined;
  }
  if (shard !== undefined || processes > 1)
    throw new UsageError(
      'The steps of a workflow follow each other; leave --shard and --processes out with --workflow.',
    );
  const workflows = files.flatMap((file) => [...readWorkflows(file, contract).workflows.values()]);
  const option = flags.stepsAlone ? '--input' : '--workflow-input';
  const inputs = readInputs(workflowInput, workflows, option);
  const script = scriptOf(workflows, inputs, handOver ?? ((name) => `${option} ${name}=…`));
  const unsafe = script.steps.find(({ operation }) => !operation.safe);
  if (unsafe && writes === 'handed-over')
    throw new UsageError(
      `The step ${unsafe.name} may change something: ${unsafe.operation.name}. Say what it may touch: --writes own for what the run made itself, --writes any for a throw-away service.`,
    );
  return script;
}

/** `limit=5` gives a number, `name=x` a text: what is JSON is read as that. */
function readInputs(
  pairs: readonly string[],
  workflows: readonly Workflow[],
  option: string,
): Record<string, JsonValue> {
  const known = new Set(workflows.flatMap(({ inputs }) => [...inputs.keys()]));
  const entries = pairs.map((pair): [string, JsonValue] => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (at < 1) throw new UsageError(`${option} ${pair} has no name; write it as NAME=VALUE.`);
    if (!known.has(name))
      throw new UsageError(`No workflow has an input "${name}". There are: ${[...known].join(', ') || 'none'}.`);
    return [name, valueOfText(pair.slice(at + 1))];
  });
  return Object.fromEntries(entries);
}

function valueOfText(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue;
    // A long number would lose its last digits.
    return typeof value === 'number' && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}
