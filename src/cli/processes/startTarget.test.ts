import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { freePort } from '../../support/testing/ports.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { CLI, type Ended, runCli } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

lingerFor(10);

/** As it was built: what is tested is the whole way from the command line to the last process that ends. */
const STORE = join(CLI, '../../../proof/faults/plantStore/plantStore.js');
const TOKEN = 'secret-of-the-store';

let folder: string;
let port: number;
/** Marks every process that a test starts, so that what is left of them can be found. */
let mark: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-start-'));
  copyFileSync(join(__dirname, '../../../openapi.yaml'), join(folder, 'openapi.yaml'));
  mark = `mark-${process.pid}-${folder.slice(-6)}`;
  port = await freePort();
  writeFileSync(
    join(folder, 'store.js'),
    `const { behaveAsStore, startStore } = require(${JSON.stringify(STORE)});
     setTimeout(() => startStore(behaveAsStore(), { plants: [101n, 102n], token: '${TOKEN}', port: ${port} }), 200);`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command within this process. What it says of its progress, on a slow machine, is left out. */
async function verify(...options: string[]): Promise<Ended> {
  return verifyBy(runHere, options);
}

/** The same as a process of its own, which signals can be sent to. */
function verifyApart(...options: string[]): Promise<Ended> {
  return verifyBy(runCli, options);
}

async function verifyBy(run: typeof runHere, options: readonly string[]): Promise<Ended> {
  const args = ['verify', `http://127.0.0.1:${port}`, '--token', TOKEN, '--param', 'id=101', ...options];
  const ended = await run(args, { cwd: folder });
  return { ...ended, stderr: ended.stderr.replace(/^\d+ of \d+ exchanges, .*\n/gm, '') };
}

/** What is left of the processes that carry the mark on their command line. */
function left(): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(mark) && !/^\s*\d+ Z/.test(line) && !line.includes(CLI));
}

describe('a target that answers', () => {
  const commands: readonly (readonly [string, () => string])[] = [
    ['a plain command', () => `node store.js ${mark}`],
    ['a shell within the shell', () => `sh -c 'node store.js ${mark}; true'`],
    ['a child in the background', () => `node store.js ${mark} & node -e 'setInterval(Object, 1000)' ${mark}`],
    ['a child in a process group of its own', () => `setsid node store.js ${mark} & wait`],
    ['a shell that ends before its child', () => `node store.js ${mark} &`],
    ['an npm script', () => 'npm run --silent serve'],
  ];
  test.each(someOf(commands, 6))('is verified and ended: %s', async (name, command) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { serve: `node store.js ${mark}` } }));
    // One of them is the whole way from the command line to the last process that ends.
    const run = name === 'a plain command' ? verifyApart : verify;
    const { exitCode, stdout, stderr } = await run('--start', command());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('Outcome: conforms');
    expect(left()).toEqual([]);
  });

  (existsSync('/proc/self/environ') ? testWide : test.skip)(
    'is ended with a helper that has left its group and its session (skipped without /proc)',
    async () => {
      // Forked twice, as a daemon is: its parent has ended, and it holds no output open.
      const daemon = `setsid sh -c 'node -e "setInterval(Object, 99)" ${mark} > /dev/null 2>&1 &'`;
      expect((await verify('--start', `${daemon}; exec node store.js ${mark}`)).exitCode).toBe(0);
      expect(left()).toEqual([]);
    },
  );

  testWide('is made to end where it does not when asked', async () => {
    writeFileSync(join(folder, 'stubborn.js'), `process.on('SIGTERM', () => {}); require('./store.js');`);
    const { exitCode } = await verify('--start', `node stubborn.js ${mark}`);
    expect(exitCode).toBe(0);
    expect(left()).toEqual([]);
  });

  testWide('is started as the configuration says', async () => {
    writeFileSync(join(folder, 'espalier.yaml'), `start: node store.js ${mark}\nwait: 20\n`);
    expect((await verify()).exitCode).toBe(0);
    expect(left()).toEqual([]);
  });

  test('is waited for without being started', async () => {
    const store = spawn(process.execPath, ['store.js', mark], { cwd: folder });
    const { exitCode } = await verify('--wait', '20');
    store.kill();
    await once(store, 'close');
    expect(exitCode).toBe(0);
  });
});

describe('a target that serves its own contract', () => {
  const CONTRACT = {
    openapi: '3.1.0',
    info: { title: 'Health', version: '1' },
    paths: { '/health': { get: { responses: { 204: { description: 'well' } } } } },
  };
  beforeEach(() => {
    writeFileSync(
      join(folder, 'served.js'),
      `console.log('it is ' + process.env.STORE_PASSWORD);
       if (process.argv[2] === 'dies') process.exit(3);
       const answer = (request, response) => {
         if (request.url === '/openapi.json') return response.end(${JSON.stringify(JSON.stringify(CONTRACT))});
         response.writeHead(request.url !== '/health' ? 404 : request.method === 'GET' ? 204 : 405, { Allow: 'GET' }).end();
       };
       setTimeout(() => require('node:http').createServer(answer).listen(${port}, '127.0.0.1'), 200);`,
    );
  });
  const ask = (...options: string[]) =>
    runHere(['verify', `http://127.0.0.1:${port}`, ...options], {
      cwd: folder,
      env: { ...process.env, STORE_PASSWORD: 'correct-horse' },
    });
  const served = () => `http://127.0.0.1:${port}/openapi.json`;

  test('is started before the contract is read, and ended', async () => {
    const { exitCode, stdout, stderr } = await ask('--contract', served(), '--start', `node served.js ${mark}`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('Health 1  openapi.json');
    expect(left()).toEqual([]);
  });

  test('is started as the configuration says, which names the contract, too', async () => {
    const lines = [`contract: ${served()}`, `target: http://127.0.0.1:${port}`, `start: node served.js ${mark}`];
    writeFileSync(join(folder, 'espalier.yaml'), `${lines.join('\n')}\n`);
    const { exitCode } = await runHere(['verify'], { cwd: folder });
    expect({ exitCode, left: left() }).toEqual({ exitCode: 0, left: [] });
  });

  test('is waited for before the contract is read', async () => {
    const store = spawn(process.execPath, ['served.js', mark], { cwd: folder });
    const { exitCode } = await ask('--contract', served(), '--wait', '20');
    store.kill();
    await once(store, 'close');
    expect(exitCode).toBe(0);
  });

  test('is ended where the contract is not there', async () => {
    const nowhere = `http://127.0.0.1:${port}/nowhere.json`;
    const { exitCode, stderr } = await ask('--contract', nowhere, '--start', `node served.js ${mark}`);
    expect({ exitCode, left: left() }).toEqual({ exitCode: 2, left: [] });
    expect(stderr).toContain('was answered 404');
  });

  test('that dies shows what it printed, without secrets', async () => {
    const { exitCode, stderr } = await ask('--contract', served(), '--start', `node served.js dies ${mark}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('with exit code 3');
    expect(stderr).toContain('  | it is $STORE_PASSWORD');
  });
});

describe('a target that does not', () => {
  const commands: readonly (readonly [string, () => string, string])[] = [
    [
      'one that dies at once',
      () => `node -e 'console.log("it is ${TOKEN}"); throw new Error("no database")' ${mark}`,
      'ended, with exit code 1',
    ],
    ['a command that is not there', () => 'no-such-command', 'was not found (exit code 127)'],
    ['a file that cannot be executed', () => './store.js', 'cannot be executed (exit code 126)'],
    ['one that goes to the background', () => `node store.js ${mark} > log.txt 2>&1 &`, 'must stay in the foreground'],
    ['one that is killed', () => `kill -9 $$`, 'was ended by SIGKILL'],
  ];
  test.each(someOf(commands, 3))('%s', async (name, command, message) => {
    const { exitCode, stdout, stderr } = await verify('--start', command());
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/It printed/);
    expect(stderr).not.toContain(TOKEN);
    if (name === 'one that dies at once') {
      expect(stderr).toContain('  | it is $ESPALIER_TOKEN');
      expect(stderr).toContain('  | Error: no database');
    }
    expect(left()).toEqual([]);
  });

  testWide('only the last lines of much output are shown', async () => {
    const script = 'for (let n = 1; n < 99999; n++) console.log("line", n); process.exitCode = 7';
    const { stderr } = await verify('--start', `node -e '${script}' ${mark}`);
    const lines = stderr.split('\n').filter((line) => line.startsWith('  | '));
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toBe('  | line 99998');
  });

  test('never listens', async () => {
    const { exitCode, stderr } = await verify('--wait', '1', '--start', `node -e 'setInterval(Object, 99)' ${mark}`);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/the connection was refused.*waited 1 s.*\nIt printed nothing\.\n$/);
    expect(left()).toEqual([]);
  });

  testWide('listens and never answers', async () => {
    const script = `require("net").createServer().listen(${port}, "127.0.0.1")`;
    const { exitCode, stderr } = await verify('--wait', '1', '--start', `node -e '${script}' ${mark}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('takes connections, but does not answer; waited 1 s');
    expect(left()).toEqual([]);
  });

  testWide('is not there, and was only waited for', async () => {
    const { exitCode, stderr } = await verify('--wait', '1');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/the connection was refused.*waited 1 s/);
  });

  test.each(someOf(['TERM', 'INT', 'HUP', 'QUIT'], 4))(
    'is ended when SIG%s comes while it is waited for',
    async (name) => {
      const { exitCode, stderr } = await verifyApart(
        '--start',
        `kill -${name} $PPID; node -e 'setInterval(Object, 99)' ${mark}`,
      );
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: 'Interrupted before the target answered.\n' });
      expect(left()).toEqual([]);
    },
  );

  testWide('is ended at once when the signal comes twice', async () => {
    const stubborn = `node -e 'process.on("SIGTERM", Object); setInterval(Object, 99)' ${mark}`;
    const { exitCode } = await verifyApart(
      '--start',
      `trap : TERM; kill -INT $PPID; sleep 0.5; kill -INT $PPID; ${stubborn}`,
    );
    expect(exitCode).toBe(2);
    // What was killed takes a moment to be gone.
    for (const patience = Date.now() + 60_000; left().length > 0 && Date.now() < patience; ) await pause(50);
    expect(left()).toEqual([]);
  });
});

testWide('a daemon that holds the output open does not hold the run', async () => {
  const started = performance.now();
  const { exitCode } = await verify('--start', `(setsid sleep 100 &) ; exec node store.js ${mark}`);
  expect(exitCode).toBe(0);
  expect(performance.now() - started).toBeLessThan(90_000);
  expect(left()).toEqual([]);
});

test('what is there already is not verified in its place', async () => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { exitCode, stderr } = await verify('--start', `touch started; node store.js ${mark}`);
  server.close();
  await once(server, 'close');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^Something listens at http:\/\/127\.0\.0\.1:\d+ already, and would be verified/);
  expect(left()).toEqual([]);
});

test('a target that ends during the run is told, with what it printed last', async () => {
  writeFileSync(
    join(folder, 'crash.js'),
    `require('node:http').createServer((request, response) => {
       if (request.method === 'GET') return response.end();
       console.log('the database went away');
       process.exit(3);
     }).listen(${port}, '127.0.0.1');`,
  );
  const { stderr } = await verify('--start', `node crash.js ${mark}`);
  expect(stderr).toContain('The target of --start ended, with exit code 3');
  expect(stderr).toContain('  | the database went away');
});

test('--start needs to know where', async () => {
  const { exitCode, stderr } = await runHere(['verify', '--start', 'true'], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Name the URL');
});
