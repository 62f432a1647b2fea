/** OpenAPI 3.2.0: what its objects hold beyond those of 3.1, and what of them is a mistake (`also`). It adds methods, parameters that are a whole query string, and media types of sequences. */

import type { Dialect } from './dialect';
import { described, examples, extend, METHODS_3, parameter, STYLES_32 } from './openapi-3';
import { ROWS_31, SCHEMAS_31 } from './openapi-3.1';
import { type Complaint, exclusive, kinds, TOKEN_PATTERN } from './shape';

type Value = Readonly<Record<string, unknown>>;

const METHODS = [...METHODS_3, 'query'];

/**
 * Members that a parameter must not have if it is the whole query string (Parameter Object, "Fixed Fields for use with
 * schema").
 */
const OF_SCHEMA = ['schema', 'style', 'explode', 'allowReserved'];

function parameter32(value: Value): Complaint[] {
  if (value['in'] !== 'querystring') return parameter(value, STYLES_32);
  const message = 'a parameter that is the whole query string is described by `content` alone.';
  const beyond = OF_SCHEMA.filter((key) => value[key] !== undefined).map((key) => ({ key, message }));
  return beyond.length > 0 ? beyond : described(value);
}

/** Encodings are given either by name or by position (Media Type Object). */
function encodings(value: Value): Complaint[] {
  return [...exclusive(value, 'encoding', 'prefixEncoding'), ...exclusive(value, 'encoding', 'itemEncoding')];
}

function example(value: Value): Complaint[] {
  return [
    ...['externalValue', 'dataValue', 'serializedValue'].flatMap((key) => exclusive(value, 'value', key)),
    ...exclusive(value, 'serializedValue', 'externalValue'),
  ];
}

/** Complains about names that are not methods (RFC 9110 §9.1), and about methods that have their own field. */
function additional(value: Value): Complaint[] {
  return Object.keys(value).flatMap((key) => {
    if (METHODS.includes(key.toLowerCase()) && key === key.toUpperCase())
      return [{ key, message: `${key} has a field of its own, \`${key.toLowerCase()}\`.` }];
    return TOKEN_PATTERN.test(key) ? [] : [{ key, message: `"${key}" is not a valid name of a method.` }];
  });
}

export const openapi32: Dialect = {
  name: 'OpenAPI 3.2',
  version: '3.2',
  member: 'openapi',
  versions: /^3\.2\.\d+$/,
  methods: METHODS,
  kinds: kinds(
    extend(ROWS_31, {
      Root: { fields: { $self: 'text' } },
      Server: { fields: { name: 'text' } },
      Components: { fields: { mediaTypes: '{:&MediaType}' } },
      PathItem: { fields: { query: 'Operation', additionalOperations: 'AdditionalOperations' } },
      AdditionalOperations: { title: 'additional operations', patterns: [[/^/, 'Operation']], also: additional },
      Parameter: {
        fields: { in: 'path|query|header|cookie|querystring!', content: '{&MediaType}' },
        also: parameter32,
      },
      Header: { fields: { content: '{&MediaType}' } },
      RequestBody: { fields: { content: '{&MediaType}!' } },
      Response: { fields: { summary: 'text', description: 'text', content: '{&MediaType}' } },
      MediaType: {
        fields: { description: 'text', itemSchema: 'Schema', prefixEncoding: '[Encoding]', itemEncoding: 'Encoding' },
        also: (value) => [...examples(value), ...encodings(value)],
      },
      Encoding: {
        fields: { encoding: '{Encoding}', prefixEncoding: '[Encoding]', itemEncoding: 'Encoding' },
        also: encodings,
      },
      Example: { fields: { dataValue: 'any', serializedValue: 'text' }, also: example },
      Tag: { fields: { summary: 'text', parent: 'text', kind: 'text' } },
      Discriminator: { fields: { defaultMapping: 'text' } },
      XML: {
        fields: { nodeType: 'element|attribute|text|cdata|none' },
        also: (value) => ['attribute', 'wrapped'].flatMap((key) => exclusive(value, 'nodeType', key)),
      },
      SecurityScheme: { fields: { deprecated: 'boolean', oauth2MetadataUrl: 'text' } },
      OAuthFlows: { fields: { deviceAuthorization: 'DeviceFlow' } },
      DeviceFlow: {
        title: 'an OAuth flow',
        fields: { deviceAuthorizationUrl: 'text!', tokenUrl: 'text!', refreshUrl: 'text', scopes: '{text}!' },
      },
    }),
  ),
  section: (object) => `OpenAPI 3.2.0, ${object}`,
  schemas: SCHEMAS_31,
};
