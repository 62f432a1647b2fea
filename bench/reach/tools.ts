/** The commands of the tools that `npm run bench:reach` runs beside each other. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PEER } from '../peer';
import type { Start } from './children';

export const TOOLS = ['espalier', 'schemathesis'] as const;
export type Tool = (typeof TOOLS)[number];

/** What both tools are given: where the service is, its contract, and who may use it. */
interface Given {
  readonly url: string;
  readonly contract: string;
  /** An authentication file of Web Fuzzing Commons. Both tools take its first user. */
  readonly auth: string | undefined;
}

const SEED = '1';

/** By default, the peer leaves an operation at its first failure. So that it reaches what it can, it goes on, with half of its examples. */
const OF_PEER = ['--continue-on-failure', '--max-examples', '50'];

/** What the table says of each tool. The rest of the command is the URL and the file of the contract. */
export const LEGEND: Readonly<Record<Tool, string>> = {
  espalier: `espalier verify URL --contract FILE --writes any --seed ${SEED}, with \`auth\` in espalier.yaml where there are users`,
  schemathesis: `schemathesis run FILE --url URL ${OF_PEER.join(' ')} --seed ${SEED}, all phases, with --auth-wfc where there are users (${PEER})`,
};

/**
 * Returns the command of a tool, and the folder in which it runs.
 * @param schemathesis the command of the peer.
 */
export function toolStart(tool: Tool, given: Given, folder: string, schemathesis: string): Start {
  const home = join(folder, 'tool');
  mkdirSync(home, { recursive: true });
  const log = join(folder, 'tool.log');
  return { command: COMMANDS[tool](given, home, schemathesis), folder: home, log, env: withoutSettings(home) };
}

const COMMANDS: Readonly<Record<Tool, (given: Given, home: string, schemathesis: string) => readonly string[]>> = {
  espalier({ url, contract, auth }, home) {
    const config = join(home, 'espalier.yaml');
    writeFileSync(config, auth === undefined ? '{}\n' : `auth: ${JSON.stringify(auth)}\n`);
    const cli = resolve('dist', 'src', 'cli', 'main.js');
    const args = ['--contract', contract, '--config', config, '--writes', 'any', '--seed', SEED];
    const reports = ['--report', 'terminal', '--report', 'json=report.json'];
    return [process.execPath, cli, 'verify', url, ...args, ...reports];
  },
  schemathesis: ({ url, contract, auth }, _, schemathesis) => [
    schemathesis,
    'run',
    contract,
    '--url',
    url,
    ...OF_PEER,
    '--seed',
    SEED,
    ...(auth === undefined ? [] : ['--auth-wfc', auth]),
  ],
};

/** The variables by which a user of this machine has set up the tools are not theirs here. */
function withoutSettings(home: string): NonNullable<Start['env']> {
  const names = Object.keys(process.env).filter((name) => /^(ESPALIER|SCHEMATHESIS)_/.test(name));
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), XDG_STATE_HOME: home };
}
