import { pathParameters } from '../../src/contract/contract';
import type { WaitsFor } from '../../src/engine/model/case';
import type { Probe } from '../../src/engine/model/probe';
import { inputsOf } from '../requests/inputs';
import { linkedCases } from '../requests/linkedRequests';
import { distinct, makesOwn, marked, referring } from '../requests/makeResources';
import {
  existing,
  givenInPlaceOf,
  handOver,
  handOverCredential,
  isFree,
  likely,
  textsFor,
} from '../requests/resources';
import { right, toCase } from '../requests/toCase';
import { edgeValues } from '../values/pathValues';

/** Asks as the contract says, for something that exists. Comes after what must be refused, for it may use it up. */
export const valid: Probe = {
  name: 'valid',
  plan(operation, known) {
    const { valid: all, missing } = inputsOf(operation, known);
    // What it makes is to be found again, whatever is answered.
    const inputs = !makesOwn(operation, known)
      ? all
      : all.map((each, at) => ({ ...each, input: (at === 0 ? distinct : marked)(operation, each.input, known) }));
    const letIn = right(operation, known);
    const resources = likely(operation, known);
    const [first] = resources;
    const [plain] = inputs;
    if (!letIn || !first || !plain) {
      const wanted = [
        ...(letIn ? [] : handOverCredential(operation, known)),
        ...(first ? [] : handOver(operation, known)),
        ...missing,
      ];
      return { cases: linkedCases(operation, known), missing: wanted };
    }
    const { authorisation, authorised } = letIn;
    const expect = known.handedOver.expect(operation);
    const expected = (handedOver: boolean) => (handedOver && expect !== undefined ? { expect } : {});
    // What a request uses up can be asked for once; what it leaves, as often as there is something to show.
    const usedUp = operation.method === 'DELETE' && !known.wanted.everythingExists;
    // Where nothing confines what it changes, only what was handed over is sent.
    const unconfined =
      pathParameters(operation).length === 0 && !isFree(operation, known) && !makesOwn(operation, known);
    const further = usedUp || unconfined ? [] : inputs.slice(1);
    // Where everything exists, the ends of the declared types do, too.
    const edges = pathParameters(operation).flatMap((parameter) => {
      if (!known.wanted.everythingExists) return [];
      const ends = edgeValues(parameter, known.chance.random(operation));
      if (ends.length > 0) return ends.map(({ text, why }) => ({ parameter, text, why }));
      const { values } = first;
      const texts = textsFor(parameter, known).filter(
        (text) =>
          text !== values[parameter.name] && !known.contract.rival(operation, { ...values, [parameter.name]: text }),
      );
      return texts.map((text) => ({ parameter, text, why: `"${text}"` }));
    });
    return {
      cases: [
        ...resources.map((resource, at) => {
          const { name, input, handedOver } = usedUp ? (inputs[at % inputs.length] ?? plain) : plain;
          const { resource: about, ...fills } = referring(operation, known, resource, input);
          const otherwise = givenInPlaceOf(resource, operation, known);
          const asked = { input, authorisation, authorised, handedOver, otherwise, ...fills, ...expected(handedOver) };
          return toCase('valid', nameOf(name, fills), operation, about, asked);
        }),
        ...further.map(({ name, input, handedOver }) => {
          const { resource: about, ...fills } = referring(operation, known, first, input);
          return toCase('valid', nameOf(name, fills), operation, about, {
            input,
            authorisation,
            authorised,
            handedOver,
            otherwise: givenInPlaceOf(first, operation, known),
            ...fills,
          });
        }),
        ...linkedCases(operation, known),
        ...edges.map(({ parameter, text, why }) => {
          const resource = { ...first, values: { ...first.values, [parameter.name]: text } };
          const { input, handedOver } = plain;
          const asked = { input, authorisation, authorised, handedOver };
          return toCase('valid', `${parameter.name} is ${why}`, operation, resource, asked);
        }),
      ],
      missing: existing(operation, known).length > 0 || isFree(operation, known) ? [] : handOver(operation, known),
    };
  },
};

/** What stands in place of a boundary shows it no more. */
function nameOf(name: string, { fills = [] }: WaitsFor): string {
  const filled = fills.find(({ pointer }) => name.includes(`${pointer} is `));
  return filled ? `with bounds beside ${filled.pointer}, which is there` : name;
}
