/** Chooses numbers for several parameters at once, since a service may compare them: equal ones, rising and falling ones, and others below zero. */

import { type Operation, type Parameter, pathParameters } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import type { Values } from '../../src/routing/pathTemplate';

/** One number for each parameter. */
interface NumbersTogether {
  /** "a is 3, b is 4". */
  readonly name: string;
  readonly values: Values;
}

/** Gives a number to each place; `last` is that of the last one. Small numbers are more often of use to a service than large ones. */
const ROWS: readonly ((place: number, last: number) => number)[] = [
  () => 1,
  () => 0,
  () => -1,
  () => 0.5,
  (place) => place + 3,
  (place, last) => last - place + 3,
  (place) => 3 * 7 ** place,
  (place, last) => 3 * 7 ** (last - place),
  (place, last) => (place === last ? 2 : 3),
  (place) => (place === 0 ? 2 : 3),
  (place, last) => (place === last ? -3 : 7),
  (place) => (place === 0 ? -7 : 3),
  (place) => -7 + place,
];

/**
 * Returns numbers for the parameters of a path that takes several. Where one of them must be whole, a fraction is 1 there.
 * @returns nothing where anything was handed over for the path, or numbers may not be chosen freely.
 */
export function numbersTogether(operation: Operation, known: Known): NumbersTogether[] {
  const parameters = pathParameters(operation);
  const numbers = parameters.filter(({ types }) => types.length > 0 && types.every((type) => NUMERIC.has(type)));
  const isHanded = parameters.some(({ name }) => known.handedOver.handed(operation, name).length > 0);
  if (!operation.safe || isHanded || numbers.length < 2 || numbers.length < parameters.length) return [];
  const rows = ROWS.flatMap((numberAt) => {
    const texts = numbers.map((parameter, at) => textOf(parameter, numberAt(at, numbers.length - 1)));
    if (!numbers.every(({ accepts }, at) => accepts(texts[at] ?? ''))) return [];
    const name = numbers.map((parameter, at) => `${parameter.name} is ${texts[at]}`).join(', ');
    return [{ name, values: Object.fromEntries(numbers.map((parameter, at) => [parameter.name, texts[at] ?? ''])) }];
  });
  const unique = rows.filter(({ name }, at) => rows.findIndex((row) => row.name === name) === at);
  return unique.filter(({ values }) => known.contract.rival(operation, values) === undefined);
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'number']);

function textOf({ types }: Parameter, number: number): string {
  return String(types.includes('number') || Number.isInteger(number) ? number : 1);
}
