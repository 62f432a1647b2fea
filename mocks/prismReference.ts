/** The contract as the page shows it: one document, with what each operation can be made to answer. */

import RefParser = require('@stoplight/json-schema-ref-parser');

import type { Contract } from '../src/contract/contract';
import { fromParsed } from '../src/contract/parsed';

interface Response {
  readonly content?: Record<string, { readonly examples?: Record<string, unknown> }>;
}

interface Described {
  parameters?: unknown[];
  readonly responses?: Record<string, Response>;
}

type Paths = Record<string, Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param dereferenced the contract with every reference followed.
 * @returns the contract in one document, whose only server is the mock, with `Prefer` as a parameter of each operation.
 */
export async function describeContract(
  { files }: Contract,
  dereferenced: { readonly paths?: unknown },
): Promise<object> {
  const [file = ''] = files.keys();
  const document = (await new RefParser().bundle(file, fromParsed(files))) as { paths?: Paths; servers?: unknown };
  document.servers = [{ url: '/' }];
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    delete item['servers'];
    for (const method of METHODS) {
      const operation = item[method] as (Described & { servers?: unknown }) | undefined;
      if (!operation) continue;
      delete operation.servers;
      const followed = (dereferenced.paths as Paths | undefined)?.[path]?.[method] as Described | undefined;
      operation.parameters = [...(operation.parameters ?? []), preferParameter(followed?.responses ?? {})];
    }
  }
  return document;
}

function preferParameter(responses: Record<string, Response>): object {
  const choices = Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const code = `code=${status === 'default' ? '500' : status.replace(/XX/i, '00')}`;
    const names = new Set(Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)));
    return [code, ...[...names].map((name) => `${code}, example=${name}`)];
  });
  return {
    name: 'Prefer',
    in: 'header',
    description: 'What the mock is to answer.',
    schema: { type: 'string', enum: [...new Set(choices), 'dynamic=true', 'wait=2', 'drop'] },
  };
}
