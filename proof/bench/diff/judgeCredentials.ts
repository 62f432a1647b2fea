/**
 * Judges once more, from the documents as they are written, whether one contract lets a request in by what it shows of its client, and the other
 * does not. Nothing of what found the break is used.
 */

import type { RequestWitness } from '../../../src/cli/diff/breaks';

type Json = Readonly<Record<string, unknown>>;
type Requirement = Readonly<Record<string, readonly string[]>>;

/** Tells whether the security requirements of an operation let a request in. A token has the scopes of the request, where those are said. */
export function letsIn(document: Json, operation: Json, witness: RequestWitness): boolean {
  const requirements = (operation['security'] ?? document['security'] ?? []) as readonly Requirement[];
  const schemes = schemesOf(document);
  return (
    requirements.length === 0 ||
    requirements.some((requirement) =>
      Object.entries(requirement).every(([name, scopes]) => shows(schemes[name] ?? {}, scopes, witness)),
    )
  );
}

function schemesOf({ securityDefinitions, components }: Json): Readonly<Record<string, Json>> {
  return (securityDefinitions ?? (components as Json | undefined)?.['securitySchemes'] ?? {}) as Record<string, Json>;
}

function shows(scheme: Json, scopes: readonly string[], { path, headers, scopes: had }: RequestWitness): boolean {
  const fields = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const hasAuthorization = (kind: string) => new RegExp(`^${kind} \\S`, 'i').test(fields.get('authorization') ?? '');
  switch (scheme['type']) {
    case 'oauth2':
    case 'openIdConnect':
      return hasAuthorization('bearer') && (had === undefined || scopes.every((scope) => had.includes(scope)));
    case 'basic':
      return hasAuthorization('basic');
    case 'http':
      return hasAuthorization(String(scheme['scheme']));
    case 'apiKey': {
      const name = String(scheme['name']);
      if (scheme['in'] === 'query') return new URLSearchParams(path.split('?')[1]).has(name);
      // A token is no key, though it stands in the same field.
      const isToken = had !== undefined && name.toLowerCase() === 'authorization' && hasAuthorization('bearer');
      if (scheme['in'] === 'header') return fields.has(name.toLowerCase()) && !isToken;
      return (fields.get('cookie') ?? '').split('; ').some((pair) => pair.startsWith(`${name}=`));
    }
    default:
      return false;
  }
}
