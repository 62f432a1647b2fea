import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { folderOf } from '../../cli/tests/cli.testing';
import { clauseAt, openFiles } from '../document/files';
import { readContract } from '../load';
import { openOverlays } from './overlays';

const CONTRACT = `openapi: 3.0.3
info: { title: Beds, version: '1' }
paths:
  /beds:
    get:
      tags: [garden, public]
      responses:
        '200':
          description: All beds.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Bed' }
components:
  schemas:
    Bed:
      type: object
      required: [id, name, soil]
      properties:
        id: { type: integer }
        name: { type: string }
        soil: { type: string, enum: [clay, sand] }
`;

const overlay = (actions: readonly object[], version = '1.0.0', more: object = {}) =>
  JSON.stringify({ overlay: version, info: { title: 'Changes', version: '1' }, ...more, actions }, null, 2);

/** Returns the contract as overlays change it. */
async function changed(files: Readonly<Record<string, string>>) {
  const folder = folderOf({ 'openapi.yaml': CONTRACT, ...files });
  const paths = Object.keys(files)
    .filter((name) => name.startsWith('overlay'))
    .map((name) => `${folder}/${name}`);
  const overlays = openOverlays(`${folder}/openapi.yaml`, paths);
  const { root } = openFiles(`${folder}/openapi.yaml`, overlays.change);
  return { folder, paths, root, overlays, contract: () => readContract(`${folder}/openapi.yaml`, paths) };
}

const at = (value: unknown, ...keys: (string | number)[]) =>
  keys.reduce<unknown>((holder, key) => (holder as Record<string | number, unknown>)[key], value);

test.each<readonly [string, readonly object[], string, readonly (string | number)[], unknown]>([
  [
    'a member is added to an object, the others stay',
    [{ target: '$.components.schemas.Bed.properties.name', update: { nullable: true } }],
    '1.0.0',
    ['components', 'schemas', 'Bed', 'properties', 'name'],
    { type: 'string', nullable: true },
  ],
  [
    'objects are merged at every depth',
    [{ target: '$.components', update: { schemas: { Bed: { properties: { name: { maxLength: 9 } } } } } }],
    '1.0.0',
    ['components', 'schemas', 'Bed', 'properties', 'name'],
    { type: 'string', maxLength: 9 },
  ],
  [
    'an item is appended to a list',
    [{ target: '$.components.schemas.Bed.properties.soil.enum', update: 'peat' }],
    '1.0.0',
    ['components', 'schemas', 'Bed', 'properties', 'soil', 'enum'],
    ['clay', 'sand', 'peat'],
  ],
  [
    'lists are joined',
    [{ target: '$.paths..get', update: { tags: ['new'] } }],
    '1.0.0',
    ['paths', '/beds', 'get', 'tags'],
    ['garden', 'public', 'new'],
  ],
  [
    'a list is removed, and another put there',
    [
      { target: '$.components.schemas.Bed.required', remove: true, update: { ignored: true } },
      { target: '$.components.schemas.Bed', update: { required: ['id'] } },
    ],
    '1.0.0',
    ['components', 'schemas', 'Bed', 'required'],
    ['id'],
  ],
  [
    'a list is filtered',
    [{ target: "$.components.schemas.Bed.required[?@ == 'id' || @ == 'soil']", remove: true }],
    '1.1.0',
    ['components', 'schemas', 'Bed', 'required'],
    ['name'],
  ],
  [
    'a value is replaced (Overlay 1.1)',
    [{ target: '$.info.title', update: 'Plots' }],
    '1.1.0',
    ['info', 'title'],
    'Plots',
  ],
  [
    'a list is merged into a list item by item (Overlay 1.1)',
    [{ target: '$.components.schemas.Bed.properties.soil.enum', update: ['peat', 'loam'] }],
    '1.1.0',
    ['components', 'schemas', 'Bed', 'properties', 'soil', 'enum'],
    ['clay', 'sand', 'peat', 'loam'],
  ],
  [
    'a target alone changes nothing, also where it selects nothing',
    [{ target: '$.info' }, { target: '$.nothing', description: 'for later' }],
    '1.0.0',
    ['components', 'schemas', 'Bed', 'properties', 'soil', 'enum'],
    ['clay', 'sand'],
  ],
  [
    'a value is copied (Overlay 1.1)',
    [
      { target: '$.components.schemas', update: { Plot: {} } },
      { target: '$.components.schemas.Plot', copy: '$.components.schemas.Bed.properties' },
    ],
    '1.1.0',
    ['components', 'schemas', 'Plot', 'id'],
    { type: 'integer' },
  ],
])('%s', async (_, actions, version, place, value) => {
  const { root, overlays } = await changed({ 'overlay.json': overlay(actions, version) });
  expect(at(root.value, ...place)).toEqual(value);
  expect(overlays.warnings()).toEqual([]);
});

test('what an overlay put there stands in the overlay, and all else where it stood', async () => {
  const actions = [
    { target: "$.components.schemas.Bed.required[?@ == 'id']", remove: true },
    { target: '$.components.schemas.Bed.properties', update: { name: { maxLength: 3 }, area: { type: 'number' } } },
  ];
  const { root } = await changed({ 'overlay.json': overlay(actions, '1.1.0') });
  const placeOf = (pointer: string, onKey?: boolean) => {
    const { file, line, column, pointer: shown } = clauseAt(root, pointer, onKey);
    return `${file.replace(/.*\//, '')}:${line}:${column} ${shown}`;
  };
  const bed = '#/components/schemas/Bed';
  expect(placeOf(`${bed}/properties/name/type`)).toBe(`openapi.yaml:22:17 ${bed}/properties/name/type`);
  expect(placeOf(`${bed}/properties/name/maxLength`)).toBe('overlay.json:16:11 #/actions/1/update/name/maxLength');
  expect(placeOf(`${bed}/properties/area/type`)).toBe('overlay.json:19:11 #/actions/1/update/area/type');
  // `soil` is the third of the text, and the second of what is left.
  expect(placeOf(`${bed}/required/1`)).toBe(`openapi.yaml:19:28 ${bed}/required/1`);
});

test('the second overlay changes what the first one made, and the contract tells both among its files', async () => {
  const { contract, paths } = await changed({
    'overlay-1.json': overlay([{ target: '$.components.schemas', update: { Plot: { type: 'object' } } }]),
    'overlay-2.yaml': `overlay: 1.0.0
info: { title: More, version: '1' }
actions:
  - target: $.components.schemas.Plot
    update: { required: [7] }
`,
  });
  const { files, check, hashes } = await contract();
  expect(files().slice(1)).toEqual(paths);
  expect(hashes().files?.map(({ file }) => file.replace(/.*\//, ''))).toEqual(['overlay-1.json', 'overlay-2.yaml']);
  const { mistakes } = check(false);
  expect(mistakes.map(({ file, line, column }) => `${file.replace(/.*\//, '')}:${line}:${column}`)).toEqual([
    'overlay-2.yaml:5:26',
  ]);
});

test('an overlay that extends another file of the contract changes that file', async () => {
  const { folder, contract } = await changed({
    'overlay.yaml': `overlay: 1.0.0
info: { title: Bed, version: '1' }
extends: ./bed.yaml
actions:
  - target: $
    update: { type: text }
`,
    'bed.yaml': 'type: object\n',
    'openapi.yaml': CONTRACT.replace('#/components/schemas/Bed', './bed.yaml'),
  });
  const { mistakes } = (await contract()).check(false);
  expect(mistakes).toMatchObject([{ file: expect.stringMatching(/overlay\.yaml$/), line: 6 }]);
  expect(folder).not.toBe('');
});

test('one file may hold several overlays, each for a file of its own', async () => {
  const text = `# What the service answers.
---
overlay: 1.0.0
info: { title: Contract, version: '1' }
actions:
  - target: $.info
    update: { summary: 7 }
---
overlay: 1.0.0
info: { title: Bed, version: '1' }
extends: ./bed.yaml
actions:
  - target: $
    update: { type: text }
`;
  const { contract, paths } = await changed({
    'overlay.yaml': text,
    'bed.yaml': 'type: object\n',
    'openapi.yaml': CONTRACT.replace('3.0.3', '3.1.0').replace('#/components/schemas/Bed', './bed.yaml'),
  });
  const { check, files, hashes } = await contract();
  expect(check(false).mistakes.map(({ file, line }) => [basename(file), line])).toEqual([
    ['overlay.yaml', 7],
    ['overlay.yaml', 14],
  ]);
  expect(files().filter((file) => file === paths[0])).toHaveLength(1);
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(hashes().files?.filter(({ file }) => basename(file) === 'overlay.yaml')).toMatchObject([{ sha256 }]);
});

test('what changes nothing is a warning', async () => {
  const { contract } = await changed({
    'overlay.json': overlay([{ target: '$.paths["/plots"]', remove: true }]),
    'overlay-2.json': overlay([{ target: '$', update: {} }], '1.0.0', { extends: 'unused.yaml' }),
    'unused.yaml': 'type: object\n',
  });
  const { warnings } = (await contract()).check(true);
  expect(warnings.map(({ message }) => message)).toEqual([
    'this action selects nothing, so it changes nothing.',
    expect.stringMatching(/^the contract does not use .*unused\.yaml, so this overlay changes nothing\.$/),
  ]);
});

test.each<readonly [string, string, string | RegExp]>([
  ['no overlay', '{"openapi": "3.1.0"}', ':1:1: this is no overlay: it should start with `overlay: 1.0.0`.'],
  ['a version to come', overlay([{}], '2.0.0'), ':2:14: Overlay 2.0.0 is not supported. Espalier reads 1.0 and 1.1.'],
  ['no actions', overlay([]), ':7:14: `actions` must be a list with at least one action.'],
  ['no target', overlay([{ update: {} }]), ':8:5: an action must have a `target`: a JSONPath.'],
  ['no JSONPath', overlay([{ target: '$.paths[', update: {} }]), /:9:17: this is no JSONPath \(RFC 9535\): .+\.$/],
  [
    'a single value (Overlay 1.0)',
    overlay([{ target: '$.info.title', update: 'Plots' }]),
    ':9:17: #/info/title is neither an object nor a list; select what holds it.',
  ],
  [
    'a list for a text',
    overlay([{ target: '$.info', update: { title: ['Plots'] } }]),
    ':11:18: a list cannot be merged into a single value, which #/info/title is; remove that first.',
  ],
  ['the whole document', overlay([{ target: '$', remove: true }]), ':9:17: the whole document cannot be removed.'],
  [
    'broken YAML in a second document',
    'overlay: 1.0.0\nactions: [{}]\n---\na: [',
    ':4:5: this is neither YAML nor JSON: ',
  ],
  ['broken YAML', 'overlay: [', /:\d+:\d+: this is neither YAML nor JSON: .+\.$/],
])('refuses %s in one sentence', async (_, text, sentence) => {
  await expect(changed({ 'overlay.json': text })).rejects.toThrow(sentence);
});
