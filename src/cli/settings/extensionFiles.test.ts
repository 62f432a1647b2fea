import { join } from 'node:path';
import { folderOf } from '../tests/cli.testing';
import { loadExtensions } from './extensionFiles';

const IMPORT = "import { defineRule } from 'espalier';\n";

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'has a mistake in its syntax',
    { 'house.ts': `${IMPORT}const a: string = 'a' 'b';\n` },
    'ParseError: Missing semicolon (house.ts:2:22)',
  ],
  [
    'throws',
    { 'house.ts': 'interface A {\n  b: string;\n}\nconst a = {} as any;\na.b.c();\n' },
    "Cannot read properties of undefined (reading 'c') (house.ts:5)",
  ],
  [
    'imports what throws',
    { 'house.ts': "import './more';\nexport const a = 1;\n", 'more.ts': "\n\nthrow new Error('no key');\n" },
    'no key (more.ts:3)',
  ],
])('a file that %s is told of with its line', (_name, files, why) => {
  const folder = folderOf({ 'espalier.yaml': 'extend:\n  - ./house.ts\n', ...files });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const load = () => loadExtensions({ path: join(folder, 'espalier.yaml'), chosen: true }, {});
    expect(load).toThrow(new Error(`espalier.yaml:2:5: house.ts cannot be loaded: ${why}.`));
  } finally {
    process.chdir(before);
  }
});
