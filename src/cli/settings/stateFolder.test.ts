import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStateFolder, ownStateFile, signingKey } from './stateFolder';

// Node's own recursive mkdir would never return.
test('a folder that cannot be made is an error, and no endless wait', () => {
  expect(() => makeStateFolder({ XDG_STATE_HOME: '/proc/nowhere' })).toThrow(
    'the folder /proc/nowhere/espalier cannot be made',
  );
});

describe('what others may write', () => {
  let root: string;
  let folder: string;
  let env: { XDG_STATE_HOME: string };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'state-'));
    env = { XDG_STATE_HOME: root };
    folder = join(root, 'espalier');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(root, { recursive: true });
  });
  const asSomebodyElse = () => {
    const own = process.getuid?.() ?? 0;
    jest.spyOn(process as Required<NodeJS.Process>, 'getuid').mockReturnValue(own + 1);
  };
  const REFUSED = /^The folder \S+ belongs to another user, .*; remove it, or name another as XDG_STATE_HOME\.$/;

  test.each([0o777, 0o770, 0o1777, 0o755, 0o720])('a folder of mode %o is closed', (mode) => {
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(makeStateFolder(env)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('a folder of somebody else is refused, for writing and for reading', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'x'), '');
    asSomebodyElse();
    expect(() => makeStateFolder(env)).toThrow(REFUSED);
    expect(() => ownStateFile(env, 'x')).toThrow(REFUSED);
    expect(signingKey(env)).toBeUndefined();
  });

  test('a link to a folder of somebody else is refused', () => {
    symlinkSync(tmpdir(), folder);
    asSomebodyElse();
    expect(() => makeStateFolder(env)).toThrow(REFUSED);
  });

  test.each<[string, (file: string) => void]>([
    ['that others may write', (file) => chmodSync(file, 0o666)],
    [
      'that leads elsewhere',
      (file) => {
        rmSync(file);
        symlinkSync(join(root, 'kept'), file);
      },
    ],
  ])('a file %s is removed, and not what it leads to', (_, plant) => {
    mkdirSync(folder);
    const file = join(folder, 'x');
    for (const each of [file, join(root, 'kept')]) writeFileSync(each, 'kept', { mode: 0o600 });
    expect(ownStateFile(env, 'x')).toBe(file);
    plant(file);
    expect(ownStateFile(env, 'x')).toBeUndefined();
    expect(lstatSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect(readFileSync(join(root, 'kept'), 'utf8')).toBe('kept');
  });

  test('a key that others may have written is made anew', () => {
    mkdirSync(folder);
    const file = join(folder, 'journal.key');
    writeFileSync(file, 'a'.repeat(64));
    chmodSync(file, 0o666);
    const key = signingKey(env)?.toString('hex');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(key).not.toBe('a'.repeat(64));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(signingKey(env)?.toString('hex')).toBe(key);
  });

  test('what is not there is not made by reading', () => {
    expect(ownStateFile(env, 'x')).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });
});
