/** OpenAPI 2.0, once called Swagger. Tables after the "fixed fields" of its section "Schema". */

import type { Dialect, Keywords } from './dialect';
import { COUNTS, schemaComplaints } from './jsonSchema';
import { doubtfulSiblings, itemsOfArray, withExclusive, withNull } from './openapi-3.0';
import { type Complaint, kinds } from './shape';

type Value = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** How a value that is no body is described: parameters, their items, and headers. */
const BARE = {
  type: 'string|number|integer|boolean|array|file',
  format: 'text',
  items: 'Items',
  collectionFormat: 'csv|ssv|tsv|pipes|multi',
  default: 'any',
  maximum: 'number',
  exclusiveMaximum: 'boolean',
  minimum: 'number',
  exclusiveMinimum: 'boolean',
  ...COUNTS,
  pattern: 'text',
  uniqueItems: 'boolean',
  enum: '[any]',
  multipleOf: 'number',
};

function parameter(value: Value): Complaint[] {
  const { in: where, schema, type, required } = value;
  return [
    ...(where === 'body' && schema === undefined
      ? [{ message: 'a parameter in the body must have a `schema`.', unusable: true }]
      : []),
    ...(where !== 'body' && type === undefined ? [{ message: '`type` is missing.' }] : []),
    ...(where === 'path' && required !== true
      ? [{ key: 'required', message: 'a parameter in the path must have `required: true`.' }]
      : []),
    ...itemsOfArray(value),
    ...schemaComplaints(value),
  ];
}

function responses(value: Value): Complaint[] {
  const named = Object.keys(value).some((key) => !key.startsWith('x-'));
  return named ? [] : [{ message: 'there must be at least one response.' }];
}

const SCHEME_NEEDS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  oauth2: ['flow', 'scopes'],
};

function securityScheme(value: Value): Complaint[] {
  const needed = SCHEME_NEEDS[String(value['type'])] ?? [];
  return needed
    .filter((key) => value[key] === undefined)
    .map((key) => ({ message: `\`${key}\` is missing, which the type ${value['type']} needs.`, unusable: true }));
}

export const openapi20: Dialect = {
  name: 'OpenAPI 2.0',
  member: 'swagger',
  versions: /^2\.0$/,
  methods: METHODS,
  kinds: kinds({
    Root: {
      title: 'an OpenAPI 2.0 document',
      fields: {
        swagger: 'text!',
        info: 'Info!',
        host: 'text',
        basePath: 'text',
        schemes: '[http|https|ws|wss]',
        consumes: '[text]',
        produces: '[text]',
        paths: 'Paths!',
        definitions: '{Schema}',
        parameters: '{Parameter}',
        responses: '{Response}',
        securityDefinitions: '{SecurityScheme}',
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
    Paths: { title: 'paths, which begin with a slash', fields: {}, patterns: [[/^\//, 'PathItem']] },
    PathItem: {
      title: 'a path item',
      fields: {
        $ref: 'text',
        ...Object.fromEntries(METHODS.map((method) => [method, 'Operation'])),
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
        consumes: '[text]',
        produces: '[text]',
        parameters: '[&Parameter]',
        responses: 'Responses!',
        schemes: '[http|https|ws|wss]',
        deprecated: 'boolean',
        security: '[SecurityRequirement]',
      },
    },
    ExternalDocs: { fields: { description: 'text', url: 'text!' } },
    Parameter: {
      title: 'a parameter',
      fields: {
        name: 'text!',
        in: 'query|header|path|formData|body!',
        description: 'text',
        required: 'boolean',
        schema: 'Schema',
        allowEmptyValue: 'boolean',
        ...BARE,
      },
      also: parameter,
    },
    Items: { title: 'an items object', fields: { $ref: 'text', ...BARE }, also: itemsOfArray },
    Responses: {
      title: 'responses, whose names are 200 or default',
      fields: {},
      patterns: [[/^(default|[1-5]\d\d)$/, '&Response']],
      also: responses,
    },
    Response: {
      title: 'a response',
      fields: { description: 'text!', schema: 'Schema', headers: '{Header}', examples: '{any}' },
    },
    Header: {
      title: 'a header',
      fields: { description: 'text', ...BARE, type: 'string|number|integer|boolean|array!' },
    },
    Tag: { fields: { name: 'text!', description: 'text', externalDocs: 'ExternalDocs' } },
    XML: {
      fields: { name: 'text', namespace: 'text', prefix: 'text', attribute: 'boolean', wrapped: 'boolean' },
    },
    SecurityScheme: {
      title: 'a security scheme',
      fields: {
        type: 'basic|apiKey|oauth2!',
        description: 'text',
        name: 'text',
        in: 'query|header',
        flow: 'implicit|password|application|accessCode',
        authorizationUrl: 'text',
        tokenUrl: 'text',
        scopes: '{text}',
      },
      also: securityScheme,
    },
    SecurityRequirement: { title: 'a security requirement', fields: {}, patterns: [[/^/, '[text]']] },
    Schema: {
      title: 'a schema of OpenAPI 2.0',
      fields: {
        $ref: 'text',
        title: 'text',
        description: 'text',
        default: 'any',
        multipleOf: 'number',
        maximum: 'number',
        exclusiveMaximum: 'boolean',
        minimum: 'number',
        exclusiveMinimum: 'boolean',
        ...COUNTS,
        pattern: 'text',
        uniqueItems: 'boolean',
        required: '[text]',
        enum: '[any]',
        type: 'array|boolean|integer|null|number|object|string|file or [array|boolean|integer|null|number|object|string]',
        items: 'Schema',
        allOf: '[Schema]',
        properties: '{Schema}',
        additionalProperties: 'boolean or Schema',
        format: 'text',
        discriminator: 'text',
        readOnly: 'boolean',
        xml: 'XML',
        externalDocs: 'ExternalDocs',
        example: 'any',
      },
      also: (value) => [...schemaComplaints(value), ...itemsOfArray(value)],
    },
  }),
  section: (object) => `OpenAPI 2.0, ${object}`,
  schemas: {
    siblings: false,
    identified: false,
    // `x-nullable` is what several tools read and write where the standard has no word for it.
    read: (keywords, nested) => withNull(withoutFile(withExclusive(keywords)), keywords['x-nullable'] === true, nested),
    doubtful: doubtfulSiblings,
  },
};

/** A file is any content. */
function withoutFile(keywords: Keywords): Keywords {
  const { type, ...rest } = keywords;
  return type === 'file' ? rest : keywords;
}
