/** OpenAPI 3.2.0: further methods, parameters that are a whole query string, and media types of sequences. */

import type { Dialect } from './dialect';
import { extend, METHODS_3 } from './openapi-3';
import { ROWS_31, SCHEMAS_31 } from './openapi-3.1';
import { kinds } from './shape';

export const openapi32: Dialect = {
  name: 'OpenAPI 3.2',
  member: 'openapi',
  versions: /^3\.2\.\d+$/,
  methods: [...METHODS_3, 'query'],
  kinds: kinds(
    extend(ROWS_31, {
      Root: { fields: { $self: 'text' } },
      Server: { fields: { name: 'text' } },
      Components: { fields: { mediaTypes: '{:&MediaType}' } },
      PathItem: { fields: { query: 'Operation', additionalOperations: '{Operation}' } },
      Parameter: {
        fields: {
          in: 'path|query|header|cookie|querystring!',
          style: 'matrix|label|simple|form|spaceDelimited|pipeDelimited|deepObject|cookie',
        },
      },
      MediaType: { fields: { itemSchema: 'Schema', prefixEncoding: '[Encoding]', itemEncoding: 'Encoding' } },
      Encoding: {
        fields: { encoding: '{Encoding}', prefixEncoding: '[Encoding]', itemEncoding: 'Encoding' },
      },
      Response: { fields: { summary: 'text', description: 'text' } },
      Example: { fields: { dataValue: 'any', serializedValue: 'text' } },
      Tag: { fields: { summary: 'text', parent: 'text', kind: 'text' } },
      Discriminator: { fields: { propertyName: 'text!', defaultMapping: 'text' } },
      XML: { fields: { nodeType: 'element|attribute|text|cdata|none' } },
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
