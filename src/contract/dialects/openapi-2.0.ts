/** OpenAPI 2.0, which was called Swagger: what its objects hold, what of them is a mistake (`also`), and what in its schemas is doubtful. The tables follow the "fixed fields" in its section "Schema". */

import type { Dialect, Keywords } from './dialect';
import { COUNTS, SCHEMA_TYPES, schemaComplaints } from './jsonSchema';
import { doubtfulSiblings, itemsOfArray, withExclusive, withNull } from './openapi-3.0';
import { type Complaint, headerName, kinds, missingMembers, type RequiredTogether } from './shape';

type Value = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** The types of a value that is not a body. */
const BARE_TYPES = 'string|number|integer|boolean|array';

/** The fields that describe a value that is not a body: a parameter, its items, or a header. */
const BARE = {
  type: `${BARE_TYPES}!`,
  format: 'text',
  items: 'Items',
  collectionFormat: 'csv|ssv|tsv|pipes',
  default: 'any',
  maximum: 'number',
  exclusiveMaximum: 'boolean',
  minimum: 'number',
  exclusiveMinimum: 'boolean',
  maxLength: 'whole',
  minLength: 'whole',
  pattern: 'text',
  maxItems: 'whole',
  minItems: 'whole',
  uniqueItems: 'boolean',
  enum: '[any]',
  multipleOf: 'number',
};

/** "Required if type is array." (Parameter, Items and Header Object) */
function bare(value: Value): Complaint[] {
  return [...itemsOfArray(value), ...schemaComplaints(value)];
}

/** Complains about members that do not fit the location of a parameter. */
function parameter(value: Value): Complaint[] {
  const { in: where, schema, type, required, collectionFormat } = value;
  const inPath =
    where === 'path' && required !== true
      ? [{ key: 'required', message: 'a parameter in the path must have `required: true`.' }]
      : [];
  if (where === 'body')
    return schema === undefined ? [{ message: 'a parameter in the body must have a `schema`.', unusable: true }] : [];
  return [
    ...inPath,
    ...headerName(value),
    ...(type === undefined ? [{ message: '`type` is missing in a parameter that is no body.' }] : []),
    ...(type === 'file' && where !== 'formData'
      ? [{ key: 'type', message: 'a file must be a parameter in the formData.' }]
      : []),
    ...(collectionFormat === 'multi' && where !== 'query' && where !== 'formData'
      ? [{ key: 'collectionFormat', message: 'only parameters in the query and the formData can be `multi`.' }]
      : []),
    ...bare(value),
  ];
}

function root({ basePath }: Value): Complaint[] {
  if (typeof basePath !== 'string' || basePath.startsWith('/')) return [];
  return [{ key: 'basePath', message: '`basePath` must begin with a slash.' }];
}

function responses(value: Value): Complaint[] {
  const named = Object.keys(value).some((key) => !key.startsWith('x-'));
  return named ? [] : [{ message: 'there must be at least one response.' }];
}

const SCHEME_NEEDS: RequiredTogether = { apiKey: ['name', 'in'], oauth2: ['flow', 'scopes'] };

const FLOW_NEEDS: RequiredTogether = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  application: ['tokenUrl'],
  accessCode: ['authorizationUrl', 'tokenUrl'],
};

function securityScheme(value: Value): Complaint[] {
  return [...missingMembers(value, 'type', SCHEME_NEEDS, true), ...missingMembers(value, 'flow', FLOW_NEEDS, false)];
}

export const openapi20: Dialect = {
  name: 'OpenAPI 2.0',
  version: '2.0',
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
      also: root,
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
        type: `${BARE_TYPES}|file`,
        collectionFormat: 'csv|ssv|tsv|pipes|multi',
      },
      also: parameter,
    },
    Items: { title: 'an items object', fields: BARE, also: bare },
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
      fields: { description: 'text', ...BARE },
      also: bare,
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
        scopes: 'Scopes',
      },
      also: securityScheme,
    },
    Scopes: { title: 'scopes', fields: {}, patterns: [[/^(?!x-)/, 'text']] },
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
        type: `${SCHEMA_TYPES.join('|')}|file or [${SCHEMA_TYPES.join('|')}]+`,
        // In draft 4 of JSON Schema, a list describes the items by their position.
        items: 'Schema or [Schema]+',
        allOf: '[Schema]+',
        properties: '{Schema}',
        additionalProperties: 'boolean or Schema',
        format: 'text',
        discriminator: 'text',
        readOnly: 'boolean',
        xml: 'XML',
        externalDocs: 'ExternalDocs',
        example: 'any',
      },
      also: schemaComplaints,
    },
  }),
  section: (object) => `OpenAPI 2.0, ${object}`,
  schemas: {
    siblings: false,
    identified: false,
    isOwn: () => true,
    // The standard has no `nullable`; several tools read and write `x-nullable` instead.
    read: (keywords, nested) =>
      withNull(withoutFile(withPositions(withExclusive(keywords))), keywords['x-nullable'] === true, nested),
    doubtful: (keywords) => [...doubtfulSiblings(keywords), ...doubtfulItems(keywords)],
  },
};

/** A file may have any content, so its type is left out. As since version 3.1, a media type says that it is bytes. */
function withoutFile(keywords: Keywords): Keywords {
  const { type, ...rest } = keywords;
  return type === 'file' ? { contentMediaType: 'application/octet-stream', ...rest } : keywords;
}

/** JSON Schema draft 4, from which OpenAPI 2.0 takes `items`, allows a list of schemas there; most readers know one schema alone. */
function doubtfulItems({ items }: Keywords): Complaint[] {
  if (!Array.isArray(items)) return [];
  return [
    {
      key: 'items',
      message:
        '`items` is a list, which many readers of OpenAPI 2.0 take for no schema at all; here, each entry describes the item of its position.',
    },
  ];
}

/** Renames a list of `items` to `prefixItems`, its name in later drafts. */
function withPositions(keywords: Keywords): Keywords {
  const { items, ...rest } = keywords;
  return Array.isArray(items) ? { ...rest, prefixItems: items } : keywords;
}
