import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { folderOf } from '../../cli/tests/cli.testing';
import { clauseAt, FileError, openFiles } from './files';

/** What a contract in this folder is told when it refers to a file. */
function told(folder: string, reference: string): string {
  const files = openFiles(join(folder, 'openapi.yaml'));
  try {
    return String(files.get(files.root, reference).value);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return `${relative(folder, error.path)}:${error.line}:${error.column} ${error.message}`;
  }
}

describe('a file is read', () => {
  test('once, when it is first asked for', () => {
    const folder = folderOf({ 'openapi.yaml': 'a', 'b.yaml': 'b' });
    const files = openFiles(join(folder, 'openapi.yaml'));
    expect(files.paths()).toEqual([join(folder, 'openapi.yaml')]);
    const file = files.get(files.root, 'b.yaml');
    expect(files.get(files.root, './b.yaml')).toBe(file);
    expect(files.get(file, 'openapi.yaml')).toBe(files.root);
    expect(files.get(file, '')).toBe(file);
    expect([...files.read().keys()]).toEqual([join(folder, 'openapi.yaml'), join(folder, 'b.yaml')]);
  });

  test('by its name as a URI has it, and looked for where it stands', () => {
    const folder = folderOf({ 'openapi.yaml': 'a', 'a b.yaml': 'space', '50%.yaml': 'percent', 'ä.yaml': 'umlaut' });
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'c.yaml'), 'inner');
    expect(told(folder, 'a%20b.yaml')).toBe('space');
    expect(told(folder, 'a b.yaml')).toBe('space');
    expect(told(folder, '50%.yaml')).toBe('percent');
    expect(told(folder, '%C3%A4.yaml')).toBe('umlaut');
    expect(told(folder, 'inner/../inner/c.yaml')).toBe('inner');
    const files = openFiles(join(folder, 'openapi.yaml'));
    expect(files.get(files.get(files.root, 'inner/c.yaml'), '../a%20b.yaml').value).toBe('space');
  });

  test('whatever bytes it begins with and ends its lines with', () => {
    const folder = folderOf({ 'openapi.yaml': '\ufeffa: 1\r\nb:\r\n  - c\r\n' });
    const { root } = openFiles(join(folder, 'openapi.yaml'));
    expect(root.value).toEqual({ a: 1, b: ['c'] });
    expect(clauseAt(root, '#/b/0')).toMatchObject({ line: 3, column: 5 });
  });

  test('that says itself what it is called, by that name', () => {
    const folder = folderOf({
      'openapi.yaml': 'openapi: 3.2.0\n$self: https://example.com/api/openapi\n',
      'other.yaml': '$self: https://example.com/api/shared/other\n',
    });
    const files = openFiles(join(folder, 'openapi.yaml'));
    expect(files.get(files.root, 'https://example.com/api/openapi')).toBe(files.root);
    const other = files.get(files.root, 'other.yaml');
    expect(files.get(files.root, 'shared/other')).toBe(other);
    expect(files.get(other, '../openapi')).toBe(files.root);
  });
});

describe('a file is refused', () => {
  test.each([
    ['that is not there', 'no.yaml', 'no.yaml:1:1 there is no such file'],
    ['below one that is no folder', 'openapi.yaml/x.yaml', 'openapi.yaml/x.yaml:1:1 there is no such file'],
    ['that is a folder', 'inner', 'inner:1:1 it is a folder; name the file in it'],
    ['outside of the folder', '../x.yaml', "it leads outside the contract's folder"],
    ['by an absolute path', '/etc/passwd', "it leads outside the contract's folder"],
    ['that a link leads out to', 'link.yaml', "it leads outside the contract's folder"],
    ['in a folder that a link leads out to', 'linked/hosts', "it leads outside the contract's folder"],
    ['on the network', 'https://example.com/x.yaml', 'it leads onto the network'],
    ['by a URL of its file', 'file:///etc/passwd', 'it is a URL; name the file by its path from this one'],
    ['on the network, by a scheme of its own', '//example.com/x.yaml', 'it leads onto the network'],
    ['with a name that none can have', 'a%00b.yaml', 'there is no such file'],
    ['that is no YAML', 'broken.yaml', 'broken.yaml:2:6 this is neither YAML nor JSON: missing closing'],
    ['that is not in UTF-8', 'latin1.yaml', 'latin1.yaml:2:4 this is not written in UTF-8; save it as that.'],
    ['that is in UTF-16', 'utf16.yaml', 'utf16.yaml:1:1 this is not written in UTF-8'],
    ['that is a pipe', 'pipe', 'it is not a regular file'],
    ['that is larger than any contract', 'large.yaml', 'large.yaml:1:1 it is larger than 256 MB'],
  ])('%s', (_, reference, message) => {
    const folder = folderOf({ 'openapi.yaml': 'a', 'broken.yaml': 'a: 1\nb: "x', 'large.yaml': '' });
    mkdirSync(join(folder, 'inner'));
    symlinkSync('/etc/hosts', join(folder, 'link.yaml'));
    symlinkSync('/etc', join(folder, 'linked'));
    writeFileSync(join(folder, 'latin1.yaml'), Buffer.from('a: b\nc: \xe4\n', 'latin1'));
    writeFileSync(join(folder, 'utf16.yaml'), Buffer.from('\ufeffa: b\n', 'utf16le'));
    truncateSync(join(folder, 'large.yaml'), 1024 ** 3);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(told(folder, reference)).toContain(message);
  });

  test('though it is the contract itself', () => {
    expect(() => openFiles('/dev/zero')).toThrow('it is not a regular file');
    expect(() => openFiles(folderOf({}))).toThrow('it is a folder');
  });

  test('but not where the folder itself was come to by a link', () => {
    const folder = folderOf({ 'openapi.yaml': 'a', 'b.yaml': 'b' });
    const link = join(folderOf({}), 'link');
    symlinkSync(folder, link);
    expect(told(link, 'b.yaml')).toBe('b');
  });
});

describe('a clause', () => {
  test('shows the lines that it covers, cut to a readable number', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `    - ${at}`).join('\n');
    const folder = folderOf({ 'openapi.yaml': `a:\n  b:\n${lines}\n  c: 1\n` });
    const { root } = openFiles(join(folder, 'openapi.yaml'));
    expect(clauseAt(root, '#/a/c').excerpt).toBe('  c: 1');
    expect(clauseAt(root, '#/a/b').excerpt?.split('\n')).toHaveLength(13);
  });

  test('of a contract in one line shows the place alone', () => {
    const folder = folderOf({ 'openapi.yaml': JSON.stringify({ a: 'x'.repeat(500), b: { c: 'y'.repeat(500) } }) });
    const { root } = openFiles(join(folder, 'openapi.yaml'));
    expect(clauseAt(root, '#/b/c').excerpt).toMatch(/^x{3,}","b":{"c":"y+$/);
    expect(clauseAt(root, '#/b/c')).toMatchObject({ line: 1, column: 514 });
  });
});
