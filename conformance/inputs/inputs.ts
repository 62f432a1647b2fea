/**
 * Makes the inputs of an operation, apart from its path: valid inputs that together show every boundary of its parameters and its body,
 * and invalid inputs, each of which breaks one clause.
 */

import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { isIgnored } from '../../src/contract/ignoredParameters';
import type { CaseViolation } from '../../src/engine/model/case';
import type { Known, LeftOut } from '../../src/engine/model/probe';
import { CONSENTS } from '../../src/engine/plan/consents';
import { isToken } from '../../src/http/fields';
import { type Input, NO_INPUT } from '../../src/serialization/input';
import { createRecent, lazy, remembered } from '../../src/support/caching';
import { type Parts, sharedWork } from '../../src/support/letOthersRun';
import { usersValues } from '../sparing/usersValues';
import { ALL_OF_OPERATION } from '../values/effort';
import { createGenerator } from '../values/generator';
import type { Ideas } from '../values/makerTypes';
import { type BodySlot, bodySlots, type Unbroken, writtenMedia } from './parts/bodySlot';
import { combineInParts, join, type Slot, type ValidInput } from './parts/combineInputs';
import { parameterSlot } from './parts/parameterSlot';

interface InvalidInput {
  readonly name: string;
  readonly input: Input;
  readonly violation: CaseViolation;
}

interface Inputs {
  /** The valid inputs, the plainest first. */
  readonly valid: readonly ValidInput[];
  readonly invalid: readonly InvalidInput[];
  /** Makes them ahead, and stops after each part. */
  readonly invalidAhead: () => Parts<void>;
  /** Returns the plainest valid input with names that nothing else has, others at each call. */
  readonly anew: () => Input;
  /** Clauses at further places of the body, where an invalid input breaks them only if all is wanted (`--thorough`). */
  readonly unbroken: () => readonly Unbroken[];
  /** Reasons why the operation cannot be asked at all. */
  readonly missing: readonly string[];
  /** Why nothing is sent: every body that could be made up might touch things that the run did not make. */
  readonly leftOut?: LeftOut;
  /** Clauses of the body that are not exercised, since that might touch things that the run did not make, by file and pointer, and why. */
  readonly spared: ReadonlyMap<string, string>;
}

/** Inputs whose pieces are made one by one, each when it is first asked for. */
interface Beginning {
  /** Makes them all ahead, and stops after each part. */
  readonly ahead: () => Parts<void>;
  readonly inputs: () => Inputs;
}

/** For how many operations inputs are kept: the one that is being planned, and those that make the things that it needs. */
const MOST_KEPT = 8;

/** Returns the inputs of an operation. All probes get the same ones. */
export function inputsOf(operation: Operation, known: Known): Inputs {
  return beginningOf(operation, known).inputs();
}

/** Makes the inputs of an operation, and stops after each part of them, so that others can run meanwhile. */
export function prepareInputs(operation: Operation, known: Known): Parts<void> {
  return beginningOf(operation, known).ahead();
}

function beginningOf(operation: Operation, known: Known): Beginning {
  return begunOf(known)(operation, () => beginInputs(operation, known));
}

const begunOf = remembered((_: Known) => createRecent<Operation, Beginning>(MOST_KEPT));

/** Returns the plainest valid input, which is kept for all requests that make things with it; undefined if none can be made. */
export function plainInput(operation: Operation, known: Known): Input | undefined {
  return plainInputs(known)(operation);
}

const plainInputs = remembered((known: Known) =>
  remembered((operation: Operation) => inputsOf(operation, known).valid[0]?.input),
);

/**
 * Returns the plainest valid input, with a body where the contract has one for an operation that changes something. Few authors of contracts say
 * that it is required, and a service that demands it says nothing else of a request without it.
 */
export function inputWithBody(operation: Operation, known: Known): Input | undefined {
  const plain = plainInput(operation, known);
  if (!plain || plain.body || !operation.requestBody || operation.safe) return plain;
  return inputsOf(operation, known).valid.find(({ input }) => input.body)?.input ?? plain;
}

function beginInputs(operation: Operation, known: Known): Beginning {
  const generator = createGenerator({
    direction: 'request',
    // Two runs with one seed never send the same names, in whatever place.
    seed: operation.safe || operation.method === 'DELETE' ? known.chance.seed : known.chance.own,
    thorough: known.wanted.thorough,
    most: ALL_OF_OPERATION,
    ...ideasFor(operation, known),
  });
  const media = (operation.requestBody?.media ?? []).map((each) =>
    sharedWork(() => writtenMedia(operation, each, known, generator)),
  );
  const bodies = lazy(() =>
    bodySlots(
      operation,
      known,
      media.map((each) => each.result()),
    ),
  );
  const parameters = operation.parameters
    .filter((parameter) => parameter.in !== 'path' && !isIgnored(parameter, operation))
    .map((parameter) => sharedWork(() => parameterSlot(operation, parameter, known, generator)));
  const slots = parameters.map((each) => each.result);
  const inputs = sharedWork(() => makeInputs(operation, known, bodies, slots));
  const ahead = function* (): Parts<void> {
    for (const each of [...media, ...parameters]) {
      yield* each.parts();
      yield;
    }
    const { valid, invalidAhead } = yield* inputs.parts();
    yield;
    if (valid.length === 0) return;
    for (const slotOf of [...slots, () => bodies()[0]]) {
      yield* slotOf()?.invalidAhead() ?? [];
      yield;
    }
    yield* invalidAhead();
  };
  return { ahead, inputs: inputs.result };
}

/** What the user makes for places of an operation, in place of what would be made up. */
function ideasFor(operation: Operation, known: Known): { readonly ideas?: Ideas } {
  return known.handedOver.makers.length === 0 ? {} : { ideas: usersValues(operation, known).ideas };
}

/** @param bodiesOf, @param parameters make each slot when they are first called. */
function* makeInputs(
  operation: Operation,
  known: Known,
  bodiesOf: () => readonly BodySlot[],
  parameters: readonly (() => Slot)[],
): Parts<Inputs> {
  const bodies = bodiesOf();
  const slots: readonly Slot[] = [...parameters.map((parameter) => parameter()), ...bodies];
  const spared = new Map(slots.flatMap((slot) => [...(slot.spared ?? [])]));
  const impossible = slots.filter(({ required, valid }) => required && valid.length === 0);
  if (impossible.length > 0) {
    const missing = impossible.map(({ missing: wanted = '' }) => wanted);
    const [why] = bodies.flatMap(({ required, valid: [any], whyNone }) =>
      required && !any && whyNone ? [whyNone] : [],
    );
    const leftOut = why === undefined ? {} : { leftOut: { reason: why, wanted: false, handOver: [CONSENTS.body] } };
    return { ...NOTHING_VALID, missing, spared, ...leftOut };
  }
  const combined = yield* combineInParts(slots, known.wanted.thorough);
  const base = combined[0]?.input ?? NO_INPUT;
  const valid = [...combined, ...accepting(operation, base, known)];
  const renamed = (input: Input): Input => {
    const fresh = input.body && input.body === base.body ? bodies[0]?.anew() : undefined;
    return fresh ? { ...input, body: fresh } : input;
  };
  const broken = sharedWork(function* (): Parts<InvalidInput[]> {
    const inputs: InvalidInput[] = [];
    for (const slot of slots) {
      const rest = without(base, slot);
      const own = slot.invalid().map(({ shows, part, violation }) => ({ name: shows, part, violation }));
      for (const { name, part, violation } of own) inputs.push({ name, input: renamed(join(rest, part)), violation });
      yield;
    }
    for (const each of missingParts(slots, base)) {
      inputs.push({ ...each, input: renamed(each.input) });
      yield;
    }
    return inputs;
  });
  return {
    valid,
    get invalid() {
      return broken.result();
    },
    *invalidAhead() {
      yield* broken.parts();
    },
    anew: () => renamed(base),
    unbroken: () => bodies.flatMap((body) => [...body.unbroken()]),
    missing: [],
    spared,
  };
}

const NOTHING_VALID = {
  valid: [],
  invalid: [],
  *invalidAhead(): Parts<void> {
    // There is nothing to make.
  },
  anew: () => NO_INPUT,
  unbroken: () => [],
} as const;

/**
 * Makes an input with `Accept` for each further media type of a success. Without it, a service answers with the type that it prefers
 * (RFC 9110 §12.5.1). A service need not have each type for every thing.
 */
function accepting(
  operation: Operation,
  input: Input,
  { handedOver: { headerNames } }: Pick<Known, 'handedOver'>,
): ValidInput[] {
  if (headerNames.includes('accept')) return [];
  const media = declaredSuccesses(operation).flatMap((response) => response.media);
  const types = [...new Set(media.map(({ type }) => type))];
  if (types.length < 2) return [];
  return types.filter(isRange).map((type) => ({
    name: `to be answered in ${type}`,
    input: join(input, { headers: [['Accept', type]] }),
    handedOver: false,
  }));
}

function isRange(type: string): boolean {
  const [main = '', sub = '', ...more] = type.split('/');
  return type !== '*/*' && more.length === 0 && isToken(main) && isToken(sub);
}

/** Returns the plain input without the part of a slot. */
function without(input: Input, { valid, required, handedOver }: Slot): Input {
  const [plain] = required || handedOver ? valid : [];
  if (!plain) return input;
  const { query = [], headers = [], cookies = [], body, condition, ownKey } = plain.part;
  return {
    ...(input.condition && !condition ? { condition: input.condition } : {}),
    ...(input.ownKey !== undefined && ownKey === undefined ? { ownKey: input.ownKey } : {}),
    query: input.query.filter((pair) => !query.some(({ name }) => name === pair.name)),
    headers: input.headers.filter(([name]) => !headers.some(([other]) => other === name)),
    cookies: input.cookies.filter((pair) => !cookies.some(({ name }) => name === pair.name)),
    body: body ? undefined : input.body,
  };
}

/** Makes inputs without each of the required parts. */
function missingParts(slots: readonly Slot[], base: Input): InvalidInput[] {
  return slots
    .filter(({ required, isNeverMissing, valid }) => required && !isNeverMissing && valid.length > 0)
    .map((slot) => ({
      name: `without ${slot.label}`,
      input: { ...without(base, slot), ...(slot.sentAnyway ? { without: ['user-agent'] } : {}) },
      violation: { clauseText: 'required: true', subject: slot.label, sent: 'nothing', clause: slot.clause },
    }));
}
