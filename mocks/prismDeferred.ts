/** What Prism loads along with itself and can do without until it is asked for it, which for most contracts is never. */
export const LATE: readonly string[] = [
  '@stoplight/http-spec/oas2/operation',
  '@stoplight/http-spec/postman/operation',
  // Merges `allOf` of form bodies.
  '@stoplight/json-schema-merge-allof',
  '@stoplight/json-schema-ref-parser',
  // Makes bodies up.
  '@stoplight/prism-http/dist/mocker/generator/JSONSchema',
  'http-proxy-agent',
  'https-proxy-agent',
  'lodash/fp',
  'node-fetch',
  'pino',
];

/** What makes bodies up takes the default of this out at once, and looks into that late. */
export const LATE_FAKER = '@faker-js/faker';
