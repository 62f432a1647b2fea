/** How operations are authorised, as the security requirements and security schemes of the contract say. */

import { isToken } from '../http/fields';
import { groupBy } from '../support/collections';
import { lazyMembers } from '../support/lazyMembers';
import type { OAuthFlow, Security, SecurityAlternative, SecurityScheme, TokenIssuer } from './contract';
import type { Dialect } from './dialects';
import { clauseAt, type Files, type SourceFile } from './document/files';
import {
  child,
  type DocumentPlace,
  findUnlessBroken,
  followed,
  member,
  members,
  rootOf,
  valueIn,
} from './document/reference';

/**
 * Reads the security requirements of an operation (OpenAPI 3.1 §4.8.30).
 * @param declared the list of requirements; undefined if there is none.
 */
export function readSecurity(declared: DocumentPlace | undefined, reading: Reading): Security {
  const requirements = members(declared).map(([, place]) => ({ place, names: members(place).map(([name]) => name) }));
  const alternatives = requirements
    .filter(({ names }) => names.length > 0)
    .map(({ place, names }): SecurityAlternative => {
      const schemes = names.map((name) =>
        readScheme(name, followed(findScheme(name, place, reading), reading.files), reading),
      );
      const scopes = scopesOf(schemes, place);
      return withClause({ schemes, ...(scopes.length === 0 ? {} : { scopes }) }, place);
    });
  return { optional: requirements.length === 0 || alternatives.length < requirements.length, alternatives };
}

const withClause = lazyMembers<DocumentPlace, object, Pick<SecurityAlternative, 'clause'>>(
  {},
  { clause: ({ file, pointer }) => clauseAt(file, pointer, false) },
);

function scopesOf(schemes: readonly SecurityScheme[], requirement: DocumentPlace): string[] {
  const named = schemes.filter(hasScopes).flatMap(({ name }) => valueIn(requirement, name));
  return [...new Set(named.filter((scope) => typeof scope === 'string'))].sort();
}

interface Reading {
  readonly files: Files;
  readonly dialect: Dialect;
}

/** Returns the security schemes that a file describes, by name. */
export function schemesIn(file: SourceFile, { files, dialect }: Reading): DocumentPlace | undefined {
  const root = rootOf(file);
  return dialect.member === 'swagger'
    ? member(root, 'securityDefinitions')
    : child(child(root, 'components', files), 'securitySchemes', files);
}

/**
 * Returns the place of the scheme that a requirement names: in the contract's own file, or in the file of the
 * requirement. From OpenAPI 3.2 on, the name may also be a reference.
 */
export function findScheme(name: string, requirement: DocumentPlace, reading: Reading): DocumentPlace | undefined {
  const { files, dialect } = reading;
  for (const file of [files.root, requirement.file]) {
    const schemes = schemesIn(file, reading);
    const declared = schemes && member(schemes, name);
    if (declared) return declared;
  }
  return dialect.version === '3.2' ? findUnlessBroken(name, requirement, files) : undefined;
}

function readScheme(name: string, place: DocumentPlace | undefined, reading: Reading): SecurityScheme {
  return { ...schemeAt(name, place, reading), ...(place ? { declaration: place.value } : {}) };
}

function schemeAt(name: string, place: DocumentPlace | undefined, reading: Reading): SecurityScheme {
  const text = (key: string) => {
    const value = place && valueIn(place, key);
    return typeof value === 'string' ? value : '';
  };
  const authorization = (http: string) => ({ in: 'header' as const, field: 'Authorization', http });
  const type = text('type');
  switch (type) {
    case 'http':
      if (!isToken(text('scheme'))) break;
      return { name, type, ...authorization(text('scheme').toLowerCase()) };
    case 'basic':
      return { name, type, ...authorization('basic') };
    case 'oauth2':
    case 'openIdConnect': {
      const issuer = place && readIssuer(place, reading);
      return { name, type, ...authorization('bearer'), ...(issuer ? { issuer } : {}) };
    }
    case 'mutualTLS':
      return { name, type, in: 'connection', field: '', http: undefined };
    case 'apiKey': {
      const where = text('in');
      if (where === 'query' || ((where === 'header' || where === 'cookie') && isToken(text('name'))))
        return { name, type, in: where, field: text('name'), http: undefined };
      break;
    }
  }
  return { name, type: 'unknown', in: 'nowhere', field: '', http: undefined };
}

/** The names that Swagger 2.0 gives to flows, by those of OpenAPI 3. */
const SWAGGER_FLOWS = new Map([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

/** Returns the name that OpenAPI 3 gives to a flow of Swagger 2.0. */
export function flowOfSwagger(flow: string): string {
  return SWAGGER_FLOWS.get(flow) ?? flow;
}

/** Reads where tokens are issued: OpenAPI 3.1 §4.8.28 and §4.8.29, Swagger 2.0 `flow` and `tokenUrl`. */
function readIssuer(scheme: DocumentPlace, { dialect, files }: Reading): TokenIssuer | undefined {
  const textOf = (place: DocumentPlace, key: string) => {
    const value = valueIn(place, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const flowOf = (name: string, place: DocumentPlace): OAuthFlow[] => {
    const tokenUrl = textOf(place, 'tokenUrl');
    return tokenUrl === undefined ? [] : [{ name, tokenUrl, refreshUrl: textOf(place, 'refreshUrl') }];
  };
  const declared = textOf(scheme, 'flow') ?? '';
  const flows =
    dialect.member === 'swagger'
      ? flowOf(flowOfSwagger(declared), scheme)
      : members(child(scheme, 'flows', files)).flatMap(([name, place]) => flowOf(name, place));
  const discoveryUrl = textOf(scheme, 'openIdConnectUrl');
  if (flows.length === 0 && discoveryUrl === undefined) return undefined;
  return { flows, ...(discoveryUrl === undefined ? {} : { discoveryUrl }) };
}

/** Returns the alternative that a bearer token alone satisfies. */
export function bearerAlternative({ alternatives }: Security): SecurityAlternative | undefined {
  return alternatives.find(({ schemes: [scheme, ...more] }) => more.length === 0 && scheme?.http === 'bearer');
}

/** Returns whether the credentials of a scheme are tokens that may have scopes. */
export function hasScopes({ type }: SecurityScheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect';
}

/** Returns whether a request without a credential must be refused. */
export function isGuarded({ optional, alternatives }: Security): boolean {
  return !optional && alternatives.length > 0;
}

/**
 * Returns the alternatives that requests can show one by one, the first of each form: what a bearer token satisfies under two names is one.
 * A client certificate shows in every request of its connection, and what the contract does not describe in none.
 */
export function distinctAlternatives({ alternatives }: Security): SecurityAlternative[] {
  const shown = alternatives.filter(({ schemes }) =>
    schemes.every(({ in: where }) => where !== 'connection' && where !== 'nowhere'),
  );
  return [...groupBy(shown, formOf).values()].map(([first]) => first);
}

/** Returns a text that alternatives have in common whose credentials stand at the same places. */
export function formOf({ schemes }: SecurityAlternative): string {
  return schemes
    .map(({ in: where, field, http }) => [where, field.toLowerCase(), http].join(' '))
    .sort()
    .join(', ');
}
