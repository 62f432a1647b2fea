/**
 * Reads a file into a `Contract`. Mistakes within it are reported by its check, and the parts that have them are left
 * out.
 */

import { createHash } from 'node:crypto';
import { lazy } from '../support/caching';
import { atOnce, sharedWork } from '../support/letOthersRun';
import { checkContract } from './check/check';
import type { Checking } from './check/checking';
import { cutFaults } from './check/cutFaults';
import { ContractError, type Mistake } from './clause';
import type { Contract, Hashes } from './contract';
import { type Dialect, dialects } from './dialects';
import { clauseAt, displayPath, FileError, type Files, openFiles, type SourceFile } from './document/files';
import { readMisplaced } from './misplacedReferences';
import { readOperations, readWebhooks } from './operations';
import type { Overlays } from './overlay/overlays';

/**
 * Reads a contract: its version of OpenAPI and its operations. The parts of an operation are read when they are first
 * used.
 * @param file the path of an OpenAPI document in YAML or JSON, of any version from 2.0 to 3.2.
 * @param overlayFiles the paths of overlays, which change the contract in this order before it is used.
 * @throws ContractError if the file cannot be read at all, or is not an OpenAPI document; or if an overlay cannot be applied.
 */
export async function readContract(file: string, overlayFiles: readonly string[] = []): Promise<Contract> {
  return readContractOf(openContract(file, overlayFiles));
}

/**
 * Reads a contract in the same way, and cuts out of its schemas what is wrong in them: the faulty keyword alone. What an operation lost by that,
 * or has that cannot be used, is told by its `mistakes`.
 * @throws ContractError as `readContract` does.
 */
export async function readWithoutFaults(file: string, overlayFiles: readonly string[] = []): Promise<Contract> {
  const opened = openContract(file, overlayFiles);
  const { mistakes } = atOnce(checkContract(opened, false));
  if (mistakes.length > 0) cutFaults(opened);
  return { ...readContractOf(opened), check: () => ({ mistakes, warnings: [] }) };
}

interface OpenedContract extends Checking {
  readonly overlays: Overlays | undefined;
  readonly misplaced: readonly Mistake[];
}

function openContract(file: string, overlayFiles: readonly string[]): OpenedContract {
  const overlays = overlayFiles.length > 0 ? overlaysOf(file, overlayFiles) : undefined;
  const files = open(file, overlays);
  const dialect = dialectOf(files.root);
  return { files, dialect, overlays, misplaced: readMisplaced({ files, dialect }) };
}

function readContractOf({ files, dialect, overlays, misplaced }: OpenedContract): Contract {
  const { info, paths } = files.root.value as { info?: { title?: unknown; version?: unknown }; paths?: unknown };
  if (paths !== undefined && (typeof paths !== 'object' || paths === null))
    throw at(files.root, '#/paths', '`paths` must be an object: the operations of the contract by their paths.');
  const mistakes = sharedWork(() => checkContract({ files, dialect }, false));
  const mistakesAndWarnings = lazy(() => {
    const { mistakes, warnings } = atOnce(checkContract({ files, dialect }, true));
    return { mistakes, warnings: [...misplaced, ...warnings, ...(overlays?.warnings() ?? [])] };
  });
  const operations = sharedWork(() => readOperations(files, dialect));
  const webhooks = lazy(() => readWebhooks(files, dialect));
  return {
    title: text(info?.title, 'Untitled'),
    version: text(info?.version, ''),
    file: displayPath(files.root.path),
    dialect: dialect.name,
    section: dialect.section,
    files: () => [...files.paths(), ...(overlays?.sources.map(({ path }) => path) ?? [])],
    parsed: () => new Map([...files.read()].map(([path, { value }]) => [path, value])),
    text: () => files.root.text,
    hashes: () => hashesOf(files, overlays?.sources ?? []),
    get operations() {
      return operations.result();
    },
    operationsInParts: operations.parts,
    get webhooks() {
      return webhooks();
    },
    check: (warn) => (warn ? mistakesAndWarnings() : mistakes.result()),
    checkInParts: mistakes.parts,
  };
}

/** The overlays are loaded only here, because few contracts have one. */
function overlaysOf(file: string, overlayFiles: readonly string[]): Overlays {
  const { openOverlays } = require('./overlay/overlays') as typeof import('./overlay/overlays');
  return openOverlays(file, overlayFiles);
}

function hashesOf(files: Files, overlays: readonly SourceFile[]): Hashes {
  const hashOf = (source: SourceFile) => createHash('sha256').update(source.text).digest('hex');
  const referredTo = [...[...files.read().values()].filter((source) => source !== files.root), ...overlays];
  const hashed = referredTo.map((source) => ({ file: displayPath(source.path), sha256: hashOf(source) }));
  return { sha256: hashOf(files.root), ...(hashed.length > 0 ? { files: hashed } : {}) };
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function open(file: string, overlays: Overlays | undefined): Files {
  try {
    return openFiles(file, overlays?.change);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { path, line, column, message } = error;
    const why =
      line === 1 && column === 1 && !message.endsWith('.') ? `the contract cannot be read: ${message}.` : message;
    throw new ContractError([{ file: displayPath(path), line, column, message: why }], [path]);
  }
}

function dialectOf(root: SourceFile): Dialect {
  const { value } = root;
  if (value === undefined || value === null)
    throw at(root, '#', 'the contract is empty; it should start with `openapi: 3.1.0`.');
  if (typeof value !== 'object' || Array.isArray(value))
    throw at(root, '#', 'this is not an OpenAPI document; it should start with `openapi: 3.1.0`.');
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown };
  const [member, version] = openapi === undefined ? (['swagger', swagger] as const) : (['openapi', openapi] as const);
  if (version === undefined) {
    const message =
      'this is not an OpenAPI document: it has no `openapi` member; it should start with `openapi: 3.1.0`.';
    throw at(root, '#', message);
  }
  const supported = dialects.find((dialect) => dialect.member === member && dialect.versions.test(String(version)));
  if (supported) return supported;
  throw at(root, `#/${member}`, versionMistake(member, version));
}

/** Says what is wrong with a version that no dialect has, and what to write where one was meant. */
function versionMistake(member: string, version: unknown): string {
  const text = typeof version === 'number' ? String(version) : version;
  if (typeof text !== 'string' || text === '')
    return `\`${member}\` must be the version, as a string: \`openapi: "3.1.0"\`.`;
  const meant = MEANT.find(({ written }) => written.test(text))?.correct;
  return meant === undefined
    ? `OpenAPI ${text} is not supported. Espalier reads 2.0, 3.0, 3.1 and 3.2.`
    : `This is not how a version of OpenAPI is written; write \`${meant}\`.`;
}

/** What people write who mean a version that is read: under the other member, without quotes, or without all its numbers. */
const MEANT = [
  { written: /^2(\.0)*$/, correct: 'swagger: "2.0"' },
  { written: /^3(\.0(\.\d+)?)?$/, correct: 'openapi: "3.0.3"' },
  { written: /^3\.1(\.\d+)?$/, correct: 'openapi: "3.1.0"' },
  { written: /^3\.2(\.\d+)?$/, correct: 'openapi: "3.2.0"' },
];

function at(file: SourceFile, pointer: string, message: string): ContractError {
  return new ContractError([{ ...clauseAt(file, pointer), message }], [file.path]);
}
