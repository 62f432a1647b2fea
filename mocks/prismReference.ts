/** The contract as the page shows it: one document, with what each operation can be made to answer. */

import RefParser = require('@stoplight/json-schema-ref-parser');

import type { Contract } from '../src/contract/contract';
import { fromParsed } from '../src/contract/parsed';

interface Response {
  readonly content?: Record<string, { readonly examples?: Record<string, unknown> }>;
}

interface Scheme {
  readonly type?: string;
  readonly scheme?: string;
}

type Requirements = Record<string, readonly string[]>[];

interface Secured {
  security?: Requirements;
}

interface Bundled extends Secured {
  readonly paths?: Paths;
  readonly components?: { securitySchemes?: Record<string, unknown> };
  servers?: unknown;
}

interface Described extends Secured {
  parameters?: unknown[];
  readonly responses?: Record<string, Response>;
}

type Paths = Record<string, Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param dereferenced the contract with every reference followed.
 * @returns the contract in one document, whose only server is the mock, with `Prefer` as a parameter of each operation and
 *   one scheme for all that take a token.
 */
export async function describeContract(
  { files }: Contract,
  dereferenced: {
    readonly paths?: unknown;
    readonly components?: { readonly securitySchemes?: Record<string, Scheme> };
  },
): Promise<object> {
  const [file = ''] = files.keys();
  const document = (await new RefParser().bundle(file, fromParsed(files))) as Bundled;
  document.servers = [{ url: '/' }];
  const secure = withOneToken(document, dereferenced.components?.securitySchemes ?? {});
  secure(document);
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    delete item['servers'];
    for (const method of METHODS) {
      const operation = item[method] as (Described & { servers?: unknown }) | undefined;
      if (!operation) continue;
      delete operation.servers;
      secure(operation);
      const followed = (dereferenced.paths as Paths | undefined)?.[path]?.[method] as Described | undefined;
      operation.parameters = [...(operation.parameters ?? []), preferParameter(followed?.responses ?? {})];
    }
  }
  return document;
}

/**
 * Whoever has a token is asked for it once, and nobody is led to where tokens are made: the mock takes any.
 * @returns what puts the one scheme in the place of those that it stands for.
 */
function withOneToken({ components }: Bundled, schemes: Record<string, Scheme>): (secured: Secured) => void {
  const taking = Object.entries(schemes).filter(([, scheme]) => takesToken(scheme));
  const [[one, { type }] = ['', {}]] = taking;
  if (!components?.securitySchemes || taking.length === 0 || (taking.length === 1 && type === 'http')) return () => {};
  const names = taking.map(([name]) => name);
  for (const name of names) delete components.securitySchemes[name];
  components.securitySchemes[one] = { type: 'http', scheme: 'bearer', description: `A token for ${names.join(', ')}.` };
  return (secured) => {
    if (!Array.isArray(secured.security)) return;
    secured.security = secured.security.map((requirement) => {
      const kept: Requirements[number] = {};
      for (const [name, scopes] of Object.entries(requirement)) {
        const place = names.includes(name) ? one : name;
        kept[place] = [...(kept[place] ?? []), ...scopes];
      }
      return kept;
    });
  };
}

function takesToken({ type, scheme }: Scheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme?.toLowerCase() === 'bearer');
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
