/** Loads the files that `extend:` of a configuration names: JavaScript or TypeScript, without a build step. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { displayPath } from '../../contract/document/files';
import { whyFailed } from '../../engine/usersFailure';
import {
  type Extensions,
  type GivenExtension,
  isExtension,
  NO_EXTENSIONS,
  readExtensions,
} from '../../extend/extensions';
import { UsageError } from '../../support/errors';
import { type ConfigurationFile, filesOfExtensions } from './configuration';

/** What the user's own files add, and where they stand. */
export interface LoadedExtensions extends Extensions {
  /** Their absolute paths. */
  readonly files: readonly string[];
  /** Whether the command line leaves them out (`--no-extend`). */
  readonly isLeftOut: boolean;
}

/**
 * Loads what a configuration extends a run by. They are code, so they are loaded only from a configuration that the user chose: of any other one,
 * `loadConfiguration` refuses the setting.
 * @throws ConfigurationError with the place of a file that cannot be loaded, or that defines what cannot be used.
 */
export function loadExtensions(
  configuration: ConfigurationFile | undefined,
  { extend = true }: { readonly extend?: boolean },
): LoadedExtensions {
  const nothing = { ...NO_EXTENSIONS, files: [], isLeftOut: !extend };
  if (configuration === undefined || !configuration.chosen || !extend) return nothing;
  const { names, reading } = filesOfExtensions(configuration);
  if (names.length === 0) return nothing;
  const folder = dirname(resolve(configuration.path));
  const files = names.map((name) => resolve(folder, name));
  const given: GivenExtension[] = [];
  for (const [at, file] of files.entries()) {
    given.push(...reading(at, () => loadFile(file)));
    // Who defines it wrongly is told of the line that names the file.
    reading(at, () => readExtensions(given));
  }
  return { ...readExtensions(given), files, isLeftOut: false };
}

function loadFile(file: string): GivenExtension[] {
  const from = displayPath(file);
  if (!existsSync(file)) throw new UsageError(`there is no file ${from}.`);
  const exported = importFile(file, from);
  const { default: usual } = exported;
  const found = [exported, usual, ...Object.values(exported)].flat().filter(isExtension);
  if (found.length > 0) return [...new Set(found)].map((extension) => ({ extension, from }));
  throw new UsageError(
    `${from} exports nothing that extends a run; export what defineRule, defineHook, defineValues, defineProbe or defineRun returns.`,
  );
}

function importFile(file: string, from: string): Readonly<Record<string, unknown>> {
  const { createJiti } = require('jiti') as typeof import('jiti');
  // A run of `--watch` reads it again.
  delete createRequire(__filename).cache[file];
  try {
    // At once: loaded with `import()`, Node would warn of how the command line is packed.
    return createJiti(file, OPTIONS)(file);
  } catch (error) {
    throw new UsageError(`${from} cannot be loaded: ${whyFailed(error)}.`);
  }
}

/** The library as it is built, or its source. */
const LIBRARY = [join(__dirname, '../../index.js'), join(__dirname, '../../index.ts')].find((file) => existsSync(file));

const OPTIONS: NonNullable<Parameters<typeof import('jiti').createJiti>[1]> = {
  // `import { defineRule } from 'espalier'` works wherever Espalier is installed.
  alias: { espalier: LIBRARY ?? 'espalier' },
  // Nothing is written to the disk.
  fsCache: false,
  moduleCache: true,
  // `import aws4 from 'aws4'` gives what a CommonJS module exports.
  interopDefault: true,
};
