/**
 * What the versions 3.0 to 3.2 have in common: what objects hold, and what of them is a mistake (`also`). The tables follow the "fixed fields" in section 4.7 (3.0) and 4.8 (3.1)
 * of the standard.
 */

import { type Complaint, exclusive, headerName, missingMembers, type RequiredTogether, type Row } from './shape';

type Value = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export const METHODS_3: readonly string[] = METHODS;

/** The allowed styles by the location of a parameter (OpenAPI 3.1 §4.8.12.3). */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['matrix', 'label', 'simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

const EXAMPLES = { example: 'any', examples: '{&Example}' };

export function examples(value: Value): Complaint[] {
  return exclusive(value, 'example', 'examples');
}

/** "A parameter MUST contain either a schema property, or a content property, but not both." (OpenAPI 3.1 §4.8.12.2) */
export function described(value: Value): Complaint[] {
  const { schema, content } = value;
  const types = typeof content === 'object' && content !== null ? Object.keys(content).length : 1;
  return [
    ...(schema === undefined && content === undefined ? [{ message: 'there must be `schema` or `content`.' }] : []),
    ...exclusive(value, 'schema', 'content'),
    ...(types === 1 ? [] : [{ key: 'content', message: '`content` must have exactly one media type.' }]),
    ...examples(value),
  ];
}

/**
 * Complains about a Parameter Object.
 * @param styles the allowed styles by the location of a parameter.
 */
export function parameter(value: Value, styles = STYLES): Complaint[] {
  const { in: where, style, required } = value;
  const allowed = typeof where === 'string' && Object.hasOwn(styles, where) ? styles[where] : undefined;
  return [
    ...described(value),
    ...headerName(value),
    ...(where === 'path' && required !== true
      ? [{ key: 'required', message: 'a parameter in the path must have `required: true`.' }]
      : []),
    ...(typeof style === 'string' && allowed && !allowed.includes(style)
      ? [
          {
            key: 'style',
            message: `a parameter in the ${where} has no style "${style}"; there are: ${allowed.join(', ')}.`,
            unusable: true,
          },
        ]
      : []),
  ];
}

/** The allowed styles of OpenAPI 3.2. */
export const STYLES_32 = { ...STYLES, cookie: ['form', 'cookie'], querystring: [] };

const SCHEME_NEEDS: RequiredTogether = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
};

function link({ operationRef, operationId }: Value): Complaint[] {
  if ((operationRef === undefined) !== (operationId === undefined)) return [];
  return [{ message: 'a link must have either `operationRef` or `operationId`.' }];
}

function responses(value: Value): Complaint[] {
  const named = Object.keys(value).some((key) => !key.startsWith('x-'));
  return named ? [] : [{ message: 'there must be at least one response.' }];
}

/** The rows of all objects except the schema, by their names in the standard. */
export const ROWS_3: Readonly<Record<string, Row>> = {
  Root: {
    title: 'an OpenAPI document',
    fields: {
      openapi: 'text!',
      info: 'Info!',
      servers: '[Server]',
      paths: 'Paths',
      components: 'Components',
      security: '[SecurityRequirement]',
      tags: '[Tag]',
      externalDocs: 'ExternalDocs',
    },
  },
  Info: {
    fields: {
      title: 'text!',
      description: 'text',
      termsOfService: 'text',
      contact: 'Contact',
      license: 'License',
      version: 'text!',
    },
  },
  Contact: { fields: { name: 'text', url: 'text', email: 'text' } },
  License: { fields: { name: 'text!', url: 'text' } },
  Server: { fields: { url: 'text!', description: 'text', variables: '{ServerVariable}' } },
  ServerVariable: { fields: { enum: '[text]', default: 'text!', description: 'text' } },
  Components: {
    fields: {
      schemas: '{:Schema}',
      responses: '{:&Response}',
      parameters: '{:&Parameter}',
      examples: '{:&Example}',
      requestBodies: '{:&RequestBody}',
      headers: '{:&Header}',
      securitySchemes: '{:&SecurityScheme}',
      links: '{:&Link}',
      callbacks: '{:&Callback}',
    },
  },
  Paths: { title: 'paths, which begin with a slash', fields: {}, patterns: [[/^\//, 'PathItem']] },
  PathItem: {
    title: 'a path item',
    fields: {
      $ref: 'text',
      summary: 'text',
      description: 'text',
      ...Object.fromEntries(METHODS.map((method) => [method, 'Operation'])),
      servers: '[Server]',
      parameters: '[&Parameter]',
    },
  },
  Operation: {
    title: 'an operation',
    fields: {
      tags: '[text]',
      summary: 'text',
      description: 'text',
      externalDocs: 'ExternalDocs',
      operationId: 'text',
      parameters: '[&Parameter]',
      requestBody: '&RequestBody',
      responses: 'Responses',
      callbacks: '{&Callback}',
      deprecated: 'boolean',
      security: '[SecurityRequirement]',
      servers: '[Server]',
    },
  },
  ExternalDocs: { fields: { description: 'text', url: 'text!' } },
  Parameter: {
    title: 'a parameter',
    fields: {
      name: 'text!',
      in: 'path|query|header|cookie!',
      description: 'text',
      required: 'boolean',
      deprecated: 'boolean',
      allowEmptyValue: 'boolean',
      style: 'text',
      explode: 'boolean',
      allowReserved: 'boolean',
      schema: 'Schema',
      content: '{MediaType}',
      ...EXAMPLES,
    },
    also: (value) => parameter(value),
  },
  RequestBody: {
    title: 'a request body',
    fields: { description: 'text', content: '{MediaType}!', required: 'boolean' },
  },
  MediaType: {
    title: 'a media type',
    fields: { schema: 'Schema', encoding: '{Encoding}', ...EXAMPLES },
    also: examples,
  },
  Encoding: {
    fields: {
      contentType: 'text',
      headers: '{&Header}',
      style: 'form|spaceDelimited|pipeDelimited|deepObject',
      explode: 'boolean',
      allowReserved: 'boolean',
    },
  },
  Responses: {
    title: 'responses, whose names are 200, 4XX or default',
    fields: {},
    patterns: [[/^(default|[1-5](\d\d|XX))$/, '&Response']],
    also: responses,
  },
  Response: {
    title: 'a response',
    fields: { description: 'text!', headers: '{&Header}', content: '{MediaType}', links: '{&Link}' },
  },
  Callback: { fields: {}, patterns: [[/^(?!x-)/, 'PathItem']] },
  Example: {
    fields: { summary: 'text', description: 'text', value: 'any', externalValue: 'text' },
    also: (value) => exclusive(value, 'value', 'externalValue'),
  },
  Link: {
    title: 'a link',
    fields: {
      operationRef: 'text',
      operationId: 'text',
      parameters: '{any}',
      requestBody: 'any',
      description: 'text',
      server: 'Server',
    },
    also: link,
  },
  Header: {
    title: 'a header',
    fields: {
      description: 'text',
      required: 'boolean',
      deprecated: 'boolean',
      style: 'simple',
      explode: 'boolean',
      schema: 'Schema',
      content: '{MediaType}',
      ...EXAMPLES,
    },
    also: described,
  },
  Tag: { fields: { name: 'text!', description: 'text', externalDocs: 'ExternalDocs' } },
  Discriminator: { fields: { propertyName: 'text!', mapping: '{text}' } },
  XML: {
    fields: { name: 'text', namespace: 'text', prefix: 'text', attribute: 'boolean', wrapped: 'boolean' },
  },
  SecurityScheme: {
    title: 'a security scheme',
    fields: {
      type: 'apiKey|http|oauth2|openIdConnect!',
      description: 'text',
      name: 'text',
      in: 'query|header|cookie',
      scheme: 'text',
      bearerFormat: 'text',
      flows: 'OAuthFlows',
      openIdConnectUrl: 'text',
    },
    also: (value) => missingMembers(value, 'type', SCHEME_NEEDS, true),
  },
  OAuthFlows: {
    fields: {
      implicit: 'ImplicitFlow',
      password: 'TokenFlow',
      clientCredentials: 'TokenFlow',
      authorizationCode: 'CodeFlow',
    },
  },
  ImplicitFlow: {
    title: 'an OAuth flow',
    fields: { authorizationUrl: 'text!', refreshUrl: 'text', scopes: '{text}!' },
  },
  TokenFlow: { title: 'an OAuth flow', fields: { tokenUrl: 'text!', refreshUrl: 'text', scopes: '{text}!' } },
  CodeFlow: {
    title: 'an OAuth flow',
    fields: { authorizationUrl: 'text!', tokenUrl: 'text!', refreshUrl: 'text', scopes: '{text}!' },
  },
  SecurityRequirement: { title: 'a security requirement', fields: {}, patterns: [[/^/, '[text]']] },
};

/** Returns a table in which some rows have further fields. */
export function extend(
  rows: Readonly<Record<string, Row>>,
  more: Readonly<Record<string, Partial<Row>>>,
): Record<string, Row> {
  const extended = { ...rows };
  for (const [name, { fields = {}, ...rest }] of Object.entries(more)) {
    const row = extended[name];
    extended[name] = { ...row, ...rest, fields: { ...row?.fields, ...fields } };
  }
  return extended;
}
