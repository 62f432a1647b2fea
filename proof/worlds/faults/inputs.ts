/** Clauses of the input that are not looked at, and odd but valid values that are answered 500. */

import type { JsonObject, JsonValue } from '../../../src/json/value';
import { createRandom } from '../../../src/support/random';
import type { OperationDesign, WorldFault } from '../design/design';
import { refuse } from '../service/refusals';
import {
  breaks,
  type NamedMember,
  readShapeText,
  shapeSchema,
  type ValueShape,
  wrongObjects,
  wrongValues,
} from '../shapes';
import { faultsOf } from './made';

const INPUT = { class: 'input', rules: ['invalid-input-refused'] } as const;
const ERROR = { class: 'server error', rules: ['no-server-error'] } as const;

/** A place is one of its parent's: an item of a list stands for all of them. */
const firstOf = (at: string) => at.split('/').slice(0, 2).join('/');

export function inputFaults(operation: OperationDesign): WorldFault[] {
  const { fault } = faultsOf(operation);
  const { body, parameters } = operation;
  const chance = createRandom(1, 'clauses');
  const ofBody = body && !body.whole ? wrongObjects(body.members, chance, body.closed) : [];
  const places = ofBody.map(({ at, clause }) => ({ place: `body${firstOf(at)}`, clause }));
  const ofQuery = parameters
    .filter(({ in: place, valueFor }) => place === 'query' && !valueFor)
    .flatMap(({ name, shape }) =>
      wrongValues(shape, chance)
        .filter(({ value }) => breaks(shape, readShapeText(shape, String(value))))
        .map(({ clause }) => ({ place: `query.${name}`, clause })),
    );
  const all = new Map([...places, ...ofQuery].map((each) => [`${each.place} ${each.clause}`, each]));
  return [...all.values()].map(({ place, clause }) =>
    fault(`${clause} of ${place} is not looked at`, INPUT, () => ({
      isBlindTo: (asked, at, broken) =>
        asked === operation && broken === clause && (at === place || at.startsWith(`${place}/`)),
    })),
  );
}

const SHORTEST = 'as short as it may be';
const GREATEST = 'as great as it may be';
const SMALLEST = 'as small as it may be';
const NAMELESS = 'a thing without its name could be that of anybody';
const REFERRING = 'it names whatever has that id, which may be that of anybody';

/** Values that are valid and seldom sent. */
function oddValues({ name, shape, required }: NamedMember): (readonly [string, (content: JsonObject) => boolean])[] {
  const schema = shapeSchema(shape);
  const is = (what: string, test: (value: JsonValue) => boolean) =>
    [`${name} is ${what}`, (content: JsonObject) => name in content && test(content[name] as JsonValue)] as const;
  const length = (value: JsonValue) => (typeof value === 'string' ? [...value].length : -1);
  const isPlainText = (shape.type ?? 'text') === 'text' && !shape.pattern;
  const bound = (keyword: string) => schema[keyword] as number | undefined;
  return [
    ...(isPlainText && bound('maxLength') !== undefined
      ? [is('as long as it may be', (value) => length(value) === bound('maxLength'))]
      : []),
    ...(isPlainText && (bound('minLength') ?? 0) <= 1
      ? [is(SHORTEST, (value) => length(value) === (bound('minLength') ?? 0))]
      : []),
    ...(bound('maximum') === undefined ? [] : [is(GREATEST, (value) => value === bound('maximum'))]),
    ...(bound('minimum') === undefined ? [] : [is(SMALLEST, (value) => value === bound('minimum'))]),
    ...(shape.type === 'list' && !bound('minItems')
      ? [is('an empty list', (value) => Array.isArray(value) && value.length === 0)]
      : []),
    ...(shape.nullable ? [is('null', (value) => value === null)] : []),
    ...(required ? [] : [[`${name} is left out`, (content: JsonObject) => !(name in content)] as const]),
  ];
}

export function oddValueFaults(operation: OperationDesign): WorldFault[] {
  const { fault } = faultsOf(operation);
  const [first] = operation.kind.members.filter((each) => each.name !== operation.kind.naming.member);
  // Without its name a thing cannot be found again, nor told from what somebody else has, so no client asks for that.
  const isNameless = (what: string) =>
    what === `${first?.name} is ${SHORTEST}` && (shapeSchema(first?.shape ?? {})['minLength'] ?? 0) === 0;
  const error = (what: string, is: (content: JsonObject, values: Record<string, JsonValue>) => boolean) =>
    fault(`a server error where ${what}`, ERROR, () => ({
      acts: (call, act) =>
        call.operation === operation && is(call.content, call.values)
          ? refuse(operation.kind.design, 500, 'Something went wrong.')
          : act(),
    }));
  const { members = [], isTooMuch, refers } = operation.body ?? {};
  // Whoever names the least id names what somebody else has.
  const isOfSomebody = (what: string) =>
    members.some(
      ({ name: member }) =>
        (refers?.has(member) || operation.kind.references.has(member)) && what === `${member} is ${SMALLEST}`,
    );
  const whyNobody = (what: string) => (isNameless(what) ? NAMELESS : isOfSomebody(what) ? REFERRING : undefined);
  const ofBody = members.flatMap((member) =>
    oddValues(member).filter(([what]) => {
      const greatest =
        what === `${member.name} is ${GREATEST}` ? (shapeSchema(member.shape)['maximum'] ?? 0) : undefined;
      return greatest === undefined || !isTooMuch?.({ [member.name]: greatest });
    }),
  );
  const ofQuery = operation.parameters.flatMap(({ in: place, name, shape }) =>
    place === 'query' ? oddNumbers(name, shape) : [],
  );
  return [
    ...ofBody.map(([what, is]) => {
      const unknowable = whyNobody(what);
      return { ...error(what, is), ...(unknowable === undefined ? {} : { unknowable }) };
    }),
    ...ofQuery.map(([what, is]) => error(what, (_, values) => is(values[name(what)] ?? null))),
  ];
}

const name = (what: string) => what.split(' ')[0] ?? '';

function oddNumbers(parameter: string, shape: ValueShape): (readonly [string, (value: JsonValue) => boolean])[] {
  const { maximum } = shapeSchema(shape);
  return maximum === undefined
    ? []
    : [[`${parameter} is as great as it may be`, (value) => value === maximum] as const];
}
