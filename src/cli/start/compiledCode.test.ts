import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, keepCompiledCode } from './compiledCode';

const folder = mkdtempSync(join(tmpdir(), 'espalier-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the folders that Node would be told of. */
function kept(env: Readonly<Record<string, string>>, active?: string): string[] {
  const told: string[] = [];
  keepCompiledCode(env, { enableCompileCache: (at) => told.push(at), getCompileCacheDir: () => active });
  return told;
}

test('the folder is made before Node is told of it', () => {
  const [at = ''] = kept({ XDG_CACHE_HOME: join(folder, 'one/two') });
  expect(at).toBe(join(folder, 'one/two/espalier'));
  expect(existsSync(at)).toBe(true);
});

// Node itself would try to make these for ever.
test('nothing is kept where the folder cannot be made', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  writeFileSync(join(folder, 'file'), '');
  for (const place of [join(folder, 'dangling'), join(folder, 'file'), '/proc/nowhere'])
    expect(kept({ XDG_CACHE_HOME: place })).toEqual([]);
});

test('a cache that the user has switched on stays where it is', () => {
  expect(kept({ XDG_CACHE_HOME: folder }, '/elsewhere')).toEqual([]);
});

test('a Node that keeps nothing is asked nothing', () => {
  keepCompiledCode({ XDG_CACHE_HOME: join(folder, 'old') }, {});
  expect(existsSync(join(folder, 'old'))).toBe(false);
});

test.each([
  [{ HOME: '/home/a' }, 'linux', '/home/a/.cache/espalier'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: 'relative' }, 'linux', '/home/a/.cache/espalier'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: '/x' }, 'linux', '/x/espalier'],
  [{ HOME: '/Users/a' }, 'darwin', '/Users/a/Library/Caches/espalier'],
] as const)('%j on %s: %s', (env, platform, at) => expect(cacheFolder(env, platform)).toBe(at));
