/**
 * `npm run worlds -- --count 100 --seed 7 --faults 2 --processes 2`: tries so many worlds, beginning with that number (one by chance, unless it is
 * given), each honestly and with so many faults. It prints what breaks a property, as the least world that does, and then the rates.
 * `npm run worlds -- --kept` tries the worlds that once showed a defect, and says which of these is still there.
 * `--with lists` tries the next worlds that say something of this choice, or of `naming.asked`. `--within 110` begins no world after so many seconds. `npm run worlds -- --world 7` tries this world alone, `--no-shrink` leaves worlds as they are, `--missed` lists the faults that were not found and the operations that were not reached,
 * and `--figures` writes the rates into the guide that speaks of them.
 */

import { parseArgs } from 'node:util';
import { inProcess, isOneOfSeveral, servePart } from '../processes/parts';
import { kept } from './kept';
import { writeFigures } from './run/figures';
import { runWorlds, type WorldsOptions } from './run/runWorlds';
import { isWrong, tellAll, tellMissed, tellWorld, type WorldResult } from './run/tally';
import { tryHonest } from './run/tryWorld';
import { type World, worldOf } from './world';

interface Wanted extends WorldsOptions {
  readonly count: number;
  readonly first: number;
  readonly processes: number;
  readonly tellsMissed: boolean;
  readonly writesFigures: boolean;
  readonly isOfKept: boolean;
  /** The choice that each world has to say something of. */
  readonly chosen: string | undefined;
}

/** What a process of several is told. */
interface Part {
  readonly numbers: readonly number[];
  readonly options: WorldsOptions;
}

/** Tries what is kept. @returns 1 if a world is open and should not be, or the other way round. */
async function tryKept(): Promise<number> {
  let wrong = 0;
  for (const { world, mode, showed, isTwice, isOpen = false } of kept) {
    const { broken } = await tryHonest(world, mode, isTwice);
    const isBroken = broken.length > 0;
    if (isBroken !== isOpen) wrong++;
    const state = isBroken ? (isOpen ? 'still open' : 'BROKEN AGAIN') : isOpen ? 'MENDED: remove isOpen' : 'holds';
    print([`${state}: ${showed}`, ...broken.map((each) => `  ${each.class}: ${each.detail}`)]);
  }
  return wrong > 0 ? 1 : 0;
}

async function main(wanted: Wanted): Promise<number> {
  if (wanted.isOfKept) return tryKept();
  const { count, first, chosen, processes, tellsMissed, writesFigures, isOfKept: _, ...options } = wanted;
  const begun = Date.now();
  const results: WorldResult[] = [];
  const onResult = (result: WorldResult) => {
    results.push(result);
    print(tellWorld(result));
  };
  const tell = () => {
    const sorted = results.sort((one, other) => one.number - other.number);
    print([...tellAll(sorted, (Date.now() - begun) / 1000), ...(tellsMissed ? tellMissed(sorted) : [])]);
  };
  // Who ends it early wants to know what was found so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      tell();
      process.exit(results.some(isWrong) ? 1 : 2);
    });
  const numbers = numbersFrom(first, count, chosen);
  const last = numbers.at(-1) ?? first;
  const again = `npm run worlds -- --seed ${first} --count ${count}${chosen ? ` --with ${chosen}` : ''}`;
  print([`Worlds ${first} to ${last}; again: ${again}`]);
  const shares = Array.from({ length: processes }, (_, part) => numbers.filter((_each, at) => at % processes === part));
  if (processes === 1) await runWorlds(numbers, options, onResult);
  else
    await Promise.all(
      shares.map((share) => inProcess<Part, WorldResult>(__filename, { numbers: share, options }, onResult)),
    );
  tell();
  if (writesFigures) writeFigures(results, first);
  if (results.length < count) print([`${count - results.length} worlds were not begun, since the time was over.`]);
  return results.some(isWrong) ? 1 : 0;
}

/** The numbers of so many worlds, all that there are or those that say something of a choice. */
function numbersFrom(first: number, count: number, chosen: string | undefined): number[] {
  const numbers: number[] = [];
  for (let number = first; numbers.length < count && number < first + 1000 * count; number++)
    if (chosen === undefined || saysOf(worldOf(number), chosen.split('.'))) numbers.push(number);
  return numbers;
}

/** Whether a world, or a kind of it, has a value at a path of names: `naming.asked`. */
function saysOf(world: World, names: readonly string[]): boolean {
  const valueIn = (value: unknown) =>
    names.reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
  return [world, ...(world.kinds ?? [])].some((each) => valueIn(each) !== undefined);
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** @throws Error for an unknown option, or a number that is none. */
function readArgs(args: readonly string[]): Wanted {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string' },
      seed: { type: 'string' },
      world: { type: 'string' },
      faults: { type: 'string' },
      within: { type: 'string' },
      processes: { type: 'string' },
      'no-shrink': { type: 'boolean' },
      missed: { type: 'boolean' },
      figures: { type: 'boolean' },
      kept: { type: 'boolean' },
      with: { type: 'string' },
    },
  });
  const numberOf = (name: 'count' | 'seed' | 'world' | 'faults' | 'processes' | 'within') => {
    const text = values[name];
    if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a number, not "${text}".`);
    return text === undefined ? undefined : Number(text);
  };
  const world = numberOf('world');
  const count = world === undefined ? (numberOf('count') ?? 30) : 1;
  return {
    count,
    first: world ?? numberOf('seed') ?? 1 + Math.floor(Math.random() * 1_000_000),
    faults: numberOf('faults') ?? 1,
    // Two cores at most: others may work on this machine.
    processes: Math.max(1, Math.min(2, count, numberOf('processes') ?? 2)),
    shrinks: values['no-shrink'] !== true,
    end: Date.now() + 1000 * (numberOf('within') ?? 86_400),
    tellsMissed: values.missed === true,
    writesFigures: values.figures === true,
    isOfKept: values.kept === true,
    chosen: values.with,
  };
}

if (isOneOfSeveral())
  servePart<Part, WorldResult>(({ numbers, options }, onResult) => runWorlds(numbers, options, onResult));
else
  main(readArgs(process.argv.slice(2))).then(
    (exitCode) => {
      process.exitCode = exitCode;
    },
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    },
  );
