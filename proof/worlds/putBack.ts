/**
 * `npm run worlds:defects -- --count 100 --seed 7 --within 120 NAME…`: puts defects back into a copy of the sources, one at a time, and tries worlds on
 * it until one breaks a property. Without names all are put back. What no world finds says which choice of worlds is missing.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Defect, defects, type TextChange } from './defects';
import { runWorlds } from './run/runWorlds';
import { isWrong, tellWorld, type WorldResult } from './run/tally';

interface Tries {
  readonly first: number;
  readonly count: number;
  /** In seconds, for each defect. */
  readonly within: number;
}

const ROOMS = ['src', 'conformance', 'mocks', 'proof', 'package.json', 'tsconfig.json', 'openapi.yaml'];

function main(args: readonly string[]): Promise<number> | number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
      within: { type: 'string', default: '600' },
      'in-copy': { type: 'boolean', default: false },
    },
  });
  const tries = { first: Number(values.seed), count: Number(values.count), within: Number(values.within) };
  if (values['in-copy']) return untilWrong(tries);
  const wanted = defects.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const missed = wanted.filter((defect) => !isFound(defect, tries));
  print(`${wanted.length - missed.length} of ${wanted.length} were found, from world ${tries.first} on.`);
  return missed.length > 0 ? 1 : 0;
}

/** Whether some world breaks a property on a copy with a defect. @throws Error if a text that it changes is no longer there once. */
function isFound({ name, about, changes }: Defect, { first, count, within }: Tries): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'espalier-defect-'));
  try {
    for (const room of ROOMS) cpSync(room, join(copy, room), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
    for (const change of changes) putInto(copy, change, name);
    const args = ['-r', 'esbuild-register', join('proof', 'worlds', 'putBack.ts'), '--in-copy'];
    const more = ['--seed', `${first}`, '--count', `${count}`, '--within', `${within}`];
    const { status, stdout } = spawnSync(process.execPath, [...args, ...more], { cwd: copy, encoding: 'utf8' });
    print(`${status === 1 ? 'found' : status === 0 ? 'MISSED' : 'BROKEN'}: ${name}: ${about}\n${stdout}`);
    return status === 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** @throws Error if the text that is changed is not there once. */
function putInto(copy: string, { file, from, to }: TextChange, name: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${name}: ${file} does not have this once: ${from}`);
  const changed = text.replace(from, () => to);
  writeFileSync(join(copy, file), changed);
}

/** @returns 1 if a world breaks a property. */
async function untilWrong({ first, count, within }: Tries): Promise<number> {
  const end = Date.now() + 1000 * within;
  let tried = 0;
  let wrong: WorldResult | undefined;
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const options = {
    faults: 0,
    shrinks: false,
    get end() {
      return wrong ? 0 : end;
    },
  };
  await runWorlds(numbers, options, (result) => {
    tried++;
    if (isWrong(result)) wrong ??= result;
  });
  print(`  ${tried} worlds were tried.${wrong ? `\n${tellWorld(wrong).join('\n')}` : ''}`);
  return wrong ? 1 : 0;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

Promise.resolve(main(process.argv.slice(2))).then((code) => process.exit(code));
