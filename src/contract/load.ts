/** From a file to a Contract, or to every mistake that it holds. */

import './deferred';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { giveBack } from '../deferred';
import { type Contract, ContractError, type Mistake } from './contract';
import { unescapePointer } from './json';
import { lintMeaning } from './meaning';
import { readOperations } from './operations';
import { fromParsed } from './parsed';
import { type Document, makeDocumentFromString, YamlParseError } from './redocly';
import { createSchemas } from './schemas';
import { ContainedResolver, child, clauseAt, type Documents, displayPath, type Place } from './source';
import { structureValidator } from './structure';

giveBack();

/** The versions that are read. 3.0 and 2.0 give their schemas another meaning, and 3.2 is not read by our validator. */
const SUPPORTED = /^3\.1\.[0-2]$/;

/**
 * Reads, parses and validates a contract: structure and references, then meaning.
 * @param file path of an OpenAPI 3.1 document in YAML or JSON.
 * @param options.warn whether to look for what only deserves a look, which in a large contract takes a while.
 * @throws ContractError with every mistake found, each with its file, line and column.
 */
export async function loadContract(
  file: string,
  { warn = false }: { readonly warn?: boolean } = {},
): Promise<Contract> {
  const path = resolve(file);
  const root = parseRoot(await readRoot(path), path);
  refuseOtherVersions(root);

  const resolver = new ContainedResolver(path);
  resolver.cache.set(path, Promise.resolve(root));
  try {
    return await readContract(root, resolver, warn);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(error.mistakes, [...resolver.cache.keys()]);
  }
}

async function readContract(root: Document, resolver: ContainedResolver, warn: boolean): Promise<Contract> {
  const { parsed, source } = root;
  const path = source.absoluteRef;
  const { errors, warnings } = await lintMeaning(root, resolver, warn).catch((error: Error) => {
    if (!/circular pointer/i.test(error.message)) throw error;
    throw fatal(path, 'a $ref leads back to itself, by way of other references alone; it stands for nothing.');
  });
  if (errors.length > 0) throw new ContractError(errors);

  const documents = await documentsOf(resolver);
  const dereferenced = await validateStructure(path, documents);
  const operations = readOperations({ value: parsed, source, pointer: '#/' }, documents, createSchemas(documents));
  const { info } = parsed as { info: { title: string; version: string } };
  return {
    title: info.title,
    version: info.version,
    file: displayPath(path),
    files: parsedOf(documents),
    ...(dereferenced ? { dereferenced } : {}),
    operations,
    warnings,
  };
}

function fatal(path: string, message: string, line = 1, column = 1): ContractError {
  return new ContractError([{ file: displayPath(path), line, column, message }]);
}

async function readRoot(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fatal(path, `the contract cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
  if (text.trim() === '') throw fatal(path, 'the contract is empty; it should start with `openapi: 3.1.0`.');
  return text.replaceAll('\r\n', '\n');
}

/** Why a file could not be read, as the end of a sentence. */
export function whyUnreadable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder; name the file in it';
    case 'EACCES':
      return 'permission denied';
    default:
      return message;
  }
}

function parseRoot(text: string, path: string): Document {
  try {
    return makeDocumentFromString(text, path) as Document;
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error;
    throw fatal(path, notYaml(error), error.line || 1, error.col || 1);
  }
}

function notYaml(error: YamlParseError): string {
  return `this is neither YAML nor JSON: ${error.message.replace(/\s*\(\d+:\d+\)$/, '')}.`;
}

function refuseOtherVersions({ parsed, source }: Document): void {
  const path = source.absoluteRef;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw fatal(path, 'this is not an OpenAPI document; it should start with `openapi: 3.1.0`.');
  }
  const { openapi, swagger } = parsed as { openapi?: unknown; swagger?: unknown };
  if (swagger !== undefined) throw at(source, '#/swagger', `OpenAPI ${swagger} is not supported; ${CONVERT}`);
  if (openapi === undefined) {
    throw fatal(
      path,
      'this is not an OpenAPI document: it has no `openapi` member; it should start with `openapi: 3.1.0`.',
    );
  }
  if (typeof openapi !== 'string') throw at(source, '#/openapi', 'the version must be a string: `openapi: "3.1.0"`.');
  if (!SUPPORTED.test(openapi)) throw at(source, '#/openapi', `OpenAPI ${openapi} is not supported; ${CONVERT}`);
}

const CONVERT = 'Espalier reads 3.1.0 to 3.1.2. Convert the document to 3.1.';

function at(source: Document['source'], pointer: string, message: string): ContractError {
  return new ContractError([{ ...clauseAt(source, pointer), message }]);
}

async function documentsOf(resolver: ContainedResolver): Promise<Documents> {
  const documents = new Map<string, Document>();
  for (const [path, loading] of resolver.cache) {
    // What cannot be read was reported where it is referred to; the value of an example may be anywhere.
    const document = await loading.catch((error: Error) => error);
    if (!(document instanceof Error)) documents.set(path, document);
  }
  return documents;
}

function parsedOf(documents: Documents): Map<string, unknown> {
  return new Map([...documents].map(([path, { parsed }]) => [path, parsed]));
}

/**
 * Validates against OpenAPI's own schema. It sees the very texts that were linted, and no file beside them.
 * @returns the contract with every reference followed, where that has an end.
 */
async function validateStructure(path: string, documents: Documents): Promise<object | undefined> {
  const validate = structureValidator();
  const parser = new SwaggerParser();
  let dereferenced: object;
  try {
    dereferenced = await parser.validate(path, {
      ...fromParsed(parsedOf(documents)),
      // Where schemas hold themselves, too: a path item that leads to one is to be seen as what it is.
      dereference: { circular: true },
      // It would compile OpenAPI's schema each time.
      validate: { schema: false },
    });
  } catch (error) {
    throw fatal(path, (error as Error).message);
  }
  try {
    if (validate(dereferenced)) return parser.$refs.circular ? undefined : dereferenced;
  } catch (error) {
    // A callback that leads back to what calls it has no end; the linter, which has seen it, follows each reference once.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const errors = validate.errors ?? [];
  throw new ContractError(
    errors.map(({ instancePath, message = 'is not as OpenAPI requires it' }) =>
      locate(instancePath, message, path, documents),
    ),
  );
}

/** OpenAPI's schema speaks of the dereferenced document: follow the same way through the references. */
function locate(instancePath: string, message: string, path: string, documents: Documents): Mistake {
  const root = documents.get(path);
  if (!root) return { file: displayPath(path), line: 1, column: 1, message };
  let place: Place = { value: root.parsed, source: root.source, pointer: '#/' };
  for (const token of instancePath.split('/').slice(1)) {
    place = child(place, unescapePointer(token), documents) ?? place;
  }
  return { ...clauseAt(place.source, place.pointer), message: `${instancePath || '/'} ${message}.` };
}
