/** What many worlds showed, as a value, and as lines for a person. */

import type { Writes } from '../../../src/engine/model/probe';
import type { World } from '../world';
import type { BrokenProperty } from './properties';
import type { TriedFault, TriedWorld } from './tryWorld';

/** What one world showed. */
export interface WorldResult {
  readonly number: number;
  readonly world: World;
  readonly tried: TriedWorld;
  /** What the second judge objects to: a defect of worlds. */
  readonly objections: readonly string[];
  readonly faults: readonly TriedFault[];
  /** The least worlds that break the same, by class. */
  readonly least: readonly { readonly class: string; readonly world: World }[];
  readonly cpuMs: number;
}

/** Whether anything is as it must not be. Faults that are not found, and operations that are not reached, only lower a rate. */
export const isWrong = ({ tried, objections }: WorldResult) => tried.broken.length > 0 || objections.length > 0;

export function tellWorld(result: WorldResult): string[] {
  if (!isWrong(result)) return [];
  const { number, tried, objections, least, world } = result;
  const mode = tried.mode;
  return [
    `World ${number}, --writes ${mode}; again: npm run worlds -- --world ${number}`,
    ...firstOfClasses(tried.broken).map((each) => `  ${each.property}: ${each.class}: ${each.detail}`),
    ...objections.slice(0, 3).map((each) => `  the second judge objects, so worlds are wrong: ${each}`),
    ...(least.length > 0
      ? least.map((each) => `  least for "${each.class}": ${JSON.stringify(each.world)}`)
      : [`  ${JSON.stringify(world)}`]),
    '',
  ];
}

export const firstOfClasses = (broken: readonly BrokenProperty[]): BrokenProperty[] => [
  ...new Map([...broken].reverse().map((each) => [each.class, each])).values(),
];

export const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** @param seconds how long it took. */
export function tellAll(results: readonly WorldResult[], seconds: number): string[] {
  const wrong = results.filter(isWrong);
  const classes = new Map<string, number>();
  for (const { tried } of wrong)
    for (const { property, class: name } of firstOfClasses(tried.broken))
      classes.set(`${property}: ${name}`, (classes.get(`${property}: ${name}`) ?? 0) + 1);
  const sorted = [...results].sort((first, second) => first.cpuMs - second.cpuMs);
  const median = sorted[Math.floor(sorted.length / 2)]?.cpuMs ?? 0;
  const rates = ratesOf(results);
  return [
    `${results.length} worlds in ${Math.round(seconds)} s, ${Math.round((60 * results.length) / seconds)} a minute; ${Math.round(median)} ms of CPU in the median, faults included.`,
    `${wrong.length} of them break a property.`,
    ...[...classes].sort(([, first], [, second]) => second - first).map(([name, count]) => `  ${count} × ${name}`),
    ...rates.reached.map(
      ({ mode, part, whole }) =>
        `--writes ${mode}: ${part} of ${whole} operations answered with success (${percent(part, whole)})`,
    ),
    ...rates.faults.map(
      ({ name, whole, found, explained }) =>
        `${name.padEnd(14)} ${String(found).padStart(4)} of ${String(whole).padStart(4)} found (${percent(found, whole)}), ${percent(explained, whole)} at their place`,
    ),
  ];
}

interface Rates {
  /** The operations that were answered with success, by mode. */
  readonly reached: readonly { readonly mode: Writes; readonly part: number; readonly whole: number }[];
  /** The faults by class, and all of them at the end. */
  readonly faults: readonly {
    readonly name: string;
    readonly whole: number;
    readonly found: number;
    readonly explained: number;
  }[];
}

export function ratesOf(results: readonly WorldResult[]): Rates {
  const modes = [...new Set(results.map(({ tried }) => tried.mode))].sort();
  const faults = results.flatMap((result) => result.faults);
  const classes = [...new Set(faults.map((fault) => fault.class))].sort();
  const rate = (name: string, of: readonly TriedFault[]) => ({
    name,
    whole: of.length,
    found: of.filter(({ isFound }) => isFound).length,
    explained: of.filter(({ isExplained }) => isExplained).length,
  });
  return {
    reached: modes.map((mode) => {
      const of = results.filter(({ tried }) => tried.mode === mode).map(({ tried }) => tried);
      return { mode, part: sum(of.map(({ reached }) => reached)), whole: sum(of.map(({ operations }) => operations)) };
    }),
    faults: [
      ...classes.map((name) =>
        rate(
          name,
          faults.filter((fault) => fault.class === name),
        ),
      ),
      ...(faults.length > 0 ? [rate('all faults', faults)] : []),
    ],
  };
}

/** The faults that were not found, and the operations that were not reached, one a line. */
export function tellMissed(results: readonly WorldResult[]): string[] {
  const missed = results.flatMap(({ number, faults }) =>
    faults
      .filter(({ isFound }) => !isFound)
      .map(({ class: kind, name, mode }) => `missed: ${kind}: ${name} (world ${number}, --writes ${mode})`),
  );
  const unreached = results.flatMap(({ number, tried: { mode, unreached: some } }) =>
    some.map(({ id, reason = '' }) => `unreached: ${id} (world ${number}, --writes ${mode}): ${reason}`),
  );
  return [...missed, ...unreached];
}
