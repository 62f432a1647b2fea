import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CODE_PREFIX, type KeptCode, readCode, writeCode } from './codeFile';

const folder = mkdtempSync(join(tmpdir(), 'espalier-code-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CODE: KeptCode = {
  runs: 2,
  scripts: new Map([
    ['/dist/é.js', { sum: 4_000_000_000, code: Buffer.from('first') }],
    ['/dist/b.js', { sum: 0, code: Buffer.from('the second') }],
  ]),
};

let made = 0;

/** Writes the code to a file in a folder of its own. */
function written(): string {
  const own = join(folder, String(made++));
  mkdirSync(own, { mode: 0o700 });
  const file = join(own, `${CODE_PREFIX}verify-1`);
  writeCode(file, CODE);
  return file;
}

test('what is written is read, at places that V8 need not copy', () => {
  const file = written();
  const read = readCode(file);
  expect(read).toEqual(CODE);
  expect([...(read?.scripts.values() ?? [])].map(({ code }) => code.byteOffset % 8)).toEqual([0, 0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file))).toHaveLength(1);
});

test.each<[what: string, change: (file: string) => void]>([
  ['that is not there', (file) => rmSync(file)],
  ['that others may write', (file) => chmodSync(file, 0o622)],
  ['in a folder that others may write', (file) => chmodSync(dirname(file), 0o770)],
  [
    'that is a link',
    (file) => {
      renameSync(file, `${file}-there`);
      symlinkSync(`${file}-there`, file);
    },
  ],
  [
    'that is a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
  ['that is empty', (file) => writeFileSync(file, '')],
  ['that ends too soon', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
  [
    'of which one bit is wrong',
    (file) => {
      const bytes = readFileSync(file);
      const last = bytes.length - 1;
      bytes[last] = bytes.readUInt8(last) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
])('a file %s is not trusted', (_, change) => {
  const file = written();
  change(file);
  expect(readCode(file)).toBeUndefined();
});

// Only the administrator can give a file to somebody else.
(process.getuid?.() === 0 ? test : test.skip)(
  "another user's file or folder is not trusted, and nothing is written there",
  () => {
    const file = written();
    chownSync(file, 12_345, 12_345);
    expect(readCode(file)).toBeUndefined();
    chownSync(file, 0, 0);
    chownSync(dirname(file), 12_345, 12_345);
    expect(readCode(file)).toBeUndefined();
    rmSync(file);
    writeCode(file, CODE);
    expect(readdirSync(dirname(file))).toEqual([]);
  },
);

test('what cannot be written is left out, without a word', () => {
  writeCode(join(folder, 'nowhere', 'file'), CODE);
  const file = written();
  rmSync(file);
  mkdirSync(join(file, 'full'), { recursive: true });
  writeCode(file, CODE);
  expect(readdirSync(dirname(file))).toEqual([`${CODE_PREFIX}verify-1`]);
});

test('the oldest of many files are removed, and no others', () => {
  const file = written();
  const own = dirname(file);
  writeFileSync(join(own, 'other'), '');
  utimesSync(join(own, 'other'), 1, 1);
  for (let at = 0; at < 30; at++) {
    writeFileSync(join(own, `${CODE_PREFIX}${at}`), '');
    utimesSync(join(own, `${CODE_PREFIX}${at}`), 100 + at, 100 + at);
  }
  writeCode(file, CODE);
  const left = readdirSync(own);
  expect(left).toContain('other');
  expect(left.filter((name) => name.startsWith(CODE_PREFIX))).toHaveLength(24);
  expect(left).not.toContain(`${CODE_PREFIX}6`);
  expect(left).toContain(`${CODE_PREFIX}7`);
  expect(readCode(file)).toEqual(CODE);
});
