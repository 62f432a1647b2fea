/** The contract as the page shows it: one document, with what each operation can be made to answer. */

import type { Contract, Operation } from '../src/contract/contract';

type Json = Readonly<Record<string, unknown>>;

interface Scheme {
  readonly type?: string;
  readonly scheme?: string;
}

type Requirements = Record<string, readonly string[]>[];

interface Secured {
  security?: Requirements;
}

interface Described extends Secured {
  paths?: Record<string, Record<string, (Secured & Record<string, unknown>) | undefined>>;
  readonly components?: { securitySchemes?: Record<string, Scheme> };
  readonly securityDefinitions?: Record<string, Scheme>;
  servers?: unknown;
}

/**
 * @param document the contract in one document.
 * @returns a copy whose only server is the mock, with `Prefer` as a parameter of each operation and one scheme for all that take a
 *   token.
 */
export function describeContract({ operations }: Contract, document: Json): object {
  const { host: _host, basePath: _basePath, schemes: _schemes, ...rest } = document;
  const described: Described = structuredClone(rest);
  const old = document['swagger'] !== undefined;
  if (!old) described.servers = [{ url: '/' }];
  const secure = old ? () => {} : withOneToken(described);
  secure(described);
  for (const { path, method, responses } of operations) {
    const item = described.paths?.[path];
    if (!item) continue;
    delete item['servers'];
    const own = item[method.toLowerCase()];
    if (!own) continue;
    delete own['servers'];
    secure(own);
    const prefer = { name: 'Prefer', in: 'header', description: 'What the mock is to answer.' };
    const type = { type: 'string', enum: choicesOf(responses) };
    const parameter = old ? { ...prefer, ...type } : { ...prefer, schema: type };
    own['parameters'] = [...((own['parameters'] as unknown[] | undefined) ?? []), parameter];
  }
  return described;
}

/**
 * Whoever has a token is asked for it once, and nobody is led to where tokens are made: the mock takes any.
 * @returns what puts the one scheme in the place of those that it stands for.
 */
function withOneToken({ components }: Described): (secured: Secured) => void {
  const taking = Object.entries(components?.securitySchemes ?? {}).filter(([, scheme]) => takesToken(scheme));
  const [[one, { type }] = ['', {} as Scheme]] = taking;
  if (!components?.securitySchemes || taking.length === 0 || (taking.length === 1 && type === 'http')) return () => {};
  const names = taking.map(([name]) => name);
  for (const name of names) delete components.securitySchemes[name];
  Object.assign(components.securitySchemes, {
    [one]: { type: 'http', scheme: 'bearer', description: `A token for ${names.join(', ')}.` },
  });
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

function choicesOf(responses: Operation['responses']): string[] {
  const choices = responses.flatMap(({ status, media }) => {
    const code = `code=${status === 'default' ? '500' : status.replace(/XX/i, '00')}`;
    const names = new Set(media.flatMap(({ exampleNames }) => exampleNames));
    return [code, ...[...names].map((name) => `${code}, example=${name}`)];
  });
  return [...new Set(choices), 'dynamic=true', 'wait=2', 'drop'];
}
