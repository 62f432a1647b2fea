/** Makes the contract one document, for Prism and for the reference on the mock's page. */

import { resolve } from 'node:path';
import type SwaggerParser from '@apidevtools/swagger-parser';
import type { Contract } from '../contract';
import { refersOutside } from './reference';

/**
 * Returns the parsed document itself if the contract is one file. Otherwise it returns a copy that contains the other
 * files, with references to their new places. Callers must not change the result.
 */
export async function bundle(contract: Contract): Promise<object> {
  const [[file = '', root] = []] = contract.parsed();
  if (!refersOutside(JSON.stringify(root))) return root as object;
  // This reads every file that the contract refers to.
  contract.check(false);
  const parsed = contract.parsed();
  // The parser is given the parsed values, so it reads no files. It changes values in place, so it is given copies.
  const parse = ({ url }: { url: string }) => {
    const path = resolve(decodeURIComponent(url));
    const value = structuredClone(parsed.get(path));
    return path === file ? { ...(value as object), ...ACCEPTED } : value;
  };
  const options = {
    resolve: { file: { order: 1, canRead: true, read: () => '' }, http: false },
    parse: { yaml: false, json: false, text: false, binary: false, known: { order: 1, canParse: true, parse } },
    // A broken part is left out wherever it is used.
    continueOnError: true,
  };
  // The parser is loaded only here, because few contracts have several files.
  const Parser = require('@apidevtools/swagger-parser') as typeof SwaggerParser;
  const parser = new Parser();
  await parser.bundle(file, options as SwaggerParser.Options).catch(() => undefined);
  const { openapi, swagger, info } = root as Readonly<Record<string, unknown>>;
  const { openapi: _, ...bundled } = (parser.api ?? root) as { openapi?: string };
  return { ...bundled, info, ...(openapi === undefined ? { swagger } : { openapi }) };
}

/**
 * The parser refuses unknown versions and incomplete documents. Those are checked elsewhere, so it is given values that
 * it accepts.
 */
const ACCEPTED = { openapi: '3.1.0', info: { title: '', version: '' } };
