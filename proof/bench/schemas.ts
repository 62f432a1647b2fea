/**
 * Judges the instances of the JSON-Schema-Test-Suite: `npm run corpus:schemas -- FOLDER`, a clone of it. The tests of draft 2020-12 are
 * read as schemas of OpenAPI 3.1, those of draft 4 as schemas of OpenAPI 3.0, as far as that has their keywords. Prints each instance
 * that is not judged as the suite says, by the judge or by `evaluate`. It exits with 1 if there are others than the known ones.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../src/contract/dialects';
import { openapi30 } from '../../src/contract/dialects/openapi-3.0';
import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import { FileError, type Files, type SourceFile } from '../../src/contract/document/files';
import { BrokenReference, rootOf } from '../../src/contract/document/reference';
import { satisfies } from '../../src/contract/schema/evaluate';
import { createJudges } from '../../src/contract/schema/judge';
import { createSchemaReader, type Schema } from '../../src/contract/schema/schema';
import { readJson } from '../../src/json/exactJson';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Intended differences from the suite: formats that OpenAPI defines are checked, and vocabularies are ignored. */
const KNOWN: readonly RegExp[] = [/format\.json: date/, /vocabulary\.json: .*no validation vocabulary/];

const REMOTE = 'http://localhost:1234/';

const [folder = ''] = process.argv.slice(2);

/** Reads a schema as if it were a whole contract. Other schemas of the suite are found at the address of its `remotes`. */
function schemaOf(schema: unknown, dialect: Dialect): Schema {
  const fileOf = (path: string, text: string): SourceFile => ({ path, text, value: JSON.parse(text) as unknown });
  const root = fileOf('/suite/schema.json', JSON.stringify(schema));
  const read = new Map([[root.path, root]]);
  const files: Files = {
    root,
    get(from, reference) {
      if (reference === '') return from;
      const path = join(folder, 'remotes', reference.replace(REMOTE, ''));
      if (!reference.startsWith(REMOTE) || !existsSync(path)) throw new FileError(reference, 'it is not of the suite');
      const file = read.get(path) ?? fileOf(path, readFileSync(path, 'utf8'));
      read.set(path, file);
      return file;
    },
    paths: () => [...read.keys()],
    read: () => read,
  };
  return createSchemaReader(files, dialect).at(rootOf(root));
}

/** Tells whether a schema accepts a value, in two ways of judging; undefined if that cannot be told. */
function verdicts(schema: unknown, data: unknown, dialect: Dialect): (boolean | undefined)[] {
  const read = schemaOf(schema, dialect);
  try {
    const breaches = createJudges(0).judge(read, 'response')(readJson(JSON.stringify(data)));
    if (!breaches) return [undefined, undefined];
    const binding = breaches.filter(({ advisory }) => !advisory);
    return [
      binding.length === 0,
      breaches.length === 0 || binding.length > 0 ? satisfies(read, data, 'response') : true,
    ];
  } catch (error) {
    if (error instanceof BrokenReference) return [undefined, undefined];
    throw error;
  }
}

/** Tells whether the dialect knows every keyword in a schema. */
function isKnown(schema: unknown, dialect: Dialect): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const fields = dialect.kinds['Schema']?.fields ?? new Map();
  return Object.entries(schema).every(([key, value]) => {
    if (!fields.has(key)) return false;
    if (['not', 'items'].includes(key)) return isKnown(value, dialect);
    if (key === 'additionalProperties') return typeof value === 'boolean' || isKnown(value, dialect);
    if (['allOf', 'anyOf', 'oneOf'].includes(key)) return (value as unknown[]).every((each) => isKnown(each, dialect));
    return key !== 'properties' || Object.values(value as object).every((each) => isKnown(each, dialect));
  });
}

let [judged, untold, different] = [0, 0, 0];

function run(draft: string, dialect: Dialect): void {
  const from = join(folder, 'tests', draft);
  for (const name of readdirSync(from).filter((each) => each.endsWith('.json'))) {
    for (const { description, schema, tests } of JSON.parse(readFileSync(join(from, name), 'utf8')) as Group[]) {
      if (dialect !== openapi31 && !isKnown(schema, dialect)) continue;
      for (const { description: test, data, valid } of tests) {
        const label = `${draft}/${name}: ${description}: ${test}`;
        const answers = verdicts(schema, data, dialect);
        judged++;
        if (answers.includes(undefined)) untold++;
        if (answers.every((each) => each === valid || each === undefined) || KNOWN.some((known) => known.test(label)))
          continue;
        different++;
        const [judge, look] = answers.map((each) => (each ? 'taken' : 'refused'));
        console.log(`${label}\n  is ${valid ? 'valid' : 'invalid'}; judged: ${judge}, looked at: ${look}`);
      }
    }
  }
}

run('draft2020-12', openapi31);
run('draft4', openapi30);
console.log(
  `${judged} instances, ${untold} of them not judged for want of what they refer to, ${different} otherwise than the suite says.`,
);
process.exitCode = different > 0 ? 1 : 0;
