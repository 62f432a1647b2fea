import { join } from 'node:path';
import { folderOf } from '../../cli/tests/cli.testing';
import { openFiles } from './files';
import { BrokenReference, type DocumentPlace, find, follow, rootOf } from './reference';

/** Where `$ref: ref` in the contract leads to, or what is wrong with it. */
function end(ref: string, contract: object, others: Readonly<Record<string, string>> = {}): string {
  const folder = folderOf({ ...others, 'openapi.yaml': JSON.stringify({ ...contract, from: { $ref: ref } }) });
  const files = openFiles(join(folder, 'openapi.yaml'));
  const from = find('#/from', rootOf(files.root), files);
  try {
    const { file, pointer } = follow(from, files);
    return file.path.slice(folder.length + 1) + pointer;
  } catch (error) {
    if (!(error instanceof BrokenReference)) throw error;
    return error.message;
  }
}

describe('a reference leads', () => {
  test.each([
    ['to a member', '#/a/b', { a: { b: 1 } }, 'openapi.yaml#/a/b'],
    ['to an item', '#/a/1', { a: [0, 1] }, 'openapi.yaml#/a/1'],
    ['to the whole', '#', {}, 'openapi.yaml#'],
    ['to a name with a slash and a tilde', '#/a~1b/c~0d', { 'a/b': { 'c~d': 1 } }, 'openapi.yaml#/a~1b/c~0d'],
    ['to a name that is percent-encoded', '#/a/%7Bid%7D', { a: { '{id}': 1 } }, 'openapi.yaml#/a/{id}'],
    ['to a name with a percent sign', '#/a/50%25', { a: { '50%': 1 } }, 'openapi.yaml#/a/50%'],
    ['to a name with a bare percent sign', '#/a/50%', { a: { '50%': 1 } }, 'openapi.yaml#/a/50%'],
    ['to a name that only looks encoded', '#/a/%7B', { a: { '%7B': 1 } }, 'openapi.yaml#/a/%7B'],
    ['to a slash that is encoded', '#/a%2Fb', { a: { b: 1 } }, 'openapi.yaml#/a/b'],
    ['to the empty name', '#/a/', { a: { '': 1 } }, 'openapi.yaml#/a/'],
    ['by way of others', '#/a', { a: { $ref: '#/b' }, b: { $ref: '#/c' }, c: 1 }, 'openapi.yaml#/c'],
    ['through what another stands for', '#/a/x', { a: { $ref: '#/b' }, b: { x: 1 } }, 'openapi.yaml#/b/x'],
    ['past a member that only is called $ref', '#/a/b', { a: { $ref: { x: 1 }, b: 1 } }, 'openapi.yaml#/a/b'],
  ])('%s', (_, ref, contract, found) => {
    expect(end(ref, contract)).toContain(found);
  });

  test('into another file, and back', () => {
    const other = JSON.stringify({ x: { $ref: 'openapi.yaml#/a' }, y: { $ref: '#/z' }, z: 1 });
    expect(end('other.json#/x', { a: 1 }, { 'other.json': other })).toBe('openapi.yaml#/a');
    expect(end('./other.json#/y', { a: 1 }, { 'other.json': other })).toBe('other.json#/z');
    expect(end('other.json', { a: 1 }, { 'other.json': other })).toBe('other.json#');
  });

  test('as far as it likes', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a${at}`, { $ref: `#/a${at + 1}` }]));
    expect(end('#/a0', { ...many, a10000: 1 })).toBe('openapi.yaml#/a10000');
  });
});

describe('a reference is broken', () => {
  test.each([
    ['that leads nowhere', '#/a/c', { a: { x: 1, yy: 2 } }, '$ref "#/a/c" leads nowhere.'],
    ['that is misspelt', '#/a/Plnat', { a: { Plant: 1 } }, 'leads nowhere. Did you mean "#/a/Plant"?'],
    ['to what every object has', '#/a/constructor', { a: {} }, '$ref "#/a/constructor" leads nowhere.'],
    ['to what every object comes from', '#/__proto__', {}, '$ref "#/__proto__" leads nowhere.'],
    ['to what every list has', '#/a/length', { a: [1] }, '$ref "#/a/length" leads nowhere.'],
    ['into a text', '#/a/0', { a: 'text' }, '$ref "#/a/0" leads nowhere.'],
    ['to an anchor, which is none', '#a', { a: 1 }, '$ref "#a" leads nowhere.'],
    ['to itself', '#/from', {}, '$ref "#/from" leads back to itself, by way of other references alone.'],
    ['to a circle', '#/a', { a: { $ref: '#/b' }, b: { $ref: '#/a' } }, 'leads back to itself'],
    ['to what is within itself', '#/from/x/y', {}, '$ref "#/from/x/y" leads nowhere.'],
    ['into another that leads into it', '#/a/x', { a: { $ref: '#/b/x' }, b: { $ref: '#/a/x' } }, 'leads nowhere.'],
    ['into a file that is none', 'no.yaml#/a', {}, '$ref "no.yaml#/a" cannot be followed: there is no such file.'],
    ['into a file that is no YAML', 'bad.yaml#/a', {}, 'cannot be followed: '],
  ])('%s', (_, ref, contract, message) => {
    expect(end(ref, contract, { 'bad.yaml': 'a: 1\nb: "x' })).toContain(message);
  });

  test('with the place in the other file where that is at fault', () => {
    expect(end('bad.yaml', {}, { 'bad.yaml': 'a: 1\nb: "x' })).toMatch(
      /bad\.yaml:2:6: this is neither YAML nor JSON: /,
    );
  });

  test('that leads through more others than anybody writes', () => {
    const through = (at: number) => [`a${at}`, { $ref: `#/a${at + 1}/x` }];
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => through(at)));
    expect(end('#/a0/x', many)).toMatch(/leads nowhere|leads through more than 200 others/);
  });
});

test('where a broken reference stands is told', () => {
  const folder = folderOf({ 'openapi.yaml': 'a:\n  b: { $ref: "#/c" }\n' });
  const files = openFiles(join(folder, 'openapi.yaml'));
  const place = find('#/a/b', rootOf(files.root), files);
  let broken: DocumentPlace | undefined;
  try {
    follow(place, files);
  } catch (error) {
    broken = (error as BrokenReference).place;
  }
  expect(broken).toEqual(place);
});
