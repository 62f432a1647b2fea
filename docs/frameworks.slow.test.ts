/**
 * Goes through the guides of frameworks as a reader would: it makes what is to be made, starts the service, and runs the commands as they stand.
 * What follows the language of a block says when:
 *
 * - `sh prepare`: before all else, in a copy of the service of the guide.
 * - `sh serve`: starts the service, which the next blocks ask.
 * - `sh here`: ends with exit code 0 while the service is up.
 * - `yaml config file=espalier.yaml`: is that file, from there on.
 * - `sh alone`: the same, once the service has ended.
 * - `text output`: lines of what the last `sh here` has printed, in this order.
 *
 * Where a guide has two services, a block names the one that it is for (`sh serve=nest`); one that names none is for both.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CLI } from '../src/cli/tests/cli.testing';
import { freePort } from '../src/support/testing/ports.testing';
import { readCodeBlocks } from './site/markdown';
import { ROOT } from './site/pages';

interface Framework {
  readonly guide: string;
  /** The folder below `docs/services`, by which blocks name it, too. */
  readonly service: string;
  /** The port that the guide writes. */
  readonly port: number;
  /** The tools that it needs, each with arguments that show that it is there. */
  readonly tools: readonly (readonly string[])[];
}

const NODE: Framework['tools'] = [['npm', '--version']];
const FRAMEWORKS: readonly Framework[] = [
  { guide: 'fastapi', service: 'fastapi', port: 8000, tools: [['python3', '-m', 'venv', '--help']] },
  {
    guide: 'spring-boot',
    service: 'spring',
    port: 8080,
    tools: [
      ['java', '-version'],
      ['mvn', '--version'],
    ],
  },
  { guide: 'nestjs-express', service: 'nest', port: 3000, tools: NODE },
  { guide: 'nestjs-express', service: 'express', port: 3000, tools: NODE },
  { guide: 'go', service: 'go', port: 8888, tools: [['go', 'version']] },
];

/** `npx espalier` is the one of this repository. */
const NPX = `npx() { if [ "$1" = espalier ]; then shift; node ${JSON.stringify(CLI)} "$@"; else command npx "$@"; fi; }`;

const started: ChildProcess[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-framework-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) stop(child);
  rmSync(folder, { recursive: true, force: true });
});

function bash(code: string): ChildProcess {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `${NPX}\n${code}`], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', XDG_STATE_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  return child;
}

/** Ends a process with all that it has started. */
function stop({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function ended(child: ChildProcess): Promise<{ readonly exitCode: number | null; readonly printed: string }> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const exitCode = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  return { exitCode, printed };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ host: 'localhost', port });
    const finish = (is: boolean) => {
      socket.destroy();
      done(is);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}

async function untilListening(is: boolean, port: number): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if ((await isListening(port)) === is) return;
    await pause(100);
  }
  throw new Error(`Something ${is ? 'should listen' : 'listens still'} at port ${port}.`);
}

/** Goes through the blocks of a guide that are for one service. */
async function follow({ guide, service, port }: Framework): Promise<void> {
  cpSync(join(ROOT, 'docs/services', service), folder, { recursive: true });
  const own = await freePort();
  let serving: ChildProcess | undefined;
  let last = '';
  for (const { info, code, line } of readCodeBlocks(readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8'))) {
    const [, what = '', named] = /^(?:sh|yaml config|text) (\w+)(?:=(\S+))?/.exec(info) ?? [];
    if (named !== undefined && named !== service && named !== 'espalier.yaml') continue;
    const here = code.replaceAll(String(port), String(own));
    const at = `docs/guides/${guide}.md:${line}`;
    if (what === 'serve') {
      serving = bash(here);
      void ended(serving);
      await untilListening(true, own);
    } else if (what === 'file') writeFileSync(join(folder, 'espalier.yaml'), here);
    else if (what === 'output') {
      const lines = here.split('\n').filter((each) => each !== '');
      expect({ at, missing: lines.filter((each) => !last.includes(each)), last }).toEqual({ at, missing: [], last });
    } else if (what === 'prepare' || what === 'here' || what === 'alone') {
      if (what === 'alone' && serving) {
        stop(serving);
        await untilListening(false, own);
      }
      const { exitCode, printed } = await ended(bash(here));
      expect({ at, exitCode, printed }).toEqual({ at, exitCode: 0, printed });
      last = printed;
    }
  }
  expect(last).toContain('Outcome: conforms (exit 0)');
}

describe.each(FRAMEWORKS)('the guide $guide, with the service in $service', (framework) => {
  const missing = framework.tools.filter(([tool = '', ...args]) => spawnSync(tool, args).status !== 0);
  const names = missing.map(([tool]) => tool).join(' and ');
  if (missing.length > 0) test.skip(`is not run, since this machine has no ${names}`, () => {});
  else test('goes from the served contract to exit 0', () => follow(framework), 580_000);
});
