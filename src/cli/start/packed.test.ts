import { Module } from 'node:module';
import { join } from 'node:path';
import { type PackedModules, runPacked } from './packed';

const root = join(__dirname, 'none');

function run(first: PackedModules, rest: PackedModules = {}): { readonly exports: unknown; readonly rests: number } {
  const main = new Module(join(root, 'src/cli/main.js'));
  main.filename = main.id;
  let rests = 0;
  const loadRest = () => {
    rests++;
    return rest;
  };
  const outside = Object.assign((name: string): unknown => require(name), { cache: {}, main });
  runPacked(main, root, first, [() => ({}), loadRest], outside);
  return { exports: main.exports, rests };
}

test('a module names another by its place, is run once, and knows where it is', () => {
  let runs = 0;
  const { exports, rests } = run({
    'src/cli/main.js'(_, require, module) {
      module.exports = [require('/src/support/a.js'), require('/src/support/a.js')];
    },
    'src/support/a.js'(_, __, module, file, folder) {
      runs++;
      module.exports = { file, folder };
    },
  });
  const place = { file: join(root, 'src/support/a.js'), folder: join(root, 'src/support') };
  expect(exports).toEqual([place, place]);
  expect([runs, rests]).toEqual([1, 0]);
});

test('the others are loaded when one of them is needed, and packages come from outside', () => {
  const { exports, rests } = run(
    {
      'src/cli/main.js'(_, require, module) {
        module.exports = [
          require('/src/cli/commands/one.js'),
          require('/src/cli/commands/two.js'),
          require('node:path'),
        ];
      },
    },
    {
      'src/cli/commands/one.js': (_, __, module) => {
        module.exports = 1;
      },
      'src/cli/commands/two.js': (_, __, module) => {
        module.exports = 2;
      },
    },
  );
  expect(exports).toEqual([1, 2, require('node:path')]);
  expect(rests).toBe(1);
});

test('a module that failed is run again when it is needed again, as Node does', () => {
  let runs = 0;
  const { exports } = run({
    'src/cli/main.js'(_, require, module) {
      const failures = [0, 1].map(() => {
        try {
          return require('/src/cli/a.js');
        } catch (error) {
          return (error as Error).message;
        }
      });
      module.exports = failures;
    },
    'src/cli/a.js'() {
      throw new Error(`failure ${++runs}`);
    },
  });
  expect(exports).toEqual(['failure 1', 'failure 2']);
});

test('what lies outside is not looked for among the others', () => {
  const asked: string[] = [];
  const main = new Module(join(root, 'src/cli/main.js'));
  main.filename = main.id;
  const outside = Object.assign((name: string): unknown => asked.push(name), { cache: {}, main });
  const others = () => {
    throw new Error('the others were loaded');
  };
  const first: PackedModules = { 'src/cli/main.js': (_, require) => require('/mocks/server.js') };
  runPacked(main, root, first, [others], outside);
  expect(asked).toEqual([join(root, 'mocks/server.js')]);
});
