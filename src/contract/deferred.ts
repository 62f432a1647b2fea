/** What the readers of contracts can do without until they are asked for it. To be imported before them. */

import { putOff } from '../deferred';

// Compiles OpenAPI's schemas.
putOff('@apidevtools/swagger-parser', ['@apidevtools/swagger-parser/lib/validators/schema']);
putOff('@redocly/openapi-core', [
  // Judges examples.
  '@redocly/ajv/dist/2020',
  'https-proxy-agent',
  // Finds lines and columns.
  'yaml-ast-parser',
]);
