import { type Operation, type Parameter, pathParameters } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { createRandom } from '../../src/support/random';
import { existing, handOver, handOverCredential } from '../chains/resources';
import { plainInput } from '../inputs/inputs';
import { type Resource, right, toCase } from '../inputs/toCase';
import { lookalikes } from '../values/pathValues';

/** Asks, authorised, for other ids that a target which narrows numbers would take for the one that exists. */
export const lookalike: Probe = {
  name: 'lookalike',
  plan(operation, known) {
    const letIn = right(operation, known);
    const resources = existing(operation, known);
    const input = plainInput(operation, known);
    if (!letIn || resources.length === 0) {
      const wanted = resources.length > 0 ? [] : handOver(operation, known);
      return { cases: [], missing: [...(letIn ? [] : handOverCredential(operation, known)), ...wanted] };
    }
    if (!input) return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    // Another one than invalid values are made from, where there are enough: those may have used it up.
    const resource = resources[Math.max(0, resources.length - 2)];
    if (!resource) return { cases: [], missing: [] };
    const { made } = resource;
    const cases = pathParameters(operation).flatMap((parameter) => {
      const need = made?.needs[parameter.name];
      if (need)
        return ofMade(operation, parameter, known).map(({ name, as }) =>
          toCase('lookalike', name, operation, resource, {
            input,
            authorisation,
            authorised,
            needs: { ...made?.needs, [parameter.name]: { ...need, as } },
          }),
        );
      return lookalikes(parameter, resource.values[parameter.name] ?? '', known.chance.random(operation)).map(
        ({ text, why }) =>
          toCase('lookalike', `another ${parameter.name}, ${why}`, operation, resource, {
            input,
            authorisation,
            authorised,
            values: { ...resource.values, [parameter.name]: text },
          }),
      );
    });
    return { cases: lookedAt(operation, cases, resource, known), missing: [] };
  },
};

/**
 * Puts a look at what the run made before and after requests for other ids that may change it: nothing else shows that it was there, and that they
 * took it.
 */
function lookedAt(operation: Operation, cases: readonly Case[], resource: Resource, known: Known): readonly Case[] {
  const reader = known.contract.at(operation.path, 'GET');
  const letIn = reader && right(reader, known);
  const input = reader && plainInput(reader, known);
  if (!reader || !letIn || !input || cases.length === 0 || !resource.made || operation.safe) return cases;
  if (!known.wanted.selected(reader) || known.wanted.leftOut(reader)) return cases;
  const { authorisation, authorised } = letIn;
  const look = (what: string) =>
    toCase('state', what, reader, resource, { input, authorisation, authorised, step: 'look', awaits: 'there' });
  return [look('what was made'), ...cases, look('what requests for other ids left')];
}

/** Of a thing whose id is still to come. */
function ofMade({ name: operation }: Operation, parameter: Parameter, known: Known) {
  if (!parameter.types.includes('integer')) return [];
  return ['equal in its lowest 32 bits', 'equal once rounded to a double'].map((wanted) => ({
    name: `another ${parameter.name}, ${wanted}`,
    as: (text: string) =>
      lookalikes(parameter, text, createRandom(known.chance.seed, operation)).find(({ why }) => why === wanted)?.text,
  }));
}
