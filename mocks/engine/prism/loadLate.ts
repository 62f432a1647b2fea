/** What Prism can do without until it is asked for it. To be imported before Prism. */

import { deferred, putOff } from './loadLate.part1';

export const LATE: readonly string[] = [
  '@stoplight/http-spec/oas2/operation',
  '@stoplight/http-spec/postman/operation',
  // Merges `allOf` of form bodies.
  '@stoplight/json-schema-merge-allof',
  '@stoplight/json-schema-ref-parser',
  // What the mock does itself, or hardly ever.
  '@stoplight/prism-http',
  '@stoplight/prism-http/dist/mocker/callback/callbacks',
  '@stoplight/prism-http/dist/validator/validators/body',
  '@stoplight/prism-http/dist/validator/validators/headers',
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

putOff('@stoplight/prism-http', LATE);
putOff('@stoplight/prism-http', [LATE_FAKER], (load) => ({ default: deferred(() => load()['faker'] as never) }));
