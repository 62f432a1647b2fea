/** OpenAPI 3.1.0 to 3.1.2: what its objects hold beyond those of 3.0, what of them is a mistake (`also`), and what in its schemas is doubtful. Its schemas are JSON Schema 2020-12 with a few more keywords. */

import type { Dialect, Keywords, SchemaMeaning } from './dialect';
import { SCHEMA_2020 } from './jsonSchema';
import { extend, METHODS_3, ROWS_3 } from './openapi-3';
import { type Complaint, exclusive, kinds, type Row } from './shape';

type Value = Readonly<Record<string, unknown>>;

function something({ paths, components, webhooks }: Value): Complaint[] {
  if (paths !== undefined || components !== undefined || webhooks !== undefined) return [];
  return [{ message: 'there must be `paths`, `components` or `webhooks`.' }];
}

/** "If the enum is defined, the value MUST exist in the enum's values." (§4.8.6.1) */
function defaultOf({ enum: listed, default: value }: Value): Complaint[] {
  if (!Array.isArray(listed) || typeof value !== 'string' || listed.includes(value)) return [];
  return [{ key: 'default', message: 'the default is not one of the values that its `enum` allows.' }];
}

/** What 3.1 adds to 3.0. Its schemas are different altogether. */
export const ROWS_31: Readonly<Record<string, Row>> = extend(ROWS_3, {
  Root: { fields: { jsonSchemaDialect: 'text', webhooks: '{PathItem}' }, also: something },
  Info: { fields: { summary: 'text' } },
  License: { fields: { identifier: 'text' }, also: (value) => exclusive(value, 'identifier', 'url') },
  ServerVariable: { fields: { enum: '[text]+' }, also: defaultOf },
  Components: { fields: { pathItems: '{:PathItem}' } },
  SecurityScheme: {
    fields: { type: 'apiKey|http|oauth2|openIdConnect|mutualTLS!' },
  },
  Schema: SCHEMA_2020,
});

const SECTIONS: Readonly<Record<string, string>> = {
  'data types': '4.4',
  'Paths Object': '4.8.8',
  'Operation Object': '4.8.10',
  'Parameter Object': '4.8.12',
  'Request Body Object': '4.8.13',
  'Media Type Object': '4.8.14',
  'Responses Object': '4.8.16',
  'Response Object': '4.8.17',
  'Callback Object': '4.8.18',
  'Header Object': '4.8.21',
  'Schema Object': '4.8.24',
  'Discriminator Object': '4.8.25',
  'Security Scheme Object': '4.8.27',
  'Security Requirement Object': '4.8.30',
};

/** Matches JSON Schema 2020-12, and the dialects of it that the OpenAPI versions define. */
const OWN = /^https:\/\/(json-schema\.org\/draft\/2020-12\/|spec\.openapis\.org\/oas\/3\.\d\/)/;

export const SCHEMAS_31: SchemaMeaning = {
  siblings: true,
  identified: true,
  isOwn: ($schema) => OWN.test($schema),
  read: (keywords) => keywords,
  doubtful: ({ nullable }: Keywords) =>
    nullable === undefined
      ? []
      : [{ key: 'nullable', message: "`nullable` means nothing since OpenAPI 3.1; write `type: [..., 'null']`." }],
};

export const openapi31: Dialect = {
  name: 'OpenAPI 3.1',
  version: '3.1',
  member: 'openapi',
  versions: /^3\.1\.\d+$/,
  methods: METHODS_3,
  kinds: kinds(ROWS_31),
  section: (object) => `OpenAPI 3.1.0 §${SECTIONS[object]}`,
  schemas: SCHEMAS_31,
};
