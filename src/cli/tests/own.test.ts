import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  NURSERY,
  NURSERY_TOKEN,
  type NurseryChanges,
  type RunningNursery,
  startNursery,
} from '../../../proof/faults/nursery/nursery';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { CLI, folderOf } from './cli.testing';
import { runHere } from './here.testing';

/** How many beds are there before a run, and are not ours. */
const BEDS = 300;

/** All that a nursery holds and that can be reached, byte for byte; of what was added since, the ids are told. What lay in a bed is gone with it. */
function contents({ kept }: RunningNursery, beds = BEDS) {
  const isThere = (path: string) => {
    const [, bed] = /^\/beds\/([^/]+)\//.exec(path) ?? [];
    return bed === undefined || kept.get('/beds')?.has(bed) === true;
  };
  const held = [...kept].filter(([path, things]) => things.size > 0 && isThere(path));
  const all = held.map(([path, things]) => [path, [...things]] as const);
  const added = all.flatMap(([path, things]) => things.flatMap(([id]) => (Number(id) <= beds ? [] : `${path}/${id}`)));
  return { added, hash: createHash('sha256').update(JSON.stringify(all)).digest('hex') };
}

async function withNursery(
  changes: NurseryChanges,
  use: (nursery: RunningNursery) => Promise<void>,
  beds = BEDS,
): Promise<void> {
  const nursery = await startNursery(changes, beds);
  try {
    await use(nursery);
  } finally {
    await nursery.close();
  }
}

const argsFor = ({ url }: RunningNursery, ...more: string[]) => [
  'verify',
  url,
  '--contract',
  NURSERY,
  '--token',
  NURSERY_TOKEN,
  '--writes',
  'own',
  ...more,
];

/** Asks only what is about beds, without the seedlings in them. */
const ONLY_BEDS = ['--operation', '* /beds/{bedId}', '--operation', '* /beds'];

/** Where the runs of a test keep what outlives them. */
const stateIn = (cwd: string) => ({ XDG_STATE_HOME: cwd });

/** What runs have left to be worked off. */
function journalsIn(cwd: string): string[] {
  const folder = join(cwd, 'espalier');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => !/^(journal\.key|last-.*)$/.test(name)).map((name) => join(folder, name));
}

/** Runs `espalier ARGS` until the service has been asked so often, then sends it a signal. */
function interrupted(cwd: string, signal: NodeJS.Signals) {
  let child: ChildProcess | undefined;
  let asked = 0;
  return {
    asked(isSafe: boolean) {
      if (++asked < 150 || !(isSafe || signal !== 'SIGKILL')) return;
      asked = Number.NEGATIVE_INFINITY;
      child?.kill(signal);
    },
    run: (args: readonly string[]) =>
      new Promise<number | null>((done) => {
        const env = { PATH: process.env['PATH'], ...stateIn(cwd) };
        child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: 'ignore' });
        child.on('close', done);
      }),
  };
}

testWide('a run with --writes own leaves 10,000 resources as they were, and nothing of its own', async () => {
  await withNursery(
    () => ({}),
    async (nursery) => {
      const before = contents(nursery, 10_000);
      const cwd = folderOf({});
      const { exitCode, stdout } = await runHere(argsFor(nursery), { cwd, env: stateIn(cwd) });
      expect(stdout).not.toContain('Left behind');
      expect(exitCode).toBe(0);
      expect(contents(nursery, 10_000)).toEqual(before);
      expect(journalsIn(cwd)).toEqual([]);
    },
    10_000,
  );
});

testWide('a run that is interrupted half-way removes what it made', async () => {
  const cwd = folderOf({});
  const { asked, run } = interrupted(cwd, 'SIGTERM');
  const changes: NurseryChanges = () => ({ first: ({ method }) => void asked(method === 'GET') });
  await withNursery(changes, async (nursery) => {
    const before = contents(nursery);
    expect(await run(argsFor(nursery, '--concurrency', '8'))).toBe(2);
    expect(contents(nursery)).toEqual(before);
    expect(journalsIn(cwd)).toEqual([]);
  });
});

test('a run that is killed half-way leaves a file by which --cleanup removes what it made', async () => {
  const cwd = folderOf({});
  const { asked, run } = interrupted(cwd, 'SIGKILL');
  const changes: NurseryChanges = () => ({ first: ({ method }) => void asked(method === 'GET') });
  await withNursery(changes, async (nursery) => {
    const before = contents(nursery);
    expect(await run(argsFor(nursery, '--concurrency', '1'))).toBeNull();
    expect(contents(nursery)).not.toEqual(before);
    const [file = ''] = journalsIn(cwd);
    expect(file).toMatch(/espalier-made-\d+-[0-9a-f]{8}\.jsonl$/);
    const { exitCode, stdout, stderr } = await runHere(
      ['verify', nursery.url, '--cleanup', file, '--contract', NURSERY, '--token', NURSERY_TOKEN],
      { cwd, env: stateIn(cwd) },
    );
    expect(stderr).toMatch(/^To be removed at http:\/\/127\.0\.0\.1:\d+: [^\n]*\n$/);
    expect(stdout).toMatch(/\d+ things? of \d+ removed\n$/);
    expect(contents(nursery)).toEqual(before);
    // An answer may have been there that was still watched for more, of which a list shows nothing, or nothing can be looked for.
    const told = stdout.split('\n').filter((line) => line.startsWith('POST '));
    const underWay =
      /: it was under way when the run ended, and may have made something( \([^()]*\))?(; GET \/\w+ shows nothing that is surely it)?$/;
    expect(told.filter((line) => !underWay.test(line))).toEqual([]);
    // What a list would show, and does not, is told once, and nothing is left to be done.
    const unknown = told.filter((line) => !line.endsWith('shows nothing that is surely it'));
    expect({ exitCode, files: journalsIn(cwd).length }).toEqual(
      unknown.length === 0 ? { exitCode: 0, files: 0 } : { exitCode: 2, files: 1 },
    );
  });
});

testWide('what was under way to be made when a run is killed is looked for in the list by --cleanup', async () => {
  const cwd = folderOf({});
  const { asked, run } = interrupted(cwd, 'SIGKILL');
  let made = 0;
  const changes: NurseryChanges = () => ({
    // A name that a run made up, and will never hear of again.
    first: ({ act, about, content, authorised }) => {
      const isOwn = authorised && act === 'create' && about === 'Bed' && /[0-9a-f]{8}/.test(String(content['name']));
      if (isOwn && ++made === 3) for (let more = 0; more < 150; more++) asked(true);
      return undefined;
    },
  });
  await withNursery(changes, async (nursery) => {
    const before = contents(nursery);
    // Things of one collection are made one after the other.
    expect(await run(argsFor(nursery, '--concurrency', '1', ...ONLY_BEDS))).toBeNull();
    expect(contents(nursery).added).not.toEqual([]);
    const [file = ''] = journalsIn(cwd);
    const args = ['verify', nursery.url, '--cleanup', file, '--contract', NURSERY, '--token', NURSERY_TOKEN];
    const { exitCode } = await runHere(args, { cwd, env: stateIn(cwd) });
    expect(exitCode).toBe(0);
    expect(contents(nursery)).toEqual(before);
    expect(journalsIn(cwd)).toEqual([]);
  });
});

test.each(
  someOf(
    [
      [
        'that its list does not show',
        { name: 'a-1a2b3c4d' },
        0,
        'shows nothing that is surely it',
        '0 things of 0 removed',
      ],
      ['of which no list can tell', {}, 2, 'and may have made something', '0 things of 1 removed'],
    ],
    2,
  ),
)('--cleanup tells of what was under way %s', async (_, like, code, message, closing) => {
  await withNursery(
    () => ({}),
    async (nursery) => {
      const before = contents(nursery);
      const lines = [{ target: nursery.url }, { intended: { number: 7, item: '/beds/{}', ids: [], like } }];
      const cwd = folderOf({ 'made.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
      const work = ['--cleanup', 'made.jsonl', '--yes', '--contract', NURSERY];
      const args = ['verify', nursery.url, ...work, '--token', NURSERY_TOKEN];
      const { exitCode, stdout } = await runHere(args, { cwd });
      expect(stdout).toContain('POST /beds');
      expect(stdout).toContain(message);
      expect(stdout).toContain(closing);
      expect(exitCode).toBe(code);
      expect(readdirSync(cwd)).toEqual(code === 0 ? [] : ['made.jsonl']);
      expect(contents(nursery)).toEqual(before);
    },
  );
});

testWide('what is left out is neither made nor removed, and each request is counted', async () => {
  let requests: string[] = [];
  const changes: NurseryChanges = () => ({
    first: ({ act, about }) => void requests.push(act + about),
  });
  await withNursery(changes, async (nursery) => {
    const unmade = folderOf({ 'espalier.yaml': 'operations: { POST /beds: { leave out: it costs money } }' });
    const { stdout } = await runHere(argsFor(nursery, '--config', 'espalier.yaml', '--report', 'json', ...ONLY_BEDS), {
      cwd: unmade,
    });
    expect(requests.filter((each) => each === 'createBed')).toEqual([]);
    expect(JSON.parse(stdout).sent).toBe(nursery.asked());

    requests = [];
    const unremoved = folderOf({
      'espalier.yaml': 'operations: { "DELETE /beds/{bedId}": { leave out: it is slow } }',
    });
    const all = argsFor(nursery, '--config', 'espalier.yaml', '--writes', 'any', '--report', 'json', ...ONLY_BEDS);
    const report = JSON.parse((await runHere(all, { cwd: unremoved })).stdout);
    expect(requests).not.toContain('removeBed');
    expect(report.leftovers[0]).toMatchObject({
      operation: 'DELETE /beds/{bedId}',
      reason: expect.stringContaining('is left out'),
    });
  });
});

testWide(
  'a run without consent suggests it at its end, once, and removes what a PUT to a name of its own made',
  async () => {
    await withNursery(
      () => ({}),
      async (nursery) => {
        const before = contents(nursery);
        const args = argsFor(nursery).filter((each) => each !== '--writes' && each !== 'own');
        const { stdout, exitCode } = await runHere([...args, '--verbose'], { cwd: folderOf({}) });
        const [, closing = ''] = stdout.split('To exercise what was skipped, hand over');
        expect(closing.replace(/\s+/g, ' ')).toContain("your leave to make things of the run's own");
        expect(stdout.match(/--writes/g)).toHaveLength(1);
        expect(stdout.replace(/\s+/g, ' ')).toContain('something that does not exist 201 Created');
        expect(stdout).not.toContain('Left behind');
        expect(contents(nursery)).toEqual(before);
        expect(exitCode).toBe(3);
        // Also of a run in which nothing is left out.
        const items = await runHere([...args, '--operation', 'GET /labels/{code}'], { cwd: folderOf({}) });
        expect(items.stdout.match(/\(--writes own\)/g)).toHaveLength(1);
      },
    );
  },
);

testWide(
  'what cannot be removed is listed with a request that would remove it, and can be worked off later',
  async () => {
    let stubborn = true;
    const changes: NurseryChanges = () => ({
      first: ({ act, about }) =>
        stubborn && act === 'remove' && about === 'Label'
          ? { status: 409, body: { message: 'Not today.' } }
          : undefined,
    });
    await withNursery(changes, async (nursery) => {
      const before = contents(nursery);
      const cwd = folderOf({});
      const { stdout, stderr } = await runHere(argsFor(nursery, '--operation', '* /labels/**'), {
        cwd,
        env: stateIn(cwd),
      });
      expect(stdout).toContain('Left behind: what the run made or changed, or may have, and did not see undone');
      expect(stdout.replace(/\s+/g, ' ')).toContain('DELETE /labels/{code}: it was answered 409');
      expect(stdout).toMatch(/curl -i -X DELETE "?'?http:\/\/127\.0\.0\.1:\d+\/labels\//);
      const [file = ''] = journalsIn(cwd);
      expect(stderr).toContain(`espalier verify ${nursery.url} --cleanup ${file}`);
      stubborn = false;
      const { exitCode } = await runHere(
        ['verify', nursery.url, '--cleanup', file, '--contract', NURSERY, '--token', NURSERY_TOKEN],
        { cwd, env: stateIn(cwd) },
      );
      expect(exitCode).toBe(0);
      expect(contents(nursery)).toEqual(before);
    });
  },
);

testWide('what is made and not named is found in the list, and removed with all else', async () => {
  const unnamed: NurseryChanges = (good) => ({
    created: (call, id, thing) =>
      call.about === 'Bed' ? { status: 201, body: { ...thing } } : good.created(call, id, thing),
    // Of so short a name nobody could tell whose it is.
    first: ({ act, content }) =>
      act === 'create' && String(content['name'] ?? '').length < 8 && String(content['note'] ?? '').length < 8
        ? { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { message: 'Not you.' } }
        : undefined,
  });
  await withNursery(unnamed, async (nursery) => {
    const before = contents(nursery);
    const { stdout } = await runHere(argsFor(nursery, '--report', 'json', ...ONLY_BEDS), { cwd: folderOf({}) });
    const report = JSON.parse(stdout);
    expect(report.leftovers ?? []).toEqual([]);
    const ofItem = report.exchanges.filter(
      ({ case: each, response }: { case: string; response: { status: number } | null }) =>
        each.includes('what was made') && response?.status === 200,
    );
    expect(ofItem.length).toBeGreaterThan(0);
    expect(contents(nursery)).toEqual(before);
  });
});

test.each([
  ['a file that is not there', 'none.jsonl', 'which cannot be read'],
  ['a file of another kind', 'other.jsonl', 'which names no target in its first line'],
])('--cleanup refuses %s, exit 2', async (_, file, message) => {
  const cwd = folderOf({ 'other.jsonl': '{"a":1}\n' });
  const { exitCode, stderr } = await runHere(['verify', '--cleanup', file, '--contract', NURSERY], { cwd });
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
