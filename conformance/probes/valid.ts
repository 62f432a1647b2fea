import { type Operation, pathParameters, type SecurityAlternative } from '../../src/contract/contract';
import type { Case, Claim, WaitsFor } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { withLooks } from '../chains/givenChain';
import { linkedCases } from '../chains/linkedRequests';
import { anew, referring } from '../chains/makeResources';
import { isFree, makesOwn } from '../chains/mayMake';
import { existing, givenInPlaceOf, handOver, handOverCredential, likely, textsFor } from '../chains/resources';
import { distinct, marked, withOwnText } from '../chains/tellableInputs';
import { inputsOf } from '../inputs/inputs';
import type { ValidInput } from '../inputs/parts/combineInputs';
import { describeAlternative, type Resource, type Right, rights, toCase } from '../inputs/toCase';
import { edgeValues } from '../values/pathValues';

/** Asks as the contract says, for something that exists. Comes after what must be refused, for it may use it up. */
export const valid: Probe = {
  name: 'valid',
  plan(operation, known) {
    const { valid: all, missing } = inputsOf(operation, known);
    const inputs = recognisable(operation, known, all);
    const ways = rights(operation, known);
    const [letIn] = ways;
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
    const expect = known.handedOver.expect(operation);
    // What a request uses up can be asked for once; what it leaves, as often as there is something to show.
    const usedUp = operation.method === 'DELETE' && !known.wanted.everythingExists;
    const further = usedUp || isUnconfined(operation, known) ? [] : inputs.slice(1);
    // Each credential is shown. What a request uses up is asked for with each of them in turn.
    const otherWays = usedUp || isUnconfined(operation, known) ? [] : ways.slice(1);
    // Where a body is optional, the plainest request has none, and shows little of an operation that changes something.
    const withBody = further.find(({ input }) => plain.input.body === undefined && input.body !== undefined);
    const ends = endsOf(operation, known, first);
    return {
      cases: [
        ...resources.flatMap((resource, at) => {
          const input = usedUp ? (inputs[at % inputs.length] ?? plain) : plain;
          const way = (usedUp ? ways[at % ways.length] : letIn) ?? letIn;
          const asked = ask(operation, known, way, resource, input, input.handedOver ? expect : undefined);
          const planned = at === 0 ? asPlainest(asked) : asked;
          // Of several, the last one is that which nothing that is to be refused was sent to.
          const isLast = usedUp && at === resources.length - 1 && isGivenThing(resource, operation);
          return isLast ? withLooks(planned, known) : planned;
        }),
        ...otherWays.map((way) => {
          const input = makesOwn(operation, known) ? marked(operation, plain.input, known) : plain.input;
          // What changes something may be refused a second time, such as what makes a thing of the same name.
          const handedOver = plain.handedOver && operation.safe;
          return ask(operation, known, way, first, { ...plain, input, handedOver });
        }),
        ...further.map((input) => {
          const asked = ask(operation, known, letIn, first, input);
          return input === withBody ? asPlainest(asked) : asked;
        }),
        ...linkedCases(operation, known),
        ...ends.map(({ resource, what }) => {
          const { authorisation, authorised } = letIn;
          const { input, handedOver } = plain;
          return toCase('valid', what, operation, resource, { input, authorisation, authorised, handedOver });
        }),
      ],
      missing: existing(operation, known).length > 0 || isFree(operation, known) ? [] : handOver(operation, known),
    };
  },
};

/** Tells whether a resource is a thing that the user has handed over. */
function isGivenThing({ made, handedOver }: Resource, operation: Operation): boolean {
  return !made && handedOver && pathParameters(operation).length > 0;
}

function asPlainest(each: Case): Case {
  return { ...each, claim: { ...each.claim, isPlainest: true } };
}

/** Returns the inputs so that what is made with them is found again, whatever is answered. */
function recognisable(operation: Operation, known: Known, inputs: readonly ValidInput[]): readonly ValidInput[] {
  if (!makesOwn(operation, known)) return inputs;
  return inputs.flatMap((each, at) => {
    if (at > 0) return [{ ...each, input: marked(operation, each.input, known) }];
    const plain = distinct(operation, each.input, known);
    const told = withOwnText(operation, plain, known);
    // What the contract gives may have no text. Beside one, what is made of it can be told from all else.
    const withText = { ...each, name: `${each.name}, with a text of its own`, input: told };
    return told === plain ? [{ ...each, input: plain }] : [withText, { ...each, input: plain }];
  });
}

/** Tells whether nothing confines what an operation changes. Only what was handed over is sent to it. */
function isUnconfined(operation: Operation, known: Known): boolean {
  return pathParameters(operation).length === 0 && !isFree(operation, known) && !makesOwn(operation, known);
}

/** Asks about a resource, after what the input refers to was made. @param expect what the answer has to be, as it was handed over. */
function ask(
  operation: Operation,
  known: Known,
  { alternative, ...way }: Right,
  resource: Resource,
  { name, input, edges, handedOver }: ValidInput,
  expect?: Claim['expect'],
): Case {
  const other = anew(operation, known, resource);
  const { resource: about, ...fills } = referring(operation, known, other ?? resource, input);
  const otherwise = givenInPlaceOf(resource, operation, known);
  const places = fills.fills?.map(({ pointer }) => pointer) ?? [];
  const atEnds = edges?.filter(({ subject }) => !places.some((place) => `${subject}/`.startsWith(`${place}/`))) ?? [];
  const more = {
    ...(other ? { step: 'make' as const } : {}),
    ...(atEnds.length === 0 ? {} : { edges: atEnds }),
    ...(expect === undefined ? {} : { expect }),
  };
  const asked = { input, ...way, handedOver, otherwise, ...fills, ...more };
  return toCase('valid', nameOf(way.isFurther ? wayOf(alternative) : name, fills), operation, about, asked);
}

/** "with the key X-Api-Key". */
function wayOf(alternative: SecurityAlternative | undefined): string {
  return `with ${describeAlternative(alternative)}`;
}

/** Returns the resources at the ends of the types that are declared in the path: where everything exists, they do, too. */
function endsOf(operation: Operation, known: Known, first: Resource): { resource: Resource; what: string }[] {
  if (!known.wanted.everythingExists) return [];
  return pathParameters(operation).flatMap((parameter) => {
    const valuesWith = (text: string) => ({ ...first.values, [parameter.name]: text });
    const isFurther = (text: string) =>
      text !== first.values[parameter.name] && !known.contract.rival(operation, valuesWith(text));
    const edges = edgeValues(parameter, known.chance.random(operation));
    const further =
      edges.length > 0
        ? edges
        : textsFor(parameter, known)
            .filter(isFurther)
            .map((text) => ({ text, why: `"${text}"` }));
    return further.map(({ text, why }) => ({
      resource: { ...first, values: valuesWith(text) },
      what: `${parameter.name} is ${why}`,
    }));
  });
}

/** What stands in place of a boundary shows it no more. */
function nameOf(name: string, { fills = [] }: WaitsFor): string {
  const filled = fills.find(({ pointer }) => name.includes(`${pointer} is `));
  return filled ? `with bounds beside ${filled.pointer}, which is there` : name;
}
