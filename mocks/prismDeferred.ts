/** What Prism can do without until it is asked for it. To be imported before Prism. */

import { deferred, putOff } from '../src/deferred';

putOff('@stoplight/prism-http', [
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
]);
// What makes bodies up takes this out at once, and looks into it late.
putOff('@stoplight/prism-http', ['@faker-js/faker'], (load) => ({ default: deferred(() => load()['faker'] as never) }));
