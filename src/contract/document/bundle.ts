/** The contract as one document, for those that want one: Prism, and the reference on the page of the mock. */

import { resolve } from 'node:path';
import type SwaggerParser from '@apidevtools/swagger-parser';
import type { Contract } from '../contract';

/** A `$ref` that leads out of its file. */
const OUTSIDE = /\$ref['"]?\s*:\s*['"]?[^#'"\s]/;

/**
 * The document itself where it is all in one file; else a copy into which the others were brought, with references to where they came to be.
 * Must not be changed.
 */
export async function bundle(contract: Contract): Promise<object> {
  const [[file = '', root] = []] = contract.parsed();
  if (!OUTSIDE.test(JSON.stringify(root))) return root as object;
  // Whatever it leads to is read by then.
  contract.check(false);
  const parsed = contract.parsed();
  // The parser neither reads the files again nor sees anything beside them; it works in place, on values of its own.
  const parse = ({ url }: { url: string }) => {
    const path = resolve(decodeURIComponent(url));
    const value = structuredClone(parsed.get(path));
    return path === file ? { ...(value as object), ...ACCEPTED } : value;
  };
  const options = {
    resolve: { file: { order: 1, canRead: true, read: () => '' }, http: false },
    parse: { yaml: false, json: false, text: false, binary: false, known: { order: 1, canParse: true, parse } },
    // What is broken is left out wherever it is used.
    continueOnError: true,
  };
  // Loaded only here: few contracts have several files.
  const Parser = require('@apidevtools/swagger-parser') as typeof SwaggerParser;
  const parser = new Parser();
  await parser.bundle(file, options as SwaggerParser.Options).catch(() => undefined);
  const { openapi, swagger, info } = root as Readonly<Record<string, unknown>>;
  const { openapi: _, ...bundled } = (parser.api ?? root) as { openapi?: string };
  return { ...bundled, info, ...(openapi === undefined ? { swagger } : { openapi }) };
}

/** The parser refuses versions that it does not know, and documents that lack something; it is asked for neither. */
const ACCEPTED = { openapi: '3.1.0', info: { title: '', version: '' } };
