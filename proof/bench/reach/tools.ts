/** The commands of the tools that `npm run bench:reach` runs beside each other. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PEER } from '../peer';
import type { Start } from './children';
import type { JvmService } from './services';

export const TOOLS = ['espalier', 'schemathesis'] as const;
export type Tool = (typeof TOOLS)[number];

/** What both tools are given: where the service is, its contract, and who may use it. */
interface Given {
  readonly url: string;
  readonly contract: string;
  /** An authentication file of Web Fuzzing Commons. Both tools take its first user, and the others where that one is refused. */
  readonly auth: string | undefined;
  readonly credentials: JvmService['credentials'];
}

const SEED = '1';

/** By default, the peer leaves an operation at its first failure. So that it reaches what it can, it goes on, with half of its examples. */
const OF_PEER = ['--continue-on-failure', '--max-examples', '50'];

/** What the table says of each tool. The rest of the command is the URL and the file of the contract. */
export const LEGEND: Readonly<Record<Tool, string>> = {
  espalier: `espalier verify URL --contract FILE --writes any --seed ${SEED}, with \`auth\` in espalier.yaml, or --token and --credential, where there are credentials`,
  schemathesis: `schemathesis run FILE --url URL ${OF_PEER.join(' ')} --seed ${SEED}, all phases, with --auth-wfc or -H where there are credentials (${PEER})`,
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
  espalier({ url, contract, auth, credentials }, home) {
    const config = join(home, 'espalier.yaml');
    writeFileSync(config, auth === undefined ? '{}\n' : `auth: ${JSON.stringify(auth)}\n`);
    const cli = resolve('dist', 'src', 'cli', 'main.js');
    const args = ['--contract', contract, '--config', config, '--writes', 'any', '--seed', SEED];
    const ours = credentials
      ? ['--token', credentials.token, '--credential', `${credentials.key[0]}=${credentials.key[2]}`]
      : [];
    const reports = ['--report', 'terminal', '--report', 'json=report.json'];
    return [process.execPath, cli, 'verify', url, ...args, ...ours, ...reports];
  },
  schemathesis: ({ url, contract, auth, credentials }, _, schemathesis) => [
    schemathesis,
    'run',
    contract,
    '--url',
    url,
    ...OF_PEER,
    '--seed',
    SEED,
    ...(auth === undefined ? [] : ['--auth-wfc', auth]),
    ...(credentials
      ? ['-H', `Authorization: Bearer ${credentials.token}`, '-H', `${credentials.key[1]}: ${credentials.key[2]}`]
      : []),
  ],
};

/** The variables by which a user of this machine has set up the tools are not theirs here. */
function withoutSettings(home: string): NonNullable<Start['env']> {
  const names = Object.keys(process.env).filter((name) => /^(ESPALIER|SCHEMATHESIS)_/.test(name));
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), XDG_STATE_HOME: home };
}
