/**
 * A step of the build: `node dist/src/cli/start/pack.js`. It puts all modules of ours that the command line loads into three files:
 * those that every command needs, those that the mock needs beside them, and all others. `dist/src/cli/main.js` then runs them from there. The files of the modules stay, since the
 * library and the mock load some of them.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
const MAIN = 'src/cli/main.js';
const VERIFY = 'src/cli/commands/verify.js';
const COMMANDER = 'vendor/commander.js';
const MOCK = 'src/cli/commands/mock.js';
/** What stays outside: the mock is a bundle of its own, and packages are loaded when they are needed. */
const OUTSIDE = /^(?:mocks|vendor)\//;
/** What `dist/src/cli/main.js` becomes. */
const ENTRY = `#!/usr/bin/env node
"use strict";
const { join } = require("node:path");
const root = join(__dirname, "..", "..");
const { optimiseLater, runsAllDay } = require("./start/optimiseLater.js");
const { keepCompiledCode } = require("./start/compiledCode.js");
const { runPacked } = require("./start/packed.js");
const { ofAll, ofRuns } = NODE_MODULES;
if (!runsAllDay(process.argv[2])) for (const name of /^[a-z]/.test(process.argv[2]) ? ofRuns : ofAll) require(name);
optimiseLater(process.argv[2]);
const run = keepCompiledCode(root, process.argv[2], process.env);
const [first, ...others] = ["First", "Mock", "Rest"].map((name) => () => run(join(__dirname, "start", "packed" + name + ".js")));
runPacked(module, root, first(), others);
`;
const NAMED = /\brequire\((['"])(\.{1,2}\/[^'"]+|yaml)\1\)/g;
/** Nearly every command reads YAML, and this package is 67 files. */
const YAML = '../node_modules/yaml/dist/index.js';
/** Is loaded for a contract in YAML alone. */
const READ_YAML = 'src/contract/document/readYaml.js';

function main(): void {
  const modules = new Map<string, string>();
  const first = new Set<string>();
  collect(MAIN, modules, first);
  const forRuns = new Set<string>();
  collect(VERIFY, new Map(), forRuns);
  // A mock that runs all day holds what it has loaded, so it does without the rest.
  const forMock = new Set<string>();
  collect(MOCK, new Map(), forMock);
  collect(READ_YAML, new Map(), forMock);
  for (const path of first) forMock.delete(path);
  const rest = [...modules.keys()].filter((path) => !first.has(path) && !forMock.has(path));
  write('packedFirst.js', [...first], modules, first);
  write('packedMock.js', [...forMock], modules, forMock);
  write('packedRest.js', rest, modules, forRuns);
  const nodeModules = { ofAll: nodeModulesOf([...first, COMMANDER]), ofRuns: nodeModulesOf([...forRuns, COMMANDER]) };
  writeFileSync(join(ROOT, MAIN), ENTRY.replace('NODE_MODULES', JSON.stringify(nodeModules)));
}

/**
 * Returns the modules of Node that others of ours need. Node has them compiled, but once a flag of V8 is set it compiles them anew, which takes
 * three times as long. So they are loaded before that.
 */
function nodeModulesOf(paths: readonly string[]): string[] {
  const names = paths.flatMap((path) => [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(/\brequire\("(node:[^"]+)"\)/g),
  ]);
  return [...new Set(names.map(([, name = '']) => name))];
}

/**
 * Notes the text of a module and of all that it loads.
 * @param atOnce gets the modules that are loaded with it at once; undefined for one that is loaded when it is used.
 */
function collect(path: string, modules: Map<string, string>, atOnce: Set<string> | undefined): void {
  if (atOnce ? atOnce.has(path) : modules.has(path)) return;
  atOnce?.add(path);
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^#!.*/, '');
  modules.set(path, path.endsWith('.json') ? `module.exports = ${text.trim()};` : text);
  const lines = text.split('\n').map((line) =>
    line.replace(NAMED, (_all, quote: string, name: string) => {
      const file = found(name === 'yaml' ? join(ROOT, YAML) : join(ROOT, dirname(path), name));
      const inside = relative(ROOT, file).replaceAll(sep, '/');
      // The compiler writes what a module loads at once as statements that are not indented, and are no functions.
      const loadsAtOnce = /^\S/.test(line) && !line.includes('=>');
      if (!OUTSIDE.test(inside)) collect(inside, modules, loadsAtOnce ? atOnce : undefined);
      // Nothing is to be joined then, some 2,000 times a start.
      return `require(${quote}/${inside}${quote})`;
    }),
  );
  if (!path.endsWith('.json')) modules.set(path, lines.join('\n'));
}

/** Returns the file that a name without an ending stands for. */
function found(path: string): string {
  const file = [path, `${path}.js`, join(path, 'index.js')].find(
    (each) => /\.js(?:on)?$/.test(each) && existsSync(each),
  );
  if (file === undefined) throw new Error(`No module is at ${path}`);
  return file;
}

/**
 * Writes modules into one file. Their lines stay as they are: `namePlaces` finds the file and the line that a stack trace means.
 * V8 compiles a function in parentheses at once, and one without them twice, if it is needed. A file of ASCII alone is read faster.
 */
function write(
  name: string,
  paths: readonly string[],
  modules: ReadonlyMap<string, string>,
  atOnce: ReadonlySet<string>,
): void {
  const parts = paths.map((path) => {
    const [open, close] = atOnce.has(path) ? ['(', ')'] : ['', ''];
    return `${JSON.stringify(path)}: ${open}function (exports, require, module, __filename, __dirname) {\n${modules.get(path)}\n}${close},\n`;
  });
  const text = `({\n${parts.join('')}});\n`;
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(join(__dirname, name), text.replace(/[^\0-\x7f]/g, escaped));
}

main();
